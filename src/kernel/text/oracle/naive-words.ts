/** The words part of the oracle `naive-index.ts`: the ways in which query words are looked for, by scanning. */
import { foldUnits, hasDigit } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { firstParts, isFirstPart } from '../expansion/compounds.ts';
import { isPartNumber, type QueryJoin, type QueryWord } from '../language/query-words.ts';
import type { SynonymEntry, TextSettings } from '../schema/settings.ts';
import { builtInEnglishSynonyms } from '../expansion/built-in-synonyms.ts';
import { sideWords } from '../expansion/synonyms.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import { correctionRatio, type ExpansionKind } from '../expansion/expansions.ts';

export interface WordCounts {
  /** Occurrences by word, then by zone. */
  words: Map<string, number[]>;
}

export interface NaiveExpansion {
  kind: ExpansionKind;
  words: QueryWord[];
  typos: number;
  factor: number;
  parts: string[][];
  frequency: number;
  /** Whether the parts must stand side by side in the name. */
  phrase: boolean;
}

/** What is searched with, from one side of a rule to its others. */
interface NaiveSynonym {
  /** Bases of each way to write the side that is asked for. */
  keys: string[][];
  /** Where it is one word. */
  single: string | null;
  targets: string[][];
}

const repeated = (list: string[][], stems: string[]): boolean =>
  list.some((known) => known.join(' ') === stems.join(' '));

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

  /** As written, in compounds and by synonyms, with the frequency of all that together. */
  literal(words: readonly QueryWord[]): NaiveExpansion[] {
    const spans = this.#synonyms(words);
    const groups = words.map((word) => {
      const group = [
        this.#variant('exact', [word], [this.#termsOf(word.stem)]),
        ...this.#compound(word),
        ...spans.filter((variant) => variant.words.length === 1 && variant.words[0] === word),
      ];
      const frequency = group.reduce((sum, variant) => sum + variant.frequency, 0);
      return group.map((variant) => ({ ...variant, frequency }));
    });
    const ofSeveral = spans
      .filter((variant) => variant.words.length > 1)
      .map((variant) => {
        const covered = groups.filter(([exact]) => variant.words.includes(exact!.words[0]!));
        const literal = Math.min(...covered.map(([exact]) => exact!.frequency));
        return { ...variant, frequency: variant.frequency + literal };
      });
    return [...groups.flat(), ...ofSeveral];
  }

  #variant(
    kind: ExpansionKind,
    words: QueryWord[],
    parts: string[][],
    change: Partial<NaiveExpansion> = {},
  ): NaiveExpansion {
    const frequency = Math.min(...parts.map((part) => this.#frequency(part)));
    const phrase = kind === 'synonym' && parts.length > 1;
    return { kind, words, typos: 0, factor: 1, parts, frequency, phrase, ...change };
  }

  #termsOf(base: string): string[] {
    return this.#vocabulary.filter((term) => this.#analyzer.stem(term) === base);
  }

  #frequency(terms: readonly string[]): number {
    return this.#documents.reduce(
      (sum, { words }) => sum + terms.filter((term) => words.has(term)).length,
      0,
    );
  }

  #compound(word: QueryWord): NaiveExpansion[] {
    const { compounds, stem: baseForm, spellings } = this.#analyzer;
    if (compounds === null || word.numeric || word.stem.length < 3) return [];
    const endings = spellings(word.text).filter(({ length }) => length >= 3);
    const inCatalog = (base: string): boolean => this.#termsOf(base).length > 0;
    const terms = this.#vocabulary.filter((term) => {
      const ends =
        endings.some((ending) => foldUnits(term).endsWith(ending)) || baseForm(term).endsWith(word.stem);
      if (!ends || baseForm(term) === word.stem) return false;
      const parts = firstParts(term, baseForm(term), endings, word.stem);
      return parts.some((part) => isFirstPart(part, this.#analyzer, inCatalog));
    });
    if (terms.length === 0) return [];
    return [this.#variant('compound', [word], [terms], { factor: this.#settings.ranking.compound })];
  }

  #rules(): NaiveSynonym[] {
    const { synonyms, builtInSynonyms, languages } = this.#settings;
    const builtIn = builtInSynonyms && languages.includes('en') ? builtInEnglishSynonyms() : [];
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
    const { stem: baseForm, fold } = this.#analyzer;
    const words = sideWords(from, this.#analyzer);
    const keys = [words.map(baseForm), ...(words.length === 2 ? [[baseForm(words.join(''))]] : [])];
    const targets = to.flatMap((side) => {
      const other = sideWords(side, this.#analyzer);
      return [other.map(baseForm), ...(other.length === 2 ? [[baseForm(other.join(''))]] : [])];
    });
    return { keys, single: words.length === 1 ? fold(words[0]!) : null, targets };
  }

  #synonyms(words: readonly QueryWord[]): NaiveExpansion[] {
    const rules = this.#rules();
    return words.flatMap((_, start) =>
      words.slice(start, start + 4).flatMap((__, more) => {
        const span = words.slice(start, start + more + 1);
        const stems = span.map(({ stem: base }) => base);
        const factor = this.#settings.ranking.synonym;
        return this.#targets(span, this.#reached(rules, stems), { factor });
      }),
    );
  }

  /** Everything that the rules give for a side, each once, in their order. */
  #reached(rules: readonly NaiveSynonym[], stems: string[]): string[][] {
    const reached: string[][] = [];
    for (const rule of rules) {
      if (!repeated(rule.keys, stems)) continue;
      for (const target of rule.targets) {
        if (!repeated(reached, target) && !repeated([stems], target)) reached.push(target);
      }
    }
    return reached;
  }

  #targets(
    span: QueryWord[],
    targets: readonly string[][],
    change: Partial<NaiveExpansion>,
  ): NaiveExpansion[] {
    const singles = targets.filter((target) => target.length === 1);
    const terms = singles.flatMap(([base]) => this.#termsOf(base!));
    const several = targets.filter((target) => target.length > 1);
    return [[terms], ...several.map((target) => target.map((base) => this.#termsOf(base)))]
      .map((parts) => this.#variant('synonym', span, parts, change))
      .filter(({ frequency }) => frequency > 0);
  }

  /** Words that begin with this one, and the synonyms of such words. */
  begun(word: QueryWord): NaiveExpansion[] {
    const spellings = this.#analyzer.spellings(word.text);
    const terms = this.#vocabulary.filter(
      (term) =>
        spellings.some((spelling) => foldUnits(term).startsWith(spelling)) &&
        this.#analyzer.stem(term) !== word.stem,
    );
    const factor = this.#settings.ranking.prefix;
    const prefix = terms.length === 0 ? [] : [this.#variant('prefix', [word], [terms], { factor })];
    return [...prefix, ...this.#looseSynonyms(word, true, 0)];
  }

  joined(words: readonly QueryWord[], joins: readonly QueryJoin[]): NaiveExpansion[] {
    return joins.flatMap((join) => {
      const terms = this.#termsOf(this.#analyzer.stem(join.text));
      const covered = words.filter((word) => (word.bit & join.bits) !== 0);
      return terms.length === 0 ? [] : [this.#variant('joined', covered, [terms])];
    });
  }

  /** Part numbers that have a word, or two with a separator, anywhere within. */
  infixes(
    text: string,
    words: readonly QueryWord[],
    joins: readonly QueryJoin[],
    literal: readonly NaiveExpansion[],
  ): NaiveExpansion[] {
    const alone = words.length === 1 || isPartNumber(text, words);
    const mixed = (part: string): boolean => /[0-9]/.test(part) && /[^0-9.]/.test(part);
    const asked = [
      ...words.map((word) => ({ part: word.text, covered: [word] })),
      ...joins
        .filter(({ start, end }) => !/\s/.test(text.slice(start, end)))
        .map((join) => ({
          part: join.text,
          covered: words.filter(({ bit }) => (bit & join.bits) !== 0),
        })),
    ];
    return asked.flatMap(({ part, covered }) => {
      if (!mixed(part) && !(alone && /[0-9]/.test(part))) return [];
      if (part.length < (mixed(part) ? 3 : 4)) return [];
      if (!alone && covered.every((word) => frequencyOf(word, literal) > 0)) return [];
      const terms = this.#vocabulary.filter((term) => term !== part && mixed(term) && term.includes(part));
      const factor = this.#settings.ranking.prefix;
      return terms.length === 0 ? [] : [this.#variant('infix', covered, [terms], { factor })];
    });
  }

  split(words: readonly QueryWord[]): NaiveExpansion[] {
    return words.flatMap((word) => {
      if (word.text.length < 4) return [];
      let best: NaiveExpansion | null = null;
      for (let at = 1; at < word.text.length; at++) {
        const [left, right] = [word.text.slice(0, at), word.text.slice(at)];
        if (hasDigit(left.at(-1)!) === hasDigit(right[0]!) && (left.length < 2 || right.length < 2)) continue;
        const parts = [left, right].map((part) => this.#termsOf(this.#analyzer.stem(part)));
        const variant = this.#variant('split', [word], parts);
        if (variant.frequency > (best?.frequency ?? 0)) best = variant;
      }
      return best === null ? [] : [best];
    });
  }

  typos(
    words: readonly QueryWord[],
    lastAsPrefix: boolean,
    literal: readonly NaiveExpansion[],
  ): NaiveExpansion[] {
    const { ranking } = this.#settings;
    const variants = words.flatMap((word) => {
      const asPrefix = lastAsPrefix && word === words.at(-1);
      const allowed = this.#typosAllowed(word);
      const ways = [false, true].flatMap((beginning) => [1, 2].map((count) => ({ beginning, count })));
      const own = ways
        .filter(({ beginning, count }) => count <= allowed && (asPrefix || !beginning))
        .map(({ beginning, count }) => {
          const terms = this.#vocabulary.filter((term) => {
            const base = this.#analyzer.stem(term);
            if (base === word.stem || hasDigit(term) || this.#isOff(base)) return false;
            if (this.#frequency(this.#termsOf(base)) < frequencyOf(word, literal) * correctionRatio)
              return false;
            const { full, prefix } = this.#distances(word, term);
            if (asPrefix && prefix === 0) return false;
            return beginning ? full > allowed && prefix === count : full === count;
          });
          const factor = beginning ? ranking.prefix : 1;
          return this.#variant('typo', [word], [terms], { typos: count, factor });
        });
      return [...own, ...this.#looseSynonyms(word, asPrefix, frequencyOf(word, literal) > 0 ? 0 : allowed)];
    });
    return variants.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }

  #typosAllowed(word: QueryWord): number {
    const { enabled, minLengthOneTypo, minLengthTwoTypos } = this.#settings.typos;
    const length = word.folded.length;
    if (!enabled || word.numeric || length < minLengthOneTypo || this.#isOff(word.stem)) return 0;
    const isCommon = this.#settings.languages.some((code) => {
      const words = [...(this.#commonWords.get(code) ?? [])];
      return words.includes(word.folded) || words.includes(word.stem);
    });
    if (isCommon) return 0;
    return length < minLengthTwoTypos ? 1 : 2;
  }

  #isOff(base: string): boolean {
    return this.#settings.typos.disabledWords.some(
      (word) => this.#analyzer.stem(word.toLowerCase()) === base,
    );
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

  /** Synonyms of the words with synonyms that begin with this one or differ by typos. */
  #looseSynonyms(word: QueryWord, asPrefix: boolean, allowed: number): NaiveExpansion[] {
    const { synonym, prefix: prefixFactor } = this.#settings.ranking;
    if (word.folded.length < 3) return [];
    const rules = this.#rules();
    const singles = [...new Set(rules.flatMap(({ single }) => (single === null ? [] : [single])))].sort();
    const variants = singles.flatMap((single) => {
      const { full, prefix } = naiveDistances(word.folded, single);
      const stems = [this.#analyzer.stem(single)];
      if (stems[0] === word.stem || full === 0) return [];
      const isBeginning = asPrefix && (prefix === 0 || full > allowed) && prefix <= allowed;
      if (!isBeginning && full > allowed) return [];
      const change = {
        typos: isBeginning ? prefix : full,
        factor: isBeginning ? synonym * prefixFactor : synonym,
      };
      return this.#targets([word], this.#reached(rules, stems), change);
    });
    return variants.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }
}

/** Documents with the word, or with what means the same. */
function frequencyOf(word: QueryWord, literal: readonly NaiveExpansion[]): number {
  return literal.find(({ kind, words: [own] }) => kind === 'exact' && own === word)?.frequency ?? 0;
}

/** Optimal string alignment by the textbook table; what touches the first letter of `word` costs 2. */
export function naiveDistances(word: string, term: string): { full: number; prefix: number } {
  const table = Array.from({ length: word.length + 1 }, () => Array<number>(term.length + 1).fill(99));
  table[0]![0] = 0;
  for (let i = 0; i <= word.length; i++) {
    for (let j = i === 0 ? 1 : 0; j <= term.length; j++) {
      let best = 99;
      if (j > 0) best = Math.min(best, table[i]![j - 1]! + (i === 0 ? 2 : 1));
      if (i > 0) best = Math.min(best, table[i - 1]![j]! + (i === 1 ? 2 : 1));
      if (i > 0 && j > 0) {
        const same = word[i - 1] === term[j - 1];
        best = Math.min(best, table[i - 1]![j - 1]! + (same ? 0 : i === 1 ? 2 : 1));
        if (i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]) {
          best = Math.min(best, table[i - 2]![j - 2]! + (i === 2 ? 2 : 1));
        }
      }
      table[i]![j] = best;
    }
  }
  const last = table[word.length]!;
  return { full: last[term.length]!, prefix: Math.min(...last) };
}
