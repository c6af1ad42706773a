/**
 * Copies for values that outlive the request or message they came with. A small `Buffer` is a slice of Node's pool of
 * `Buffer.poolSize` bytes, a `subarray` shares the memory of the whole, and V8 keeps the parent of a substring alive: a map
 * that holds any of these holds up to a thousand times more than it counts.
 */

type View = Uint8Array | Uint32Array | Float32Array;

/** The same values in memory that nothing shares. Returns the view itself where it covers its buffer. */
export function cloneView<T extends View>(view: T): T {
  if (view.byteLength === view.buffer.byteLength) return view;
  const { buffer, byteOffset, byteLength } = view;
  const own = buffer.slice(byteOffset, byteOffset + byteLength);
  // A Buffer stays one.
  if (Buffer.isBuffer(view)) return Buffer.from(own as ArrayBuffer) as Uint8Array as T;
  return new (view.constructor as new (buffer: ArrayBufferLike) => T)(own);
}

/** The UTF-8 bytes of a text; `Buffer.from(text)` takes them from the pool. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
}

/** V8 makes a substring of this length or more a reference into its parent, and copies a shorter one. */
const sharedLengthMin = 13;

/** The same text without the text it may be cut from. */
export function cloneText(text: string): string {
  return text.length < sharedLengthMin ? text : (JSON.parse(JSON.stringify(text)) as string);
}
