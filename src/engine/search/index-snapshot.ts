import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { codeHash } from '../storage/code-hash.ts';
import type { LogPosition } from '../log/log-position.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { TextSnapshot } from '../../kernel/text/segments/segment-changes.ts';

/**
 * A text index on disk, which a start loads instead of building the index. The database remains the source: a
 * snapshot that is missing, damaged, of other settings or of another version is ignored, and the index is built.
 *
 * A segment is an immutable file named by its checksum. The manifest lists the segments, their deleted documents and
 * the log position of the snapshot. It is written last and replaces the previous one.
 */
export interface IndexSnapshot {
  readonly snapshot: TextSnapshot;
  readonly position: LogPosition;
}

/** A segment with its file, if it has one. */
export interface SegmentFile {
  /** The name of its file, or null before it is written. */
  readonly name: string | null;
  readonly buffer: SharedArrayBuffer | ArrayBuffer;
  readonly deleted: Uint32Array;
}

export interface IndexSnapshotFiles {
  readonly folder: string;
  readonly fingerprint: number;
  readonly position: LogPosition;
  readonly segments: readonly SegmentFile[];
  readonly liveKeys: Uint32Array;
}

interface IndexManifest {
  readonly code: string;
  readonly fingerprint: number;
  readonly mark: LogPosition;
  readonly segments: readonly { name: string; deleted: string }[];
  readonly liveKeys: string;
}

const manifestFile = 'manifest';

/** The index depends on the code that reads the items' texts: a snapshot of other code is ignored. */
const code = codeHash(['bits', 'text'], ['index-document', 'item-fields']);

/** Writes the new segments, then the manifest; returns the names of all segments, in order. */
export function writeIndexSnapshot({
  folder,
  fingerprint,
  position,
  segments,
  liveKeys,
}: IndexSnapshotFiles): string[] {
  makeFolder(folder);
  const namedSegments = segments.map(({ name, buffer, deleted }) => {
    const file = name ?? writeSegmentFile(folder, buffer);
    return { name: file, deleted: encodeBase64(deleted) };
  });
  const manifest: IndexManifest = {
    code,
    fingerprint,
    mark: position,
    segments: namedSegments,
    liveKeys: encodeBase64(liveKeys),
  };
  const text = JSON.stringify(manifest);
  const path = join(folder, manifestFile);
  writeFileSync(`${path}.new`, `${crc32(text)}\n${text}`);
  renameSync(`${path}.new`, path);
  const currentFiles = new Set([manifestFile, ...namedSegments.map(({ name }) => name)]);
  for (const name of readdirSync(folder))
    if (!currentFiles.has(name)) rmSync(join(folder, name), { force: true });
  return namedSegments.map(({ name }) => name);
}

function writeSegmentFile(folder: string, buffer: SharedArrayBuffer | ArrayBuffer): string {
  // A view suffices: nothing changes the buffer of a segment.
  const bytes = new Uint8Array(buffer);
  const name = `${crc32(bytes).toString(16).padStart(8, '0')}-${bytes.length}.segment`;
  const path = join(folder, name);
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
  return name;
}

/** Reads the snapshot for these settings, or null if it is missing or damaged. Records the file of each buffer in `names`. */
export function readIndexSnapshot(
  folder: string,
  fingerprint: number,
  names: WeakMap<SharedArrayBuffer | ArrayBuffer, string>,
): IndexSnapshot | null {
  try {
    const [checksum, text = ''] = readFileSync(join(folder, manifestFile), 'utf8').split('\n', 2);
    if (Number(checksum) !== crc32(text)) return null;
    const manifest = JSON.parse(text) as IndexManifest;
    if (manifest.code !== code || manifest.fingerprint !== fingerprint) return null;
    const segments = manifest.segments.map(({ name, deleted }) => {
      const buffer = readSegmentFile(folder, name);
      names.set(buffer, name);
      return { buffer, deleted: decodeWords(deleted) };
    });
    return { snapshot: { segments, mutableKeys: decodeWords(manifest.liveKeys) }, position: manifest.mark };
  } catch {
    return null;
  }
}

function readSegmentFile(folder: string, name: string): SharedArrayBuffer {
  const [checksum, length] = name.split(/[-.]/);
  const file = openSync(join(folder, name), 'r');
  try {
    const { size } = fstatSync(file);
    if (size !== Number(length)) throw new Error(`Cannot use the segment ${name} as it is incomplete`);
    // Read into its own memory: a copy would cost as much again, and memory that malloc keeps.
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0, read = 1; at < size && read > 0; at += read)
      read = readSync(file, bytes, at, size - at, at);
    if (crc32(bytes) !== Number.parseInt(checksum ?? '', 16))
      throw new Error(`Cannot use the segment ${name} as it is damaged`);
    return buffer;
  } finally {
    closeSync(file);
  }
}

function encodeBase64(numbers: Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

function decodeWords(text: string): Uint32Array {
  // The copy is aligned: a Buffer may be an unaligned view into a shared pool.
  return new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
