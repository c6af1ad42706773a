/** Query expansion of the oracle `naive-index.fixture.ts`, by full scans. */
import { foldUnits, hasDigit } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { listNamesWithSigns, removeNameSign } from '../language/name-signs.ts';
import { isDimension, isFraction } from '../language/numerals.ts';
import { listFirstParts, isCompoundStart } from '../expansion/compounds.ts';
import { isPartNumber, type QueryJoin, type QueryWord } from '../language/query-words.ts';
import type { SynonymEntry, TextSettings } from '../schema/settings.ts';
import { listEnglishSynonyms } from '../expansion/built-in-synonyms.ts';
import { listSideWords } from '../expansion/synonyms.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import type { ExpansionKind } from '../expansion/expansions.ts';
import {
  frequencyOf,
  splitNaively,
  type NaiveExpansion,
  type NaiveSynonym,
  type WordCounts,
} from './naive-expansions.fixture.ts';
import { naiveDistances } from './naive-distances.fixture.ts';
import { correctionRatio } from '../expansion/typo-expansions.ts';

const includesStems = (list: string[][], stems: string[]): boolean =>
  list.some((entry) => entry.join(' ') === stems.join(' '));

export class NaiveWords {
  readonly #documents: readonly WordCounts[];
  readonly #vocabulary: string[];
  readonly #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #commonWords: CommonWords;

  constructor(
    documents: Iterable<WordCounts>,
    settings: TextSettings,
    analyzer: Analyzer,
    commonWords: CommonWords,
  ) {
    this.#commonWords = commonWords;
    this.#documents = [...documents];
    this.#vocabulary = [...new Set(this.#documents.flatMap(({ words }) => [...words.keys()]))];
    this.#settings = settings;
    this.#analyzer = analyzer;
  }

  /** Exact matches, compounds and synonyms, with their total frequency; words that names have as one only, and unknown words that names have as two. */
  literal(words: readonly QueryWord[], joins: readonly QueryJoin[]): NaiveExpansion[] {
    const spans = this.#synonyms(words);
    const byWord = words.map((word) => {
      const expansions = [
        this.#expansion('exact', [word], [this.#termsOf(word.stem)]),
        ...this.#compound(word),
        ...this.#signed(word),
        ...spans.filter((expansion) => expansion.words.length === 1 && expansion.words[0] === word),
      ];
      const frequency = expansions.reduce((sum, expansion) => sum + expansion.frequency, 0);
      return expansions.map((expansion) => ({ ...expansion, frequency }));
    });
    const ofSeveralWords = spans
      .filter((expansion) => expansion.words.length > 1)
      .map((expansion) => {
        const covered = byWord.filter(([exact]) => expansion.words.includes(exact!.words[0]!));
        const literal = Math.min(...covered.map(([exact]) => exact!.frequency));
        return { ...expansion, frequency: expansion.frequency + literal };
      });
    const onlyJoined = this.#joined(words, joins).filter((expansion) => !this.#isWrittenApart(expansion));
    return [...byWord.flat(), ...ofSeveralWords, ...onlyJoined, ...this.#splitUnknownWords(words)];
  }

  #expansion(
    kind: ExpansionKind,
    words: QueryWord[],
    parts: string[][],
    change: Partial<NaiveExpansion> = {},
  ): NaiveExpansion {
    const frequency = Math.min(...parts.map((part) => this.#frequency(part)));
    const phrase = kind === 'synonym' && parts.length > 1;
    return { kind, words, typos: 0, factor: 1, parts, frequency, phrase, ...change };
  }

  #termsOf(stem: string): string[] {
    return this.#vocabulary.filter((term) => this.#analyzer.stem(term) === stem);
  }

  #frequency(terms: readonly string[]): number {
    const count = ({ words }: WordCounts): number => terms.filter((term) => words.has(term)).length;
    return this.#documents.reduce((sum, document) => sum + count(document), 0);
  }

  #compound(word: QueryWord): NaiveExpansion[] {
    const { compounds, stem, spellings } = this.#analyzer;
    if (compounds === null || word.numeric || word.stem.length < 3) return [];
    const endings = spellings(word.text).filter(({ length }) => length >= 3);
    const inCatalog = (text: string): boolean => this.#termsOf(text).length > 0;
    const terms = this.#vocabulary.filter((term) => {
      const ends =
        endings.some((ending) => foldUnits(term).endsWith(ending)) || stem(term).endsWith(word.stem);
      if (!ends || stem(term) === word.stem) return false;
      const parts = listFirstParts(term, stem(term), endings, word.stem);
      return parts.some((part) => isCompoundStart(part, this.#analyzer, inCatalog));
    });
    if (terms.length === 0) return [];
    return [this.#expansion('compound', [word], [terms], { factor: this.#settings.ranking.compound })];
  }

  /** Names that are the word with a sign. */
  #signed(word: QueryWord): NaiveExpansion[] {
    const terms = listNamesWithSigns(word.folded).flatMap((name) => this.#termsOf(name));
    const factor = this.#settings.ranking.prefix;
    return terms.length === 0 ? [] : [this.#expansion('prefix', [word], [terms], { factor })];
  }

  #rules(): NaiveSynonym[] {
    const { synonyms, builtInSynonyms, languages } = this.#settings;
    const builtIn = builtInSynonyms && languages.includes('en') ? listEnglishSynonyms() : [];
    const rules: SynonymEntry[] = [...synonyms, ...builtIn];
    return rules.flatMap((rule) =>
      rule.kind === 'oneWay'
        ? [this.#rule(rule.from, rule.to)]
        : rule.words.map((from) =>
            this.#rule(
              from,
              rule.words.filter((word) => word !== from),
            ),
          ),
    );
  }

  #rule(from: string, to: readonly string[]): NaiveSynonym {
    const { stem, fold } = this.#analyzer;
    const words = listSideWords(from, this.#analyzer);
    const keys = [words.map(stem), ...(words.length === 2 ? [[stem(words.join(''))]] : [])];
    const targets = to.flatMap((side) => {
      const other = listSideWords(side, this.#analyzer);
      return [other.map(stem), ...(other.length === 2 ? [[stem(other.join(''))]] : [])];
    });
    return { keys, single: words.length === 1 ? fold(words[0]!) : null, targets };
  }

  #synonyms(words: readonly QueryWord[]): NaiveExpansion[] {
    const rules = this.#rules();
    return words.flatMap((_, start) =>
      words.slice(start, start + 4).flatMap((__, more) => {
        const span = words.slice(start, start + more + 1);
        const stems = span.map(({ stem }) => stem);
        const factor = this.#settings.ranking.synonym;
        return this.#targets(span, this.#synonymsOf(rules, stems), { factor });
      }),
    );
  }

  /** The distinct targets of a side in all rules, in their order. */
  #synonymsOf(rules: readonly NaiveSynonym[], stems: string[]): string[][] {
    const found: string[][] = [];
    for (const rule of rules) {
      if (!includesStems(rule.keys, stems)) continue;
      for (const target of rule.targets) {
        if (!includesStems(found, target) && !includesStems([stems], target)) found.push(target);
      }
    }
    return found;
  }

  #targets(
    span: QueryWord[],
    targets: readonly string[][],
    change: Partial<NaiveExpansion>,
  ): NaiveExpansion[] {
    const singles = targets.filter((target) => target.length === 1);
    const terms = singles.flatMap(([stem]) => this.#termsOf(stem!));
    const several = targets.filter((target) => target.length > 1);
    return [[terms], ...several.map((target) => target.map((stem) => this.#termsOf(stem)))]
      .map((parts) => this.#expansion('synonym', span, parts, change))
      .filter(({ frequency }) => frequency > 0);
  }

  /** The words with this prefix, and their synonyms. */
  prefixes(word: QueryWord): NaiveExpansion[] {
    const spellings = this.#analyzer.spellings(word.text);
    const terms = this.#vocabulary.filter(
      (term) =>
        spellings.some((spelling) => foldUnits(term).startsWith(spelling)) &&
        this.#analyzer.stem(term) !== word.stem,
    );
    const factor = this.#settings.ranking.prefix;
    const prefix =
      terms.length === 0 ? [] : [this.#expansion('prefix', [word], [terms], { factor, prefixes: spellings })];
    return [...prefix, ...this.#fuzzySynonyms(word, true, 0)];
  }

  joined(words: readonly QueryWord[], joins: readonly QueryJoin[]): NaiveExpansion[] {
    return this.#joined(words, joins).filter((expansion) => this.#isWrittenApart(expansion));
  }

  #isWrittenApart({ words }: NaiveExpansion): boolean {
    return words.length < 2 || this.#isInName(words.map(({ stem }) => stem));
  }

  /** Whether a name has these stems next to each other. */
  #isInName(stems: readonly string[]): boolean {
    return this.#documents.some(({ nameStems }) =>
      nameStems.some((_, first) => stems.every((stem, i) => nameStems[first + i] === stem)),
    );
  }

  #joined(words: readonly QueryWord[], joins: readonly QueryJoin[]): NaiveExpansion[] {
    return joins.flatMap((join) => {
      const terms = this.#termsOf(this.#analyzer.stem(join.text));
      const covered = words.filter((word) => (word.bit & join.bits) !== 0);
      return terms.length === 0 ? [] : [this.#expansion('joined', covered, [terms])];
    });
  }

  /** Part numbers that contain a word, or two with a separator. */
  infixes(
    text: string,
    words: readonly QueryWord[],
    joins: readonly QueryJoin[],
    literal: readonly NaiveExpansion[],
  ): NaiveExpansion[] {
    const alone = words.length === 1 || isPartNumber(text, words);
    const mixed = (part: string): boolean => /[0-9]/.test(part) && /[^0-9.]/.test(part);
    const candidates = [
      ...words.map((word) => ({ part: word.text, covered: [word] })),
      ...joins
        .filter(({ start, end }) => !/\s/.test(text.slice(start, end)))
        .map((join) => ({
          part: join.text,
          covered: words.filter(({ bit }) => (bit & join.bits) !== 0),
        })),
    ];
    return candidates.flatMap(({ part, covered }) => {
      if (!mixed(part) && !(alone && /[0-9]/.test(part))) return [];
      if (part.length < (mixed(part) ? 3 : 4)) return [];
      if (!alone && covered.every((word) => frequencyOf(word, literal) > 0)) return [];
      const terms = this.#vocabulary.filter((term) => term !== part && mixed(term) && term.includes(part));
      const factor = this.#settings.ranking.prefix;
      return terms.length === 0 ? [] : [this.#expansion('infix', covered, [terms], { factor })];
    });
  }

  /** Splits of words of no document; see `splitUnknownWord`. */
  #splitUnknownWords(words: readonly QueryWord[]): NaiveExpansion[] {
    return words.flatMap((word) => {
      if (this.#termsOf(word.stem).length > 0) return [];
      const inTwo = this.#bestSplit(word, (left, right, hasLetterAlone) =>
        !hasLetterAlone &&
        [left, right].every((part) => this.#vocabulary.includes(part)) &&
        this.#isInName([left, right].map((part) => this.#analyzer.stem(part)))
          ? 0
          : null,
      );
      if (inTwo.length > 0) return inTwo.map((split) => ({ ...split, phrase: true }));
      const stems = splitNaively(word.text, this.#vocabulary, this.#analyzer, (parts) =>
        this.#isInName(parts),
      );
      const terms = stems?.map((stem) => this.#termsOf(stem));
      return terms === undefined ? [] : [this.#expansion('split', [word], terms, { phrase: true })];
    });
  }

  /** See `splitExpansion`. */
  split(words: readonly QueryWord[]): NaiveExpansion[] {
    return words.flatMap((word) => {
      const phrase = isFraction(word.text);
      if (phrase || isDimension(word.text)) {
        const parts = word.text.split(phrase ? '/' : 'x').map((number) => this.#termsOf(number));
        const factor = phrase ? this.#settings.ranking.prefix : 1;
        return [this.#expansion('split', [word], parts, { phrase, factor })].filter(
          ({ frequency }) => frequency > 0,
        );
      }
      const bare = this.#termsOf(this.#analyzer.stem(removeNameSign(word.text) ?? ''));
      const asBare = this.#expansion('split', [word], [bare], { factor: this.#settings.ranking.prefix });
      const splits = this.#bestSplit(word, (left, right, hasLetterAlone) => {
        const parts = [left, right];
        if (hasLetterAlone) return this.#isInName(parts.map((part) => this.#analyzer.stem(part))) ? 2 : null;
        return parts.every((part) => this.#vocabulary.includes(part)) ? 0 : 1;
      });
      return bare.length === 0 ? splits : [...splits, asBare];
    });
  }

  #bestSplit(
    word: QueryWord,
    rank: (left: string, right: string, hasLetterAlone: boolean) => number | null,
  ): NaiveExpansion[] {
    if (word.text.length < 4) return [];
    const splits = Array.from({ length: word.text.length - 1 }, (_, i) => {
      const [left, right] = [word.text.slice(0, i + 1), word.text.slice(i + 1)];
      const kindChanges = hasDigit(left.at(-1)!) !== hasDigit(right[0]!);
      const hasLetterAlone = !kindChanges && (left.length < 2 || right.length < 2);
      const parts = [left, right].map((part) => this.#termsOf(this.#analyzer.stem(part)));
      return {
        expansion: this.#expansion('split', [word], parts),
        rank: rank(left, right, hasLetterAlone),
      };
    }).filter((split) => split.rank !== null && split.expansion.frequency > 0);
    const [best] = splits.sort((a, b) => a.rank! - b.rank! || b.expansion.frequency - a.expansion.frequency);
    return best === undefined ? [] : [best.expansion];
  }

  typos(
    words: readonly QueryWord[],
    lastAsPrefix: boolean,
    literal: readonly NaiveExpansion[],
  ): NaiveExpansion[] {
    const { ranking } = this.#settings;
    const expansions = words.flatMap((word) => {
      const asPrefix = lastAsPrefix && word === words.at(-1);
      const allowed = this.#typosAllowed(word);
      const kinds = [false, true].flatMap((isPrefix) => [1, 2].map((count) => ({ isPrefix, count })));
      const typos = kinds
        .filter(({ isPrefix, count }) => count <= allowed && (asPrefix || !isPrefix))
        .map(({ isPrefix, count }) => {
          const near = this.#vocabulary.filter((term) => {
            const stem = this.#analyzer.stem(term);
            if (stem === word.stem || hasDigit(term) || this.#isDisabled(stem)) return false;
            const frequency = frequencyOf(word, literal);
            if (frequency > 0 && stem[0] !== word.stem[0]) return false;
            if (this.#frequency(this.#termsOf(stem)) < frequency * correctionRatio) return false;
            return !asPrefix || this.#distances(word, term).prefix > 0;
          });
          const typosOfForms = (term: string): number =>
            Math.min(
              tooManyTypos,
              ...near
                .filter((other) => this.#analyzer.stem(other) === this.#analyzer.stem(term))
                .map((other) => this.#distances(word, other).full),
            );
          const hasInitial = (term: string): boolean => this.#analyzer.stem(term)[0] === word.stem[0];
          const mustHaveInitial = near.some((term) => typosOfForms(term) === 1 && hasInitial(term));
          const terms = isPrefix
            ? near.filter(
                (term) =>
                  this.#distances(word, term).prefix === count &&
                  typosOfForms(term) > allowed &&
                  (!mustHaveInitial || hasInitial(term)),
              )
            : this.#vocabulary.filter((term) => typosOfForms(term) === count);
          const factor = isPrefix ? ranking.prefix : 1;
          return this.#expansion('typo', [word], [terms], { typos: count, factor });
        });
      const synonymTypos = frequencyOf(word, literal) > 0 ? 0 : allowed;
      return [...typos, ...this.#fuzzySynonyms(word, asPrefix, synonymTypos)];
    });
    return expansions.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }

  #typosAllowed(word: QueryWord): number {
    const { enabled, minLengthOneTypo, minLengthTwoTypos } = this.#settings.typos;
    const length = word.folded.length;
    if (!enabled || word.numeric || length < minLengthOneTypo || this.#isDisabled(word.stem)) return 0;
    if (this.#settings.languages.some((code) => this.#commonWords.has(code, word))) return 0;
    return length < minLengthTwoTypos ? 1 : 2;
  }

  #isDisabled(stem: string): boolean {
    const { disabledWords } = this.#settings.typos;
    return disabledWords.some((word) => this.#analyzer.stem(word.toLowerCase()) === stem);
  }

  #distances(word: QueryWord, term: string): { full: number; prefix: number } {
    const all = this.#analyzer
      .spellings(word.text)
      .map((spelling) => naiveDistances(spelling, foldUnits(term)));
    return {
      full: Math.min(...all.map(({ full }) => full)),
      prefix: Math.min(...all.map(({ prefix }) => prefix)),
    };
  }

  /** Synonyms of the words with this prefix or within the allowed typos. */
  #fuzzySynonyms(word: QueryWord, asPrefix: boolean, allowed: number): NaiveExpansion[] {
    const { synonym, prefix: prefixFactor } = this.#settings.ranking;
    if (word.folded.length < 3) return [];
    const rules = this.#rules();
    const singles = [...new Set(rules.flatMap(({ single }) => (single === null ? [] : [single])))].sort();
    const expansions = singles.flatMap((single) => {
      const { full, prefix } = naiveDistances(word.folded, single);
      const stems = [this.#analyzer.stem(single)];
      if (stems[0] === word.stem || full === 0) return [];
      const isPrefix = asPrefix && (prefix === 0 || full > allowed) && prefix <= allowed;
      if (!isPrefix && full > allowed) return [];
      const change = {
        typos: isPrefix ? prefix : full,
        factor: isPrefix ? synonym * prefixFactor : synonym,
      };
      return this.#targets([word], this.#synonymsOf(rules, stems), change);
    });
    return expansions.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }
}

const tooManyTypos = 9;
