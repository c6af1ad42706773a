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
  const own = buffer.slice(byteOffset, byteOffset + byteLength);
  // Keeps the type Buffer.
  if (Buffer.isBuffer(view)) return Buffer.from(own as ArrayBuffer) as Uint8Array as T;
  return new (view.constructor as new (buffer: ArrayBufferLike) => T)(own);
}

/** UTF-8 bytes in memory of their own; `Buffer.from(text)` uses the pool. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
}

/** V8 references the parent for substrings of at least this length, and copies shorter ones. */
const sharedLengthMin = 13;

/** A copy of a text without its parent. */
export function cloneText(text: string): string {
  return text.length < sharedLengthMin ? text : (JSON.parse(JSON.stringify(text)) as string);
}
