import type { ProjectEngine } from '../../../ports/engine.ts';
import type { AnalyzedQuery, TextQuery } from '../../../ports/text.ts';
import { analysisOf } from '../query/analyzed-query.ts';
import { valueWordsMax, type AttributeValue, type AttributeValues } from './attribute-values.ts';
import { catalogValues } from './catalog-values.ts';
import { Counts, largestCombination, type PlacedWord, type UnderstoodPart } from './part-combinations.ts';
import { rangePhrases, type PricePhrase } from './range-phrases.ts';
import { overlap, type TextSpan } from './text-span.ts';

export interface UnderstoodQuery {
  /** The words to search for under the filters of `parts`. */
  readonly text: () => Promise<string>;
  /** In the order of the query. */
  readonly parts: readonly UnderstoodPart[];
}

type Project = Pick<ProjectEngine, 'text'>;

const priceField = 'price';
/** A query with more is no description of a product; each costs some searches. */
const partsMax = 6;
/** Shortest word that may be two values written as one, and its shortest part. */
const compoundLengthMin = 8;
const compoundPartMin = 3;
/** Letters that join the parts of a compound. */
const linkingElements = ['', 's', 'es', 'n', 'en', 'er'] as const;

/**
 * Reads prices, sizes and values of the catalog from the text of a query, as far as items have them together: "red dress under
 * 50 size 38". Null where there are none. Values of `textFields` stay words.
 */
export async function understandQuery(
  project: Project,
  query: TextQuery,
  textFields: ReadonlySet<string>,
): Promise<UnderstoodQuery | null> {
  const analyzed = analysisOf(project.text, query);
  if (analyzed.words.length === 0 || analyzed.isCode) return null;
  const values = await catalogValues(project, query);
  const ranges = rangePhrases(query.text);
  const words = wordsOutside(analyzed, ranges);
  const { privateFields = [] } = query;
  const isFilter = ({ field }: UnderstoodPart): boolean =>
    !textFields.has(field) &&
    !privateFields.some((path) => field === path || field.startsWith(`${path}.`)) &&
    project.text.fieldTypes(field) !== null;
  const candidates = [
    ...ranges.flatMap((range) =>
      range.kind === 'price'
        ? [pricePart(query.text, range)]
        : sizePart(query.text, range, values.size(range.size)),
    ),
    ...valueParts(project, query, words, values),
  ]
    .filter(isFilter)
    .slice(0, partsMax);
  const counts = new Counts(project, query, words, ranges);
  const accepted = await largestCombination(counts, candidates);
  for (const part of bareSizes(query.text, words, values, accepted))
    if (isFilter(part) && (await counts.of([...accepted, part])) > 0) accepted.push(part);
  if (accepted.length === 0) return null;
  accepted.sort((a, b) => a.start - b.start);
  return { text: () => counts.textUnder(accepted), parts: accepted };
}

function wordsOutside({ words, spans }: AnalyzedQuery, ranges: readonly TextSpan[]): PlacedWord[] {
  return words
    .map((stem, i) => ({ stem, ...spans[i]! }))
    .filter((word) => !ranges.some((range) => overlap(word, range)));
}

function pricePart(text: string, phrase: PricePhrase): UnderstoodPart {
  const { start, end, kind: _, ...bounds } = phrase;
  return {
    start,
    end,
    text: text.slice(start, end),
    field: priceField,
    filter: { kind: 'range', field: priceField, ...bounds },
  };
}

function sizePart(text: string, span: TextSpan, value: AttributeValue | null): UnderstoodPart[] {
  return value === null ? [] : [valuePart(text, span, value)];
}

function valuePart(text: string, { start, end }: TextSpan, { field, value }: AttributeValue): UnderstoodPart {
  return { start, end, text: text.slice(start, end), field, filter: { kind: 'equals', field, value } };
}

/** The values that the words name, the longest first at each word; of a field, the first one. */
function valueParts(
  project: Project,
  query: TextQuery,
  words: readonly PlacedWord[],
  values: AttributeValues,
): UnderstoodPart[] {
  const parts: UnderstoodPart[] = [];
  for (let at = 0; at < words.length;) {
    // Numbers are sizes, or names of models.
    if (/^\d/.test(words[at]!.stem)) {
      at++;
      continue;
    }
    const length = longestNamed(words, at, values);
    const span = { start: words[at]!.start, end: words[at + Math.max(length, 1) - 1]!.end };
    const named =
      length > 0
        ? values.named(words.slice(at, at + length).map(({ stem }) => stem))
        : values.inflected(words[at]!.stem);
    const found = named === null ? compoundValues(project, query, span, values) : [named];
    for (const value of found)
      if (!parts.some(({ field }) => field === value.field)) parts.push(valuePart(query.text, span, value));
    at += Math.max(length, 1);
  }
  return parts;
}

function longestNamed(words: readonly PlacedWord[], at: number, values: AttributeValues): number {
  for (let length = Math.min(valueWordsMax, words.length - at); length > 0; length--)
    if (values.named(words.slice(at, at + length).map(({ stem }) => stem)) !== null) return length;
  return 0;
}

/** The two values of a compound: "Lederjacke". */
function compoundValues(
  { text: index }: Project,
  query: TextQuery,
  { start, end }: TextSpan,
  values: AttributeValues,
): AttributeValue[] {
  const word = query.text.slice(start, end).toLowerCase();
  if (word.length < compoundLengthMin || !/^\p{L}+$/u.test(word)) return [];
  const valueOf = (part: string): AttributeValue | null =>
    values.named(index.queryAnalyzer.analyze(part, query.language).words);
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
function bareSizes(
  text: string,
  words: readonly PlacedWord[],
  values: AttributeValues,
  accepted: readonly UnderstoodPart[],
): UnderstoodPart[] {
  if (accepted.length === 0) return [];
  const isTaken = (span: TextSpan): boolean => accepted.some((part) => overlap(part, span));
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:[.,]\d)?/gu)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const value = bareSize.test(match[0]) && !isTaken(span) ? values.bareSize(match[0]) : null;
    const isWord = words.some((word) => overlap(word, span));
    if (value !== null && isWord && !accepted.some(({ field }) => field === value.field))
      return [valuePart(text, span, value)];
  }
  return [];
}
