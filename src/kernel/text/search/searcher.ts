import { finish, type Steps } from '../../bits/steps.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { boosted } from '../order/boosts.ts';
import { correctedQuery } from '../expansion/correction.ts';
import { countAllFacets } from '../facets/disjunctive-facets.ts';
import { browse } from '../scoring/browse.ts';
import { fuse, withoutOrder, type Fused } from '../order/fusion.ts';
import { identifierRanks, type IdentifierRanks } from '../segments/identifiers.ts';
import type { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import { VariantGroups, type Grouping } from '../segments/variant-groups.ts';
import { arrangeIdentified, lookUpIdentifier, type IdentifierMatch } from '../order/identifier-lookup.ts';
import { countAddedProducts, countProducts, productsOf, variantsOf } from '../order/grouping.ts';
import { matchOrder, selectTop } from '../order/hit-order.ts';
import { orderBySimilarity } from '../order/similarity-order.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import { lowestLevel, Scorer, type MatchContext, type SegmentMatches } from '../scoring/scorer.ts';
import type { DocumentSet } from '../segments/matched-documents.ts';
import type {
  FilterNode,
  MatchedTerms,
  TextCount,
  TextCountQuery,
  IndexQuery,
  IndexResult,
  IndexExplanation,
} from '../query/query.ts';
import { matchedTerms } from './matched-terms.ts';
import { idOf, pageWithPins, type PlacedPin } from '../order/pins.ts';
import { queryWords, type QueryWord } from '../language/query-words.ts';
import { rankingKeyOfWords, wordsOfKey, type CorpusStats } from '../scoring/ranking.ts';
import { segmentFilters, type SegmentFilter } from '../query/segment-filter.ts';
import { MinCompetitiveScore } from '../scoring/min-competitive-score.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import type { Expansion } from '../expansion/expansions.ts';
import { positionOf } from '../order/list-position.ts';
import { hitsOf, pinOf } from './hits.ts';
import { prepareSearch } from './preparation.ts';
import { minCompetitiveScore, visibleFilter } from './query-scope.ts';
import { WordSearch, type SearchScope } from './word-search.ts';

/** What was found under one filter. */
interface Matched {
  words: readonly QueryWord[];
  matches: readonly SegmentMatches[];
  /** Null where no words were looked for. */
  context: MatchContext | null;
  total: number;
  totalAllWords: number;
  /** Of the last match that is listed. */
  rankingKeyMin: number;
  /** What stands at places of its own; the words themselves found `unpinned`. */
  pins: readonly PlacedPin[];
  unpinned: readonly SegmentMatches[];
  /** By document (see `idOf`): the field by which the query names it. */
  identified: ReadonlyMap<number, string>;
  /** How meaning had a part; null where it had none. */
  fused: Fused | null;
  /** Documents with fewer words are listed by their meaning or not at all. */
  wordsListed: number;
}

type FoundByQuery = Omit<Matched, 'pins' | 'unpinned' | 'identified'>;

/** A search whose list is there, and whose facets are to be counted. */
export interface BegunSearch {
  /** Without facets. */
  readonly result: IndexResult;
  readonly facets: Steps<IndexResult['facets']>;
}

/** What is searched, at one moment. */
export interface SearchedIndex {
  readonly states: readonly SegmentState[];
  readonly stats: CorpusStats;
}

interface ListScope extends SearchScope {
  /** Documents that the query names. */
  identified: readonly IdentifierMatch[];
}

const nothingIdentified: ReadonlyMap<number, string> = new Map();

/**
 * Finds, ranks and counts, over all segments.
 *
 * Which documents are listed (and counted by `total`, facets and all): those with all words of the query, in any of
 * the ways that were tried. Tried are the words as written; where fewer than `typoThreshold` documents have them
 * all, also words that begin with the last one; where that is too few, also split, joined and mistyped words. Where
 * fewer than `dropWordsThreshold` documents are listed then, those with one word less follow, whole levels at a time,
 * until there are enough. A filter applies before all this is counted. Documents that the query names by an identifier are listed
 * in any case, first of all.
 */
export class Searcher {
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #fields: GlobalOrdinalsCache;
  readonly #matcher = new Scorer();
  readonly #words: WordSearch;
  readonly #groups: VariantGroups | null;
  readonly #identifierRanks: IdentifierRanks;

  /** `lexicon`: kept up to date with the slots that are searched; `fields` may have been used before. */
  constructor(
    settings: TextSettings,
    analyzer: Analyzer,
    lexicon: SharedDictionary,
    fields: GlobalOrdinalsCache,
    commonWords: CommonWords,
  ) {
    this.#settings = settings;
    this.#analyzer = analyzer;
    this.#fields = fields;
    this.#identifierRanks = identifierRanks(settings);
    this.#words = new WordSearch(settings, analyzer, lexicon, this.#matcher, commonWords);
    this.#groups = settings.groupBy === '' ? null : new VariantGroups(settings.groupBy);
  }

  search(query: IndexQuery, states: readonly SegmentState[], stats: CorpusStats): IndexResult {
    const { result, facets } = this.begin(query, () => ({ states, stats }));
    result.facets = finish(facets);
    return result;
  }

  /** What makes the next search of this kind short, in steps; see `prepareSearch`. */
  *prepare(query: IndexQuery, states: readonly SegmentState[]): Steps<void> {
    if (query.text !== '') yield* this.#words.prepare();
    yield* prepareSearch(query, visibleFilter(query.rules?.hidden, query.filter), states);
  }

  /**
   * The list at once, its facets in steps, which are of what was found in the beginning, whatever changes in between; those that are
   * counted under another filter are of the index as it is when they are found. `current` gives what is searched from now on.
   */
  begin(query: IndexQuery, current: () => SearchedIndex): BegunSearch {
    const { states, stats } = current();
    const grouping = this.#grouping(query, states);
    const identified = this.#identified(query, states);
    const floor = identified.length > 0 ? null : minCompetitiveScore(query, grouping);
    const scope: ListScope = { states, stats, grouping, minCompetitive: floor, identified };
    const matched = this.#match(query, query.filter, scope);
    const { facets = [], facetSelection, filter } = query;
    const sets = documentSets(matched, grouping);
    const found = (own: FilterNode | undefined): Steps<DocumentSet[]> =>
      this.#findFor(query, own, current, floor !== null);
    return {
      result: this.#answer(query, matched, scope),
      facets: countAllFacets(facets, facetSelection, filter, sets, found, this.#fields),
    };
  }

  /** What the query finds under another filter than its own, for the facets that are counted so. */
  *#findFor(
    query: IndexQuery,
    filter: FilterNode | undefined,
    current: () => SearchedIndex,
    isFloored: boolean,
  ): Steps<DocumentSet[]> {
    yield* prepareSearch({}, visibleFilter(query.rules?.hidden, filter), current().states);
    // Segments may have been sealed or merged since: what is deleted is noted in those of now alone.
    const { states, stats } = current();
    const grouping = this.#grouping(query, states);
    const identified = this.#identified(query, states);
    const floor = isFloored ? new MinCompetitiveScore(1) : null;
    const scope: ListScope = { states, stats, grouping, identified, minCompetitive: floor };
    const sets = documentSets(this.#match(query, filter, scope), grouping);
    yield states.reduce((sum, { segment }) => sum + segment.documentCount, 0) * matchedUnits;
    return sets;
  }

  /** What `search()` says of how many have all words, the last one whole, and of what it changed for that; without a list. */
  count(query: TextCountQuery, states: readonly SegmentState[], stats: CorpusStats): TextCount {
    const scope: SearchScope = {
      states,
      stats,
      grouping: this.#grouping(query, states),
      minCompetitive: null,
    };
    const asked = queryWords(query.text, this.#analyzer, query.language);
    const filters = segmentFilters(states, visibleFilter(query.rules?.hidden, query.filter));
    const asWritten = asked.words.length === 0 ? null : this.#words.countAsWritten(asked, filters, scope);
    if (asWritten !== null) return { totalAllWords: asWritten, fallback: null };
    const { totalAllWords, fallback } = this.search(
      { ...query, lastWordPrefix: false, offset: 0, limit: 1 },
      states,
      stats,
    );
    return { totalAllWords, fallback };
  }

  /** Where a live document stands in the list, and what of the query it has. */
  explain(
    query: IndexQuery,
    key: number,
    states: readonly SegmentState[],
    stats: CorpusStats,
  ): IndexExplanation {
    const grouping = this.#grouping(query, states);
    const identified = this.#identified(query, states);
    const matched = this.#match(query, query.filter, {
      states,
      stats,
      grouping,
      minCompetitive: null,
      identified,
    });
    const { words, matches, context, total, rankingKeyMin, pins, fused, wordsListed } = matched;
    const source = states.findIndex((state) => state.documentOf(key) >= 0);
    const document = states[source]!.documentOf(key);
    const explained =
      context === null
        ? undefined
        : this.#matcher.explain(context, states[source]!, source, [document]).get(document);
    const order = matchOrder(matches, query.sort ?? [], this.#settings.customRanking);
    const place = positionOf({ source, document }, { matches, rankingKeyMin, order, grouping, pins });
    return {
      words: words.map(({ text, bit }) => ({ word: text, found: ((explained?.found ?? 0) & bit) !== 0 })),
      wordsListed,
      total,
      ...place,
      pin: pinOf(place.pin, query) ?? null,
      identifier: matched.identified.get(idOf(source, document)) ?? null,
      ranking: explained?.ranking ?? null,
      semantic: fused?.partOf(source, document) ?? null,
    };
  }

  #identified({ text, likeness }: IndexQuery, states: readonly SegmentState[]): readonly IdentifierMatch[] {
    return likeness === undefined ? lookUpIdentifier(text, states, this.#identifierRanks) : [];
  }

  #grouping(query: Pick<IndexQuery, 'grouped'>, states: readonly SegmentState[]): Grouping | null {
    return query.grouped === false ? null : (this.#groups?.of(states) ?? null);
  }

  /** What the query finds under a filter, and down to which primary it is listed; with what its rules do to that. */
  #match(query: IndexQuery, filter: FilterNode | undefined, scope: ListScope): Matched {
    const { hidden, boosts = [], pins = [] } = query.rules ?? {};
    const visible = visibleFilter(hidden, filter);
    const { states, grouping, identified } = scope;
    const filters = segmentFilters(states, visible);
    const { fused, ...compared } = orderBySimilarity(
      this.#withSemantic(query, filters, scope, this.#matchWords(query, filters, scope)),
      query.likeness,
      grouping,
    );
    const isCompared = fused !== null && query.likeness !== undefined;
    const found = { ...compared, fused: isCompared ? withoutOrder(fused) : fused };
    const { rankingKeyMin, total } = found;
    const unpinned = boosted(found.matches, boosts, this.#settings);
    if (pins.length + identified.length === 0)
      return { ...found, matches: unpinned, unpinned, pins: [], identified: nothingIdentified };
    const { groupBy, customRanking: shop } = this.#settings;
    const sort = query.sort ?? [];
    const order = matchOrder(unpinned, sort, shop);
    const allowed = filters.map((own) => own?.bitmap() ?? null);
    const listed = { states, allowed, matches: unpinned, rankingKeyMin, total, order, grouping, groupBy };
    return { ...found, unpinned, ...arrangeIdentified(identified, pins, sort.length > 0, listed) };
  }

  #matchWords(
    query: IndexQuery,
    filters: readonly (SegmentFilter | null)[],
    scope: SearchScope,
  ): FoundByQuery {
    const { states, grouping } = scope;
    const asked = queryWords(query.text, this.#analyzer, query.language);
    const { words } = asked;
    if (words.length === 0) {
      const matches = states.map((state, s) => browse(state, filters[s]?.bitmap() ?? null));
      const total = countProducts(matches, grouping);
      const none = { context: null, rankingKeyMin: 0, fused: null, wordsListed: 0 };
      return { ...none, words, matches, total, totalAllWords: total };
    }
    const { matches, context, levels } = this.#words.find(query, asked, filters, scope);
    const lowest = lowestLevel(levels, context.settings.dropWordsThreshold);
    return {
      words,
      matches,
      context,
      total: levels.reduce((sum, count, level) => (level >= lowest ? sum + count : sum), 0),
      totalAllWords: levels[words.length]!,
      rankingKeyMin: rankingKeyOfWords(lowest),
      fused: null,
      wordsListed: lowest,
    };
  }

  /** What words found, ordered by what the query means too, with what only that finds. */
  #withSemantic(
    query: IndexQuery,
    filters: readonly (SegmentFilter | null)[],
    { states, grouping, minCompetitive: floor }: SearchScope,
    found: FoundByQuery,
  ): FoundByQuery {
    const { context, words, matches, rankingKeyMin, total, totalAllWords } = found;
    const { semantic, text } = query;
    if (semantic === undefined || context === null || (query.sort ?? []).length > 0) return found;
    const scope = { text, words, context, matches, rankingKeyMin, totalAllWords, states, filters };
    const fused = fuse(semantic, { ...scope, matcher: this.#matcher, floored: floor !== null });
    if (fused === null) return found;
    return {
      ...found,
      matches: fused.matches,
      total: fused.added.length + fused.dropped === 0 ? total : countProducts(fused.matches, grouping),
      // All that is matched is listed, whatever of the words it has.
      rankingKeyMin: 0,
      fused,
    };
  }

  #answer(
    query: IndexQuery,
    matched: Matched,
    { states, grouping, minCompetitive: floor }: SearchScope,
  ): IndexResult {
    const { words, matches, context, rankingKeyMin, pins, unpinned, total, fused } = matched;
    const { offset, limit } = query;
    const sort = query.sort ?? [];
    const { customRanking: shop } = this.#settings;
    const order = matchOrder(matches, sort, shop);
    const products = grouping === null ? null : productsOf(matches, rankingKeyMin, order, grouping);
    const count = offset + limit + pins.length;
    const least = fused === null ? Math.max(rankingKeyMin, floor?.value ?? rankingKeyMin) : rankingKeyMin;
    const top = selectTop(products?.matches ?? matches, least, order, count);
    const hasBest = sort.length === 0 && top.length > 0 && pins.length === 0;
    const best =
      hasBest || context === null
        ? top[0]
        : selectTop(unpinned, rankingKeyMin, matchOrder(unpinned, [], shop), 1)[0];
    let corrected: string | null = null;
    let fallback: IndexResult['fallback'] = null;
    // What names a document was not mistyped, and finds what it means.
    if (context !== null && best !== undefined && matched.identified.size === 0) {
      const { state } = matches[best.source]!;
      const isAdded = fused?.partOf(best.source, best.document)?.added === true;
      if (!isAdded && context.variants.some(corrects)) {
        corrected = correctedQuery(query.text, context.variants, state, best.source, best.document);
      }
      fallback = isAdded
        ? 'semantic'
        : wordsOfKey(best.rankingKey) < words.length
          ? 'words_dropped'
          : corrected === null
            ? null
            : 'corrected';
    }
    const page =
      pins.length === 0
        ? top.slice(offset)
        : pageWithPins(top, pins, order, grouping, { offset, limit, total });
    const hits = hitsOf(page, query, matched, this.#matcher);
    const variants =
      grouping === null || products === null
        ? []
        : variantsOf(page, query.variants ?? 0, products.counts, { matches, rankingKeyMin, order, grouping });
    let terms: MatchedTerms | null = null;
    return {
      total,
      totalAllWords: matched.totalAllWords,
      hits: hits.map((hit, i) => (variants[i] === undefined ? hit : { ...hit, variants: variants[i] })),
      corrected,
      fallback,
      added: fused === null ? null : countAddedProducts(fused.added, matches, grouping),
      reordered: fused?.reordered ?? false,
      words: words.length,
      facets: {},
      // Only a highlighter asks for them, and a mistyped word has hundreds.
      get terms() {
        return (terms ??= matchedTerms(words, context?.variants ?? [], states));
      },
    };
  }
}

/** Whether what is found so is not what the query says. */
const corrects = ({ kind, typos }: Expansion): boolean => typos > 0 || kind === 'joined' || kind === 'split';

/** Cost of matching words in a document or listing it, in counted documents. */
const matchedUnits = 20;

function documentSets({ matches }: Matched, grouping: Grouping | null): DocumentSet[] {
  return matches.map((own, s) => documentSet(own, grouping?.columns[s]));
}

/** What is matched is listed: documents below the lowest level are not even scored. */
function documentSet(
  { state, documents, count }: SegmentMatches,
  groups: Int32Array | undefined,
): DocumentSet {
  const set = { segment: state.segment, documents, count };
  return groups === undefined ? set : { ...set, groups };
}
