import { finish, type Steps } from '../../bits/steps.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { expandByCorrection } from '../expansion/learned-expansions.ts';
import { expandLiterally } from '../expansion/literal-expansion.ts';
import type { Grouping } from '../segments/variant-groups.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import { computeWordFigures } from '../scoring/name-query.ts';
import { isScoreless, type MatchContext, type Scorer, type SegmentMatches } from '../scoring/scorer.ts';
import { splitConcatenatedWord } from '../expansion/concatenated-words.ts';
import { expandBareName } from '../expansion/signed-names.ts';
import { expandInfixes } from '../expansion/part-numbers.ts';
import { filterBitmap } from '../query/filters.ts';
import type { IndexQuery } from '../query/query.ts';
import type { QueryText, QueryWord } from '../language/query-words.ts';
import { computeInverseDocumentFrequency, computeZoneNorms } from '../scoring/ranking.ts';
import type { CorpusStats } from '../segments/segment-set.ts';
import type { TopScores } from '../../bits/top-scores.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { expandFuzzySynonyms } from '../expansion/synonym-expansions.ts';
import { compileSynonyms, type CompiledSynonyms } from '../expansion/synonyms.ts';
import { createTypoRules, type CommonWords, type TypoRules } from '../expansion/typo-rules.ts';
import {
  expandJoinedWords,
  canBePrefix,
  expandPrefix,
  splitUnknownWord,
  splitExpansion,
  type Expansion,
} from '../expansion/expansions.ts';
import { expandTypos } from '../expansion/typo-expansions.ts';
import { isInName } from './name-phrases.ts';
import { hasTranslations, isOnlyInTranslatedNames } from './translated-names.ts';
import { CategoryNames, testCategory } from './category-names.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { withOptionalPurpose } from './optional-words.ts';

/** The searched states, with options of counting and scoring. */
export interface SearchScope {
  states: readonly SegmentState[];
  stats: CorpusStats;
  grouping: Grouping | null;
  /** Scores below it may be inexact; null if all must be exact. */
  minCompetitive: TopScores | null;
}

export interface FoundByWords {
  matches: SegmentMatches[];
  context: MatchContext;
  /** Number of documents, or groups, by number of words; 0 for levels that are not listed. */
  levels: readonly number[];
}

/**
 * How the catalog has a word: `known` as written, in a compound, by a synonym or as two words; `prefix` as the beginning of words only;
 * or in none of these ways.
 */
export type WordPresence = 'known' | 'prefix' | 'unknown';

/** Searches words in stages; the next stage runs only if too few documents have all words (see `Searcher`). */
export class WordSearch {
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #dictionary: SharedDictionary;
  readonly #scorer: Scorer;
  readonly #typoRules: TypoRules;
  readonly #finder = new CandidateFinder();
  readonly #categories: CategoryNames;
  #compiledSynonyms: CompiledSynonyms | null = null;
  #norms: Float64Array[] = [];
  /** The numbers that the norms depend on. */
  readonly #normsCorpus: number[] = [];

  /** `dictionary` is up to date with the searched states. */
  constructor(
    settings: TextSettings,
    analyzer: Analyzer,
    dictionary: SharedDictionary,
    scorer: Scorer,
    commonWords: CommonWords,
  ) {
    this.#settings = settings;
    this.#analyzer = analyzer;
    this.#dictionary = dictionary;
    this.#scorer = scorer;
    this.#typoRules = createTypoRules(settings, analyzer, commonWords);
    this.#categories = new CategoryNames(settings, analyzer);
  }

  /** Finds the matches; `filters` are by segment. */
  find(
    query: IndexQuery,
    queryText: QueryText,
    filters: readonly (SegmentFilter | null)[],
    { states, stats, grouping, minCompetitive }: SearchScope,
  ): FoundByWords {
    const { words, optionalWords, isPartNumber } = queryText;
    // A part number lists only its best level.
    const settings = isPartNumber ? { ...this.#settings, dropWordsThreshold: 1 } : this.#settings;
    const norms = this.#computeNorms(stats);
    const analyzer = this.#analyzer;
    const finder = this.#finder;
    finder.begin(states, filters, words.length, grouping);
    const optional = expandLiterally(states, optionalWords, analyzer, this.#synonyms, settings);
    const { lastInTier } = query;
    const last = lastInTier === undefined ? null : states.map((state) => filterBitmap(state, lastInTier));
    const { category } = query;
    const categories =
      category === undefined ? this.#categories.find(states, words) : testCategory(states, category);
    const rank = (found: readonly Expansion[]) => {
      const expansions = [...found, ...optional];
      const idfs = expansions.map(({ frequency }) =>
        computeInverseDocumentFrequency(frequency, stats.documentCount),
      );
      const { phrases } = finder;
      const context: MatchContext = {
        words,
        wordFigures: computeWordFigures(words, analyzer.headFirst),
        optionalWords,
        expansions,
        idfs,
        isScoreless: isScoreless({ words, expansions, idfs, settings }),
        norms,
        settings,
        phrases,
        categoryTests: categories,
        last,
      };
      // Lists first, as documents below the lowest level need no score.
      const levels = finder.list(settings.dropWordsThreshold);
      const matches = states.map((state, segmentNo) =>
        this.#scorer.match(context, state, segmentNo, finder.listFound(segmentNo), minCompetitive),
      );
      return { matches, context, levels };
    };
    const { literal: written, joined } = this.#expandAsWritten(states, queryText, settings);
    const asPrefix = this.#isLastWordPrefix(query, words);
    const learned = this.#expandByCorrections(states, words, written, { ...query, asPrefix, settings });
    const literal = [...written, ...learned];
    finder.add(literal);
    const isEnough = (): boolean => finder.countAllWords() >= settings.typoThreshold;
    if ((!asPrefix || (query.prefix ?? settings.prefix) === 'few') && isEnough()) return rank(literal);
    const prefixes = asPrefix ? this.#expandPrefixes(states, words.at(-1)!, settings) : [];
    if (prefixes.length > 0) {
      finder.add(prefixes);
      if (isEnough()) return rank([...literal, ...prefixes]);
    }
    if (query.semantic?.isForeign === true) return rank([...literal, ...prefixes]);
    const respaced = [
      ...joined,
      ...words
        .flatMap((word) => [
          splitExpansion(states, word, analyzer, settings, (stems) => isInName(states, stems)),
          expandBareName(states, word, analyzer, settings),
        ])
        .filter((expansion) => expansion !== null),
    ];
    // A word of the catalog is not corrected to a word with synonyms.
    const countWordDocuments = ({ bit }: QueryWord): number =>
      literal.find(({ kind, bits }) => kind === 'exact' && bits === bit)?.frequency ?? 0;
    // A learned correction is what visitors meant by the word, unless it finds nothing here.
    const corrected = finder.countAllWords() > 0 ? collectKnownWords(learned) : 0;
    const mistyped = words.filter(({ bit }) => (corrected & bit) === 0);
    const prefix = asPrefix ? words.at(-1)! : null;
    const inexact = [
      ...expandInfixes(queryText, states, (word) => countWordDocuments(word) > 0, settings),
      ...this.#expandTypos(states, mistyped, prefix, countWordDocuments, settings),
    ];
    finder.add([...respaced, ...inexact]);
    return rank([...literal, ...respaced, ...prefixes, ...inexact]);
  }

  /** Counts the documents, or groups, with all words as written; null if the search would try further stages. */
  countAsWritten(
    queryText: QueryText,
    filters: readonly (SegmentFilter | null)[],
    { states, grouping }: SearchScope,
  ): number | null {
    const finder = this.#finder;
    finder.begin(states, filters, queryText.words.length, grouping);
    const { literal } = this.#expandAsWritten(states, queryText, this.#settings);
    // Joined and split words are corrections.
    if (literal.some(({ kind }) => kind === 'joined' || kind === 'split')) return null;
    finder.add(literal);
    const count = finder.countAllWords();
    return count > 0 && count >= this.#settings.typoThreshold ? count : null;
  }

  /**
   * The expansions of words as written. `literal` are those of the first stage, with joined words that names have as one word only, and
   * unknown words that names have as several. `joined` are those of the last stage.
   */
  #expandAsWritten(
    states: readonly SegmentState[],
    { words, joins }: QueryText,
    settings: TextSettings,
  ): { readonly literal: Expansion[]; readonly joined: Expansion[] } {
    const literal = expandLiterally(states, words, this.#analyzer, this.#synonyms, settings);
    const joined: Expansion[] = [];
    for (const expansion of expandJoinedWords(states, joins, this.#analyzer))
      (isWrittenApart(states, words, expansion) ? joined : literal).push(expansion);
    for (const word of words) {
      const inName = (stems: readonly string[]): boolean => isInName(states, stems);
      const split =
        splitUnknownWord(states, word, this.#analyzer, inName) ??
        splitConcatenatedWord(states, word, this.#analyzer, inName);
      if (split !== null) literal.push(split);
    }
    return { literal, joined };
  }

  /** Expansions ordered by typos: a word found with one is not searched with two. `prefix` is the word that may be a prefix. */
  #expandTypos(
    states: readonly SegmentState[],
    words: readonly QueryWord[],
    prefix: QueryWord | null,
    countDocuments: (word: QueryWord) => number,
    settings: TextSettings,
  ): Expansion[] {
    const rules = this.#typoRules;
    const expansions = words.flatMap((word) => {
      const asPrefix = word === prefix;
      return [
        ...expandTypos(states, this.#dictionary, word, this.#analyzer, settings, {
          asPrefix,
          rules,
          frequency: countDocuments(word),
        }),
        ...expandFuzzySynonyms(states, word, this.#synonyms, settings, {
          asPrefix,
          typos: countDocuments(word) > 0 ? 0 : rules.countAllowedTypos(word),
        }),
      ];
    });
    return expansions.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }

  /** Makes words of a text optional, see `withOptionalPurpose`. `filters` are by segment. */
  withOptionalWords(
    queryText: QueryText,
    filters: readonly (SegmentFilter | null)[],
    states: readonly SegmentState[],
  ): QueryText {
    const settings = this.#settings;
    const literal = expandLiterally(states, queryText.words, this.#analyzer, this.#synonyms, settings);
    return withOptionalPurpose(queryText, literal, settings, { states, filters });
  }

  /** Tells how the catalog has each word of a text, whose last word may be a prefix. */
  findPresence(queryText: QueryText, states: readonly SegmentState[]): WordPresence[] {
    const { words } = queryText;
    const { literal } = this.#expandAsWritten(states, queryText, this.#settings);
    const matchedBits = collectKnownWords(literal);
    const asPrefix = words.length > 0 && this.#isLastWordPrefix(queryText, words);
    return words.map((word) => {
      if ((matchedBits & word.bit) !== 0) return 'known';
      return asPrefix && this.#isPrefix(states, word, words) ? 'prefix' : 'unknown';
    });
  }

  /** Tells which words of a text the catalog has in translated names, but in no name of an item's own language. */
  findTranslatedWords({ words }: QueryText, states: readonly SegmentState[]): boolean[] {
    if (!hasTranslations(states)) return words.map(() => false);
    const literal = expandLiterally(states, words, this.#analyzer, this.#synonyms, this.#settings);
    return words.map(({ text, bit }) => {
      const expansions = literal.filter(({ bits, frequency }) => bits === bit && frequency > 0);
      // Names are indexed without stop words.
      return (
        expansions.length > 0 &&
        !this.#analyzer.isStopWord(text) &&
        expansions.every((expansion) => isOnlyInTranslatedNames(states, expansion))
      );
    });
  }

  /** The learned corrections of words that the catalog has neither as written nor as a prefix. */
  #expandByCorrections(
    states: readonly SegmentState[],
    words: readonly QueryWord[],
    written: readonly Expansion[],
    {
      findCorrection,
      asPrefix,
      settings,
    }: Pick<IndexQuery, 'findCorrection'> & {
      asPrefix: boolean;
      settings: TextSettings;
    },
  ): Expansion[] {
    if (findCorrection === undefined) return [];
    const analysis = {
      analyzer: this.#analyzer,
      synonyms: this.#synonyms,
      rules: this.#typoRules,
      settings,
    };
    const matchedBits = collectKnownWords(written);
    return words.flatMap((word) => {
      if ((matchedBits & word.bit) !== 0 || !this.#typoRules.allowsLearned(word)) return [];
      const target = findCorrection(word.stem);
      if (target === null || (asPrefix && this.#isPrefix(states, word, words))) return [];
      return expandByCorrection(states, word, target, analysis);
    });
  }

  /** Whether it is the last word, and words of the catalog begin with it. */
  #isPrefix(states: readonly SegmentState[], word: QueryWord, words: readonly QueryWord[]): boolean {
    return word === words.at(-1) && expandPrefix(states, word, this.#analyzer, this.#settings) !== null;
  }

  /** The words with this prefix, and their synonyms. */
  #expandPrefixes(states: readonly SegmentState[], word: QueryWord, settings: TextSettings): Expansion[] {
    const prefix = expandPrefix(states, word, this.#analyzer, settings);
    const asPrefix = { asPrefix: true, typos: 0 };
    const synonyms = expandFuzzySynonyms(states, word, this.#synonyms, settings, asPrefix);
    return prefix === null ? synonyms : [prefix, ...synonyms];
  }

  /** Compiles the synonyms, once for these settings: an index that is only filled does not need them. */
  *prepare(): Steps<void> {
    this.#compiledSynonyms ??= yield* compileSynonyms(this.#settings, this.#analyzer);
  }

  get #synonyms(): CompiledSynonyms {
    return (this.#compiledSynonyms ??= finish(compileSynonyms(this.#settings, this.#analyzer)));
  }

  /** The tables of norms, recomputed only if the corpus changed. */
  #computeNorms(stats: CorpusStats): Float64Array[] {
    const { zoneDocumentCounts, zoneLengthSums } = stats;
    const corpus = this.#normsCorpus;
    let isSame = this.#norms.length > 0;
    zoneLengthSums.forEach((sum, zone) => {
      isSame &&= corpus[2 * zone] === sum && corpus[2 * zone + 1] === zoneDocumentCounts[zone];
      corpus[2 * zone] = sum;
      corpus[2 * zone + 1] = zoneDocumentCounts[zone]!;
    });
    if (!isSame) this.#norms = computeZoneNorms(stats, this.#settings);
    return this.#norms;
  }

  /** Whether the last word may be a prefix; it is complete if a blank or a stop word follows. */
  #isLastWordPrefix(
    {
      text,
      lastWordPrefix,
      prefix = this.#settings.prefix,
    }: Pick<IndexQuery, 'text' | 'lastWordPrefix' | 'prefix'>,
    words: readonly QueryWord[],
  ): boolean {
    const last = words.at(-1)!;
    const isOn = lastWordPrefix !== false && prefix !== 'off';
    return isOn && last.end === text.length && canBePrefix(last, words.length);
  }
}

/** The bits of the words that some document has by these expansions. */
const collectKnownWords = (expansions: readonly Expansion[]): number =>
  expansions.reduce((all, { bits, frequency }) => (frequency > 0 ? all | bits : all), 0);

/** Whether a name has the words of a joined word as separate words, next to each other. */
function isWrittenApart(
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  { bits }: Expansion,
): boolean {
  const stems = words.filter(({ bit }) => (bits & bit) !== 0).map(({ stem }) => stem);
  return stems.length < 2 || isInName(states, stems);
}
