import { facetsByRequestedName } from '../../../domain/access/restrictions.ts';
import type { Restrictions } from '../../../domain/access/restrictions.ts';
import { itemProjection } from '../../../domain/catalog/item-projection.ts';
import type { JsonProjection } from '../../../lib/json-projection.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { limits } from '../../../ports/limits.ts';
import type { StoredItem } from '../../../ports/catalog.ts';
import type { FacetResult, TextHit } from '../../../ports/text.ts';
import { listChunks, type Chunk } from '../../reply.ts';
import type { FoundSearch } from '../../routes/search-run.ts';
import { requestedAttribute } from './attributes.ts';
import { recordMarker } from './marked-texts.ts';
import { recordBytes } from './record-bytes.ts';
import { queryIdOf } from './query-id.ts';
import type { AlgoliaSearch } from './search-parameters.ts';
import { leafTemplate, LeafTemplates, type LeafTemplate } from './text-leaves.ts';

/** What a reply shows besides the result. */
interface Asked {
  readonly index: string;
  readonly search: AlgoliaSearch;
  readonly restrictions: Restrictions;
}

/** The reply to one search, as JSON. */
export function searchReply(found: FoundSearch, asked: Asked): Chunk[] {
  const { search, restrictions, index } = asked;
  const { result } = found;
  // Popular items are no matches, and front ends take hits for matches.
  const hits = result.fallback === 'popular' ? [] : result.hits;
  const members = replyMembers(found, asked);
  const { responseFields } = search;
  const rest = Object.entries(members).filter(
    ([name, value]) => value !== undefined && (responseFields?.includes(name) ?? true),
  );
  const json = JSON.stringify({ ...Object.fromEntries(rest), index });
  if (responseFields?.includes('hits') === false) return [json];
  return [
    '{"hits":',
    ...listChunks(hits, hitChunks(result.marks, search, restrictions)),
    `,${json.slice(1)}`,
  ];
}

function replyMembers(
  { searchId, result, tookMs }: FoundSearch,
  { search }: Asked,
): Readonly<Record<string, unknown>> {
  const { limit, page, offset } = search;
  const pages = limit === 0 ? 0 : Math.ceil(Math.min(result.total, limits.searchWindowMax) / limit);
  const { rules } = result;
  const facets = shownFacets(result.facets, search);
  return {
    nbHits: result.total,
    ...(page === null
      ? { offset, length: limit }
      : {
          page,
          nbPages: Math.min(pages, limit === 0 ? 0 : Math.floor(limits.searchWindowMax / limit)),
          hitsPerPage: limit,
        }),
    ...(search.facets.length === 0 ? {} : facets),
    exhaustiveFacetsCount: true,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true },
    query: search.query,
    ...(result.correctedQuery === null ? {} : { parsedQuery: result.correctedQuery }),
    ...(result.rewrittenQuery === null ? {} : { queryAfterRemoval: result.rewrittenQuery }),
    params: search.encoded,
    processingTimeMS: Math.max(1, Math.round(tookMs)),
    ...(search.withQueryId ? { queryID: queryIdOf(searchId, 'search') } : {}),
    ...(rules.userData.length === 0 ? {} : { userData: rules.userData }),
    ...(rules.acting.length === 0 || !search.explain
      ? {}
      : { appliedRules: rules.acting.map((objectID) => ({ objectID })) }),
    ...renderingContent(result, search),
    ...(search.ignored.length === 0 ? {} : { message: ignoredMessage(search.ignored) }),
  };
}

function ignoredMessage(names: readonly string[]): string {
  return `No effect here: ${names.slice(0, 20).join(', ')}`.slice(0, 500);
}

function shownFacets(facets: Readonly<Record<string, FacetResult>>, { facets: sent }: AlgoliaSearch): object {
  const requested = new Set(sent);
  const shown: Record<string, Record<string, number>> = {};
  const stats: Record<string, object> = {};
  for (const [field, facet] of Object.entries(facetsByRequestedName(facets))) {
    if (facet.distinct === 0) continue;
    const attribute = requestedAttribute(field, requested);
    shown[attribute] = Object.fromEntries(facet.values.map(({ value, count }) => [value, count]));
    if (facet.stats === undefined) continue;
    const { min, max, avg, sum } = facet.stats;
    stats[attribute] = { min, max, avg, sum };
  }
  return { facets: shown, ...(Object.keys(stats).length === 0 ? {} : { facets_stats: stats }) };
}

/** The order in which dynamic widgets show facets, and the page of a redirect. */
function renderingContent({ facetOrder, rules }: FoundSearch['result'], search: AlgoliaSearch): object {
  const facetOrdering = search.facets.includes('*') ? { facets: { order: facetOrder } } : null;
  if (facetOrdering === null && rules.redirect === null) return {};
  return {
    renderingContent: {
      ...(facetOrdering === null ? {} : { facetOrdering }),
      ...(rules.redirect === null ? {} : { redirect: { url: rules.redirect.url } }),
    },
  };
}

type Marks = FoundSearch['result']['marks'];

function hitChunks(
  marks: Marks,
  search: AlgoliaSearch,
  restrictions: Restrictions,
): (hit: TextHit) => Chunk[] {
  const chunksOf = recordChunks(marks, search, restrictions);
  return (hit) => chunksOf(hit.item, search.explain ? { _rankingInfo: rankingInfo(hit) } : {});
}

/** A function from an item to its record as the search displays it, with further members. */
export function recordChunks(
  marks: Marks,
  search: AlgoliaSearch,
  restrictions: Restrictions,
): (item: StoredItem, more: Readonly<Record<`_${string}`, unknown>>) => Chunk[] {
  const { privateFields: exclude, local } = restrictions;
  const whole = itemProjection({ fields: null, exclude, local });
  const fields = search.retrieved?.map((one) => (one === 'objectID' ? 'id' : one)) ?? null;
  const isWhole = fields === null && search.unretrieved.length === 0;
  const projection = isWhole
    ? whole
    : itemProjection({ fields, exclude: [...exclude, ...search.unretrieved], local });
  const mark = recordMarker(marks, search.display);
  const templateOf = templates(search, restrictions);
  return (item, more) => {
    const template = templateOf(item, whole);
    const { highlights, snippets } = mark(template);
    const members = JSON.stringify(more).slice(1, -1);
    const own =
      `{"objectID":${JSON.stringify(item.id)},"_highlightResult":${highlights},` +
      (snippets === null ? '' : `"_snippetResult":${snippets},`) +
      (template.points === null ? '' : `"_geoloc":${template.points},`) +
      (members === '' ? '' : `${members},`);
    const record = recordBytes(projection(item.json));
    return record.length > 1 ? [own, record] : [`${own.slice(0, -1)}}`];
  };
}

/** Texts of items with a choice of prices and texts differ by request. */
function templates(
  { display }: AlgoliaSearch,
  { privateFields, local }: Restrictions,
): (item: StoredItem, projection: JsonProjection) => LeafTemplate {
  const numbers = display.highlighted !== null;
  if (local !== null)
    return (item, projection) =>
      leafTemplate(JSON.parse(Buffer.from(projection(item.json)).toString('utf8')), numbers);
  const known = keptTemplates(privateFields, numbers);
  return (item, projection) => known.of(`${item._id} ${item.version}`, projection(item.json));
}

const templatesMax = 8;
const templatesByView = new Map<string, LeafTemplates>();

function keptTemplates(privateFields: readonly string[], numbers: boolean): LeafTemplates {
  const view = JSON.stringify([privateFields, numbers]);
  const known = templatesByView.get(view);
  if (known !== undefined) return known;
  const made = new LeafTemplates(numbers);
  templatesByView.set(view, made);
  evictOldest(templatesByView, templatesMax);
  return made;
}

function rankingInfo({ ranking, rules, distance }: TextHit): object {
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
