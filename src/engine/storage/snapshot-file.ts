import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';

/**
 * A file of plain data with large columns: the bytes of each column as in memory, the rest serialized by V8, then a
 * footer and its length in eight bytes. Columns are not copied, as those of a project take hundreds of megabytes.
 */
type BinaryColumn =
  | Uint8Array
  | Int8Array
  | Int16Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float64Array;

const columnTypes = {
  Uint8Array,
  Int8Array,
  Int16Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
} as const;

/** The placeholder of a column in the serialized data. */
interface ColumnPlaceholder {
  readonly column: keyof typeof columnTypes;
  readonly length: number;
}

interface Footer {
  readonly head: unknown;
  readonly restBytes: number;
  readonly checksum: number;
}

const lengthBytes = 8;
/** Maximum bytes of one write or read: the system accepts at most 2 GB at a time. */
const chunkBytes = 1 << 28;

/** Bytes between two syncs: a commit of another process waits until all of them are on disk. */
const bytesPerSync = 1 << 22;

/** Writes data with a header that can be read without the data. If `syncsOften`, other writers wait only briefly. */
export function writeSnapshotFile(path: string, head: unknown, data: unknown, syncsOften = false): void {
  const sliceBytes = syncsOften ? bytesPerSync : chunkBytes;
  const file = openSync(path, 'w');
  try {
    let checksum = 0;
    const writeBytes = (bytes: Uint8Array): void => {
      for (let at = 0; at < bytes.length; at += sliceBytes) {
        const chunk = bytes.subarray(at, at + sliceBytes);
        checksum = crc32(chunk, checksum);
        writeAll(file, chunk);
        if (syncsOften && chunk.length === sliceBytes) fdatasyncSync(file);
      }
    };
    const rest = serialize(
      replaceColumns(data, (column) => {
        writeBytes(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
        return { column: nameColumnType(column), length: column.length } satisfies ColumnPlaceholder;
      }),
    );
    writeBytes(rest);
    const footer = Buffer.from(JSON.stringify({ head, restBytes: rest.length, checksum } satisfies Footer));
    const length = Buffer.alloc(lengthBytes);
    length.writeBigUInt64LE(BigInt(footer.length));
    writeAll(file, footer);
    writeAll(file, length);
  } finally {
    closeSync(file);
  }
}

/** Reads data if `isWanted` accepts its header; returns null otherwise, or if the file is damaged. @throws if there is no such file */
export function readSnapshotFile(path: string, isWanted: (head: unknown) => boolean): unknown {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = Number(readAt(file, size - lengthBytes, lengthBytes).readBigUInt64LE());
    const bodyEnd = size - lengthBytes - length;
    const footer = JSON.parse(readAt(file, bodyEnd, length).toString('utf8')) as Footer;
    if (!isWanted(footer.head)) return null;
    const restStart = bodyEnd - footer.restBytes;
    const rest = readAt(file, restStart, footer.restBytes);
    let checksum = 0;
    let at = 0;
    const data = restoreColumns(deserialize(rest), (placeholder) => {
      const column = new columnTypes[placeholder.column](placeholder.length);
      const bytes = new Uint8Array(column.buffer);
      readInto(file, bytes, at);
      at += bytes.length;
      for (let from = 0; from < bytes.length; from += chunkBytes)
        checksum = crc32(bytes.subarray(from, from + chunkBytes), checksum);
      return column;
    });
    return at === restStart && crc32(rest, checksum) === footer.checksum ? data : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

function nameColumnType(column: BinaryColumn): keyof typeof columnTypes {
  return column.constructor.name as keyof typeof columnTypes;
}

function isColumn(value: unknown): value is BinaryColumn {
  return ArrayBuffer.isView(value) && value.constructor.name in columnTypes;
}

/** Copies plain objects with placeholders instead of their columns, in the order of their properties. */
function replaceColumns(value: unknown, placeholder: (column: BinaryColumn) => ColumnPlaceholder): unknown {
  if (isColumn(value)) return placeholder(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceColumns(member, placeholder)]),
  );
}

function restoreColumns(value: unknown, read: (placeholder: ColumnPlaceholder) => BinaryColumn): unknown {
  if (!isPlainObject(value)) return value;
  if (typeof value['column'] === 'string') return read(value as unknown as ColumnPlaceholder);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, restoreColumns(member, read)]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readInto(file, bytes, position);
  return bytes;
}

function readInto(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at), position + at);
    if (read === 0) throw new Error('The file ends before its data');
    at += read;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
}
