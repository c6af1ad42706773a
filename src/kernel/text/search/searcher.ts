import { finish, type Steps } from '../../bits/steps.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { applyBoosts } from '../order/boosts.ts';
import { countAllFacets } from '../facets/disjunctive-facets.ts';
import { browseSegment, withUnmatched } from '../scoring/browse.ts';
import { fuseMatches, keepAdded, type FusedMatches } from '../order/fusion.ts';
import { createIdentifierRanks, type IdentifierRanks } from '../segments/identifiers.ts';
import type { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import { VariantGroups, type Grouping } from '../segments/variant-groups.ts';
import { arrangeIdentified, lookUpIdentifier, type IdentifierMatch } from '../order/identifier-lookup.ts';
import {
  countAddedProducts,
  countProducts,
  groupProducts,
  listVariants,
  type Products,
} from '../order/grouping.ts';
import { matchOrder, selectTop, type MatchOrder, type Candidate } from '../order/hit-order.ts';
import { cutPage, type ArrangedRanking } from '../order/list-page.ts';
import { orderBySimilarity } from '../order/similarity-order.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import {
  countFrom,
  findLowestLevel,
  getThreadScorer,
  type MatchContext,
  type SegmentMatches,
} from '../scoring/scorer.ts';
import type { DocumentSet } from '../segments/matched-documents.ts';
import type {
  FilterNode,
  TermsOfWords,
  TextCount,
  TextCountQuery,
  IndexQuery,
  IndexResult,
  IndexExplanation,
} from '../query/query.ts';
import { collectMatchedTerms } from './matched-terms.ts';
import { packDocumentId, type PlacedPin } from '../order/pins.ts';
import { analyzeQuery, type QueryText, type QueryWord } from '../language/query-words.ts';
import { encodeWords, readWords } from '../scoring/ranking.ts';
import type { CorpusStats } from '../segments/segment-set.ts';
import { buildSegmentFilters, type SegmentFilter } from '../query/segment-filter.ts';
import { TopScores } from '../../bits/top-scores.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import { findPosition } from '../order/list-position.ts';
import { buildHits, createLastTest, findPin } from './hits.ts';
import { prepareSearch } from './preparation.ts';
import {
  createCompetitiveBound,
  createPurposeScope,
  excludeHiddenDocuments,
  withActingTiers,
} from './query-scope.ts';
import type { StartedSearch } from './started-search.ts';
import { WordSearch, type SearchScope, type WordPresence } from './word-search.ts';
import { correctQuery } from '../expansion/correction.ts';
import { isCorrection } from '../expansion/expansions.ts';

/** The state of the index at one moment. */
export interface SearchedIndex {
  readonly states: readonly SegmentState[];
  readonly stats: CorpusStats;
}

type AnalyzedIndexQuery = IndexQuery & { analyzed: QueryText };

interface ListScope extends SearchScope {
  /** Documents with an identifier equal to the query. */
  identified: readonly IdentifierMatch[];
}

const nothingIdentified: ReadonlyMap<number, string> = new Map();
const withoutWords = { context: null, rankingKeyMin: 0, fused: null, wordsListed: 0 } as const;

/**
 * Finds, ranks and counts, over all segments. A search lists, and counts in `total` and facets, the documents with all words of the
 * query in any of the tried ways. It tries the words as written, and learned corrections of words that no document has. If fewer than
 * `typoThreshold` documents have all of them, it also tries the last word as a prefix; if that is too few, also split, joined and
 * mistyped words. If fewer than `dropWordsThreshold` documents are listed then, those with one word less follow, a whole level at a
 * time, until there are enough. Filters apply before any of these counts. Documents with an identifier equal to the query are always
 * listed, before all others.
 */
export class Searcher {
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #globalOrdinals: GlobalOrdinalsCache;
  readonly #scorer = getThreadScorer();
  readonly #words: WordSearch;
  readonly #groups: VariantGroups | null;
  readonly #identifierRanks: IdentifierRanks;

  /** `dictionary` is up to date with the searched states; `globalOrdinals` may have been used before. */
  constructor(
    settings: TextSettings,
    analyzer: Analyzer,
    dictionary: SharedDictionary,
    globalOrdinals: GlobalOrdinalsCache,
    commonWords: CommonWords,
  ) {
    this.#settings = settings;
    this.#analyzer = analyzer;
    this.#globalOrdinals = globalOrdinals;
    this.#identifierRanks = createIdentifierRanks(settings);
    this.#words = new WordSearch(settings, analyzer, dictionary, this.#scorer, commonWords);
    this.#groups = settings.groupBy === '' ? null : new VariantGroups(settings.groupBy);
  }

  /** Analyzes a text; all parts of a search use the result. */
  analyze(text: string, language?: string): QueryText {
    return analyzeQuery(text, this.#analyzer, language);
  }

  findPresence(queryText: QueryText, states: readonly SegmentState[]): WordPresence[] {
    return this.#words.findPresence(queryText, states);
  }

  findTranslatedWords(queryText: QueryText, states: readonly SegmentState[]): boolean[] {
    return this.#words.findTranslatedWords(queryText, states);
  }

  search(query: IndexQuery, states: readonly SegmentState[], stats: CorpusStats): IndexResult {
    const { result, facets } = this.begin(query, () => ({ states, stats }));
    result.facets = finish(facets);
    return result;
  }

  /** Fills the caches that the search needs, in steps; see `prepareSearch`. */
  *prepare(query: IndexQuery, states: readonly SegmentState[]): Steps<void> {
    if (query.text !== '') yield* this.#words.prepare();
    yield* prepareSearch(query, excludeHiddenDocuments(query.rules?.hidden, query.filter), states);
  }

  /**
   * Returns the hits immediately and the facets in steps. Facets count the initial matches, whatever changes between steps;
   * facets under another filter count the index as of their step. `current` returns the current state of the index.
   */
  begin(request: IndexQuery, current: () => SearchedIndex): StartedSearch {
    const { states, stats } = current();
    const query = withActingTiers(this.#resolveQuery(request, states));
    const grouping = this.#selectGrouping(query, states);
    const identified = this.#lookUpIdentifiers(query, states);
    const minCompetitive = identified.length > 0 ? null : createCompetitiveBound(query, grouping);
    const scope: ListScope = { states, stats, grouping, minCompetitive, identified };
    const matched = this.#match(query, query.filter, scope);
    const { facets = [], facetSelection, filter } = query;
    const sets = createDocumentSets(matched, grouping);
    const find = (setFilter: FilterNode | undefined): Steps<DocumentSet[]> =>
      this.#findFor(query, setFilter, current, minCompetitive !== null);
    return {
      result: this.#createResult(query, matched, scope),
      facets: countAllFacets(facets, facetSelection, filter, sets, find, this.#globalOrdinals),
    };
  }

  /** Finds the matches of the query under another filter, for the facets that ignore a condition. */
  *#findFor(
    query: AnalyzedIndexQuery,
    filter: FilterNode | undefined,
    current: () => SearchedIndex,
    isApproximate: boolean,
  ): Steps<DocumentSet[]> {
    yield* prepareSearch({}, excludeHiddenDocuments(query.rules?.hidden, filter), current().states);
    // Segments may have been sealed or merged between steps: only the current states have all deletions.
    const { states, stats } = current();
    const grouping = this.#selectGrouping(query, states);
    const identified = this.#lookUpIdentifiers(query, states);
    const minCompetitive = isApproximate ? new TopScores(1) : null;
    const scope: ListScope = { states, stats, grouping, identified, minCompetitive };
    const sets = createDocumentSets(this.#match(query, filter, scope), grouping);
    yield states.reduce((sum, { segment }) => sum + segment.documentCount, 0) * matchedUnits;
    return sets;
  }

  /** The total with all words, the last one whole, and the fallback, as `search()` returns them, without a list. */
  count(request: TextCountQuery, states: readonly SegmentState[], stats: CorpusStats): TextCount {
    const query = this.#resolveQuery(request, states);
    const scope: SearchScope = {
      states,
      stats,
      grouping: this.#selectGrouping(query, states),
      minCompetitive: null,
    };
    const filters = buildSegmentFilters(states, excludeHiddenDocuments(query.rules?.hidden, query.filter));
    const asWritten =
      query.analyzed.words.length === 0 ? null : this.#words.countAsWritten(query.analyzed, filters, scope);
    if (asWritten !== null) return { totalAllWords: asWritten, fallback: null };
    const { totalAllWords, fallback } = this.search(
      { ...query, lastWordPrefix: false, offset: 0, limit: 1 },
      states,
      stats,
    );
    return { totalAllWords, fallback };
  }

  /** The position of a live document in the list, with the query words it contains. */
  explain(
    request: IndexQuery,
    key: number,
    states: readonly SegmentState[],
    stats: CorpusStats,
  ): IndexExplanation {
    const query = withActingTiers(this.#resolveQuery(request, states));
    const grouping = this.#selectGrouping(query, states);
    const identified = this.#lookUpIdentifiers(query, states);
    const matched = this.#match(query, query.filter, {
      states,
      stats,
      grouping,
      minCompetitive: null,
      identified,
    });
    const { words, matches, context, total, rankingKeyMin, fused, wordsListed } = matched;
    const segmentNo = states.findIndex((state) => state.findDocument(key) >= 0);
    const document = states[segmentNo]!.findDocument(key);
    const explained =
      context === null
        ? undefined
        : this.#scorer.explain(context, states[segmentNo]!, segmentNo, [document]).get(document);
    const order = matchOrder(matches, query.sort ?? [], this.#settings.customRanking, query.last);
    const products = grouping === null ? null : groupProducts(matches, rankingKeyMin, order, grouping);
    const ranking = this.#arrangeHits(query, matched, { products, order, grouping });
    const position = findPosition({ segmentNo, document }, matches, ranking);
    return {
      words: words.map(({ text, bit }) => ({ word: text, found: ((explained?.found ?? 0) & bit) !== 0 })),
      wordsListed,
      total,
      ...position,
      isLast: position.pin === null && createLastTest(query, matches)(segmentNo, document),
      pin: findPin(position.pin, query) ?? null,
      identifier: matched.identified.get(packDocumentId(segmentNo, document)) ?? null,
      ranking: explained?.ranking ?? null,
      semantic: fused?.readFusionScore(segmentNo, document) ?? null,
    };
  }

  /** Adds to a query the analysis of its text, with the words that are optional among the documents that it can list. */
  #resolveQuery<Q extends TextCountQuery>(
    query: Q,
    states: readonly SegmentState[],
  ): Q & { analyzed: QueryText } {
    const { text, language, analyzed: known } = query;
    const isOfText = known?.text === text && known.language === language;
    const analyzed = isOfText ? known : this.analyze(text, language);
    if (analyzed.purposeStart === null) return { ...query, analyzed };
    const filters = buildSegmentFilters(states, createPurposeScope(query));
    return { ...query, analyzed: this.#words.withOptionalWords(analyzed, filters, states) };
  }

  #lookUpIdentifiers(
    { text, similarity }: IndexQuery,
    states: readonly SegmentState[],
  ): readonly IdentifierMatch[] {
    return similarity === undefined ? lookUpIdentifier(text, states, this.#identifierRanks) : [];
  }

  #selectGrouping(query: Pick<IndexQuery, 'grouped'>, states: readonly SegmentState[]): Grouping | null {
    return query.grouped === false ? null : (this.#groups?.getGrouping(states) ?? null);
  }

  /** The matches of the query under a filter, with semantic similarity and rules applied. */
  #match(query: AnalyzedIndexQuery, filter: FilterNode | undefined, scope: ListScope): Matched {
    const { hidden, boosts = [], pins = [] } = query.rules ?? {};
    const visible = excludeHiddenDocuments(hidden, filter);
    const { states, grouping, identified } = scope;
    const filters = buildSegmentFilters(states, visible);
    const { fused, ...compared } = orderBySimilarity(
      this.#withSemantic(query, filters, scope, this.#matchWords(query, filters, scope)),
      query.similarity,
      grouping,
    );
    const isCompared = fused !== null && query.similarity !== undefined;
    const found = { ...compared, fused: isCompared ? keepAdded(fused) : fused };
    const { rankingKeyMin, total } = found;
    const bySimilarity = query.similarity !== undefined;
    const unpinned = applyBoosts(found.matches, boosts, { settings: this.#settings, bySimilarity });
    if (pins.length + identified.length === 0)
      return { ...found, matches: unpinned, unpinned, pins: [], identified: nothingIdentified };
    const { groupBy, customRanking } = this.#settings;
    const { sort = [] } = query;
    const order = matchOrder(unpinned, sort, customRanking, query.last);
    const allowed = filters.map((segmentFilter) => segmentFilter?.bitmap() ?? null);
    const last = found.context?.last ?? null;
    const products = { states, grouping, groupBy, matches: unpinned };
    const listed = { ...products, allowed, rankingKeyMin, total, order, last };
    return { ...found, unpinned, ...arrangeIdentified(identified, pins, sort.length > 0, listed) };
  }

  #matchWords(
    query: AnalyzedIndexQuery,
    filters: readonly (SegmentFilter | null)[],
    scope: SearchScope,
  ): FoundByQuery {
    const { states, grouping } = scope;
    const { words } = query.analyzed;
    const getAllowed = (segmentNo: number): Uint32Array | null => filters[segmentNo]?.bitmap() ?? null;
    if (words.length === 0) {
      const matches = states.map((state, segmentNo) => browseSegment(state, getAllowed(segmentNo)));
      const total = countProducts(matches, grouping);
      return { ...withoutWords, words, matches, total, totalAllWords: total };
    }
    const { matches, context, levels } = this.#words.find(query, query.analyzed, filters, scope);
    const listsAll = query.listsAll === true;
    const lowest = listsAll ? 0 : findLowestLevel(levels, context.settings.dropWordsThreshold);
    const listed = listsAll ? withUnmatched(matches, getAllowed, context) : matches;
    return {
      words,
      matches: listed,
      context,
      total: listsAll ? countProducts(listed, grouping) : countFrom(levels, lowest),
      totalAllWords: levels[words.length]!,
      rankingKeyMin: encodeWords(lowest),
      fused: null,
      wordsListed: lowest,
    };
  }

  /** The keyword matches fused with semantic similarity, and the documents that it adds. */
  #withSemantic(
    query: AnalyzedIndexQuery,
    filters: readonly (SegmentFilter | null)[],
    { states, grouping, minCompetitive }: SearchScope,
    found: FoundByQuery,
  ): FoundByQuery {
    const { context, total } = found;
    const { semantic, listsAll = false } = query;
    if (semantic === undefined || context === null || (query.sort ?? []).length > 0) return found;
    if (semantic.keepsWordMatches && found.totalAllWords > 0) return found;
    const { isCode } = query.analyzed;
    const scope = { ...found, context, isCode, states, filters, scorer: this.#scorer, listsAll };
    const fused = fuseMatches(semantic, { ...scope, isApproximate: minCompetitive !== null });
    if (fused === null) return found;
    return {
      ...found,
      matches: fused.matches,
      total: fused.added.length + fused.dropped === 0 ? total : countProducts(fused.matches, grouping),
      // All matches are listed, whatever their number of words.
      rankingKeyMin: 0,
      fused,
    };
  }

  #arrangeHits(
    { sort = [], rules, caps, similarity, adjustments }: IndexQuery,
    { words, matches, rankingKeyMin, pins }: Pick<Matched, 'words' | 'matches' | 'rankingKeyMin' | 'pins'>,
    list: { products: Products | null; order: MatchOrder; grouping: Grouping | null },
  ): ArrangedRanking {
    const isAdjusted = adjustments !== undefined && sort.length === 0 && similarity === undefined;
    const states = matches.map(({ state }) => state);
    return {
      products: list.products?.matches ?? matches,
      reranking: isAdjusted
        ? { adjustments, states, byRank: words.length === 0, settings: this.#settings }
        : null,
      rankingKeyMin,
      order: list.order,
      grouping: list.grouping,
      pins,
      caps: sort.length === 0 ? (caps ?? []) : [],
      hasBoosts: similarity === undefined && (rules?.boosts ?? []).length > 0,
      settings: this.#settings,
    };
  }

  #createResult(
    query: IndexQuery,
    matched: Matched,
    { states, grouping, minCompetitive }: SearchScope,
  ): IndexResult {
    const { words, matches, context, rankingKeyMin, pins, unpinned, total, fused } = matched;
    const { optionalWords = [], expansions = [] } = context ?? {};
    const sort = query.sort ?? [];
    const { customRanking } = this.#settings;
    const order = matchOrder(matches, sort, customRanking, query.last);
    const products = grouping === null ? null : groupProducts(matches, rankingKeyMin, order, grouping);
    const keyMin =
      fused === null ? Math.max(rankingKeyMin, minCompetitive?.floor ?? rankingKeyMin) : rankingKeyMin;
    const ranking = this.#arrangeHits(
      query,
      { ...matched, rankingKeyMin: keyMin },
      { products, order, grouping },
    );
    const { page, first } = cutPage(ranking, { ...query, total });
    const hasBest = sort.length === 0 && first !== undefined && pins.length === 0;
    const best =
      hasBest || context === null
        ? first
        : selectTop(unpinned, rankingKeyMin, matchOrder(unpinned, [], customRanking), 1)[0];
    const hits = buildHits(page, query, matched, this.#scorer);
    const variants =
      grouping === null || products === null
        ? []
        : listVariants(page, query.variants ?? 0, products.counts, {
            matches,
            rankingKeyMin,
            order,
            grouping,
          });
    let terms: TermsOfWords | null = null;
    return {
      total,
      totalAllWords: matched.totalAllWords,
      hits:
        variants.length === 0
          ? hits
          : hits.map((hit, i) => (variants[i] === undefined ? hit : { ...hit, variants: variants[i] })),
      ...describeRelaxation(query.text, best, matched),
      added: fused === null ? null : countAddedProducts(fused.added, matches, grouping),
      reordered: fused?.reordered ?? false,
      words: words.length,
      facets: {},
      // Computed lazily: only a highlighter needs them, and a mistyped word has hundreds.
      get terms() {
        return (terms ??= collectMatchedTerms([...words, ...optionalWords], expansions, states));
      },
    };
  }
}

/** Cost of matching words in a document or listing it, in counted documents. */
const matchedUnits = 20;

/** The matches under one filter. */
interface Matched {
  words: readonly QueryWord[];
  matches: readonly SegmentMatches[];
  /** Null if the query has no words. */
  context: MatchContext | null;
  total: number;
  totalAllWords: number;
  /** Ranking key of the last listed match. */
  rankingKeyMin: number;
  /** The pinned documents; `unpinned` has the matches without them. */
  pins: readonly PlacedPin[];
  unpinned: readonly SegmentMatches[];
  /** The identifier field that equals the query, by document (see `packDocumentId()`). */
  identified: ReadonlyMap<number, string>;
  /** Null if semantic similarity did not take part. */
  fused: FusedMatches | null;
  /** Documents with fewer words are listed by semantic similarity or not at all. */
  wordsListed: number;
}

type FoundByQuery = Omit<Matched, 'pins' | 'unpinned' | 'identified'>;

/** All matches are listed: documents below the lowest level are not even scored. */
function createDocumentSets({ matches }: Matched, grouping: Grouping | null): DocumentSet[] {
  return matches.map(({ state, documents, count }, segmentNo) => {
    const set = { segment: state.segment, documents, count };
    const groups = grouping?.columns[segmentNo];
    return groups === undefined ? set : { ...set, groups };
  });
}

/** How the query was relaxed to find its best match. */
function describeRelaxation(
  text: string,
  best: Candidate | undefined,
  matched: {
    readonly words: readonly QueryWord[];
    readonly matches: readonly SegmentMatches[];
    readonly context: MatchContext | null;
    readonly identified: ReadonlyMap<number, string>;
    readonly fused: FusedMatches | null;
  },
): Pick<IndexResult, 'corrected' | 'corrections' | 'learned' | 'fallback'> {
  const { words, matches, context, identified, fused } = matched;
  // An identifier is neither mistyped nor a fallback.
  if (context === null || best === undefined || identified.size > 0)
    return { ...uncorrected, fallback: null };
  const { segmentNo, document, rankingKey } = best;
  if (fused?.readFusionScore(segmentNo, document)?.added === true)
    return { ...uncorrected, fallback: 'semantic' };
  const { expansions } = context;
  const { state } = matches[segmentNo]!;
  const correction = expansions.some(isCorrection)
    ? correctQuery(text, expansions, state, segmentNo, document)
    : null;
  const { text: corrected = null, spans: corrections = [], learned = [] } = correction ?? {};
  const isRelaxed = readWords(rankingKey) < words.length;
  const fallback = isRelaxed ? 'words_dropped' : corrected === null ? null : 'corrected';
  return { corrected, corrections, learned, fallback };
}

const uncorrected = { corrected: null, corrections: [], learned: [] } as const;
