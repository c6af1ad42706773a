/** Finds the known name nearest to a mistyped one, of which at most a third of the letters differ. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distanceMax = Math.max(1, Math.floor(candidate.length / 3));
    if (Math.abs(candidate.length - name.length) > distanceMax) continue;
    const distance = computeEditDistance(wanted, candidate.toLowerCase());
    if (distance <= distanceMax && (nearest === undefined || distance < nearest.distance))
      nearest = { name: candidate, distance };
  }
  return nearest?.name;
}

/** The Levenshtein distance. */
function computeEditDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
