import { restrictQuery } from '../../../domain/access/restrictions.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { emptyQuery } from '../../../domain/query/empty-query.ts';
import type { ServedProject } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { TextHit } from '../../../ports/search/text.ts';
import { prefixErrorPaths, createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, OpenedProject, Operation } from '../../operation.ts';
import { createChunkedReply, listChunks, type Chunk } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { NamedIndexes } from './index-name.ts';
import { readRequestBody } from '../request-body.ts';
import { readForcedParameters } from './secured-keys.ts';
import { readSearch, type AlgoliaSearch } from './search-parameters.ts';
import { recordChunks } from './search-reply.ts';
import { readUrlParameters } from './url-parameters.ts';

interface RecordRequest {
  readonly index: string;
  readonly id: string;
  readonly search: AlgoliaSearch;
}

const idsPerSearch = 100;

const shared = { tag: 'Search', scope: 'search', onServingThreads: 'handled' } as const;

/** Records by their ids, as far as a search with the key finds them. */
export function createAlgoliaRecordOperations(): Operation<ServedProject>[] {
  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaRecord',
      method: 'GET',
      path: '/1/indexes/{index}/{id}',
      summary: 'A record by its id',
      handle: async (call) => {
        const index = call.path['index'] ?? '';
        const id = call.path['id'] ?? '';
        const request = {
          index,
          id,
          search: readSearch(
            { ...readUrlParameters(call), attributesToHighlight: [] },
            readForcedParameters(call.key),
          ),
        };
        const [record] = await readRecords(call, [request]);
        if (record == null) throw new VitrineError('item_not_found', 'ObjectID does not exist');
        return createChunkedReply(200, record);
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaRecords',
      method: 'POST',
      path: '/1/indexes/{index}/objects',
      summary: 'Records of one or several indexes by their ids',
      handle: async (call) => {
        if (call.path['index'] !== '*')
          throw new VitrineError('not_found', 'The path is /1/indexes/*/objects');
        const value = await readRequestBody(call);
        const records = await readRecords(
          call,
          readRequests(value['requests'], readForcedParameters(call.key)),
        );
        return createChunkedReply(200, [
          '{"results":',
          ...listChunks(records, (record) => record ?? ['null']),
          '}',
        ]);
      },
    }),
  ];
}

function readRequests(requests: Json | undefined, forced: JsonObject): RecordRequest[] {
  const most = limits.itemsPerWriteMax;
  if (!Array.isArray(requests) || requests.length > most)
    throw createParameterError('requests', 'type', `a list of at most ${most} records`);
  return requests.map((one, position) =>
    prefixErrorPaths(`requests[${position}]`, () => readRequest(one, forced)),
  );
}

function readRequest(request: Json, forced: JsonObject): RecordRequest {
  const { indexName, objectID, attributesToRetrieve = null }: JsonObject = isObject(request) ? request : {};
  if (typeof indexName !== 'string' || indexName === '')
    throw createParameterError('indexName', 'required', 'the name of an index');
  if (typeof objectID !== 'string' || objectID === '')
    throw createParameterError('objectID', 'required', 'the id of a record');
  return {
    index: indexName,
    id: objectID,
    search: readSearch({ attributesToRetrieve, attributesToHighlight: [] }, forced),
  };
}

/** Reads the JSON of each record in the order of the request, null for one that the key cannot see. */
async function readRecords(
  call: Call<ServedProject>,
  requests: readonly RecordRequest[],
): Promise<(readonly Chunk[] | null)[]> {
  const indexes = new NamedIndexes(call);
  const hitsByIndex = new Map<string, ReadonlyMap<string, TextHit>>();
  const replies: (readonly Chunk[] | null)[] = [];
  for (const { index, id, search } of requests) {
    const { opened } = await indexes.open(index, { session: null });
    let hits = hitsByIndex.get(index);
    if (hits === undefined) {
      const ids = requests.filter((request) => request.index === index).map((request) => request.id);
      hitsByIndex.set(index, (hits = await findHitsById(call, opened, [...new Set(ids)])));
    }
    const hit = hits.get(id);
    const createChunks = recordChunks(null, search, opened.restrictions);
    replies.push(hit === undefined ? null : createChunks(hit.item, {}));
  }
  return replies;
}

async function findHitsById(
  { pause }: Pick<Call, 'pause'>,
  { project, restrictions }: OpenedProject<ServedProject>,
  ids: readonly string[],
): Promise<Map<string, TextHit>> {
  const found = new Map<string, TextHit>();
  for (let first = 0; first < ids.length; first += idsPerSearch) {
    if (first > 0) await pause();
    const some = ids.slice(first, first + idsPerSearch);
    // A condition on the field would ignore case and spaces, and fail for long values.
    const query = {
      ...emptyQuery,
      grouped: false,
      limit: limits.searchLimitMax,
      collection: { id: '', items: { ids: some }, excluded: [], pins: [] },
    };
    const { hits } = await project.text.search(restrictQuery(restrictions, query));
    for (const hit of hits) found.set(hit.item.id, hit);
  }
  return found;
}
