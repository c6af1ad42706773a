import type { ProjectEngine } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/filters.ts';
import type { AnalyzedQuery, TextQuery } from '../../../ports/text.ts';
import { analysisOf } from '../query/analyzed-query.ts';
import { AttributeValues, valueWordsMax, type AttributeValue } from './attribute-values.ts';
import { rangePhrases, type PricePhrase, type TextSpan } from './range-phrases.ts';

/** What a part of the query became. */
export interface UnderstoodPart extends TextSpan {
  /** As in the query. */
  readonly text: string;
  readonly field: string;
  readonly filter: Filter;
}

export interface UnderstoodQuery {
  /** The words that are searched for under the filters of `parts`. */
  readonly text: string;
  /** In the order of the query. */
  readonly parts: readonly UnderstoodPart[];
}

type Project = Pick<ProjectEngine, 'text'>;

const priceField = 'price';
/** Values of a catalog are read again after this long, or after a hundred times as long as it takes. */
const valuesAgeMs = 5_000;
const valuesAgeFactor = 100;
const valueFieldsMax = 30;
const valuesPerFieldMax = 5_000;
/** Share of the items with all words as text that must satisfy the filters: "blue island" is a title, not a colour. */
const literalShareMin = 0.2;
/** The same where the whole query is one value: a word that is also used otherwise stays a word. */
const loneShareMin = 0.9;
/** Shortest word that may be two values written as one, and its shortest part. */
const compoundLengthMin = 8;
const compoundPartMin = 3;
/** Letters that join the parts of a compound. */
const linkingElements = ['', 's', 'es', 'n', 'en', 'er'] as const;

const cached = new WeakMap<ProjectEngine['text'], Map<string, { readAt: number; ageMax: number; values: Promise<AttributeValues> }>>();

/** The values of the catalog that the reply may reveal, at most some seconds old. */
function attributeValues({ text }: Project, { privateFields = [] }: TextQuery, now: number): Promise<AttributeValues> {
  let byFields = cached.get(text);
  if (byFields === undefined) cached.set(text, (byFields = new Map()));
  const key = JSON.stringify(privateFields);
  const known = byFields.get(key);
  if (known !== undefined && now - known.readAt < known.ageMax) return known.values;
  const entry = { readAt: now, ageMax: Infinity, values: readValues(text, privateFields) };
  const started = performance.now();
  void entry.values.then(
    () => (entry.ageMax = Math.max(valuesAgeMs, valuesAgeFactor * (performance.now() - started))),
    () => byFields.delete(key),
  );
  byFields.set(key, entry);
  // Searches do not wait for newer values.
  return known === undefined ? entry.values : known.values;
}

async function readValues(text: ProjectEngine['text'], privateFields: readonly string[]): Promise<AttributeValues> {
  const { facets } = await text.search({
    ...countOnly,
    text: '',
    grouped: false,
    privateFields,
    facetSelection: { countMax: valueFieldsMax, request: { limit: valuesPerFieldMax } },
  });
  return new AttributeValues(facets, text.queryAnalyzer);
}

const countOnly = { facets: [], sort: [], offset: 0, limit: 0, highlight: [], explain: false, variants: 0 } as const;

/**
 * Reads prices, sizes and values of the catalog from the text of a query, as far as items have them together: "red dress under
 * 50 size 38". Null where there are none. `now`: ms since 1970. Parts of `textFields` stay words.
 */
export async function understandQuery(
  project: Project,
  query: TextQuery,
  { now, textFields }: { readonly now: number; readonly textFields: ReadonlySet<string> },
): Promise<UnderstoodQuery | null> {
  const analyzed = analysisOf(project.text, query);
  if (analyzed.words.length === 0 || analyzed.isCode) return null;
  const values = await attributeValues(project, query, now);
  const ranges = rangePhrases(query.text);
  const words = wordsOutside(analyzed, ranges);
  const candidates = [
    ...ranges.flatMap((range) => (range.kind === 'price' ? [pricePart(query.text, range)] : sizePart(query.text, range, values.size(range.size)))),
    ...valueParts(project, query, words, values),
  ].filter(({ field }) => !textFields.has(field) && project.text.fieldTypes(field) !== null);
  const counts = new Counts(project, query, words, ranges);
  const accepted = await largestCombination(counts, candidates);
  for (const part of bareSizes(query.text, words, values, accepted))
    if (!textFields.has(part.field) && (await counts.of([...accepted, part])) > 0) accepted.push(part);
  if (accepted.length === 0) return null;
  accepted.sort((a, b) => a.start - b.start);
  return { text: await counts.textUnder(accepted), parts: accepted };
}

interface Word extends TextSpan {
  readonly stem: string;
}

function wordsOutside({ words, spans }: AnalyzedQuery, ranges: readonly TextSpan[]): Word[] {
  return words
    .map((stem, i) => ({ stem, ...spans[i]! }))
    .filter(({ start, end }) => !ranges.some((range) => overlap({ start, end }, range)));
}

function pricePart(text: string, { start, end, kind: _, ...bounds }: PricePhrase): UnderstoodPart {
  return { start, end, text: text.slice(start, end), field: priceField, filter: { kind: 'range', field: priceField, ...bounds } };
}

function sizePart(text: string, span: TextSpan, value: AttributeValue | null): UnderstoodPart[] {
  return value === null ? [] : [valuePart(text, span, value)];
}

function valuePart(text: string, { start, end }: TextSpan, { field, value }: AttributeValue): UnderstoodPart {
  return { start, end, text: text.slice(start, end), field, filter: { kind: 'equals', field, value } };
}

/** The values that the words name, the longest first at each word; of a field, the first one. */
function valueParts(project: Project, query: TextQuery, words: readonly Word[], values: AttributeValues): UnderstoodPart[] {
  const parts: UnderstoodPart[] = [];
  for (let at = 0; at < words.length;) {
    // Numbers are sizes, or names of models.
    if (/^\d/.test(words[at]!.stem)) {
      at++;
      continue;
    }
    const length = longestNamed(words, at, values);
    const span = { start: words[at]!.start, end: words[at + Math.max(length, 1) - 1]!.end };
    const named = length > 0 ? values.named(words.slice(at, at + length).map(({ stem }) => stem)) : values.inflected(words[at]!.stem);
    const found = named === null ? compoundValues(project, query, span, values) : [named];
    for (const value of found)
      if (!parts.some(({ field }) => field === value.field)) parts.push(valuePart(query.text, span, value));
    at += Math.max(length, 1);
  }
  return parts;
}

function longestNamed(words: readonly Word[], at: number, values: AttributeValues): number {
  for (let length = Math.min(valueWordsMax, words.length - at); length > 0; length--)
    if (values.named(words.slice(at, at + length).map(({ stem }) => stem)) !== null) return length;
  return 0;
}

/** The two values of a compound: "Lederjacke". */
function compoundValues({ text: index }: Project, query: TextQuery, { start, end }: TextSpan, values: AttributeValues): AttributeValue[] {
  const word = query.text.slice(start, end).toLowerCase();
  if (word.length < compoundLengthMin || !/^\p{L}+$/u.test(word)) return [];
  const valueOf = (part: string): AttributeValue | null => values.named(index.queryAnalyzer.analyze(part, query.language).words);
  for (let at = compoundPartMin; at <= word.length - compoundPartMin; at++) {
    const head = valueOf(word.slice(at));
    if (head === null) continue;
    for (const link of linkingElements) {
      const first = word.slice(0, at);
      const modifier = first.endsWith(link) ? valueOf(first.slice(0, first.length - link.length)) : null;
      if (modifier !== null && modifier.field !== head.field) return [modifier, head];
    }
  }
  return [];
}

const bareSize = /^(?:\d{2,3}(?:[.,]5)?|x{1,4}[sl]|\d?xl)$/i;

/** Sizes without the word size, next to other parts: "t-shirt xl", "adidas running shoes 43". */
function bareSizes(text: string, words: readonly Word[], values: AttributeValues, accepted: readonly UnderstoodPart[]): UnderstoodPart[] {
  if (accepted.length === 0) return [];
  const isTaken = ({ start, end }: TextSpan): boolean => accepted.some((part) => start < part.end && part.start < end);
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:[.,]\d)?/gu)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const value = bareSize.test(match[0]) && !isTaken(span) ? values.bareSize(match[0]) : null;
    const isWord = words.some(({ start, end }) => start < span.end && span.start < end);
    if (value !== null && isWord && !accepted.some(({ field }) => field === value.field)) return [valuePart(text, span, value)];
  }
  return [];
}

/** Numbers of items for combinations of parts. */
class Counts {
  readonly #project: Project;
  readonly #query: TextQuery;
  readonly #words: readonly Word[];
  /** The query without prices and sizes. */
  readonly #text: string;
  constructor(project: Project, query: TextQuery, words: readonly Word[], ranges: readonly TextSpan[]) {
    this.#project = project;
    this.#query = query;
    this.#words = words;
    this.#text = without(query.text, ranges);
  }

  /** Items that satisfy the parts. */
  async of(parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search('', parts)).total;
  }

  /** Whether the parts may be filters: items have them together, and the query is not a text that other items have. */
  async allow(parts: readonly UnderstoodPart[]): Promise<boolean> {
    if ((await this.of(parts)) === 0) return false;
    // Prices and sizes are no words of it.
    const ofWords = parts.filter((part) => this.#words.some((word) => overlap(word, part)));
    if (ofWords.length === 0) return true;
    const others = parts.filter((part) => !ofWords.includes(part));
    const literal = await this.#withAllWords(this.#text, others);
    if (literal === 0) return true;
    const isLone = parts.length === 1 && this.#words.every(({ start, end }) => parts[0]!.start <= start && end <= parts[0]!.end);
    const both = await this.#withAllWords(this.#text, parts);
    return both >= (isLone ? loneShareMin : literalShareMin) * literal;
  }

  /** The words to search for under the parts: all others, if an item has them, else those of the query, else none. */
  async textUnder(parts: readonly UnderstoodPart[]): Promise<string> {
    const others = without(this.#query.text, parts);
    if (this.#project.text.queryAnalyzer.analyze(others, this.#query.language).words.length === 0) return '';
    if ((await this.#withAllWords(others, parts)) > 0) return others;
    return (await this.#search(this.#text, parts)).total > 0 ? this.#text : '';
  }

  async #withAllWords(text: string, parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search(text, parts)).totalAllWords;
  }

  #search(text: string, parts: readonly UnderstoodPart[]) {
    const { analyzed: _, embedding: __, facetSelection: ___, filter, ...query } = this.#query;
    return this.#project.text.search({ ...query, ...countOnly, text, ...filterWith(filter, parts) });
  }
}

/** The largest combination that is allowed; parts are given up one by one, the one first without which most items remain. */
async function largestCombination(counts: Counts, candidates: readonly UnderstoodPart[]): Promise<UnderstoodPart[]> {
  let parts = [...candidates];
  while (parts.length > 0 && !(await counts.allow(parts))) {
    let best: { readonly parts: UnderstoodPart[]; readonly count: number } | null = null;
    for (const part of parts) {
      const others = parts.filter((other) => other !== part);
      if (others.length === 0) return [];
      const count = (await counts.allow(others)) ? Infinity : await counts.of(others);
      if (best === null || count > best.count) best = { parts: others, count };
    }
    parts = best!.parts;
  }
  return parts;
}

/** The filter of a request together with those of the parts. */
export function filterWith(filter: Filter | undefined, parts: readonly UnderstoodPart[]): { filter?: Filter } {
  const clauses = [...(filter === undefined ? [] : [filter]), ...parts.map((part) => part.filter)];
  return clauses.length === 0 ? {} : { filter: { kind: 'and', clauses } };
}

function overlap(one: TextSpan, other: TextSpan): boolean {
  return one.start < other.end && other.start < one.end;
}

function without(text: string, spans: readonly TextSpan[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    left += `${text.slice(at, start)} `;
    at = end;
  }
  return (left + text.slice(at)).trim();
}
