/** More names change nothing. */
const namesMax = 2_000;

/** At most 2,000 names, evenly distributed over a catalog. */
export function sampleNames(names: readonly string[]): readonly string[] {
  if (names.length <= namesMax) return names;
  return Array.from({ length: namesMax }, (_, i) => names[Math.floor((i * names.length) / namesMax)]!);
}
