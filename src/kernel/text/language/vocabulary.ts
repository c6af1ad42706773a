import { createGrowableUint32, createGrowableUint8 } from '../../bits/growable.ts';
import { SortedStrings } from '../../bits/sorted-strings.ts';
import type { TextSettings } from '../schema/settings.ts';
import { createAnalyzer, type Analyzer, type NameRole } from './analyzer.ts';
import { hasDigit } from './tokenizer.ts';
import { WordTable } from './word-table.ts';

const none = 0xffffffff;

/**
 * Words with their analysis, numbered as terms, and their stems. Segments that are built one after another can share one:
 * most words of a catalog are then analyzed and stored once. Its size is the sum of their words.
 */
export class Vocabulary {
  readonly stems = new SortedStrings();
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #words = new WordTable();
  readonly #stemIds = new Map<string, number>();
  /** The last term of each stem, or `none`, and the previous term of each term's stem. */
  readonly #lastOfStem = createGrowableUint32();
  readonly #previousOfStem = createGrowableUint32();
  readonly #termStems = createGrowableUint32();
  readonly #isStopWord = createGrowableUint8();
  readonly #roles: NameRole[] = [];

  constructor(settings: TextSettings, analyzer = createAnalyzer(settings)) {
    this.#settings = settings;
    this.#analyzer = analyzer;
  }

  /** Whether words have the same analysis under these settings. */
  hasSameAnalysis(settings: TextSettings): boolean {
    return formatAnalysisKey(settings) === formatAnalysisKey(this.#settings);
  }

  get headFirst(): boolean {
    return this.#analyzer.headFirst;
  }

  get terms(): SortedStrings {
    return this.#words.words;
  }

  get termCount(): number {
    return this.terms.strings.length;
  }

  /** The term of the word, or -1. */
  findTerm(word: string): number {
    return this.#words.find(word);
  }

  /** See {@link WordTable.findPlain}. */
  findPlainTerm(text: string, start: number, end: number, hash: number): number {
    return this.#words.findPlain(text, start, end, hash);
  }

  /** Adds a new word and returns its term. */
  add(word: string): number {
    const { stem, isStopWord, nameRole } = this.#analyzer;
    return this.#append(word, stem(word), isStopWord(word), nameRole(word));
  }

  /** A vocabulary of the words without digits. Most words with digits are part numbers, of which each product adds its own. */
  withoutNumbers(): Vocabulary {
    const rest = new Vocabulary(this.#settings, this.#analyzer);
    this.terms.strings.forEach((word, term) => {
      if (!hasDigit(word))
        rest.#append(
          word,
          this.stems.strings[this.getStem(term)]!,
          this.isStopWord(term),
          this.getRole(term),
        );
    });
    return rest;
  }

  #append(word: string, stemText: string, isStopWord: boolean, role: NameRole): number {
    const term = this.#words.add(word);
    let stem = this.#stemIds.get(stemText);
    if (stem === undefined) {
      stem = this.stems.add(stemText);
      this.#lastOfStem.push(none);
      this.#stemIds.set(stemText, stem);
    }
    this.#previousOfStem.push(this.#lastOfStem.data[stem]!);
    this.#lastOfStem.data[stem] = term;
    this.#termStems.push(stem);
    this.#isStopWord.push(isStopWord ? 1 : 0);
    this.#roles.push(role);
    return term;
  }

  getStem(term: number): number {
    return this.#termStems.data[term]!;
  }

  isStopWord(term: number): boolean {
    return this.#isStopWord.data[term] === 1;
  }

  getRole(term: number): NameRole {
    return this.#roles[term]!;
  }

  /** The number of the stem, or -1. */
  stemId(text: string): number {
    return this.#stemIds.get(text) ?? -1;
  }

  /** The terms of a stem in ascending order. */
  listTermsOfStem(stem: number): number[] {
    const terms: number[] = [];
    const previous = this.#previousOfStem.data;
    for (let term = this.#lastOfStem.data[stem]!; term !== none; term = previous[term]!) terms.push(term);
    return terms.reverse();
  }
}

function formatAnalysisKey({ languages, stopWords }: TextSettings): string {
  return JSON.stringify([languages, stopWords]);
}
