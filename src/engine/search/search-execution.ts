import type { Filter } from '../../ports/filters.ts';
import type { HitRules } from '../../ports/rules.ts';
import type {
  FacetRequest,
  FacetValues,
  HybridTier,
  TextHit,
  TextQuery,
  TextRanking,
  TextResult,
  Explanation,
} from '../../ports/text.ts';
import type { SimilarityScorer } from '../../kernel/text/query/query.ts';
import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { NumberedItem } from '../storage/applied-change.ts';
import type { ItemHighlights } from './item-highlights.ts';
import type { FusionScore } from '../../kernel/text/scoring/semantic-scores.ts';
import { referencesField } from '../../kernel/text/query/filter-references.ts';
import { newRanking, type Ranking } from '../../kernel/text/scoring/ranking.ts';
import { kernelQuery, setNode, type ItemNames, type SemanticLookup } from './kernel-query.ts';
import { portFacets, shownValue } from './facet-mapping.ts';

/** The index that serves, and what its numbers stand for. */
export interface ServingIndex {
  readonly kernel: KernelIndex;
  readonly highlights: ItemHighlights;
  readonly names: ItemNames;
  readonly item: (no: number) => NumberedItem;
  readonly semanticOf: SemanticLookup;
}

/** Cost of reading an item and of highlighting its texts, in counted documents. */
const readUnits = 4_000;
const markedUnits = 10_000;
/** Cost of explaining an item's rank, for each item of the list, in counted documents. */
const whyUnits = 40;

/**
 * The list and its items at once, so that they are of one moment: a step later one of them may be gone from the catalog. Then, in steps
 * between which the index may change, what is told of them, and the facets.
 */
export function* executeSearch(
  { kernel, highlights, names, item: itemOf, semanticOf }: ServingIndex,
  query: TextQuery,
  likeness?: SimilarityScorer,
): Generator<number, TextResult> {
  const asked = kernelQuery(query, names, semanticOf);
  const begun = kernel.begin(likeness === undefined ? asked : { ...asked, likeness });
  const found = begun.result;
  const browsing = query.text.trim() === '';
  const highlightsOf = highlights.marker(() => found.terms, query.highlight);
  const boostsOf = boostsIn(kernel, query, query.explain);
  const listed = found.hits.map((hit) => ({
    hit,
    item: itemOf(hit.key),
    others: hit.variants?.others.map(itemOf) ?? [],
    boosts: boostsOf(hit.key),
  }));
  yield found.total + listed.length * readUnits;
  const hits: TextHit[] = [];
  for (const { hit, item, others, boosts } of listed) {
    const { score, ranking, semantic, variants, pin, identifier = null, distance = null } = hit;
    const pinned = ruleOf(pin, query);
    const isFused = pinned === null && identifier === null && found.reordered && semantic !== undefined;
    hits.push({
      item,
      score,
      highlights: browsing ? null : highlightsOf(item),
      ranking: query.explain ? toldRanking(withSemantic(ranking, semantic, found.words), query) : null,
      fused: isFused ? fusedPlace(semantic) : null,
      distance,
      variants: variants === undefined ? null : { count: variants.count, others },
      rules: pinned === null && boosts.length === 0 ? null : { pinned, boosts },
      identifier,
    });
    yield markedUnits;
  }
  return {
    total: found.total,
    hits,
    facets: portFacets(yield* begun.facets),
    added: found.added,
    correctedQuery: found.corrected,
    fallback: found.fallback,
  };
}

/** Null where there is no active item with the id. */
export function* executeExplain(
  { kernel, names, item, semanticOf }: ServingIndex,
  query: TextQuery,
  clauses: readonly Filter[],
  id: string,
): Generator<number, Explanation | null> {
  const no = names.numberOf(id);
  const passes: boolean[] = [];
  for (const clause of clauses) passes.push(yield* kernel.passes(clause, no));
  const hiddenBy: (string | null)[] = [];
  for (const { rule, items } of query.rules?.hidden ?? []) {
    if (!(yield* kernel.passes(setNode(items, names), no))) continue;
    const isPrivate = items.filter !== undefined && referencesField(items.filter, query.privateFields ?? []);
    hiddenBy.push(isPrivate ? null : rule);
  }
  const asked = kernelQuery({ ...query, offset: 0, limit: 0 }, names, semanticOf);
  yield* kernel.prepare(asked);
  if (no < 0 || !kernel.has(no)) return null;
  const filtered = kernel.explain(asked, no);
  if (filtered === null) return null;
  const { position, total, pin } = filtered;
  const shownInstead = filtered.shownInstead === null ? null : item(filtered.shownInstead);
  yield kernel.size * whyUnits;
  const { filter: _, rules: __, ...free } = asked;
  const why = hiddenBy.length > 0 || passes.includes(false) ? kernel.explain(free, no) : filtered;
  if (why === null) return null;
  const { words, wordsListed, ranking, semantic, identifier } = why;
  return {
    passes,
    words,
    wordsListed,
    total,
    position,
    shownInstead,
    hiddenBy,
    rules: { pinned: ruleOf(pin, query), boosts: boostsIn(kernel, query, true)(no) },
    identifier,
    ranking: toldRanking(withSemantic(ranking ?? undefined, semantic ?? undefined, words.length), query),
    semantic: semantic === null ? null : shownPart(semantic),
  };
}

export function* executeFacetSearch(
  { kernel, names, semanticOf }: ServingIndex,
  query: TextQuery,
  facet: FacetRequest,
  text: string,
): Generator<number, FacetValues> {
  const { facets } = kernel.begin({
    ...kernelQuery({ ...query, offset: 0, limit: 0 }, names, semanticOf),
    facets: [{ ...facet, matching: text }],
  });
  const { values, distinct, corrected } = (yield* facets)[facet.field]!;
  return { values: values.map(shownValue), distinct, fallback: corrected ? 'corrected' : null };
}

/** What words and meaning say of a place; null where neither was asked or says anything. */
function withSemantic(
  ranking: Ranking | undefined,
  semantic: FusionScore | undefined,
  wordsTotal: number,
): TextRanking | null {
  if (semantic === undefined) return ranking ?? null;
  return { ...(ranking ?? { ...newRanking(), wordsTotal }), semantic: shownPart(semantic) };
}

/** The field that the rank of an item begins with. */
const rankField = 'popularity';

/** The ranking without what a private field says. */
function toldRanking(
  ranking: TextRanking | null,
  { privateFields = [] }: Pick<TextQuery, 'privateFields'>,
): TextRanking | null {
  return ranking === null || !privateFields.includes(rankField) ? ranking : { ...ranking, popularity: 0 };
}

function shownPart({ cosine, keywordScore: words, fused, added }: FusionScore): Omit<FusionScore, 'level'> {
  return { cosine, keywordScore: words, fused, added };
}

function fusedPlace({ level, keywordScore: words, cosine }: FusionScore): HybridTier {
  return { level, keywordScore: words, cosine };
}

function ruleOf(pin: number | null | undefined, { rules }: TextQuery): string | null {
  return pin === null || pin === undefined ? null : (rules?.pins[pin]?.rule ?? null);
}

/** By item the boosts that it satisfies, as far as they may be told. */
function boostsIn(
  kernel: KernelIndex,
  { rules, privateFields = [] }: TextQuery,
  isAsked: boolean,
): (no: number) => HitRules['boosts'] {
  const told = (isAsked ? (rules?.boosts ?? []) : []).filter(
    ({ filter }) => !referencesField(filter, privateFields),
  );
  const tests = told.map(({ rule, by, filter }) => ({ rule, by, passes: kernel.filter(filter) }));
  return (no) => tests.filter(({ passes }) => passes(no)).map(({ rule, by }) => ({ rule, by }));
}
