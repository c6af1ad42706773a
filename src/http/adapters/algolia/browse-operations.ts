import { restrictFilter, type Restrictions } from '../../../domain/access/restrictions.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Clock } from '../../../lib/clock.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { firstPosition } from '../../../ports/catalog/matching-items.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, Operation } from '../../operation.ts';
import { createChunkedReply, listChunks, type Reply } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { NamedIndexes } from './index-name.ts';
import { tryParseJson } from './try-parse-json.ts';
import { readRequestBody } from '../request-body.ts';
import { readForcedParameters } from './secured-keys.ts';
import { readSearch } from './search-parameters.ts';
import { recordChunks } from './search-reply.ts';
import { readUrlParameters } from './url-parameters.ts';

/** Where a page of a browse begins. Version 4 sends a cursor without the other parameters. */
interface Cursor {
  readonly index: string;
  readonly after: number;
  readonly parameters: JsonObject;
}

/** A browse is audited like an export, as it can read a whole catalog. */
const shared = { tag: 'Items', scope: 'items:read', audit: { always: true } } as const;

/** Time in which the pages of a browse follow its first one. */
const browseMs = 3_600_000;
const begunMax = 1_000;

/** All records of an index, inactive ones too, in pages. */
export function createAlgoliaBrowseOperations({ clock }: { readonly clock: Clock }): Operation[] {
  const begun = new BegunBrowses(clock);
  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaBrowse',
      method: 'POST',
      path: '/1/indexes/{index}/browse',
      role: 'viewer',
      summary: 'All records of an index',
      handle: async (call) => answerBrowse(call, await readRequestBody(call), begun),
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaBrowseByUrl',
      method: 'GET',
      path: '/1/indexes/{index}/browse',
      summary: 'All records of an index, with the parameters in the URL',
      handle: (call) => answerBrowse(call, readUrlParameters(call), begun),
    }),
  ];
}

/** When each key began to browse an index: the later pages of an audited browse have no lines of their own. */
class BegunBrowses {
  readonly #clock: Clock;
  readonly #begun = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Leaves a page that continues a browse of the last hour out of the audit log. */
  note({ key, request: { auditNotes: notes } }: Call, index: string, isFirst: boolean): void {
    const name = JSON.stringify([key?.id, index]);
    const now = this.#clock.now();
    const begun = this.#begun.get(name) ?? -Infinity;
    if (!isFirst && begun <= now && now - begun < browseMs) {
      if (notes !== null) notes.isRead = true;
      return;
    }
    this.#begun.delete(name);
    this.#begun.set(name, now);
    evictOldest(this.#begun, begunMax);
  }
}

async function answerBrowse(call: Call, body: JsonObject, begun: BegunBrowses): Promise<Reply<never>> {
  const started = performance.now();
  const index = call.path['index'] ?? '';
  const { after, parameters } = decodeCursor(index, body);
  const search = readSearch(
    { hitsPerPage: limits.searchLimitMax, ...parameters, attributesToHighlight: [] },
    readForcedParameters(call.key),
  );
  if (search.query !== '')
    throw createParameterError('query', 'not_allowed', 'empty: browse with `filters`, or search');
  const { opened, isSuggestions } = await new NamedIndexes(call).open(index, { session: null });
  if (isSuggestions) throw new VitrineError('invalid_request', `Index ${index} has no records: search it`);
  begun.note(call, index, after === firstPosition);
  const { project, restrictions } = opened;
  const filter = joinFilters(restrictions, search.filter);
  const limit = Math.max(1, search.limit);
  const { items, next } = await project.matchingItems.readPage(filter, { after, limit });
  const createChunks = recordChunks(null, search, restrictions);
  const hits = [];
  for (const item of items) {
    const pause = call.slices.spend(item.json.length);
    if (pause !== null) await pause;
    hits.push(createChunks(item, {}));
  }
  const rest = {
    ...(next === null ? {} : { cursor: encodeCursor({ index, after: next, parameters }) }),
    ...(filter === null ? { nbHits: project.catalog.count().total } : {}),
    hitsPerPage: limit,
    query: '',
    params: search.encoded,
    processingTimeMS: Math.max(1, Math.round(performance.now() - started)),
  };
  return createChunkedReply(200, [
    '{"hits":',
    ...listChunks(hits, (chunks) => chunks),
    `,${JSON.stringify(rest).slice(1)}`,
  ]);
}

/** Joins the filter of a request with the one of its key. Returns null without either. */
function joinFilters(restrictions: Restrictions, requestFilter: Filter | null): Filter | null {
  const permittedFilter = requestFilter === null ? null : restrictFilter(restrictions, requestFilter);
  const clauses = [permittedFilter, restrictions.filter].filter((one) => one !== null);
  return clauses.length < 2 ? (clauses[0] ?? null) : { kind: 'and', clauses };
}

/** @throws VitrineError invalid_request */
function decodeCursor(index: string, { cursor, ...sent }: JsonObject): Omit<Cursor, 'index'> {
  if (cursor === undefined || cursor === null) return { after: firstPosition, parameters: sent };
  const value = typeof cursor === 'string' ? tryParseJson(Buffer.from(cursor, 'base64url').toString()) : null;
  if (isObject(value) && value['index'] === index) {
    const { after, parameters } = value;
    if (Number.isSafeInteger(after) && isObject(parameters)) return { after: Number(after), parameters };
  }
  throw createParameterError('cursor', 'format', 'one of an earlier page of this index');
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}
