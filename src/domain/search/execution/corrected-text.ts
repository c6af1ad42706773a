/** The query with the corrections of the words that were searched for. */
export function correctedText(text: string, searched: string, corrected: string | null): string | null {
  if (corrected === null || searched === text) return corrected;
  // Without carrier phrases, which spaces replace, the other words are where they were.
  const start = searched.length - searched.trimStart().length;
  const end = searched.trimEnd().length;
  if (searched.length === text.length && searched.slice(start, end) === text.slice(start, end))
    return text.slice(0, start) + corrected + text.slice(end);
  const [words, corrections] = [searched.trim().split(/\s+/), corrected.split(/\s+/)];
  if (words.length !== corrections.length) return corrected;
  const correctionOf = new Map(words.map((word, i) => [word, corrections[i]!]));
  return text.replaceAll(/\S+/g, (word) => correctionOf.get(word) ?? word);
}
