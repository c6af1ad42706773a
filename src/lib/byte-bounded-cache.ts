interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** Since it was last passed over. */
  isUsed: boolean;
}

/**
 * Keeps values up to a number of bytes. Which are let go is decided by the second chance (Corbató 1968): the one longest
 * there goes, but for those used meanwhile, which count as new. So a look changes a mark alone; to bring each value to the
 * end of the map, as the order of use would have it, made the map arrange itself anew again and again, for tens of
 * milliseconds where there were 100,000.
 */
export class ByteBoundedCache<K, V> {
  readonly #bytesMax: number;
  readonly #bytesOf: (value: V, key: K) => number;
  // A Map iterates in the order of insertion.
  readonly #entries = new Map<K, Entry<V>>();
  #bytes = 0;

  /** `bytesOf`: what an entry takes as resident memory, its key included. */
  constructor(bytesMax: number, bytesOf: (value: V, key: K) => number) {
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOf;
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
    const bytes = this.#bytesOf(value, key);
    this.#entries.set(key, { value, bytes, isUsed: false });
    this.#bytes += bytes;
    if (this.#bytes > this.#bytesMax) this.#makeRoom();
  }

  /** A tenth at a time: each time the first is looked for, a map walks past all that were there before. */
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
