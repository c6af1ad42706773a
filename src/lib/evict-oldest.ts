/**
 * Forgets the oldest entries of a map or a set that has more than `countMax`, down to nine tenths of that. They keep the order
 * in which keys were set. A tenth at a time: one from which the first is deleted again and again walks past all that were
 * there before.
 */
export function evictOldest<K>(from: Map<K, unknown> | Set<K>, countMax: number): void {
  if (from.size <= countMax) return;
  for (const key of from.keys()) {
    if (from.size <= countMax * 0.9) return;
    from.delete(key);
  }
}
