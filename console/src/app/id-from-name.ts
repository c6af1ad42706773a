/** "Summer sale" as "summer-sale", for the ids of things that people name. */
export function idFromName(name: string, lengthMax: number): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, lengthMax);
}
