/** Maximum of the first allocation, whatever size is announced. */
const firstBytesMax = 1024 * 1024;
const firstBytesMin = 4 * 1024;

/** Collects chunks in one buffer, which is duplicated only while it grows. */
export class GrowableBuffer {
  readonly #bytesMax: number;
  readonly #bytesExpected: number;
  #buffer: Buffer;
  #length = 0;

  /** `bytesExpected` is an estimate of the size. */
  constructor(bytesMax: number, bytesExpected = 0) {
    this.#bytesMax = bytesMax;
    this.#bytesExpected = Math.min(bytesExpected, bytesMax);
    const first = Math.max(firstBytesMin, Math.min(this.#bytesExpected, firstBytesMax));
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(first, bytesMax));
  }

  get length(): number {
    return this.#length;
  }

  /** The collected bytes. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Appends bytes; false, without effect, beyond the maximum. */
  append(bytes: Uint8Array): boolean {
    if (!this.#reserve(bytes.length)) return false;
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return true;
  }

  /** Appends decoded base64 of either alphabet; false, without effect, beyond the maximum. */
  appendBase64(text: string): boolean {
    if (!this.#reserve(Buffer.byteLength(text, 'base64'))) return false;
    this.#length += this.#buffer.write(text, this.#length, 'base64');
    return true;
  }

  #reserve(count: number): boolean {
    const needed = this.#length + count;
    if (needed > this.#bytesMax) return false;
    if (needed <= this.#buffer.length) return true;
    const capacity = Math.max(needed, 2 * this.#buffer.length, this.#bytesExpected);
    const grown = Buffer.allocUnsafeSlow(Math.min(capacity, this.#bytesMax));
    grown.set(this.bytes);
    this.#buffer = grown;
    return true;
  }
}
