import type { ServedView } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { categoryFields } from '../../../ports/catalog/item-fields.ts';
import type { AnalyzedQuery } from '../../../ports/search/query-analyzer.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { isPrivate } from '../../access/restrictions.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import { valueWordsMax, type AttributeValue, type AttributeValues } from './attribute-values.ts';
import { collectCatalogValues } from './catalog-values.ts';
import { findNegation } from './negation.ts';
import {
  PartCounts,
  findLargestCombination,
  type QueryToken,
  type RemainingWords,
  type UnderstoodPart,
} from './part-combinations.ts';
import {
  bareSizePattern,
  findPricesAndSizes,
  withAsciiDigits,
  type PricePhrase,
} from './prices-and-sizes.ts';
import type { QuerySpan } from '../../../ports/search/query-analyzer.ts';
import { haveOverlap } from '../../query/text-spans.ts';

export interface UnderstoodQuery {
  /** The words to search for under the filters. */
  readonly words: () => Promise<RemainingWords>;
  /** Parts in the order of the query. */
  readonly parts: readonly ReadPart[];
}

/** A part of a query, and the condition that it means. */
export interface ReadPart extends UnderstoodPart {
  readonly as: 'filter' | 'boost';
}

type Project = Pick<ServedView, 'text'>;

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
 * 50 size 38". Null where there are none. Values of the fields `asWords` stay words.
 */
export async function understandQuery(
  project: Project,
  query: TextQuery,
  asWords: ReadonlySet<string>,
): Promise<UnderstoodQuery | null> {
  const analyzed = ensureAnalysis(project.text, query);
  if (analyzed.words.length === 0 || analyzed.isCode) return null;
  const values = await collectCatalogValues(project, query);
  const ranges = findPricesAndSizes(query.text);
  const words = listWordsOutside(analyzed, ranges);
  const { privateFields = [] } = query;
  const isFilter = ({ field }: UnderstoodPart): boolean =>
    !asWords.has(field) &&
    !isPrivate({ privateFields }, field) &&
    project.text.findFieldTypes(field) !== null;
  const rangeParts = ranges.flatMap((range) =>
    range.kind === 'price'
      ? [createPricePart(query.text, range)]
      : createSizePart(query.text, range, values.findSize(range.size)),
  );
  const candidates = [
    ...withExclusions(query.text, rangeParts),
    ...keepFirstOfFields(withExclusions(query.text, createValueParts(project, query, words, values))),
  ]
    .filter(isFilter)
    .slice(0, partsMax);
  const counts = new PartCounts(project, query, words, ranges);
  const accepted = await findLargestCombination(counts, candidates);
  const size = findSizeWithoutWord(query.text, words, values, accepted);
  if (size !== null && isFilter(size)) {
    const isMeant =
      accepted.length === 0 ? await counts.isSize(size) : (await counts.countItems([...accepted, size])) > 0;
    if (isMeant) accepted.push(size);
  }
  if (accepted.length === 0) return null;
  accepted.sort((a, b) => a.start - b.start);
  const parts = await Promise.all(
    accepted.map(async (part): Promise<ReadPart> => {
      // The wanted product may be in another category: a wedding dress is not in Dresses.
      const isBoost =
        isCategory(part.field) && !part.isExcluded && (await counts.hasItemsOutside(part, accepted));
      return { ...part, as: isBoost ? 'boost' : 'filter' };
    }),
  );
  return { words: () => counts.findRemainingWords(parts.filter(({ as }) => as === 'filter')), parts };
}

const isCategory = (field: string): boolean => categoryFields.some((one) => one === field);

/** The parts in the order of the query; an excluded one has the filter of all other items. What something is free of is no part. */
function withExclusions(text: string, parts: readonly UnderstoodPart[]): UnderstoodPart[] {
  const inOrder = parts.toSorted((a, b) => a.start - b.start);
  const read: UnderstoodPart[] = [];
  let previous: QuerySpan | null = null;
  for (const part of inOrder) {
    const negation = findNegation(text, part, previous);
    previous = negation?.kind === 'excluded' ? negation.span : null;
    if (negation === null) read.push(part);
    // Both parts of a compound together are excluded, not each.
    else if (
      negation.kind === 'excluded' &&
      inOrder.every(({ start }, i) => start !== part.start || inOrder[i] === part)
    )
      read.push(parseExclusion(text, part, negation.span));
  }
  return read;
}

/** Selects for each field the first value that is wanted, and all that are excluded. */
const keepFirstOfFields = (parts: readonly UnderstoodPart[]): UnderstoodPart[] =>
  parts.filter(
    ({ field, isExcluded }, i) =>
      isExcluded || !parts.slice(0, i).some((other) => other.field === field && !other.isExcluded),
  );

function parseExclusion(
  text: string,
  { field, filter }: UnderstoodPart,
  { start, end }: QuerySpan,
): UnderstoodPart {
  return { start, end, text: text.slice(start, end), field, filter: negateFilter(filter), isExcluded: true };
}

/** The filter of all items that do not satisfy `filter`; of a price with one bound, the prices beyond it. */
function negateFilter(filter: Filter): Filter {
  if (filter.kind !== 'range') return { kind: 'not', clause: filter };
  const { field, min, max, minExclusive = false, maxExclusive = false } = filter;
  if (min !== undefined && max !== undefined) return { kind: 'not', clause: filter };
  return min === undefined
    ? { kind: 'range', field, ...(max === undefined ? {} : { min: max, minExclusive: !maxExclusive }) }
    : { kind: 'range', field, max: min, maxExclusive: !minExclusive };
}

function listWordsOutside({ words, spans }: AnalyzedQuery, ranges: readonly QuerySpan[]): QueryToken[] {
  return words
    .map((stem, i) => ({ stem, ...spans[i]! }))
    .filter((word) => !ranges.some((range) => haveOverlap(word, range)));
}

function createPricePart(text: string, phrase: PricePhrase): UnderstoodPart {
  const { start, end, kind: _, ...bounds } = phrase;
  return {
    start,
    end,
    text: text.slice(start, end),
    field: priceField,
    filter: { kind: 'range', field: priceField, ...bounds },
    isExcluded: false,
  };
}

function createSizePart(text: string, span: QuerySpan, value: AttributeValue | null): UnderstoodPart[] {
  return value === null ? [] : [createValuePart(text, span, value)];
}

function createValuePart(
  text: string,
  { start, end }: QuerySpan,
  { field, value }: AttributeValue,
): UnderstoodPart {
  const filter = { kind: 'equals', field, value } as const;
  return { start, end, text: text.slice(start, end), field, filter, isExcluded: false };
}

/** The values that the words name, the longest first at each word. */
function createValueParts(
  project: Project,
  query: TextQuery,
  words: readonly QueryToken[],
  values: AttributeValues,
): UnderstoodPart[] {
  const parts: UnderstoodPart[] = [];
  for (let at = 0; at < words.length;) {
    // Numbers are sizes, or names of models.
    if (/^\d/.test(words[at]!.stem)) {
      at++;
      continue;
    }
    const { value, length } = findLongestValue(words, at, values);
    const span = { start: words[at]!.start, end: words[at + length - 1]!.end };
    const spanValues = value === null ? findCompoundValues(project, query, span, values) : [value];
    for (const value of spanValues) parts.push(createValuePart(query.text, span, value));
    at += length;
  }
  return parts;
}

/** The value of most words from this one on; else of another form of it, if any. */
function findLongestValue(
  words: readonly QueryToken[],
  at: number,
  values: AttributeValues,
): { value: AttributeValue | null; length: number } {
  for (let length = Math.min(valueWordsMax, words.length - at); length > 0; length--) {
    const value = values.findExact(words.slice(at, at + length).map(({ stem }) => stem));
    if (value !== null) return { value, length };
  }
  return { value: values.findInflectedValue(words[at]!.stem), length: 1 };
}

/** The two values of a compound: "Lederjacke". */
function findCompoundValues(
  { text: index }: Project,
  query: TextQuery,
  { start, end }: QuerySpan,
  values: AttributeValues,
): AttributeValue[] {
  const word = query.text.slice(start, end).toLowerCase();
  if (word.length < compoundLengthMin || !/^\p{L}+$/u.test(word)) return [];
  const findValue = (part: string): AttributeValue | null =>
    values.findExact(index.queryAnalyzer.analyze(part, query.language).words);
  for (let at = compoundPartMin; at <= word.length - compoundPartMin; at++) {
    const head = findValue(word.slice(at));
    if (head === null) continue;
    for (const link of linkingElements) {
      const first = word.slice(0, at);
      const modifier = first.endsWith(link) ? findValue(first.slice(0, first.length - link.length)) : null;
      if (modifier !== null && modifier.field !== head.field) return [modifier, head];
    }
  }
  return [];
}

/** A size without the word size: "t-shirt xl", "adidas running shoes 43". */
function findSizeWithoutWord(
  text: string,
  words: readonly QueryToken[],
  values: AttributeValues,
  accepted: readonly UnderstoodPart[],
): UnderstoodPart | null {
  const isTaken = (span: QuerySpan): boolean => accepted.some((part) => haveOverlap(part, span));
  for (const match of withAsciiDigits(text).matchAll(/[\p{L}\p{N}]+(?:[.,]\d)?/gu)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const value = bareSizePattern.test(match[0]) && !isTaken(span) ? values.findBareSize(match[0]) : null;
    const isWord = words.some((word) => haveOverlap(word, span));
    if (value === null || !isWord || findNegation(text, span, null) !== null) continue;
    if (!accepted.some(({ field }) => field === value.field)) return createValuePart(text, span, value);
  }
  return null;
}
