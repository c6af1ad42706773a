import { buildSegment, mergeSegments } from '../../kernel/text/segments/segment-merger.ts';
import { Vocabulary } from '../../kernel/text/language/vocabulary.ts';
import type { IndexDocument } from '../../kernel/text/schema/document.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { ReadConnection } from '../storage/database.ts';
import { readRows } from '../storage/row-codec.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { writeIndexSnapshot } from './index-snapshot.ts';
import { indexDocument } from './index-document.ts';
import type { BuildResult, IndexWork } from './index-messages.ts';

const nothing: BuildResult = { buffer: null, last: -1, names: [] };
/** Once the vocabulary has this many words, about 20 MB, the next segment gets one without part numbers. */
const vocabularyMax = 100_000;
/** A vocabulary of more words without part numbers is not reused: it would soon be full again. */
const reusedWordsMax = vocabularyMax / 2;
/** Work up to these limits takes at most a few milliseconds, less than the start of a thread. */
const smallItemsMax = 64;
const smallBytesMax = 64 * 1024;

/** Builds, merges and saves text segments. */
export class IndexWorkRunner {
  readonly #connections = new Map<string, ReadConnection>();
  /** The vocabulary of the last segments, reused because consecutive segments are mostly of one project. */
  #vocabulary: Vocabulary | null = null;

  run(work: IndexWork): BuildResult {
    switch (work.kind) {
      case 'close':
        this.#connections.get(work.path)?.[Symbol.dispose]();
        this.#connections.delete(work.path);
        return nothing;
      case 'save':
        return { ...nothing, names: writeIndexSnapshot(work.files) };
      case 'changed':
        return {
          ...nothing,
          buffer: this.#build(decodeChangedItems(work.items, work.settings), work.settings),
        };
      case 'merge':
        return { ...nothing, buffer: mergeSegments(work.buffers, work.deleted, work.settings) };
      case 'items': {
        const items = readDocuments(this.#openConnection(work.path), work.keys, work.settings);
        return { ...nothing, buffer: this.#build(items, work.settings) };
      }
      case 'scan': {
        const { list, last } = scan(this.#openConnection(work.path), work.after, work.count, work.settings);
        return { ...nothing, buffer: list.length === 0 ? null : this.#build(list, work.settings), last };
      }
    }
  }

  /** Whether the work is too small to be worth a thread. */
  isSmall(work: IndexWork): boolean {
    switch (work.kind) {
      case 'close':
        return true;
      case 'changed':
        return work.items.length <= smallBytesMax;
      case 'save':
        return sumBytes(work.files.segments.map(({ buffer }) => buffer)) <= smallBytesMax;
      case 'merge':
        return sumBytes(work.buffers) <= smallBytesMax;
      case 'items':
        return (
          work.keys.length <= smallItemsMax && this.#countItemBytes(work.path, work.keys) <= smallBytesMax
        );
      case 'scan':
        return this.#isScanSmall(work.path, work.after);
    }
  }

  /** Closes all connections, and frees the vocabulary. */
  release(): void {
    for (const connection of this.#connections.values()) connection[Symbol.dispose]();
    this.#connections.clear();
    this.#vocabulary = null;
  }

  #build(documents: Iterable<IndexDocument>, settings: TextSettings): SharedArrayBuffer {
    return buildSegment(documents, settings, this.#openVocabulary(settings));
  }

  #openVocabulary(settings: TextSettings): Vocabulary {
    let known = this.#vocabulary;
    if (known?.hasSameAnalysis(settings) !== true) known = null;
    else if (known.termCount > vocabularyMax) {
      known = known.withoutNumbers();
      if (known.termCount > reusedWordsMax) known = null;
    }
    this.#vocabulary = known ?? new Vocabulary(settings);
    return this.#vocabulary;
  }

  #countItemBytes(path: string, keys: Uint32Array): number {
    const size = this.#openConnection(path).prepare('SELECT length(json) AS bytes FROM items WHERE no = ?');
    let sum = 0;
    for (const key of keys) sum += Number(size.get(key)?.['bytes'] ?? 0);
    return sum;
  }

  #isScanSmall(path: string, after: number): boolean {
    const row = this.#openConnection(path)
      .prepare(
        `SELECT count(*) AS items, coalesce(sum(length(json)), 0) AS bytes FROM
          (SELECT json FROM items WHERE no > ? AND active = 1 ORDER BY no LIMIT ${smallItemsMax + 1})`,
      )
      .get(after);
    return Number(row?.['items']) <= smallItemsMax && Number(row?.['bytes']) <= smallBytesMax;
  }

  #openConnection(path: string): ReadConnection {
    let reads = this.#connections.get(path);
    if (reads === undefined) {
      reads = new ReadConnection(path);
      this.#connections.set(path, reads);
    }
    return reads;
  }
}

function sumBytes(buffers: readonly { readonly byteLength: number }[]): number {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Decodes the items one by one: parsed items of a whole write would survive collections of the young generation. */
function* decodeChangedItems(encoded: Uint8Array, settings: TextSettings): Generator<IndexDocument> {
  for (const [itemNumber, createdAt, json] of readRows(encoded)) {
    const row = { no: itemNumber as number, createdAt: createdAt as number, json: json as Uint8Array };
    yield readDocument(row, settings);
  }
}

interface Row {
  readonly no: number;
  readonly createdAt: number;
  readonly json: Uint8Array;
}

function* readDocuments(
  reads: ReadConnection,
  keys: Uint32Array,
  settings: TextSettings,
): Iterable<IndexDocument> {
  const byNumber = reads.prepare(
    'SELECT no, created_at AS createdAt, json FROM items WHERE no = ? AND active = 1',
  );
  for (const key of keys) {
    // An item that was deleted or deactivated in the meantime is about to be removed from the index.
    const row = byNumber.get(key) as Row | undefined;
    if (row !== undefined) yield readDocument(row, settings);
  }
}

/** The next active items by number; `last` is -1 if there are no more. */
function scan(
  reads: ReadConnection,
  after: number,
  count: number,
  settings: TextSettings,
): { list: IndexDocument[]; last: number } {
  const rows = reads
    .prepare(
      'SELECT no, created_at AS createdAt, json FROM items WHERE no > ? AND active = 1 ORDER BY no LIMIT ?',
    )
    .all(after, count) as unknown as Row[];
  return {
    list: rows.map((row) => readDocument(row, settings)),
    last: rows.length < count ? -1 : (rows.at(-1)?.no ?? -1),
  };
}

function readDocument(row: Row, settings: TextSettings): IndexDocument {
  const item = JSON.parse(decodeUtf8(row.json)) as Record<string, unknown>;
  return indexDocument(row.no, item, row.createdAt, settings);
}
