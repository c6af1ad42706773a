/**
 * Evicts the oldest entries of a map or set with more than `countMax`, down to nine tenths of it. Keys keep insertion order.
 * A tenth at a time: deleting the first entry repeatedly walks over all deleted ones.
 */
export function evictOldest<K>(from: Map<K, unknown> | Set<K>, countMax: number): void {
  if (from.size <= countMax) return;
  for (const key of from.keys()) {
    if (from.size <= countMax * 0.9) return;
    from.delete(key);
  }
}
