import type { Restrictions } from '../../../domain/access/restrictions.ts';
import { computeMissingAddress, showsAddress } from '../../../domain/catalog/addressed-projection.ts';
import { readServiceMembers } from '../../../domain/catalog/record-origin.ts';
import { createItemProjection } from '../../../domain/catalog/item-projection.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import type { FacetResult, TextHit } from '../../../ports/search/text.ts';
import { listChunks, type Chunk } from '../../replies/reply.ts';
import type { FoundSearch } from '../../routes/search-run.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import { toField, toAttribute } from './attributes.ts';
import { recordMarker } from './marked-record.ts';
import { restoreRecord } from './original-record.ts';
import { formatQueryId } from './query-id.ts';
import { showsField, type AlgoliaSearch } from './search-parameters.ts';

/** What a reply shows besides the result. */
interface Asked {
  readonly index: string;
  readonly search: AlgoliaSearch;
  readonly restrictions: Restrictions;
  /** The setting `items.urlTemplate`. */
  readonly urlTemplate: string;
}

/** Cost of marking a byte of a record, in scanned bytes. */
const markedByteCost = 16;
const openBrace = Buffer.from('{');
const closingBrace = 125;

/** The reply to one search, as JSON, in slices: a page may have thousands of texts. */
export async function searchReply(found: FoundSearch, request: Asked, slices: WorkSlices): Promise<Chunk[]> {
  const { search, index } = request;
  const { result } = found;
  // Popular items are no matches, and front ends take hits for matches.
  const hits = result.fallback === 'popular' ? [] : result.hits;
  const members = replyMembers(found, request);
  const { responseFields } = search;
  const rest = Object.entries(members).filter(
    ([name, value]) => value !== undefined && (responseFields?.includes(name) ?? true),
  );
  const isSent = (name: string): boolean => responseFields?.includes(name) ?? true;
  const others = JSON.stringify({ ...Object.fromEntries(rest), index }).slice(1);
  const hasFacets = search.facets.length > 0 && isSent('facets');
  const facets = Object.fromEntries(
    Object.entries(result.facets).filter(([field]) => showsField(search, field)),
  );
  const json = hasFacets ? `${createFacetMembers(facets, search)},${others}` : others;
  if (!isSent('hits')) return [`{${json}`];
  const createChunks = writeHitChunks(result.marks, request);
  const shown: Chunk[][] = [];
  for (const hit of hits) {
    const pause = slices.spend(markedByteCost * hit.item.json.length);
    if (pause !== null) await pause;
    shown.push(createChunks(hit, hit.item, 0));
    const others = search.variantCount === 0 ? [] : (hit.variants?.others ?? []);
    for (const [at, item] of others.entries()) shown.push(createChunks(hit, item, at + 1));
  }
  return ['{"hits":', ...listChunks(shown, (chunks) => chunks), `,${json}`];
}

function replyMembers(
  { searchId, result, tookMs }: FoundSearch,
  { search }: Asked,
): Readonly<Record<string, unknown>> {
  const { limit, page, offset, window } = search;
  const pages = limit === 0 ? 0 : Math.ceil(Math.min(result.total, window) / limit);
  const { rules } = result;
  return {
    nbHits: result.total,
    ...(page === null
      ? { offset, length: limit }
      : {
          page,
          nbPages:
            limit === 0 || window < limits.searchWindowMax
              ? pages
              : Math.min(pages, Math.floor(window / limit)),
          hitsPerPage: limit,
        }),
    exhaustiveFacetsCount: true,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true },
    query: search.query,
    ...(result.correctedQuery === null ? {} : { parsedQuery: result.correctedQuery }),
    ...(result.rewritten === null ? {} : { queryAfterRemoval: result.rewritten }),
    params: search.encoded,
    processingTimeMS: Math.max(1, Math.round(tookMs)),
    ...(search.withQueryId ? { queryID: formatQueryId(searchId, 'search') } : {}),
    ...(rules.userData.length === 0 ? {} : { userData: rules.userData }),
    ...(rules.acting.length === 0 || !search.explain
      ? {}
      : { appliedRules: rules.acting.map((objectID) => ({ objectID })) }),
    ...createRenderingContent(result, search),
    ...(search.ignored.length === 0 ? {} : { message: formatIgnoredMessage(search.ignored) }),
  };
}

function formatIgnoredMessage(names: readonly string[]): string {
  return `No effect here: ${names.slice(0, 20).join(', ')}`.slice(0, 500);
}

/** `facets` and `facets_stats` as members in JSON: an object with thousands of values would take longer. */
function createFacetMembers(
  facets: Readonly<Record<string, FacetResult>>,
  { facets: sent }: AlgoliaSearch,
): string {
  const requested = new Set(sent);
  let [shown, stats] = ['', ''];
  for (const [field, facet] of Object.entries(facets)) {
    if (facet.distinct === 0) continue;
    const name = JSON.stringify(toAttribute(field, requested));
    let values = '';
    for (const { value, count } of facet.values)
      values += `${values === '' ? '' : ','}${JSON.stringify(value)}:${count}`;
    shown += `${shown === '' ? '' : ','}${name}:{${values}}`;
    if (facet.stats === undefined) continue;
    const { min, max, avg, sum } = facet.stats;
    stats += `${stats === '' ? '' : ','}${name}:${JSON.stringify({ min, max, avg, sum })}`;
  }
  return `"facets":{${shown}}${stats === '' ? '' : `,"facets_stats":{${stats}}`}`;
}

/** The order in which dynamic widgets show facets, and the page of a redirect. */
function createRenderingContent({ facetOrder, rules }: FoundSearch['result'], search: AlgoliaSearch): object {
  const facetOrdering = search.facets.includes('*')
    ? { facets: { order: facetOrder.filter((field) => showsField(search, field)) } }
    : null;
  if (facetOrdering === null && rules.redirect === null) return {};
  return {
    renderingContent: {
      ...(facetOrdering === null ? {} : { facetOrdering }),
      ...(rules.redirect === null ? {} : { redirect: { url: rules.redirect.url } }),
    },
  };
}

type Marks = FoundSearch['result']['marks'];

function writeHitChunks(
  marks: Marks,
  { search, restrictions, urlTemplate }: Asked,
): (hit: TextHit, item: StoredItem, place: number) => Chunk[] {
  const createChunks = recordChunks(marks, search, restrictions, urlTemplate);
  return (hit, item, place) =>
    createChunks(item, {
      ...(search.variantCount > 0 ? { _distinctSeqID: place } : {}),
      ...(search.explain ? { _rankingInfo: createRankingInfo(hit) } : {}),
    });
}

/** Creates a function from an item to its record as the search displays it. `urlTemplate` is for items without `url`. */
export function recordChunks(
  marks: Marks,
  search: AlgoliaSearch,
  restrictions: Restrictions,
  urlTemplate = '',
): (item: StoredItem, more: Readonly<Record<`_${string}`, unknown>>) => Chunk[] {
  const { privateFields: exclude, local } = restrictions;
  const whole = createItemProjection({ fields: null, exclude, local });
  const fields = search.retrieved?.map(toField) ?? null;
  const hidden = [...exclude, ...search.unretrieved.map(toField)];
  const isWhole = fields === null && search.unretrieved.length === 0;
  const projection = isWhole ? whole : createItemProjection({ fields, exclude: hidden, local });
  const mark = recordMarker(marks, search.display);
  const template = showsAddress({ fields, exclude: hidden }) ? urlTemplate : '';
  return (item, more) => {
    const stored = whole(item.json);
    const { bytes, origin } = readServiceMembers(stored);
    const json = origin === null ? stored : restoreRecord(stored, origin);
    const record = isWhole
      ? origin === null
        ? bytes
        : json.subarray(1)
      : recordMembers(projection(item.json));
    const visible = search.keySetsAttributes ? wrapObject(record) : json;
    const { highlights, snippets, points } = mark(visible);
    const members = JSON.stringify(more).slice(1, -1);
    const own =
      `{"objectID":${JSON.stringify(item.id)},` +
      (highlights === '{}' ? '' : `"_highlightResult":${highlights},`) +
      (snippets === null ? '' : `"_snippetResult":${snippets},`) +
      (points === null || origin !== null ? '' : `"_geoloc":${points},`) +
      (members === '' ? '' : `${members},`);
    const addressed = template === '' ? record : withAddress(record, visible, template);
    return addressed.length > 1 ? [own, addressed] : [`${own.slice(0, -1)}}`];
  };
}

/** Adds the address of the item's page to a record without `url`. The template of the address can use the fields of `visible`. */
function withAddress(record: Uint8Array, visible: Uint8Array, template: string): Uint8Array {
  const url = computeMissingAddress(visible, template);
  if (url === null) return record;
  const shown = JSON.parse(decodeUtf8(wrapObject(record))) as JsonObject;
  // An empty `url` must not be there twice.
  if ('url' in shown) return Buffer.from(JSON.stringify({ ...shown, url }).slice(1));
  const comma = record.length > 1 ? ',' : '';
  return Buffer.concat([
    record.subarray(0, record.lastIndexOf(closingBrace)),
    Buffer.from(`${comma}"url":${JSON.stringify(url)}}`),
  ]);
}

/** The JSON of an object from its members. */
function wrapObject(members: Uint8Array): Uint8Array {
  return Buffer.concat([openBrace, members]);
}

/** The members of a record: `"name":"Oak chair"}`. */
function recordMembers(json: Uint8Array): Uint8Array {
  const { bytes, origin } = readServiceMembers(json);
  return origin === null ? bytes : restoreRecord(json, origin).subarray(1);
}

function createRankingInfo({ ranking, rules, distance }: TextHit): object {
  return {
    nbTypos: ranking?.typos ?? 0,
    firstMatchedWord: 0,
    proximityDistance: 0,
    userScore: Math.round(ranking?.popularity ?? 0),
    geoDistance: distance === null ? 0 : Math.round(distance),
    geoPrecision: 1,
    nbExactWords: ranking?.matches?.filter(({ how }) => how === 'exact').length ?? 0,
    words: ranking?.words ?? 0,
    filters: rules?.boosts.reduce((sum, { by }) => sum + by, 0) ?? 0,
    promoted: rules?.pinned != null,
  };
}
