import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';

/** A write to a staging index: the JSON of a record, or null if the record with the id is deleted. */
export interface StagedWrite {
  readonly id: string;
  readonly json: string | null;
}

/** A staging index that became a catalog. */
export interface MovedStagingIndex {
  readonly destination: string;
  readonly taskId: number;
  /** Milliseconds. */
  readonly at: number;
  /** The last part of the moved index; later parts belong to a new index with the same name. */
  readonly sequence: number;
}

/** Some writes of a staging index, stored as one file whose name has the members of this type. */
interface Part {
  readonly file: string;
  readonly index: string;
  readonly sequence: number;
  readonly createdAt: number;
  readonly bytes: number;
}

const prefix = 'staging/';
const movedPrefix = 'moved/';
const hourMs = 3_600_000;
/** Bytes of the writes in a file. */
const partBytesMax = 4 * 1024 * 1024;
/** Minimum bytes that a part counts: each write lists all parts, and with 8,000 of them this takes tens of milliseconds. */
const partBytesMin = 32 * 1024;
/** Time for which a repeated request learns that the index was moved. */
const movedMs = hourMs / 6;
/** Indexes whose last sequence number is remembered. */
const sequencesMax = 1_000;

/**
 * Staging indexes of projects: writes that are stored, but not applied to the catalog. The parts of an index are files of the project, and
 * deleted with it, after a day, or when the index becomes the catalog.
 */
export class StagingIndexes {
  readonly #clock: Clock;
  readonly #ids: IdSource;
  /** The last sequence number by project and index: parts that are being stored are not in the list of files. */
  readonly #sequences = new Map<string, number>();
  /** The last write to a project's staging indexes that has begun, by project. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor({ clock, ids }: { readonly clock: Clock; readonly ids: IdSource }) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /**
   * Adds writes in their order. They are durable when it resolves.
   * @throws VitrineError invalid_request if there are too many indexes or bytes
   */
  append(project: StagingProject, index: string, writes: readonly StagedWrite[]): Promise<void> {
    return this.#runInOrder(project, () => this.#append(project, index, writes));
  }

  /** Resolves when the writes that have begun are stored or have failed. */
  waitForWrites(project: StagingProject): Promise<void> {
    return this.#runInOrder(project, () => Promise.resolve());
  }

  /** Runs a write after those that began before: the limits are checked with their bytes, and a move has all of them. */
  #runInOrder({ id }: StagingProject, write: () => Promise<void>): Promise<void> {
    const running = (this.#writing.get(id) ?? Promise.resolve()).then(write);
    const ended = running
      .catch(() => undefined)
      .finally(() => {
        if (this.#writing.get(id) === ended) this.#writing.delete(id);
      });
    this.#writing.set(id, ended);
    return running;
  }

  async #append(project: StagingProject, index: string, writes: readonly StagedWrite[]): Promise<void> {
    const parts = await removeExpired(project.files, this.#clock.now());
    const names = new Set(parts.map((part) => part.index));
    if (!names.has(index) && names.size >= limits.algoliaStagingIndexesMax)
      throw indexRefused(
        index,
        `the project has ${names.size} staging indexes, and at most ${limits.algoliaStagingIndexesMax}`,
      );
    let bytes = parts.reduce((sum, part) => sum + countBytes(part.bytes), 0);
    for (const text of writeLines(writes)) {
      bytes += countBytes(Buffer.byteLength(text));
      if (bytes > limits.algoliaStagingBytesMax)
        throw indexRefused(
          index,
          `the staging indexes of a project have at most ${limits.algoliaStagingBytesMax} bytes, and each request counts ${partBytesMin} or more: send batches`,
        );
    }
    for (const text of writeLines(writes)) {
      const sequence = this.#nextSequence(project, index, parts);
      const compressed = await promisify(gzip)(text);
      const createdAt = this.#clock.now();
      const part = { index, sequence, createdAt, bytes: Buffer.byteLength(text) };
      // Another process of a cluster may have the same numbers.
      await project.files.put(formatFileName(part, this.#ids.next(createdAt)), compressed);
    }
  }

  /** The last sequence number of an index, or null if it has no writes. */
  findLast({ files }: StagingProject, index: string): number | null {
    return this.#listLiveParts(files, index).at(-1)?.sequence ?? null;
  }

  /**
   * The last write of each record up to a sequence number, without deleted records. Constant memory, but for the ids.
   * @throws VitrineError catalog_not_replaced if the index is deleted while it is read
   */
  async *readRecords(
    { files }: StagingProject,
    index: string,
    sequence: number,
  ): AsyncIterable<StagedWrite & { readonly json: string }> {
    const parts = this.#listLiveParts(files, index).filter((part) => part.sequence <= sequence);
    if (parts.at(-1)?.sequence !== sequence) throw indexDeleted(index);
    const last = new Map<string, number>();
    let place = 0;
    for (const part of parts) for await (const { id } of readWrites(files, part)) last.set(id, place++);
    place = 0;
    for (const part of parts)
      for await (const { id, json } of readWrites(files, part))
        if (last.get(id) === place++ && json !== null) yield { id, json };
  }

  /** Deletes an index, or its parts up to a sequence number. */
  remove(project: StagingProject, index: string, sequence = Infinity): Promise<void> {
    return this.#runInOrder(project, async () => {
      for (const part of listParts(project.files, index))
        if (part.sequence <= sequence) await project.files.put(part.file, null);
    });
  }

  /** Notes that an index became a catalog, and deletes it. */
  async recordMove(
    project: StagingProject,
    index: string,
    move: Omit<MovedStagingIndex, 'at'>,
  ): Promise<void> {
    const note: MovedStagingIndex = { ...move, at: this.#clock.now() };
    await project.files.put(`${movedPrefix}${encodeURIComponent(index)}`, Buffer.from(JSON.stringify(note)));
    await this.remove(project, index, move.sequence);
  }

  /** The move of an index in the last minutes, or null if there was none. */
  findLastMove({ files }: StagingProject, index: string): MovedStagingIndex | null {
    const note = readNote(files, `${movedPrefix}${encodeURIComponent(index)}`);
    return note !== null && this.#clock.now() - note.at < movedMs ? note : null;
  }

  #listLiveParts(files: StoredFiles, index: string): Part[] {
    const moved = readNote(files, `${movedPrefix}${encodeURIComponent(index)}`)?.sequence ?? 0;
    const parts = listParts(files, index).filter(({ sequence }) => sequence > moved);
    return parts.some(({ createdAt }) => isExpired(createdAt, this.#clock.now())) ? [] : parts;
  }

  #nextSequence({ id, files }: StagingProject, index: string, parts: readonly Part[]): number {
    const key = `${id} ${index}`;
    const stored = parts.findLast((part) => part.index === index)?.sequence ?? 0;
    const moved = readNote(files, `${movedPrefix}${encodeURIComponent(index)}`)?.sequence ?? 0;
    const next = Math.max(stored, moved, this.#sequences.get(key) ?? 0) + 1;
    this.#sequences.delete(key);
    this.#sequences.set(key, next);
    evictOldest(this.#sequences, sequencesMax);
    return next;
  }
}

function countBytes(bytes: number): number {
  return Math.max(bytes, partBytesMin);
}

/**
 * Deletes the staging indexes of a project that have existed for a day, and the notes of moves. Returns the parts that remain.
 * `now` is in ms since 1970.
 */
export async function removeExpired(files: StoredFiles, now: number): Promise<readonly Part[]> {
  const parts = listParts(files);
  const expired = new Set(parts.filter((part) => isExpired(part.createdAt, now)).map(({ index }) => index));
  for (const part of parts) if (expired.has(part.index)) await files.put(part.file, null);
  for (const file of files.names(movedPrefix))
    if (isExpired(readNote(files, file)?.at ?? 0, now)) await files.put(file, null);
  return parts.filter(({ index }) => !expired.has(index));
}

function isExpired(at: number, now: number): boolean {
  return now - at >= limits.algoliaStagingHoursMax * hourMs;
}

/** Ports that staging indexes need. */
export interface StagingProject {
  readonly id: string;
  readonly files: StoredFiles;
}

function indexRefused(index: string, why: string): VitrineError {
  return new VitrineError('invalid_request', `Cannot write to the staging index ${index} as ${why}`);
}

/** A missing part would leave its records out of the catalog. */
function indexDeleted(index: string): VitrineError {
  return new VitrineError(
    'catalog_not_replaced',
    `Cannot replace the catalog as the staging index ${index} was deleted in the meantime`,
  );
}

/** Lists parts in the order of their writes, of all indexes or of `index`. */
function listParts(files: StoredFiles, index?: string): Part[] {
  const folder = index === undefined ? prefix : `${prefix}${encodeURIComponent(index)}/`;
  return files.names(folder).flatMap((file) => {
    const [name = '', values = ''] = file.slice(prefix.length).split('/');
    const [sequence = 0, createdAt = 0, bytes = 0] = values.split('-').map(Number);
    return [{ file, index: decodeURIComponent(name), sequence, createdAt, bytes }];
  });
}

function formatFileName({ index, sequence, createdAt, bytes }: Omit<Part, 'file'>, id: string): string {
  const numbers = `${String(sequence).padStart(12, '0')}-${createdAt}-${bytes}`;
  return `${prefix}${encodeURIComponent(index)}/${numbers}-${id}`;
}

function readNote(files: StoredFiles, file: string): MovedStagingIndex | null {
  const bytes = files.get(file);
  return bytes === null ? null : (JSON.parse(decodeUtf8(bytes)) as MovedStagingIndex);
}

/** Serialises writes to parts: a line per write, with the id and the record. */
function* writeLines(writes: readonly StagedWrite[]): Iterable<string> {
  let text = '';
  for (const { id, json } of writes) {
    // A record may have line breaks between its members.
    text += `${JSON.stringify(id)}\t${json?.replaceAll(/[\r\n]/g, ' ') ?? ''}\n`;
    if (text.length < partBytesMax) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** @throws VitrineError catalog_not_replaced */
async function* readWrites(files: StoredFiles, { file, index }: Part): AsyncIterable<StagedWrite> {
  const bytes = files.get(file);
  if (bytes === null) throw indexDeleted(index);
  const text = String(await promisify(gunzip)(bytes));
  for (let at = 0; at < text.length;) {
    const tab = text.indexOf('\t', at);
    const end = text.indexOf('\n', tab);
    yield {
      id: JSON.parse(text.slice(at, tab)) as string,
      json: end === tab + 1 ? null : text.slice(tab + 1, end),
    };
    at = end + 1;
  }
}
