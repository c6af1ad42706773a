import { ensureCapacity } from '../../kernel/bits/growable.ts';

/** Bytes of a row: one more than the length of the hash, or 0 if there is none, then its characters. */
const rowBytes = 23;

/** Hashes of texts by item number, in one array: a `Map` of strings takes three times as much memory. */
export class TextHashes {
  #rows = new Uint8Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(itemNumber: number): string | undefined {
    const at = itemNumber * rowBytes;
    const length = (this.#rows[at] ?? 0) - 1;
    if (length < 0) return undefined;
    return Buffer.from(this.#rows.buffer).toString('latin1', at + 1, at + 1 + length);
  }

  /** Sets a hash of {@link hashTexts}. */
  set(itemNumber: number, hash: string): void {
    if (hash.length >= rowBytes)
      throw new RangeError(`Cannot store the hash of a text: its length is ${hash.length}`);
    const at = itemNumber * rowBytes;
    this.#rows = ensureCapacity(this.#rows, at + rowBytes);
    if (this.#rows[at] === 0) this.#size++;
    this.#rows[at] = hash.length + 1;
    for (let i = 0; i < hash.length; i++) this.#rows[at + 1 + i] = hash.charCodeAt(i);
  }

  delete(itemNumber: number): void {
    const at = itemNumber * rowBytes;
    if ((this.#rows[at] ?? 0) === 0) return;
    this.#rows[at] = 0;
    this.#size--;
  }

  /** The hashes by ascending item number. */
  *entries(): Iterable<[no: number, hash: string]> {
    for (let no = 0; no * rowBytes < this.#rows.length; no++) {
      const hash = this.get(no);
      if (hash !== undefined) yield [no, hash];
    }
  }
}
