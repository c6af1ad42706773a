/** Groups of words that mean the same to a shop. */
export function builtInEnglishSynonyms(): string[][] {
  return [];
}
