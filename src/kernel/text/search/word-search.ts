import { finish, type Steps } from '../../bits/steps.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { literalExpansions } from '../expansion/literal-expansion.ts';
import type { Grouping } from '../segments/variant-groups.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import type { MatchContext, Scorer, SegmentMatches } from '../scoring/scorer.ts';
import { infixExpansions } from '../expansion/part-numbers.ts';
import type { IndexQuery } from '../query/query.ts';
import { isPartNumber, type QueryText, type QueryWord } from '../language/query-words.ts';
import { inverseDocumentFrequency, zoneNorms, type CorpusStats } from '../scoring/ranking.ts';
import type { MinCompetitiveScore } from '../scoring/min-competitive-score.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { fuzzySynonymExpansions } from '../expansion/synonym-expansions.ts';
import { compileSynonyms, type CompiledSynonyms } from '../expansion/synonyms.ts';
import { typoRules, type CommonWords, type TypoRules } from '../expansion/typo-rules.ts';
import {
  joinedExpansions,
  mayBePrefix,
  prefixExpansion,
  splitExpansion,
  typoExpansions,
  type Expansion,
} from '../expansion/expansions.ts';
import { CandidateFinder } from './candidate-finder.ts';

/** What is searched, and for what. */
export interface SearchScope {
  states: readonly SegmentState[];
  stats: CorpusStats;
  grouping: Grouping | null;
  /** Where only those scores need be exact that reach it; null where all must be. */
  minCompetitive: MinCompetitiveScore | null;
}

export interface FoundByWords {
  matches: SegmentMatches[];
  context: MatchContext;
  /** Documents, or groups, by how many words they have; 0 for levels that are not listed. */
  levels: readonly number[];
}

/** Looks for words in stages, of which the next is run only where too little has all words (see `Searcher`). */
export class WordSearch {
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #lexicon: SharedDictionary;
  readonly #matcher: Scorer;
  readonly #typoRules: TypoRules;
  readonly #finder = new CandidateFinder();
  #compiledSynonyms: CompiledSynonyms | null = null;
  #norms: Float64Array[] = [];
  #normsCorpus = '';

  /** `lexicon`: kept up to date with the slots that are searched. */
  constructor(
    settings: TextSettings,
    analyzer: Analyzer,
    lexicon: SharedDictionary,
    matcher: Scorer,
    commonWords: CommonWords,
  ) {
    this.#settings = settings;
    this.#analyzer = analyzer;
    this.#lexicon = lexicon;
    this.#matcher = matcher;
    this.#typoRules = typoRules(settings, analyzer, commonWords);
  }

  /** `filters`: by slot. */
  find(
    query: IndexQuery,
    { words, joins }: QueryText,
    filters: readonly (SegmentFilter | null)[],
    { states, stats, grouping, minCompetitive: floor }: SearchScope,
  ): FoundByWords {
    // Of a part number, only what comes nearest is listed.
    const settings = isPartNumber(query.text, words)
      ? { ...this.#settings, dropWordsThreshold: 1 }
      : this.#settings;
    const norms = this.#normsOf(stats);
    const analyzer = this.#analyzer;
    const finder = this.#finder;
    finder.begin(states, filters, words.length, grouping);
    const rank = (variants: readonly Expansion[]) => {
      const idfs = variants.map(({ frequency }) => inverseDocumentFrequency(frequency, stats.documentCount));
      const { headFirst } = analyzer;
      const { phrases } = finder;
      const context: MatchContext = { words, variants, idfs, norms, settings, headFirst, phrases };
      // What has fewer words than is listed needs no score.
      const levels = finder.list(settings.dropWordsThreshold);
      const matches = states.map((state, s) =>
        this.#matcher.match(context, state, s, finder.found(s), floor),
      );
      return { matches, context, levels };
    };
    const literal = literalExpansions(states, words, analyzer, this.#synonyms, settings);
    finder.add(literal);
    const asPrefix = this.#lastWordIsPrefix(query, words);
    const isEnough = (): boolean => finder.countAllWords() >= settings.typoThreshold;
    if ((!asPrefix || (query.prefix ?? settings.prefix) === 'few') && isEnough()) return rank(literal);
    const begun = asPrefix ? this.#begun(states, words.at(-1)!, settings) : [];
    if (begun.length > 0) {
      finder.add(begun);
      if (isEnough()) return rank([...literal, ...begun]);
    }
    const cut = [
      ...joinedExpansions(states, joins, analyzer),
      ...words.map((word) => splitExpansion(states, word, analyzer)).filter((variant) => variant !== null),
    ];
    // A word of the catalog is not taken for another one that has synonyms.
    const frequencyOf = ({ bit }: QueryWord): number =>
      literal.find(({ kind, bits }) => kind === 'exact' && bits === bit)?.frequency ?? 0;
    const near = [
      ...infixExpansions(query.text, states, words, joins, (word) => frequencyOf(word) > 0, settings),
      ...this.#mistyped(states, words, asPrefix, frequencyOf, settings),
    ];
    finder.add([...cut, ...near]);
    return rank([...literal, ...cut, ...begun, ...near]);
  }

  /** How many documents, or groups, have all the words as they are written; null where that is too few to end with. */
  countAsWritten(
    { words }: QueryText,
    filters: readonly (SegmentFilter | null)[],
    { states, grouping }: SearchScope,
  ): number | null {
    const finder = this.#finder;
    finder.begin(states, filters, words.length, grouping);
    finder.add(literalExpansions(states, words, this.#analyzer, this.#synonyms, this.#settings));
    const count = finder.countAllWords();
    return count > 0 && count >= this.#settings.typoThreshold ? count : null;
  }

  /** Fewer typos first: a word found by one is not looked for with two. */
  #mistyped(
    states: readonly SegmentState[],
    words: readonly QueryWord[],
    asPrefix: boolean,
    frequencyOf: (word: QueryWord) => number,
    settings: TextSettings,
  ): Expansion[] {
    const rules = this.#typoRules;
    const variants = words.flatMap((word) => {
      const last = asPrefix && word === words.at(-1);
      return [
        ...typoExpansions(states, this.#lexicon, word, this.#analyzer, settings, {
          asPrefix: last,
          rules,
          frequency: frequencyOf(word),
        }),
        ...fuzzySynonymExpansions(states, word, this.#synonyms, settings, {
          asPrefix: last,
          typos: frequencyOf(word) > 0 ? 0 : rules.allowed(word),
        }),
      ];
    });
    return variants.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }

  /** The words that begin with this one, and the synonyms of such words. */
  #begun(states: readonly SegmentState[], word: QueryWord, settings: TextSettings): Expansion[] {
    const prefix = prefixExpansion(states, word, this.#analyzer, settings);
    const asPrefix = { asPrefix: true, typos: 0 };
    const synonyms = fuzzySynonymExpansions(states, word, this.#synonyms, settings, asPrefix);
    return prefix === null ? synonyms : [prefix, ...synonyms];
  }

  /** Compiles the synonyms, once for these settings: an index that is only filled needs none. */
  *prepare(): Steps<void> {
    this.#compiledSynonyms ??= yield* compileSynonyms(this.#settings, this.#analyzer);
  }

  get #synonyms(): CompiledSynonyms {
    return (this.#compiledSynonyms ??= finish(compileSynonyms(this.#settings, this.#analyzer)));
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
  #lastWordIsPrefix(query: IndexQuery, words: readonly QueryWord[]): boolean {
    const last = words.at(-1)!;
    return (
      query.lastWordPrefix !== false && last.end === query.text.length && mayBePrefix(last, words.length)
    );
  }
}
