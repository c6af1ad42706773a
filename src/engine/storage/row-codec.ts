/**
 * Rows for the writer thread, encoded in one buffer that is transferred rather than copied. Posting 3,000 rows as
 * objects blocked the main thread for 79 ms; encoding them takes 3 ms and posting the buffer no measurable time.
 *
 *   row count u32 | columns u16 | per value: tag u8, then  1: float64  2: length u32 + UTF-8  3: length u32 + bytes
 */
export type SqlValue = null | number | string | Uint8Array;
export type Row = readonly SqlValue[];

const nullTag = 0;
const numberTag = 1;
const textTag = 2;
const blobTag = 3;
const headerBytes = 6;

/** Encodes rows of equal width. */
export function encodeRows(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  let bytes = headerBytes;
  for (const row of rows) for (const value of row) bytes += 9 + computeSizeMax(value);
  // A separate buffer, never a slice of Node's pool: it is transferred.
  const buffer = Buffer.from(new ArrayBuffer(bytes));
  buffer.writeUInt32LE(rows.length, 0);
  buffer.writeUInt16LE(rows[0]?.length ?? 0, 4);
  let at = headerBytes;
  for (const row of rows) {
    for (const value of row) {
      if (value === null) {
        buffer[at++] = nullTag;
      } else if (typeof value === 'number') {
        buffer[at] = numberTag;
        buffer.writeDoubleLE(value, at + 1);
        at += 9;
      } else if (typeof value === 'string') {
        buffer[at] = textTag;
        const length = buffer.write(value, at + 5, 'utf8');
        buffer.writeUInt32LE(length, at + 1);
        at += 5 + length;
      } else {
        buffer[at] = blobTag;
        buffer.writeUInt32LE(value.length, at + 1);
        buffer.set(value, at + 5);
        at += 5 + value.length;
      }
    }
  }
  return buffer.subarray(0, at) as Uint8Array<ArrayBuffer>;
}

/** Decodes rows one by one, in order. The array is reused; blobs are views on the buffer. */
export function* readRows(encoded: Uint8Array): Generator<SqlValue[], void, undefined> {
  const buffer = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const rows = buffer.readUInt32LE(0);
  const columns = buffer.readUInt16LE(4);
  const row = Array.from({ length: columns }, (): SqlValue => null);
  let at = headerBytes;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const tag = buffer[at];
      if (tag === nullTag) {
        row[c] = null;
        at += 1;
      } else if (tag === numberTag) {
        row[c] = buffer.readDoubleLE(at + 1);
        at += 9;
      } else {
        const start = at + 5;
        const end = start + buffer.readUInt32LE(at + 1);
        row[c] = tag === textTag ? buffer.toString('utf8', start, end) : buffer.subarray(start, end);
        at = end;
      }
    }
    yield row;
  }
}

function computeSizeMax(value: SqlValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.length : 0;
}
