import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { codeHash } from '../storage/code-hash.ts';
import type { LogPosition } from '../storage/log-position.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { TextSnapshot } from '../../kernel/text/search/segmented-index.ts';

/**
 * A text index on disk, so that a start reads it instead of building it anew. It is a copy of what the database can
 * give: whatever is missing, damaged, of other settings or of another version is passed over, and the index is built.
 *
 * A segment is a file that never changes, named by its checksum; the manifest names the segments, their deleted
 * documents and the revision of the log up to which all is in. It is written last, and takes the place of the one before.
 */
export interface IndexSnapshot {
  readonly snapshot: TextSnapshot;
  readonly mark: LogPosition;
}

/** A segment to be written, or one that was. */
export interface SegmentFile {
  /** Null until it is written. */
  readonly name: string | null;
  readonly buffer: SharedArrayBuffer | ArrayBuffer;
  readonly deleted: Uint32Array;
}

export interface IndexSnapshotFiles {
  readonly folder: string;
  readonly fingerprint: number;
  readonly mark: LogPosition;
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

/** What the texts of items become depends on the code that reads them: an index of other code is built anew. */
const code = codeHash(['text'], ['index-document', 'item-fields']);

/** Writes what is not written yet and then the manifest; gives the names of all segments, in order. */
export function writeIndexSnapshot({
  folder,
  fingerprint,
  mark,
  segments,
  liveKeys,
}: IndexSnapshotFiles): string[] {
  makeFolder(folder);
  const named = segments.map(({ name, buffer, deleted }) => {
    const file = name ?? writeSegmentFile(folder, buffer);
    return { name: file, deleted: base64(deleted) };
  });
  const manifest: IndexManifest = { code, fingerprint, mark, segments: named, liveKeys: base64(liveKeys) };
  const text = JSON.stringify(manifest);
  const path = join(folder, manifestFile);
  writeFileSync(`${path}.new`, `${crc32(text)}\n${text}`);
  renameSync(`${path}.new`, path);
  const kept = new Set([manifestFile, ...named.map(({ name }) => name)]);
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
  return named.map(({ name }) => name);
}

function writeSegmentFile(folder: string, buffer: SharedArrayBuffer | ArrayBuffer): string {
  // A copy: ranks change in place while this thread writes.
  const bytes = Buffer.from(new Uint8Array(buffer));
  const name = `${crc32(bytes).toString(16).padStart(8, '0')}-${bytes.length}.segment`;
  const path = join(folder, name);
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
  return name;
}

/** What is kept for these settings, or null where it is not, or not whole. `names` hears the file of each buffer. */
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
      return { buffer, deleted: words(deleted) };
    });
    return { snapshot: { segments, mutableKeys: words(manifest.liveKeys) }, mark: manifest.mark };
  } catch {
    return null;
  }
}

function readSegmentFile(folder: string, name: string): SharedArrayBuffer {
  const bytes = readFileSync(join(folder, name));
  const [checksum, length] = name.split(/[-.]/);
  if (bytes.length !== Number(length) || crc32(bytes) !== Number.parseInt(checksum ?? '', 16))
    throw new Error(`Cannot use the segment ${name} as it is damaged`);
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

function base64(numbers: Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

function words(text: string): Uint32Array {
  // A copy of its own: what Buffer gives may lie anywhere in a shared pool.
  return new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
