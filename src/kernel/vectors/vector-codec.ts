/** The encoding of a vector: exact, or in a quarter of the space with one scale for all its numbers. */
export type VectorEncoding = 'float32' | 'int8';

const formatVersion = 1;
const headerBytes = 8;
/** The position of the number of vectors less one. */
const countAt = 2;
const kinds: Record<VectorEncoding, number> = { float32: 1, int8: 2 };
const int8Max = 127;

/** Several vectors of one length as bytes: those of `encodeVector` of all numbers, with their count less one in the uint16. */
export function encodeVectors(vectors: readonly Float32Array[], encoding: VectorEncoding): Uint8Array {
  const numbers = new Float32Array(vectors.reduce((sum, { length }) => sum + length, 0));
  vectors.forEach((vector, i) => numbers.set(vector, i * vector.length));
  const bytes = encodeVector(numbers, encoding);
  new DataView(bytes.buffer).setUint16(countAt, Math.max(0, vectors.length - 1), true);
  return bytes;
}

/** Reads the result of `encodeVectors`, also of none, or of `encodeVector`. @throws RangeError for other bytes */
export function decodeVectors(bytes: Uint8Array): Float32Array[] {
  const numbers = decodeVector(bytes);
  if (numbers.length === 0) return [];
  const count = 1 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(countAt, true);
  const dimensions = numbers.length / count;
  if (!Number.isInteger(dimensions))
    throw new RangeError(`Cannot read ${count} vectors of ${numbers.length} numbers`);
  return Array.from({ length: count }, (_, i) => numbers.subarray(i * dimensions, (i + 1) * dimensions));
}

/**
 * A vector as bytes, little-endian: uint8 version, uint8 kind, uint16 zero, uint32 length; then float32 numbers, or a
 * float32 scale and int8 numbers to be multiplied by it. Numbers must be finite.
 */
export function encodeVector(vector: Float32Array, encoding: VectorEncoding): Uint8Array {
  const isExact = encoding === 'float32';
  const bytes = new Uint8Array(headerBytes + (isExact ? vector.length * 4 : 4 + vector.length));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, formatVersion);
  view.setUint8(1, kinds[encoding]);
  view.setUint32(4, vector.length, true);
  if (isExact) {
    vector.forEach((value, i) => view.setFloat32(headerBytes + i * 4, value, true));
    return bytes;
  }
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = Math.fround(largest / int8Max);
  view.setFloat32(headerBytes, scale, true);
  if (scale > 0) {
    vector.forEach((value, i) => view.setInt8(headerBytes + 4 + i, Math.round(value / scale)));
  }
  return bytes;
}

/** Reads the result of `encodeVector`. @throws RangeError for other bytes */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) throw new RangeError(`Cannot read a vector of ${bytes.length} bytes`);
  const version = view.getUint8(0);
  if (version !== formatVersion) {
    throw new RangeError(`Cannot read a vector of version ${version}: expected ${formatVersion}`);
  }
  const kind = view.getUint8(1);
  const length = view.getUint32(4, true);
  // Plain loops, as a start reads all vectors of a catalog.
  if (kind === kinds.float32 && bytes.length === headerBytes + length * 4) {
    const vector = new Float32Array(length);
    for (let i = 0; i < length; i++) vector[i] = view.getFloat32(headerBytes + i * 4, true);
    return vector;
  }
  if (kind === kinds.int8 && bytes.length === headerBytes + 4 + length) {
    const scale = view.getFloat32(headerBytes, true);
    const codes = new Int8Array(bytes.buffer, bytes.byteOffset + headerBytes + 4, length);
    const vector = new Float32Array(length);
    for (let i = 0; i < length; i++) vector[i] = codes[i]! * scale;
    return vector;
  }
  throw new RangeError(`Cannot read a vector: kind ${kind}, ${length} numbers, ${bytes.length} bytes`);
}
