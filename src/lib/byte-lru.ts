/** Keeps the values used last, up to a number of bytes. */
export class ByteLru<K, V> {
  readonly #bytesMax: number;
  readonly #bytesOf: (value: V) => number;
  // A Map iterates in the order of insertion: the first entry is the one used longest ago.
  readonly #entries = new Map<K, V>();
  #bytes = 0;

  constructor(bytesMax: number, bytesOf: (value: V) => number) {
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#bytes += this.#bytesOf(value);
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= this.#bytesOf(value);
  }
}
