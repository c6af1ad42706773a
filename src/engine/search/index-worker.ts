import { parentPort } from 'node:worker_threads';
import { buildSegment, mergeSegments } from '../../kernel/text/segments/segment-merger.ts';
import { Vocabulary } from '../../kernel/text/language/vocabulary.ts';
import type { IndexDocument } from '../../kernel/text/schema/document.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { ReadConnection } from '../storage/database.ts';
import { decodeRows } from '../storage/row-codec.ts';
import { writeIndexSnapshot } from './index-snapshot.ts';
import { indexDocument } from './index-document.ts';
import type { IndexReply, IndexRequest } from './index-messages.ts';
import { collectWhenIdle } from '../../lib/idle-collection.ts';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';

/**
 * Builds and merges text segments outside the serving thread. It receives changed items in one transferred buffer, and
 * reads others from the database itself: posting them as objects would block the main thread longer than indexing them
 * there.
 */
if (parentPort === null) throw new Error('Cannot run the index builder outside a worker thread');
const port = parentPort;
const connections = new Map<string, ReadConnection>();
// Where cores are scarce, the serving thread has priority.
lowerThreadPriority(10);
const worked = collectWhenIdle();
keepCompiledModules();

port.on('message', (request: IndexRequest) => {
  try {
    port.postMessage(handle(request));
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({
      id: request.id,
      error: message,
      buffer: null,
      last: -1,
      names: [],
    } satisfies IndexReply);
  }
  worked();
});

function handle(request: IndexRequest): IndexReply {
  const emptyReply = { id: request.id, error: null, buffer: null, last: -1, names: [] };
  if (request.kind === 'close') {
    connections.get(request.path)?.[Symbol.dispose]();
    connections.delete(request.path);
    return emptyReply;
  }
  if (request.kind === 'save') return { ...emptyReply, names: writeIndexSnapshot(request.files) };
  const { settings } = request;
  if (request.kind === 'changed')
    return {
      ...emptyReply,
      buffer: buildSegment(changedItems(request.items, settings), settings, vocabularyOf(settings)),
    };
  if (request.kind === 'merge') {
    return { ...emptyReply, buffer: mergeSegments(request.buffers, request.deleted, settings) };
  }
  const reads = connection(request.path);
  if (request.kind === 'items')
    return {
      ...emptyReply,
      buffer: buildSegment(itemsOf(reads, request.keys, settings), settings, vocabularyOf(settings)),
    };
  const { list, last } = scan(reads, request.after, request.count, settings);
  return {
    ...emptyReply,
    buffer: list.length === 0 ? null : buildSegment(list, settings, vocabularyOf(settings)),
    last,
  };
}

function changedItems(encoded: Uint8Array, settings: TextSettings): IndexDocument[] {
  const documents: IndexDocument[] = [];
  decodeRows(encoded, ([no, createdAt, json]) => {
    const row = { no: no as number, createdAt: createdAt as number, json: json as Uint8Array };
    documents.push(documentOf(row, settings));
  });
  return documents;
}

/** Words in the vocabulary from which on the next segment gets a new one: about 20 MB. */
const vocabularyMax = 100_000;
/** Of the last segments; most segments in sequence are of one project. */
let vocabulary: Vocabulary | null = null;

function vocabularyOf(settings: TextSettings): Vocabulary {
  if (vocabulary === null || vocabulary.termCount > vocabularyMax || !vocabulary.isOf(settings))
    vocabulary = new Vocabulary(settings);
  return vocabulary;
}

interface Row {
  readonly no: number;
  readonly createdAt: number;
  readonly json: Uint8Array;
}

function* itemsOf(reads: ReadConnection, keys: Uint32Array, settings: TextSettings): Iterable<IndexDocument> {
  const byNumber = reads.prepare(
    'SELECT no, created_at AS createdAt, json FROM items WHERE no = ? AND active = 1',
  );
  for (const key of keys) {
    // An item that was deleted or deactivated in the meantime is about to be removed from the index.
    const row = byNumber.get(key) as Row | undefined;
    if (row !== undefined) yield documentOf(row, settings);
  }
}

/** The next active items by number; `last` is -1 where there are no more. */
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
    list: rows.map((row) => documentOf(row, settings)),
    last: rows.length < count ? -1 : (rows.at(-1)?.no ?? -1),
  };
}

function documentOf(row: Row, settings: TextSettings): IndexDocument {
  const item = JSON.parse(decodeUtf8(row.json)) as Record<string, unknown>;
  return indexDocument(row.no, item, row.createdAt, settings);
}

function connection(path: string): ReadConnection {
  let reads = connections.get(path);
  if (reads === undefined) {
    reads = new ReadConnection(path);
    connections.set(path, reads);
  }
  return reads;
}
