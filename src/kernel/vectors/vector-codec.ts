/** The encoding of a vector: exact, or in a quarter of the space with one scale for all its numbers. */
export type VectorEncoding = 'float32' | 'int8';

const FORMAT_VERSION = 1;
const HEADER_BYTES = 8;
const KINDS: Record<VectorEncoding, number> = { float32: 1, int8: 2 };
const INT8_MAX = 127;

/**
 * A vector as bytes, little-endian: uint8 version, uint8 kind, uint16 zero, uint32 length; then float32 numbers, or a
 * float32 scale and int8 numbers to be multiplied by it. Numbers must be finite.
 */
export function encodeVector(vector: Float32Array, encoding: VectorEncoding): Uint8Array {
  const isExact = encoding === 'float32';
  const bytes = new Uint8Array(HEADER_BYTES + (isExact ? vector.length * 4 : 4 + vector.length));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FORMAT_VERSION);
  view.setUint8(1, KINDS[encoding]);
  view.setUint32(4, vector.length, true);
  if (isExact) {
    vector.forEach((value, i) => view.setFloat32(HEADER_BYTES + i * 4, value, true));
    return bytes;
  }
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = Math.fround(largest / INT8_MAX);
  view.setFloat32(HEADER_BYTES, scale, true);
  if (scale > 0) {
    vector.forEach((value, i) => view.setInt8(HEADER_BYTES + 4 + i, Math.round(value / scale)));
  }
  return bytes;
}

/** Reads the result of `encodeVector`. @throws RangeError for other bytes */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES) throw new RangeError(`Cannot read a vector of ${bytes.length} bytes`);
  const version = view.getUint8(0);
  if (version !== FORMAT_VERSION) {
    throw new RangeError(`Cannot read a vector of version ${version}: expected ${FORMAT_VERSION}`);
  }
  const kind = view.getUint8(1);
  const length = view.getUint32(4, true);
  // Plain loops, as a start reads all vectors of a catalog.
  if (kind === KINDS.float32 && bytes.length === HEADER_BYTES + length * 4) {
    const vector = new Float32Array(length);
    for (let i = 0; i < length; i++) vector[i] = view.getFloat32(HEADER_BYTES + i * 4, true);
    return vector;
  }
  if (kind === KINDS.int8 && bytes.length === HEADER_BYTES + 4 + length) {
    const scale = view.getFloat32(HEADER_BYTES, true);
    const codes = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES + 4, length);
    const vector = new Float32Array(length);
    for (let i = 0; i < length; i++) vector[i] = codes[i]! * scale;
    return vector;
  }
  throw new RangeError(`Cannot read a vector: kind ${kind}, ${length} numbers, ${bytes.length} bytes`);
}
