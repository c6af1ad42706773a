import { fullBitmap } from '../bits/bitmap.ts';
import type { Analyzer } from './analyzer.ts';
import { boosted } from './boosts.ts';
import { correctedQuery } from './correction.ts';
import { answerFacets } from './facet-answer.ts';
import { wordMatches } from './word-matches.ts';
import { filterBitmap } from './filters.ts';
import { firstPassVariants } from './first-pass.ts';
import { GroupNumbers, type Grouping } from './group-numbers.ts';
import { countProducts, productsOf, variantsOf } from './grouping.ts';
import { matchOrder, selectTop, type Candidate } from './hit-order.ts';
import { lowestLevel, Matcher, type MatchContext, type SegmentMatches } from './matcher.ts';
import { metresOfChordSquare } from './places.ts';
import type { DocumentSet } from './matched-documents.ts';
import type { FilterNode, SortKey, TextHit, TextQuery, TextResult, Why } from './query.ts';
import { matchedTerms } from './matched-terms.ts';
import { middleVariants } from './part-numbers.ts';
import { pageWithPins, pinDocuments, type PlacedPin } from './pins.ts';
import { isPartNumber, queryWords, type QueryJoin, type QueryWord } from './query-words.ts';
import {
  inverseDocumentFrequency,
  primaryOfWords,
  publicScore,
  wordsOfPrimary,
  zoneNorms,
  type CorpusStats,
} from './ranking.ts';
import type { SegmentSlot } from './segment-slot.ts';
import type { TextSettings } from './settings.ts';
import { looseSynonymVariants } from './synonym-variants.ts';
import { compileSynonyms, type Synonyms } from './synonyms.ts';
import { typoRules, type TypoRules } from './typo-rules.ts';
import {
  joinedVariants,
  mayBePrefix,
  prefixVariant,
  splitVariant,
  typoVariants,
  type Variant,
} from './variants.ts';
import { positionOf } from './list-position.ts';
import { WordFinder } from './word-finder.ts';

/** What was found under one filter. */
interface Matched {
  words: readonly QueryWord[];
  matches: readonly SegmentMatches[];
  /** Null where no words were looked for. */
  context: MatchContext | null;
  total: number;
  totalAllWords: number;
  /** Of the last match that is listed. */
  primaryMin: number;
  /** What stands at places of its own; the words themselves found `unpinned`. */
  pins: readonly PlacedPin[];
  unpinned: readonly SegmentMatches[];
}

/**
 * Finds, ranks and counts, over all segments.
 *
 * Which documents are listed (and counted by `total`, facets and all): those with all words of the query, in any of
 * the ways that were tried. Tried are the words as written; where fewer than `allWordsAtLeast` documents have them
 * all, also words that begin with the last one; where that is too few, also split, joined and mistyped words. Where
 * fewer than `listedAtLeast` documents are listed then, those with one word less follow, whole levels at a time,
 * until there are enough. A filter applies before all this is counted.
 */
export class Searcher {
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #typoRules: TypoRules;
  readonly #finder = new WordFinder();
  readonly #matcher = new Matcher();
  readonly #groups: GroupNumbers | null;
  #compiledSynonyms: Synonyms | null = null;
  #norms: Float64Array[] = [];
  #normsCorpus = '';

  constructor(settings: TextSettings, analyzer: Analyzer) {
    this.#settings = settings;
    this.#analyzer = analyzer;
    this.#typoRules = typoRules(settings, analyzer);
    this.#groups = settings.groupBy === '' ? null : new GroupNumbers(settings.groupBy);
  }

  search(query: TextQuery, slots: readonly SegmentSlot[], stats: CorpusStats): TextResult {
    const grouping = query.grouped === false ? null : (this.#groups?.of(slots) ?? null);
    const matched = this.#match(query, query.filter, slots, stats, grouping);
    const result = this.#answer(query, matched, slots, grouping);
    const found = (filter: FilterNode | undefined): DocumentSet[] => {
      const own = filter === query.filter ? matched : this.#match(query, filter, slots, stats, grouping);
      return own.matches.map((matches, s) => listed(matches, own.primaryMin, grouping?.columns[s]));
    };
    return { ...result, facets: answerFacets(query.facets ?? [], query.facetChoice, query.filter, found) };
  }

  /** Where a live document stands in the list, and what of the query it has. */
  why(query: TextQuery, key: number, slots: readonly SegmentSlot[], stats: CorpusStats): Why {
    const grouping = query.grouped === false ? null : (this.#groups?.of(slots) ?? null);
    const matched = this.#match(query, query.filter, slots, stats, grouping);
    const { words, matches, context, total, primaryMin, pins } = matched;
    const source = slots.findIndex((slot) => slot.documentOf(key) >= 0);
    const document = slots[source]!.documentOf(key);
    const explained =
      context === null
        ? undefined
        : this.#matcher.explain(context, slots[source]!, source, [document]).get(document);
    const order = matchOrder(matches, query.sort ?? [], this.#settings.shop);
    const place = positionOf({ source, document }, { matches, primaryMin, order, grouping, pins });
    return {
      words: words.map(({ text, bit }) => ({ word: text, found: ((explained?.found ?? 0) & bit) !== 0 })),
      wordsListed: wordsOfPrimary(primaryMin),
      total,
      ...place,
      ranking: explained?.ranking ?? null,
    };
  }

  /** What the query finds under a filter, and down to which primary it is listed; with what its rules do to that. */
  #match(
    query: TextQuery,
    filter: FilterNode | undefined,
    slots: readonly SegmentSlot[],
    stats: CorpusStats,
    grouping: Grouping | null,
  ): Matched {
    const { hidden, boosts = [], pins = [] } = query.rules ?? {};
    const visible = without(hidden, filter);
    const allowed = slots.map((slot) => (visible === undefined ? null : filterBitmap(slot, visible)));
    const found = this.#matchWords(query, slots, stats, allowed, grouping);
    const { primaryMin, total } = found;
    const unpinned = boosted(found.matches, boosts, this.#settings);
    if (pins.length === 0) return { ...found, matches: unpinned, unpinned, pins: [] };
    const { groupBy, shop } = this.#settings;
    const order = matchOrder(unpinned, query.sort ?? [], shop);
    const listed = { slots, allowed, matches: unpinned, primaryMin, total, order, grouping, groupBy };
    return { ...found, unpinned, ...pinDocuments(pins, listed) };
  }

  #matchWords(
    query: TextQuery,
    slots: readonly SegmentSlot[],
    stats: CorpusStats,
    allowed: readonly (Uint32Array | null)[],
    grouping: Grouping | null,
  ): Omit<Matched, 'pins' | 'unpinned'> {
    const { words, joins } = queryWords(query.text, this.#analyzer);
    if (words.length === 0) {
      const matches = slots.map((slot, s) => browse(slot, allowed[s]!));
      const total = countProducts(matches, grouping);
      return { words, matches, context: null, total, totalAllWords: total, primaryMin: 0 };
    }
    const { matches, context, levels } = this.#find(query, words, joins, slots, stats, allowed, grouping);
    const lowest = lowestLevel(levels, context.settings.listedAtLeast);
    return {
      words,
      matches,
      context,
      total: levels.reduce((sum, count, level) => (level >= lowest ? sum + count : sum), 0),
      totalAllWords: levels[words.length]!,
      primaryMin: primaryOfWords(lowest),
    };
  }

  #find(
    query: TextQuery,
    words: readonly QueryWord[],
    joins: readonly QueryJoin[],
    slots: readonly SegmentSlot[],
    stats: CorpusStats,
    allowed: readonly (Uint32Array | null)[],
    grouping: Grouping | null,
  ): { matches: SegmentMatches[]; context: MatchContext; levels: readonly number[] } {
    // Of a part number, only what comes nearest is listed.
    const settings = isPartNumber(query.text, words)
      ? { ...this.#settings, listedAtLeast: 1 }
      : this.#settings;
    const norms = this.#normsOf(stats);
    const analyzer = this.#analyzer;
    const finder = this.#finder;
    finder.begin(slots, allowed, words.length, grouping);
    const rank = (variants: readonly Variant[]) => {
      const idfs = variants.map(({ frequency }) => inverseDocumentFrequency(frequency, stats.documentCount));
      const { headFirst } = analyzer;
      const context: MatchContext = { words, variants, idfs, norms, settings, headFirst };
      // What has fewer words than is listed needs no score.
      const levels = finder.countLevels();
      const least = Math.max(1, lowestLevel(levels, settings.listedAtLeast));
      const matches = slots.map((slot, s) =>
        this.#matcher.match(context, slot, s, finder.withWords(s, least)),
      );
      return { matches, context, levels };
    };
    const literal = firstPassVariants(slots, words, analyzer, this.#synonyms, settings);
    finder.add(literal);
    const asPrefix = this.#lastWordIsPrefix(query, words);
    const isEnough = (): boolean => finder.countAllWords() >= settings.allWordsAtLeast;
    if ((!asPrefix || (query.prefix ?? settings.prefix) === 'few') && isEnough()) return rank(literal);
    const begun = asPrefix ? this.#begun(slots, words.at(-1)!, settings) : [];
    if (begun.length > 0) {
      finder.add(begun);
      if (isEnough()) return rank([...literal, ...begun]);
    }
    const rules = this.#typoRules;
    // A word of the catalog is not taken for another one that has synonyms.
    const isKnown = ({ bit }: QueryWord): boolean =>
      literal.some(({ kind, bits, frequency }) => kind === 'exact' && bits === bit && frequency > 0);
    const typos = words
      .flatMap((word) => {
        const last = asPrefix && word === words.at(-1);
        return [
          ...typoVariants(slots, word, last, analyzer, rules, settings),
          ...looseSynonymVariants(slots, word, this.#synonyms, settings, {
            asPrefix: last,
            typos: isKnown(word) ? 0 : rules.allowed(word),
          }),
        ];
      })
      // Fewer typos first: a word found by one is not looked for with two.
      .sort((a, b) => a.typos - b.typos || b.factor - a.factor);
    const otherwiseCut = [
      ...joinedVariants(slots, joins, analyzer),
      ...words.map((word) => splitVariant(slots, word, analyzer)).filter((variant) => variant !== null),
    ];
    const middles = middleVariants(query.text, slots, words, joins, isKnown, settings);
    finder.add([...otherwiseCut, ...middles, ...typos]);
    return rank([...literal, ...otherwiseCut, ...begun, ...middles, ...typos]);
  }

  /** The words that begin with this one, and the synonyms of such words. */
  #begun(slots: readonly SegmentSlot[], word: QueryWord, settings: TextSettings): Variant[] {
    const prefix = prefixVariant(slots, word, this.#analyzer, settings);
    const asPrefix = { asPrefix: true, typos: 0 };
    const synonyms = looseSynonymVariants(slots, word, this.#synonyms, settings, asPrefix);
    return prefix === null ? synonyms : [prefix, ...synonyms];
  }

  /** Made where first needed: an index that is only filled needs none. */
  get #synonyms(): Synonyms {
    return (this.#compiledSynonyms ??= compileSynonyms(this.#settings, this.#analyzer));
  }

  /** The tables of norms, made anew only where the corpus changed. */
  #normsOf(stats: CorpusStats): Float64Array[] {
    const corpus = `${stats.zoneDocumentCounts.join(' ')} ${stats.zoneLengthSums.join(' ')}`;
    if (corpus !== this.#normsCorpus) {
      this.#norms = zoneNorms(stats, this.#settings);
      this.#normsCorpus = corpus;
    }
    return this.#norms;
  }

  /** Not where a blank or a stop word follows: then the word is complete. */
  #lastWordIsPrefix(query: TextQuery, words: readonly QueryWord[]): boolean {
    const last = words.at(-1)!;
    return (
      query.lastWordPrefix !== false && last.end === query.text.length && mayBePrefix(last, words.length)
    );
  }

  #answer(
    query: TextQuery,
    matched: Matched,
    slots: readonly SegmentSlot[],
    grouping: Grouping | null,
  ): Omit<TextResult, 'facets'> {
    const { words, matches, context, primaryMin, pins, unpinned, total } = matched;
    const { offset, limit } = query;
    const sort = query.sort ?? [];
    const { shop } = this.#settings;
    const order = matchOrder(matches, sort, shop);
    const products = grouping === null ? null : productsOf(matches, primaryMin, order, grouping);
    const count = offset + limit + pins.length;
    const top = selectTop(products?.matches ?? matches, primaryMin, order, count);
    const hasBest = sort.length === 0 && top.length > 0 && pins.length === 0;
    const best =
      hasBest || context === null
        ? top[0]
        : selectTop(unpinned, primaryMin, matchOrder(unpinned, [], shop), 1)[0];
    let corrected: string | null = null;
    let fallback: TextResult['fallback'] = null;
    if (context !== null && best !== undefined) {
      const { slot } = matches[best.source]!;
      if (context.variants.some(corrects)) {
        corrected = correctedQuery(query.text, context.variants, slot, best.source, best.document);
      }
      fallback =
        wordsOfPrimary(best.primary) < words.length
          ? 'words_dropped'
          : corrected === null
            ? null
            : 'corrected';
    }
    const page =
      pins.length === 0
        ? top.slice(offset)
        : pageWithPins(top, pins, order, grouping, { offset, limit, total });
    const hits = this.#hits(page, sort, matches, query.explain === true ? context : null);
    const variants =
      grouping === null || products === null
        ? []
        : variantsOf(page, query.variants ?? 0, products.counts, { matches, primaryMin, order, grouping });
    return {
      total,
      totalAllWords: matched.totalAllWords,
      hits: hits.map((hit, i) => (variants[i] === undefined ? hit : { ...hit, variants: variants[i] })),
      corrected,
      fallback,
      terms: matchedTerms(words, context?.variants ?? [], slots),
    };
  }

  #hits(
    page: readonly Candidate[],
    sort: readonly SortKey[],
    matches: readonly SegmentMatches[],
    explained: MatchContext | null,
  ): TextHit[] {
    const distanceAt = sort.findIndex(({ from }) => from !== undefined);
    const hits = page.map(({ key, primary, sortValues, pin }): TextHit => {
      const chord = distanceAt < 0 ? undefined : sortValues[distanceAt];
      const hit = { key, score: publicScore(primary), ...(pin === undefined ? {} : { pin }) };
      return typeof chord === 'number' ? { ...hit, distance: metresOfChordSquare(chord) } : hit;
    });
    if (explained === null) return hits;
    matches.forEach(({ slot }, source) => {
      const documents = page
        .filter((candidate) => candidate.source === source)
        .map(({ document }) => document);
      if (documents.length === 0) return;
      const rankings = this.#matcher.explain(explained, slot, source, documents);
      page.forEach((candidate, i) => {
        const ranking = candidate.source === source ? rankings.get(candidate.document)?.ranking : undefined;
        if (ranking === undefined) return;
        const matches = wordMatches(explained.words, explained.variants, slot, source, candidate.document);
        hits[i] = { ...hits[i]!, ranking: { ...ranking, matches } };
      });
    });
    return hits;
  }
}

/** What satisfies the filter and is not hidden. */
function without(hidden: FilterNode | undefined, filter: FilterNode | undefined): FilterNode | undefined {
  if (hidden === undefined) return filter;
  const shown: FilterNode = { kind: 'not', clause: hidden };
  return filter === undefined ? shown : { kind: 'and', clauses: [filter, shown] };
}

/** Whether what is found so is not what the query says. */
const corrects = ({ kind, typos }: Variant): boolean => typos > 0 || kind === 'joined' || kind === 'split';

function browse(slot: SegmentSlot, allowed: Uint32Array | null): SegmentMatches {
  const { documentCount } = slot.segment;
  const passing = allowed ?? fullBitmap(documentCount);
  const documents = new Uint16Array(documentCount);
  let count = 0;
  for (let word = 0; word < passing.length; word++) {
    let bits = passing[word]! & ~(slot.deleted[word] ?? 0);
    while (bits !== 0) {
      documents[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
    }
  }
  return { slot, documents, primaries: new Float64Array(count), count };
}

function listed(found: SegmentMatches, primaryMin: number, groups: Int32Array | undefined): DocumentSet {
  const { slot, documents, primaries, count } = found;
  const kept = new Uint16Array(count);
  let keptCount = 0;
  for (let i = 0; i < count; i++) if (primaries[i]! >= primaryMin) kept[keptCount++] = documents[i]!;
  const set = { segment: slot.segment, documents: kept, count: keptCount };
  return groups === undefined ? set : { ...set, groups };
}
