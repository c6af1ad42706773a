import { inflateRawSync } from 'node:zlib';

export interface NumpyArray {
  readonly shape: readonly number[];
  /** In the order of C. */
  readonly data: ArrayLike<number> & { reduce<T>(add: (sum: T, value: number) => T, first: T): T };
}

const endSignature = 0x06_05_4b_50;

/** The arrays of an archive of NumPy (`.npz`, a ZIP file) by name. */
export function readNumpyArchive(bytes: Buffer): Map<string, NumpyArray> {
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== endSignature) end--;
  const arrays = new Map<string, NumpyArray>();
  let entry = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const method = bytes.readUInt16LE(entry + 10);
    const size = bytes.readUInt32LE(entry + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      bytes.readUInt16LE(entry + at),
    ) as [number, number, number];
    const name = bytes.toString('utf8', entry + 46, entry + 46 + nameLength);
    const local = bytes.readUInt32LE(entry + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    arrays.set(name.replace(/\.npy$/, ''), readArray(method === 0 ? content : inflateRawSync(content)));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return arrays;
}

/** An array in NumPy's format `.npy`, version 1. */
function readArray(bytes: Buffer): NumpyArray {
  const headerLength = bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, 10 + headerLength);
  const type = /'descr': '([^']+)'/.exec(header)?.[1];
  const shape = /'shape': \(([^)]*)\)/
    .exec(header)![1]!
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  // A copy begins at a multiple of all sizes.
  const { buffer } = Uint8Array.from(bytes.subarray(10 + headerLength));
  if (type === '|u1') return { shape, data: new Uint8Array(buffer) };
  if (type === '|i1') return { shape, data: new Int8Array(buffer) };
  if (type === '<f4') return { shape, data: new Float32Array(buffer) };
  if (type === '<f8') return { shape, data: new Float64Array(buffer) };
  throw new Error(`An array of type ${type} cannot be read`);
}
