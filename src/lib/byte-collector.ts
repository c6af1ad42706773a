const bytesAtFirst = 4_096;

/**
 * Joins chunks into one buffer as they come. A list of chunks would hold as many objects as a client cares to send pieces: one byte
 * each, and every byte costs some two hundred.
 */
export class ByteCollector {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** Bytes collected. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** What was collected; the collector is empty then. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }

  /** By half: at most a third of the buffer is empty, and a byte is copied twice on average. */
  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(
      Math.max(needed, bytesAtFirst, Math.ceil(this.#buffer.length * 1.5)),
    );
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
