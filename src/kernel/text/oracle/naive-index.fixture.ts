/**
 * The oracle of the text index: a list of documents with a full scan for every query. It implements the comments of
 * `searcher.ts` and `ranking.ts` and shares only the text analysis with them. For tests only.
 */
import { tokenize } from '../language/tokenizer.ts';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import type { IndexDocument } from '../schema/document.ts';
import { naivelyDiversified, type CappedProduct } from './naive-caps.fixture.ts';
import { compareBySort, passes, readValues } from './naive-conditions.fixture.ts';
import { HeadNounFinder } from '../language/head-noun.ts';
import { arranged, stepsOf } from './naive-rules.fixture.ts';
import { noCommonWords, type CommonWords } from '../expansion/typo-rules.ts';
import type { NaiveExpansion, WordCounts } from './naive-expansions.fixture.ts';
import { NaiveWords } from './naive-words.fixture.ts';
import type { Pin, IndexQuery } from '../query/query.ts';
import { analyzeQuery, type QueryWord } from '../language/query-words.ts';
import { namedBy } from './naive-identifiers.fixture.ts';
import { isInNamedCategory } from './naive-categories.fixture.ts';
import { naivelyOptional } from './naive-optional.fixture.ts';
import type { TextSettings } from '../schema/settings.ts';
import { makeComparable } from '../segments/columns.ts';
import { countZones, createZoneResolver, readZones } from '../schema/zones.ts';
import { log, log1p } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

interface NaiveDocument extends WordCounts {
  source: IndexDocument;
  lengths: number[];
  nameStems: string[];
  headNoun: string | null;
}

export interface NaiveResult {
  total: number;
  totalAllWords: number;
  keys: number[];
  /** For each hit that is a product with variants: the number of listed variants, and the next ones. */
  variants: ({ count: number; others: number[] } | null)[];
  /** For each hit: the index of the pin that fixes its position. */
  pins: (number | undefined)[];
  /** For each hit: the identifier field that equals the query. */
  identifiers: (string | undefined)[];
  matching: IndexDocument[];
  /** The product of a document, as a string. */
  productOf: (document: IndexDocument) => string;
}

export class NaiveIndex {
  readonly documents = new Map<number, NaiveDocument>();
  #settings: TextSettings;
  readonly #analyzer: Analyzer;
  readonly #commonWords: CommonWords;

  constructor(settings: TextSettings, commonWords: CommonWords = noCommonWords) {
    this.#commonWords = commonWords;
    this.#settings = settings;
    this.#analyzer = createAnalyzer(settings);
  }

  configure(settings: TextSettings): void {
    this.#settings = settings;
  }

  add(source: IndexDocument): void {
    const [zoneOf, zones] = [createZoneResolver(this.#settings), countZones(this.#settings)];
    const document: NaiveDocument = {
      source,
      words: new Map(),
      lengths: Array<number>(zones).fill(0),
      nameStems: [],
      headNoun: null,
    };
    const headNouns = new HeadNounFinder(this.#analyzer.headFirst);
    const seen: string[] = [];
    for (const { field, value } of source.texts) {
      const zone = zoneOf(field);
      if (zone < 0) continue;
      const isTranslation = field.startsWith('translations.');
      tokenize(value, (word, start, end, joined) => {
        const counts = document.words.get(word) ?? Array<number>(zones).fill(0);
        document.words.set(word, counts);
        counts[zone] = Math.min(15, counts[zone]! + 1);
        const stopWord = this.#analyzer.isStopWord(word);
        if (zone === 0 && !joined && !isTranslation)
          headNouns.read(value, this.#analyzer.nameRole(word), seen.push(word) - 1, start, end);
        if (stopWord || joined || isTranslation) return;
        document.lengths[zone]!++;
        if (zone === 0) document.nameStems.push(this.#analyzer.stem(word));
      });
    }
    if (headNouns.term >= 0) document.headNoun = this.#analyzer.stem(seen[headNouns.term]!);
    this.documents.set(source.key, document);
  }

  remove(key: number): boolean {
    return this.documents.delete(key);
  }

  setPopularity(key: number, popularity: number): boolean {
    const document = this.documents.get(key);
    if (document === undefined) return false;
    this.documents.set(key, { ...document, source: { ...document.source, popularity } });
    return true;
  }

  search(query: IndexQuery): NaiveResult {
    const settings = this.#settings;
    const passing = [...this.documents.values()].filter(
      ({ source }) =>
        (query.filter === undefined || passes(source, query.filter)) &&
        (query.rules?.hidden === undefined || !passes(source, query.rules.hidden)),
    );
    const grouped = query.grouped !== false && settings.groupBy !== '';
    const analyzed = analyzeQuery(query.text, this.#analyzer);
    const naive = new NaiveWords(this.documents.values(), settings, this.#analyzer, this.#commonWords);
    const literalOfAll = naive.literal(analyzed.words, []);
    const { words, joins, ...text } = naivelyOptional(analyzed, passing, settings, literalOfAll);
    const productName = (source: IndexDocument): string => {
      const group = source.values.find(({ field }) => grouped && field === settings.groupBy);
      return group === undefined ? `key ${source.key}` : `group ${group.value}`;
    };
    const productOf = ({ source }: NaiveDocument): string => productName(source);
    const products = (list: readonly { document: NaiveDocument }[]): number =>
      new Set(list.map(({ document }) => productOf(document))).size;
    let scored = passing.map((document) => ({ document, level: 0, criteria: [] as number[], text: 0 }));
    if (words.length > 0) {
      const last = words.at(-1)!;
      const longEnough = words.length === 1 || last.folded.length >= (last.numeric ? 3 : 2);
      const prefix = query.prefix ?? settings.prefix;
      const isOn = query.lastWordPrefix !== false && prefix !== 'off';
      const asPrefix = isOn && last.end === query.text.length && longEnough;
      const literal = naive.literal(words, joins);
      const optional = naive.literal(text.optionalWords, []);
      const prefixes = asPrefix ? naive.prefixes(last) : [];
      const stages = [
        ...(asPrefix && prefix === 'always' ? [] : [literal]),
        ...(prefixes.length > 0 ? [[...literal, ...prefixes]] : []),
        [
          ...literal,
          ...naive.joined(words, joins),
          ...naive.split(words),
          ...prefixes,
          ...naive.infixes(query.text, words, joins, literal),
          ...naive.typos(words, asPrefix, literal),
        ],
      ];
      for (const expansions of stages) {
        scored = passing
          .map((document) => this.#score(document, words, [...expansions, ...optional]))
          .filter(({ level }) => level > 0);
        if (products(scored.filter(({ level }) => level === words.length)) >= settings.typoThreshold) break;
      }
    }
    const dropWordsThreshold = text.isPartNumber ? 1 : settings.dropWordsThreshold;
    let lowest = words.length;
    while (lowest > 0 && products(scored.filter(({ level }) => level >= lowest)) < dropWordsThreshold)
      lowest--;
    const listed = scored
      .filter(({ level }) => level >= lowest)
      .map((match) => ({
        ...match,
        criteria: this.#withRules(match.criteria, stepsOf(match.document.source, query)),
      }));
    if (query.listsAll === true && words.length > 0) {
      const found = new Set(listed.map(({ document }) => document));
      const none = settings.criteria.map(() => 0);
      for (const document of passing.filter((one) => !found.has(one))) {
        const criteria = this.#withRules(none, stepsOf(document.source, query));
        listed.push({ document, level: 0, criteria, text: 0 });
      }
    }
    type Listed = (typeof listed)[number];
    const { last, lastInTier } = query;
    const tier = ({ document }: Listed): number =>
      last !== undefined && passes(document.source, last) ? 1 : 0;
    const hasTiers = (query.sort ?? []).length === 0 && (words.length > 0 || last === undefined);
    const part = ({ document }: Listed): number =>
      lastInTier !== undefined && hasTiers && passes(document.source, lastInTier) ? 1 : 0;
    const compare = (a: Listed, b: Listed): number =>
      tier(a) - tier(b) ||
      compareBySort(a.document.source, b.document.source, query.sort ?? []) ||
      b.level - a.level ||
      part(a) - part(b) ||
      a.criteria.map((value, i) => b.criteria[i]! - value).find((difference) => difference !== 0) ||
      this.#textKey(b.text) - this.#textKey(a.text) ||
      compareBySort(a.document.source, b.document.source, settings.customRanking) ||
      b.document.source.popularity - a.document.source.popularity ||
      a.document.source.key - b.document.source.key;
    const totalAllWords = products(listed.filter(({ level }) => level === words.length));
    const named = namedBy(query.text, settings);
    const found = new Set(listed.map(({ document }) => document));
    for (const document of passing) {
      if (found.has(document) || named(document.source) === null) continue;
      const criteria = listed[0]?.criteria.map(() => -Infinity) ?? [];
      listed.push({ document, level: lowest, criteria, text: 0 });
    }
    const listedKeys = new Set(listed.map(({ document }) => document.source.key));
    const unlisted = passing
      .filter(({ source }) => !listedKeys.has(source.key))
      .map((document) => ({ document, level: 0, criteria: listed[0]?.criteria.map(() => 0) ?? [], text: 0 }));
    const rulePins = query.rules?.pins ?? [];
    const caps = (query.sort ?? []).length > 0 ? [] : (query.caps ?? []);
    const deciding =
      (query.rules?.boosts ?? []).length === 0 ? 0 : 1 + Math.max(0, settings.criteria.indexOf('rules'));
    const seenByCaps = ([first]: Listed[]): CappedProduct => ({
      tier: JSON.stringify([tier(first!), first!.level, part(first!), first!.criteria.slice(0, deciding)]),
      values: caps.map(({ field }) => new Set(readValues(first!.document.source, field).map(makeComparable))),
    });
    const diversify = (products: Listed[][], pinned: ReadonlyMap<number, Listed[]>): Listed[][] =>
      caps.length === 0 ? products : naivelyDiversified(products, pinned, caps, seenByCaps);
    const identified = listed
      .flatMap((match) => {
        const by = named(match.document.source);
        return by === null ? [] : [{ match, by }];
      })
      .sort(
        (a, b) =>
          Number(b.by.isVerbatim) - Number(a.by.isVerbatim) ||
          a.by.rank - b.by.rank ||
          compare(a.match, b.match),
      )
      .map(({ match }): Pin => ({ key: match.document.source.key, product: '', position: 1 }));
    const pins = (query.sort ?? []).length > 0 ? rulePins : [...rulePins, ...identified];
    const arrangement = arranged(
      listed.sort(compare),
      unlisted.sort(compare),
      { pins },
      {
        productOf: ({ document }) => productOf(document),
        documentOf: ({ document }) => document.source,
        groupBy: settings.groupBy,
        arrange: diversify,
      },
    );
    const rulePin = (pin: number | undefined): number | undefined =>
      rulePins[pin ?? -1] === undefined ? undefined : pin;
    const page = arrangement.products.slice(query.offset, query.offset + query.limit);
    return {
      total: arrangement.products.length,
      totalAllWords,
      keys: page.map(([first]) => first!.document.source.key),
      variants: page.map(([first, ...others]) =>
        productOf(first!.document).startsWith('key')
          ? null
          : {
              count: others.length + 1,
              others: others.slice(0, query.variants ?? 0).map(({ document }) => document.source.key),
            },
      ),
      pins: page.map(([first]) => rulePin(arrangement.pinOf(first!))),
      identifiers: page.map(([first]) => named(first!.document.source)?.field),
      matching: arrangement.products.flat().map(({ document }) => document.source),
      productOf: productName,
    };
  }

  /** Inserts the boosts at the rank of the criterion, or before all others. */
  #withRules(criteria: readonly number[], steps: number): number[] {
    const at = this.#settings.criteria.indexOf('rules');
    return at < 0 || criteria.length === 0 ? [steps, ...criteria] : criteria.with(at, steps);
  }

  /** Text scores with the same key are equal. */
  #textKey(text: number): number {
    const steps = Math.round(text * 4096);
    const tolerance = this.#settings.textScoreTolerance;
    return tolerance === 0 ? steps : Math.floor(log1p(steps) / log1p(tolerance));
  }

  #score(document: NaiveDocument, words: readonly QueryWord[], expansions: readonly NaiveExpansion[]) {
    const { ranking } = this.#settings;
    const [found, inName, sameForm] = [new Set<QueryWord>(), new Set<QueryWord>(), new Set<QueryWord>()];
    let bm25 = 0;
    let typos = 0;
    for (const expansion of expansions) {
      if (expansion.words.every((word) => found.has(word))) continue;
      const zones = expansion.kind === 'typo' ? this.#typoTolerantZones() : null;
      const present = expansion.parts.map((part) =>
        part.filter((term) =>
          document.words.get(term)?.some((count, zone) => count > 0 && zones?.[zone] !== false),
        ),
      );
      if (present.some((part) => part.length === 0)) continue;
      if (expansion.phrase && !this.#hasPhrase(document, expansion.parts)) continue;
      const weight =
        present.flat().reduce((sum, term) => sum + this.#weight(document, term, zones), 0) / present.length;
      const frequency = Math.min(expansion.frequency, this.documents.size);
      const idf = log(1 + (this.documents.size - frequency + 0.5) / (frequency + 0.5));
      const isInTranslation = this.#isInTranslatedName(document, expansion, present[0] ?? []);
      const missing = expansion.words.filter((word) => !found.has(word)).length / expansion.words.length;
      bm25 +=
        (missing * idf * expansion.factor * (ranking.saturation + 1) * weight) /
        (ranking.saturation + weight);
      typos += expansion.typos;
      for (const word of expansion.words) {
        found.add(word);
        if (
          !isInTranslation &&
          present.every((part) =>
            part.some((term) => document.words.get(term)![0]! > 0 && zones?.[0] !== false),
          )
        )
          inName.add(word);
        if (expansion.kind === 'exact' && present.flat().includes(word.text)) sameForm.add(word);
      }
    }
    // Optional words add to the score only.
    for (const set of [found, inName, sameForm])
      for (const word of set) if (!words.includes(word)) set.delete(word);
    const stems = words.map(
      (word) =>
        new Set(
          expansions
            .filter(
              ({ kind, words: covered, parts }) =>
                covered.length === 1 &&
                covered[0] === word &&
                kind !== 'prefix' &&
                kind !== 'infix' &&
                parts.length === 1,
            )
            .flatMap(({ parts }) => parts.flat().map(this.#analyzer.stem)),
        ),
    );
    const allInName = inName.size === words.length;
    const phrase = allInName && words.length > 1 && containsPhrase(document.nameStems, stems);
    const plain = words.filter((word) => !word.numeric);
    const headWord = this.#analyzer.headFirst ? plain[0] : plain.at(-1);
    const headIndex = headWord === undefined ? -1 : words.indexOf(headWord);
    const isHeadNoun =
      headIndex >= 0 && document.headNoun !== null && stems[headIndex]!.has(document.headNoun);
    const numbers = words.filter((word) => word.numeric);
    const numberShare =
      numbers.length === 0 ? 0 : numbers.filter((word) => inName.has(word)).length / numbers.length;
    const values = {
      rules: 0,
      allWordsInName: allInName,
      phraseInName: phrase,
      headNounMatch: isHeadNoun,
      typos: -Math.min(typos, 15),
    };
    const { criteria } = this.#settings;
    const factor = (name: 'allWordsInName' | 'phraseInName' | 'headNounMatch'): number =>
      values[name] && !criteria.includes(name) ? ranking[name] : 1;
    const text =
      bm25 *
      factor('allWordsInName') *
      factor('phraseInName') *
      factor('headNounMatch') *
      (isInNamedCategory(document, words, this.documents.values(), this.#analyzer)
        ? ranking.categoryMatch
        : 1) *
      (1 + (ranking.numbersInName - 1) * numberShare) *
      (1 + ((ranking.exactWordForms - 1) * sameForm.size) / words.length) *
      (criteria.includes('typos') ? 1 : pow(ranking.typo, typos));
    return { document, level: found.size, criteria: criteria.map((name) => Number(values[name])), text };
  }

  /** Whether a prefix begins a word of a translated name, and none of the document's own name. */
  #isInTranslatedName(
    { words, nameStems }: NaiveDocument,
    { parts, prefixes }: NaiveExpansion,
    present: readonly string[],
  ): boolean {
    if (prefixes === undefined || !present.some((term) => words.get(term)![0]! > 0)) return false;
    const stems = new Set(parts.flat().map(this.#analyzer.stem));
    if (nameStems.some((stem) => stems.has(stem))) return false;
    return !nameStems.some((stem, i) =>
      prefixes.some(
        (prefix) => stem.length < prefix.length && `${stem}${nameStems[i + 1] ?? ''}`.startsWith(prefix),
      ),
    );
  }

  #hasPhrase(document: NaiveDocument, parts: readonly string[][]): boolean {
    return containsPhrase(
      document.nameStems,
      parts.map((part) => new Set(part.map(this.#analyzer.stem))),
    );
  }

  /** By zone, whether typos are tolerated. */
  #typoTolerantZones(): boolean[] {
    const { name, typos } = this.#settings;
    const isNameDisabled = typos.disabledFields.some((disabled) =>
      name.fields.some((field) => disabled === field || disabled.startsWith(`${field}.`)),
    );
    const plain = 2 + this.#settings.zones.length;
    return readZones(this.#settings).map((_, zone) => (zone === 0 ? !isNameDisabled : zone < plain));
  }

  #weight(document: NaiveDocument, term: string, zones: readonly boolean[] | null): number {
    return readZones(this.#settings).reduce((sum, zoneSettings, zone) => {
      const { weight, weightWhenShort = weight, lengthPenalty } = zoneSettings;
      const mean = this.#meanLength(zone);
      const ratio = Math.min(1, this.#meanLength(0) / mean);
      const zoneWeight = weight + (weightWhenShort - weight) * ratio;
      const occurrences = zones?.[zone] === false ? 0 : document.words.get(term)![zone]!;
      return (
        sum +
        (occurrences * zoneWeight) / (1 - lengthPenalty + (lengthPenalty * document.lengths[zone]!) / mean)
      );
    }, 0);
  }

  /** Mean length of a zone, over the documents with any word in it. */
  #meanLength(zone: number): number {
    const lengths = [...this.documents.values()].map((document) => document.lengths[zone]!);
    const sum = lengths.reduce((total, length) => total + length, 0);
    return Math.max(sum / Math.max(lengths.filter((length) => length > 0).length, 1), 1e-9);
  }
}

/** Whether a sequence of words from the sets occurs. */
function containsPhrase(stems: readonly string[], sets: readonly ReadonlySet<string>[]): boolean {
  return stems.some((_, start) => sets.every((set, i) => set.has(stems[start + i] ?? '\0')));
}
