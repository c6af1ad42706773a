/**
 * Copies for values that outlive their request or message. A small `Buffer` is a slice of the pool of `Buffer.poolSize`
 * bytes, a `subarray` shares its parent, and V8 keeps the parent of a substring alive: a cache of such values can hold a
 * thousand times the memory it counts.
 */

type View = Uint8Array | Uint32Array | Float32Array;

/** A copy in memory of its own; the view itself if it covers its buffer. */
export function cloneView<T extends View>(view: T): T {
  if (view.byteLength === view.buffer.byteLength) return view;
  const { buffer, byteOffset, byteLength } = view;
  const copy = buffer.slice(byteOffset, byteOffset + byteLength);
  // Keeps the type Buffer.
  if (Buffer.isBuffer(view)) return Buffer.from(copy as ArrayBuffer) as Uint8Array as T;
  return new (view.constructor as new (buffer: ArrayBufferLike) => T)(copy);
}

/** Bytes that the texts of a batch share. */
const chunkBytes = 64 * 1024;

/**
 * Encodes texts that are released together, such as those of one write, into shared chunks: an `ArrayBuffer` of its own for
 * each costs more than writing a kilobyte. A single text has memory of its own.
 */
export class Utf8Batch {
  readonly #bytesMin: number;
  #chunk = Buffer.alloc(0);
  #used = 0;

  constructor(textCount: number) {
    this.#bytesMin = textCount > 1 ? chunkBytes : 0;
  }

  encode(text: string): Uint8Array {
    const length = Buffer.byteLength(text);
    if (length > this.#chunk.length - this.#used) {
      this.#chunk = Buffer.from(new ArrayBuffer(Math.max(length, this.#bytesMin)));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += this.#chunk.write(text, start);
    return this.#chunk.subarray(start, this.#used);
  }
}

/** V8 references the parent for substrings of at least this length, and copies shorter ones. */
const sharedLengthMin = 13;

/** A copy of a text without its parent. */
export function cloneText(text: string): string {
  return text.length < sharedLengthMin ? text : (JSON.parse(JSON.stringify(text)) as string);
}
