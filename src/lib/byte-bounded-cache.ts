interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** Since the clock hand passed it. */
  isUsed: boolean;
}

/**
 * A cache bounded by bytes with second-chance eviction (Corbató 1968): evicts the oldest entry unless it was used since, in
 * which case it counts as new. A read only sets a mark: moving entries to the end of the map, as LRU does, caused rehashes of
 * tens of milliseconds at 100,000 entries.
 */
export class ByteBoundedCache<K, V> {
  readonly #bytesMax: number;
  readonly #countBytes: (value: V, key: K) => number;
  // A Map iterates in insertion order.
  readonly #entries = new Map<K, Entry<V>>();
  #bytes = 0;

  /** `countBytes` returns the resident memory of an entry including its key. */
  constructor(bytesMax: number, countBytes: (value: V, key: K) => number) {
    this.#bytesMax = bytesMax;
    this.#countBytes = countBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const bytes = this.#countBytes(value, key);
    this.#entries.set(key, { value, bytes, isUsed: false });
    this.#bytes += bytes;
    if (this.#bytes > this.#bytesMax) this.#makeRoom();
  }

  /** Evicts a tenth at a time: finding the first entry walks over all deleted ones. */
  #makeRoom(): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax * 0.9) break;
      this.delete(oldest);
      if (!entry.isUsed) continue;
      entry.isUsed = false;
      this.#entries.set(oldest, entry);
      this.#bytes += entry.bytes;
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
