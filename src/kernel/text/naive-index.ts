/**
 * The oracle of the text index: one list of documents, scanned from end to end for every query. It follows the prose of
 * `searcher.ts` and `ranking.ts` and shares with them only the analysis of texts. Used by tests alone.
 */
import { baseForm, foldAccents, forEachWord, hasDigit } from './analysis.ts';
import type { IndexDocument } from './document.ts';
import { compareBySort, passes } from './naive-conditions.ts';
import { NameNounFinder, nameRole } from './name-noun.ts';
import type { TextQuery } from './query.ts';
import { isPartNumber, queryWords, type QueryJoin, type QueryWord } from './query-words.ts';
import { zoneResolver, type TextSettings, type ZoneSettings } from './settings.ts';

interface NaiveDocument {
  source: IndexDocument;
  /** Occurrences by word, then by zone. */
  words: Map<string, number[]>;
  lengths: number[];
  nameBases: string[];
  nounBase: string | null;
}

interface NaiveVariant {
  kind: 'exact' | 'joined' | 'split' | 'prefix' | 'typo';
  words: QueryWord[];
  typos: number;
  factor: number;
  parts: string[][];
}

export interface NaiveResult {
  total: number;
  totalAllWords: number;
  keys: number[];
  matching: IndexDocument[];
}

export class NaiveIndex {
  readonly documents = new Map<number, NaiveDocument>();
  #settings: TextSettings;

  constructor(settings: TextSettings) {
    this.#settings = settings;
  }

  configure(settings: TextSettings): void {
    this.#settings = settings;
  }

  add(source: IndexDocument): void {
    const zoneOf = zoneResolver(this.#settings);
    const zones = 2 + this.#settings.zones.length;
    const document: NaiveDocument = {
      source,
      words: new Map(),
      lengths: Array<number>(zones).fill(0),
      nameBases: [],
      nounBase: null,
    };
    const nouns = new NameNounFinder();
    const seen: string[] = [];
    for (const { field, value } of source.texts) {
      const zone = zoneOf(field);
      if (zone < 0) continue;
      forEachWord(value, (word, start, end, joined) => {
        const counts = document.words.get(word) ?? Array<number>(zones).fill(0);
        document.words.set(word, counts);
        counts[zone] = Math.min(15, counts[zone]! + 1);
        const stopWord = this.#settings.stopWords.includes(foldAccents(word));
        if (zone === 0 && !joined)
          nouns.read(value, nameRole(word, stopWord), seen.push(word) - 1, start, end);
        if (stopWord || joined) return;
        document.lengths[zone]!++;
        if (zone === 0) document.nameBases.push(baseForm(word));
      });
    }
    if (nouns.term >= 0) document.nounBase = baseForm(seen[nouns.term]!);
    this.documents.set(source.key, document);
  }

  remove(key: number): boolean {
    return this.documents.delete(key);
  }

  setRank(key: number, rank: number): boolean {
    const document = this.documents.get(key);
    if (document === undefined) return false;
    this.documents.set(key, { ...document, source: { ...document.source, rank } });
    return true;
  }

  search(query: TextQuery): NaiveResult {
    const settings = this.#settings;
    const { words, joins } = queryWords(query.text, new Set(settings.stopWords));
    const passing = [...this.documents.values()].filter(
      ({ source }) => query.filter === undefined || passes(source, query.filter),
    );
    let scored = passing.map((document) => ({ document, level: 0, criteria: [] as number[], text: 0 }));
    if (words.length > 0) {
      const last = words.at(-1)!;
      const longEnough = words.length === 1 || last.folded.length >= (last.numeric ? 3 : 2);
      const asPrefix = query.lastWordPrefix !== false && last.end === query.text.length && longEnough;
      const exact = words.map((word) => this.#exact(word));
      const prefix = asPrefix ? [this.#prefix(last)] : [];
      const stages = [
        ...(asPrefix && settings.prefix === 'always' ? [] : [exact]),
        ...(asPrefix && prefix[0]!.parts[0]!.length > 0 ? [[...exact, ...prefix]] : []),
        [
          ...exact,
          ...this.#joined(words, joins),
          ...this.#split(words),
          ...prefix,
          ...this.#typos(words, asPrefix),
        ],
      ];
      for (const variants of stages) {
        scored = passing
          .map((document) => this.#score(document, words, variants))
          .filter(({ level }) => level > 0);
        if (scored.filter(({ level }) => level === words.length).length >= settings.allWordsAtLeast) break;
      }
    }
    const listedAtLeast = isPartNumber(query.text, words) ? 1 : settings.listedAtLeast;
    let lowest = words.length;
    while (lowest > 0 && scored.filter(({ level }) => level >= lowest).length < listedAtLeast) lowest--;
    const listed = scored.filter(({ level }) => level >= lowest);
    listed.sort(
      (a, b) =>
        compareBySort(a.document.source, b.document.source, query.sort ?? []) ||
        b.level - a.level ||
        a.criteria.map((value, i) => b.criteria[i]! - value).find((difference) => difference !== 0) ||
        this.#textKey(b.text) - this.#textKey(a.text) ||
        compareBySort(a.document.source, b.document.source, settings.shop) ||
        b.document.source.rank - a.document.source.rank ||
        a.document.source.key - b.document.source.key,
    );
    return {
      total: listed.length,
      totalAllWords: listed.filter(({ level }) => level === words.length).length,
      keys: listed.slice(query.offset, query.offset + query.limit).map(({ document }) => document.source.key),
      matching: listed.map(({ document }) => document.source),
    };
  }

  /** Text scores with the same key count as equal. */
  #textKey(text: number): number {
    const steps = Math.round(text * 4096);
    const share = this.#settings.textEqualWithin;
    return share === 0 ? steps : Math.floor(Math.log1p(steps) / Math.log1p(share));
  }

  #vocabulary(): string[] {
    return [...new Set([...this.documents.values()].flatMap(({ words }) => [...words.keys()]))];
  }

  #exact(word: QueryWord): NaiveVariant {
    const terms = this.#vocabulary().filter((term) => baseForm(term) === word.base);
    return { kind: 'exact', words: [word], typos: 0, factor: 1, parts: [terms] };
  }

  #prefix(word: QueryWord): NaiveVariant {
    const terms = this.#vocabulary().filter(
      (term) => foldAccents(term).startsWith(word.folded) && baseForm(term) !== word.base,
    );
    return { kind: 'prefix', words: [word], typos: 0, factor: this.#settings.ranking.prefix, parts: [terms] };
  }

  #joined(words: readonly QueryWord[], joins: readonly QueryJoin[]): NaiveVariant[] {
    return joins.flatMap((join): NaiveVariant[] => {
      const terms = this.#vocabulary().filter((term) => baseForm(term) === baseForm(join.text));
      const covered = words.filter((word) => (word.bit & join.bits) !== 0);
      return terms.length === 0
        ? []
        : [{ kind: 'joined', words: covered, typos: 0, factor: 1, parts: [terms] }];
    });
  }

  #split(words: readonly QueryWord[]): NaiveVariant[] {
    const vocabulary = this.#vocabulary();
    const termsOf = (text: string): string[] =>
      vocabulary.filter((term) => baseForm(term) === baseForm(text));
    return words.flatMap((word): NaiveVariant[] => {
      if (word.text.length < 4) return [];
      let best: string[][] | null = null;
      let bestFrequency = 0;
      for (let at = 1; at < word.text.length; at++) {
        const [left, right] = [word.text.slice(0, at), word.text.slice(at)];
        if (hasDigit(left.at(-1)!) === hasDigit(right[0]!) && (left.length < 2 || right.length < 2)) continue;
        const parts = [termsOf(left), termsOf(right)];
        const frequency = Math.min(...parts.map((terms) => this.#frequency(terms)));
        if (frequency > bestFrequency) [best, bestFrequency] = [parts, frequency];
      }
      return best === null ? [] : [{ kind: 'split', words: [word], typos: 0, factor: 1, parts: best }];
    });
  }

  #typos(words: readonly QueryWord[], lastAsPrefix: boolean): NaiveVariant[] {
    const { typos, ranking } = this.#settings;
    const variants: NaiveVariant[] = [];
    for (const prefix of [false, true]) {
      for (const count of [1, 2]) {
        for (const word of words) {
          const asPrefix = lastAsPrefix && word === words.at(-1);
          const length = word.folded.length;
          const allowed = word.numeric || length < typos.oneFrom ? 0 : length < typos.twoFrom ? 1 : 2;
          if (count > allowed || (prefix && !asPrefix)) continue;
          const terms = this.#vocabulary().filter((term) => {
            if (baseForm(term) === word.base || hasDigit(term)) return false;
            const distance = naiveDistances(word.folded, foldAccents(term));
            if (asPrefix && distance.prefix === 0) return false;
            if (!prefix) return distance.full === count;
            return distance.full > allowed && distance.prefix === count;
          });
          const factor = prefix ? ranking.prefix : 1;
          variants.push({ kind: 'typo', words: [word], typos: count, factor, parts: [terms] });
        }
      }
    }
    return variants.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
  }

  #frequency(terms: readonly string[]): number {
    let frequency = 0;
    for (const { words } of this.documents.values())
      for (const term of terms) if (words.has(term)) frequency++;
    return frequency;
  }

  #score(document: NaiveDocument, words: readonly QueryWord[], variants: readonly NaiveVariant[]) {
    const { ranking } = this.#settings;
    const [found, inName, same] = [new Set<QueryWord>(), new Set<QueryWord>(), new Set<QueryWord>()];
    let bm25 = 0;
    let typos = 0;
    for (const variant of variants) {
      if (variant.words.every((word) => found.has(word))) continue;
      const present = variant.parts.map((part) => part.filter((term) => document.words.has(term)));
      if (present.some((part) => part.length === 0)) continue;
      const weight =
        present.flat().reduce((sum, term) => sum + this.#weight(document, term), 0) / present.length;
      const frequency = Math.min(...variant.parts.map((part) => this.#frequency(part)), this.documents.size);
      const idf = Math.log(1 + (this.documents.size - frequency + 0.5) / (frequency + 0.5));
      bm25 += (idf * variant.factor * (ranking.saturation + 1) * weight) / (ranking.saturation + weight);
      typos += variant.typos;
      for (const word of variant.words) {
        found.add(word);
        if (present.every((part) => part.some((term) => document.words.get(term)![0]! > 0))) inName.add(word);
        if (variant.words.length === 1 && present.flat().includes(word.text)) same.add(word);
      }
    }
    const bases = words.map(
      (word) =>
        new Set(
          variants
            .filter(
              ({ kind, words: own }) =>
                own.length === 1 && own[0] === word && kind !== 'prefix' && kind !== 'split',
            )
            .flatMap(({ parts }) => parts.flat().map(baseForm)),
        ),
    );
    const allInName = inName.size === words.length;
    const phrase =
      allInName &&
      words.length > 1 &&
      document.nameBases.some((_, start) =>
        bases.every((set, i) => set.has(document.nameBases[start + i] ?? '\0')),
      );
    const nounIndex = words.findLastIndex((word) => !word.numeric);
    const itself = nounIndex >= 0 && document.nounBase !== null && bases[nounIndex]!.has(document.nounBase);
    const numbers = words.filter((word) => word.numeric);
    const numberShare =
      numbers.length === 0 ? 0 : numbers.filter((word) => inName.has(word)).length / numbers.length;
    const met = {
      allWordsInName: allInName,
      phraseInName: phrase,
      productItself: itself,
      typos: -Math.min(typos, 15),
    };
    const { criteria } = this.#settings;
    const bonus = (name: 'allWordsInName' | 'phraseInName' | 'productItself'): number =>
      met[name] && !criteria.includes(name) ? ranking[name] : 1;
    const text =
      bm25 *
      bonus('allWordsInName') *
      bonus('phraseInName') *
      bonus('productItself') *
      (1 + (ranking.numbersInName - 1) * numberShare) *
      (1 + ((ranking.writtenTheSame - 1) * same.size) / words.length) *
      (criteria.includes('typos') ? 1 : ranking.typo ** typos);
    return { document, level: found.size, criteria: criteria.map((name) => Number(met[name])), text };
  }

  #weight(document: NaiveDocument, term: string): number {
    const { name, others, zones } = this.#settings;
    return [name, others, ...zones].reduce((sum, zoneSettings: Omit<ZoneSettings, 'fields'>, zone) => {
      const { weight, weightWhenShort = weight, lengthPenalty } = zoneSettings;
      const mean = this.#meanLength(zone);
      const share = Math.min(1, this.#meanLength(0) / mean);
      const worth = weight + (weightWhenShort - weight) * share;
      const occurrences = document.words.get(term)![zone]!;
      return (
        sum + (occurrences * worth) / (1 - lengthPenalty + (lengthPenalty * document.lengths[zone]!) / mean)
      );
    }, 0);
  }

  /** Over the documents that have the zone. */
  #meanLength(zone: number): number {
    const lengths = [...this.documents.values()].map((document) => document.lengths[zone]!);
    const sum = lengths.reduce((total, length) => total + length, 0);
    return Math.max(sum / Math.max(lengths.filter((length) => length > 0).length, 1), 1e-9);
  }
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
