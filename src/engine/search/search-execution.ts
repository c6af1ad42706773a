import type { Filter } from '../../ports/search/filters.ts';
import type { HitRules } from '../../ports/search/rules.ts';
import type {
  FacetValues,
  HybridTier,
  TextHit,
  TextQuery,
  TextRanking,
  TextResult,
  Explanation,
} from '../../ports/search/text.ts';
import type { IndexQuery, SimilarityScorer } from '../../kernel/text/query/query.ts';
import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import { createItemHighlighter } from './item-highlights.ts';
import { createTextMarks } from './text-marks.ts';
import type { FusionScore } from '../../kernel/text/scoring/semantic-scores.ts';
import { referencesField } from '../../kernel/text/query/filter-references.ts';
import { createRanking, type Ranking } from '../../kernel/text/scoring/ranking.ts';
import { createCollectionNode, toKernelQuery, setNode, type QueryLookups } from './kernel-query.ts';
import { listHitAdjustments, toKernelAdjustments, type AdjustmentLookups } from './list-adjustments.ts';
import { toPortFacets, toPortFacetValue } from './facet-mapping.ts';
import { createLocalFields } from './local-fields.ts';

/** The serving index with its lookups. */
export interface ServingIndex extends QueryLookups, AdjustmentLookups {
  readonly kernel: KernelIndex;
}

/** Cost of reading an item and of highlighting its texts, in counted documents. */
const readUnits = 4_000;
const highlightUnits = 2_000;
/** Cost of explaining an item's position, per item of the list, in counted documents. */
const explainUnits = 40;

/**
 * Reads the list and its items in one step, because an item may be deleted from the catalog in the next one. Then
 * computes highlights and facets in steps, between which the index may change.
 */
export function* executeSearch(
  serving: ServingIndex,
  query: TextQuery,
  similarity?: SimilarityScorer,
): Generator<number, TextResult> {
  const { kernel, item: getItem } = serving;
  const kernelRequest = buildAdjustedQuery(query, serving);
  const execution = kernel.begin(similarity === undefined ? kernelRequest : { ...kernelRequest, similarity });
  const result = execution.result;
  const isBrowsing = query.text.trim() === '';
  const highlight = isBrowsing
    ? () => null
    : createItemHighlighter(kernel.analyzer, () => result.terms, query.highlight, query.local);
  // The marks belong to the index of this step: it may change after the next yield.
  const marks = query.marks === true ? createTextMarks(result.terms, kernel.analyzer) : null;
  const explainBoosts = findBoosts(serving, query, query.explain);
  const explainAdjustments =
    query.explain && similarity === undefined ? listHitAdjustments(query, kernel, serving) : () => null;
  const entries = result.hits.map((hit) => ({
    hit,
    item: getItem(hit.key),
    others: hit.variants?.others.map(getItem) ?? [],
    boosts: explainBoosts(hit.key),
    adjustments: explainAdjustments(hit),
  }));
  yield result.total + entries.length * readUnits;
  const hits: TextHit[] = [];
  for (const { hit, item, others, boosts, adjustments } of entries) {
    const { score, ranking, semantic, variants, pin, identifier = null, distance = null } = hit;
    const { positionWithoutCaps = null, isLast = false } = hit;
    const pinned = findPinRule(pin, query);
    const pinnedIn = pin !== undefined && pinned === null ? (query.collection?.id ?? null) : null;
    const isFused =
      (pinned ?? pinnedIn) === null && identifier === null && result.reordered && semantic !== undefined;
    hits.push({
      item,
      score,
      highlights: highlight(item),
      ranking: query.explain ? hidePrivateValues(withSemantic(ranking, semantic, result.words), query) : null,
      fused: isFused ? decideTier(semantic) : null,
      distance,
      variants: variants === undefined ? null : { count: variants.count, others },
      rules: pinned === null && boosts.length === 0 ? null : { pinned, boosts },
      pinnedIn,
      identifier,
      positionWithoutCaps,
      isLast,
      adjustments,
    });
    yield highlightUnits;
  }
  return {
    total: result.total,
    totalAllWords: result.totalAllWords,
    hits,
    facets: toPortFacets(yield* execution.facets),
    added: result.added,
    correctedQuery: result.corrected,
    corrections: result.corrections,
    learned: result.learned,
    fallback: result.fallback,
    marks,
  };
}

/** Explains the position of an item; null if no active item has the id. */
export function* executeExplain(
  serving: ServingIndex,
  query: TextQuery,
  clauses: readonly Filter[],
  id: string,
): Generator<number, Explanation | null> {
  const { kernel, names, item } = serving;
  const itemNumber = names.findNumber(id);
  const passes: boolean[] = [];
  const local = createLocalFields(query.local, serving.fieldNames);
  for (const clause of clauses) passes.push(yield* kernel.doesPass(local.filter(clause), itemNumber));
  const hiddenBy: (string | null)[] = [];
  for (const { rule, items } of query.rules?.hidden ?? []) {
    if (!(yield* kernel.doesPass(local.filter(setNode(items, names)), itemNumber))) continue;
    const isPrivate = items.filter !== undefined && referencesField(items.filter, query.privateFields ?? []);
    hiddenBy.push(isPrivate ? null : rule);
  }
  const { collection } = query;
  const isOutsideCollection =
    collection !== undefined &&
    !(yield* kernel.doesPass(local.filter(createCollectionNode(collection, names)), itemNumber));
  const kernelRequest = buildAdjustedQuery({ ...query, offset: 0, limit: 0 }, serving);
  yield* kernel.prepare(kernelRequest);
  if (itemNumber < 0 || !kernel.has(itemNumber)) return null;
  const filtered = kernel.explain(kernelRequest, itemNumber);
  if (filtered === null) return null;
  const { position, total, pin } = filtered;
  const shownInstead = filtered.shownInstead === null ? null : item(filtered.shownInstead);
  yield kernel.size * explainUnits;
  const { filter: _, rules: __, ...unfiltered } = kernelRequest;
  const isExcluded = hiddenBy.length > 0 || isOutsideCollection || passes.includes(false);
  const explained = isExcluded ? kernel.explain(unfiltered, itemNumber) : filtered;
  if (explained === null) return null;
  const { words, wordsListed, ranking, semantic, identifier } = explained;
  const positionWithoutCaps = filtered.positionWithoutCaps === position ? null : filtered.positionWithoutCaps;
  return {
    passes,
    words,
    wordsListed,
    total,
    position,
    positionWithoutCaps,
    isLast: filtered.isLast,
    adjustments: listHitAdjustments(
      query,
      kernel,
      serving,
    )({
      key: itemNumber,
      ...(filtered.explored ? { explored: true } : {}),
      ...(filtered.positionUnadjusted === null || filtered.positionUnadjusted === position
        ? {}
        : { positionUnadjusted: filtered.positionUnadjusted }),
    }),
    shownInstead,
    hiddenBy,
    isOutsideCollection,
    rules: { pinned: findPinRule(pin, query), boosts: findBoosts(serving, query, true)(itemNumber) },
    identifier,
    ranking: hidePrivateValues(
      withSemantic(ranking ?? undefined, semantic ?? undefined, words.length),
      query,
    ),
    semantic: semantic === null ? null : createSemanticPart(semantic),
  };
}

function buildAdjustedQuery(query: TextQuery, serving: ServingIndex): IndexQuery {
  const adjustments = toKernelAdjustments(query, serving);
  const request = toKernelQuery(query, serving);
  return adjustments === undefined ? request : { ...request, adjustments };
}

export function* executeFacetSearch(
  serving: ServingIndex,
  query: TextQuery,
  text: string,
): Generator<number, Record<string, FacetValues>> {
  const kernelRequest = toKernelQuery({ ...query, offset: 0, limit: 0 }, serving);
  const { facets } = serving.kernel.begin({
    ...kernelRequest,
    facets: kernelRequest.facets?.map((facet) => ({ ...facet, matching: text })) ?? [],
  });
  return Object.fromEntries(
    Object.entries(yield* facets).map(([field, { values, distinct, corrected }]) => [
      field,
      { values: values.map(toPortFacetValue), distinct, fallback: corrected ? 'corrected' : null },
    ]),
  );
}

/** Adds the semantic part to a ranking; null if neither exists. */
function withSemantic(
  ranking: Ranking | undefined,
  semantic: FusionScore | undefined,
  wordsTotal: number,
): TextRanking | null {
  if (semantic === undefined) return ranking ?? null;
  return { ...(ranking ?? { ...createRanking(), wordsTotal }), semantic: createSemanticPart(semantic) };
}

/** The field with the static score of an item. */
const popularityField = 'popularity';

/** Removes the value of a private field from a ranking. */
function hidePrivateValues(
  ranking: TextRanking | null,
  { privateFields = [] }: Pick<TextQuery, 'privateFields'>,
): TextRanking | null {
  return ranking === null || !privateFields.includes(popularityField)
    ? ranking
    : { ...ranking, popularity: 0 };
}

function createSemanticPart({ cosine, keywordScore, fused, added }: FusionScore): Omit<FusionScore, 'level'> {
  return { cosine, keywordScore, fused, added };
}

function decideTier({ level, keywordScore, cosine }: FusionScore): HybridTier {
  return { level, keywordScore, cosine };
}

function findPinRule(pin: number | null | undefined, { rules }: TextQuery): string | null {
  return pin === null || pin === undefined ? null : (rules?.pins[pin]?.rule ?? null);
}

/** Returns a function from an item to the boosts that it satisfies, except those on private fields. */
function findBoosts(
  { kernel, fieldNames }: ServingIndex,
  { rules, privateFields = [], local: choice }: TextQuery,
  isRequested: boolean,
): (itemNumber: number) => HitRules['boosts'] {
  const visible = (isRequested ? (rules?.boosts ?? []) : []).filter(
    ({ filter }) => !referencesField(filter, privateFields),
  );
  const local = createLocalFields(choice, fieldNames);
  const tests = visible.map(({ rule, by, filter }) => ({
    rule,
    by,
    passes: kernel.filter(local.filter(filter)),
  }));
  return (itemNumber) =>
    tests.filter(({ passes }) => passes(itemNumber)).map(({ rule, by }) => ({ rule, by }));
}
