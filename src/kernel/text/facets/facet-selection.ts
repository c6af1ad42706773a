import { murmurFinaliser } from '../../bits/hashing.ts';
import { finish } from '../../bits/steps.ts';
import { parseDateValue } from '../schema/date-values.ts';
import { collectBuckets, type Buckets } from './facet-buckets.ts';
import {
  countCovered,
  createMatchedDocuments,
  type DocumentSet,
  type MatchedDocuments,
} from '../segments/matched-documents.ts';
import type { IndexFacetSelection, IndexFacetRange, IndexFacetRequest } from '../query/query.ts';
import { log2 } from '../../../math/logarithm.ts';

/**
 * Selects the most useful facets of the matches. The score of a field is the share of the documents with the field times the
 * entropy, in bits, of its facet: its ten most frequent values, and all others as one. A value in a single document counts
 * among the others. So a field with one value everywhere scores 0, as does one with a distinct value in each document, and
 * ten values of equal share score highest.
 *
 * A numeric or date field with more than ten distinct values is offered in up to five ranges and scores two bits, the entropy
 * of four equal ranges. If each document has a distinct whole number, the field is an identifier and scores 0.
 *
 * Pinned fields are selected before these if a match has them; the fields of `always` come before all others.
 *
 * Variants count separately. Many documents are reduced to a sample of about `sampleSize`, those whose keys have the lowest
 * hashes, so that the selection depends neither on chance nor on the segments. The counts of the selected facets are exact.
 */
export function selectFacets(
  sets: readonly DocumentSet[],
  {
    countMax,
    without,
    request,
    requestByField = {},
    always = [],
    pinned = [],
    localise = (field) => field,
  }: IndexFacetSelection,
): IndexFacetRequest[] {
  const sample = sampleSets(sets).map(createMatchedDocuments);
  const size = sample.reduce((sum, { count }) => sum + count, 0);
  const preferred = [...new Set([...always, ...pinned.filter((field) => hasValue(sets, field))])];
  const scored = rankFieldsByCoverage(sample, size)
    .filter(({ field }) => !isExcluded(field, without) && !preferred.includes(field))
    .slice(0, candidatesMax)
    .map(({ field, coverage }) => ({
      field,
      ...scoreField(finish(collectBuckets(sample, field, 1)), coverage),
    }))
    .filter(({ score }) => score >= scoreMin);
  scored.sort((a, b) => b.score - a.score || (a.field < b.field ? -1 : 1));
  const selected = [
    ...preferred.map((field) => ({
      field,
      ranges: scoreField(finish(collectBuckets(sample, field, 1)), 1).ranges,
    })),
    ...scored,
  ];
  return selected.slice(0, countMax).map(({ field, ranges }) => ({
    ...request,
    ...requestByField[field],
    field: localise(field),
    ...(ranges === undefined ? {} : { ranges }),
  }));
}

function hasValue(sets: readonly DocumentSet[], field: string): boolean {
  return sets.some((set) => {
    const column = set.count === 0 ? undefined : set.segment.getColumn(field);
    return column !== undefined && countCovered(column, createMatchedDocuments(set)) > 0;
  });
}

export const sampleSize = 1_024;
const topValues = 10;
const coverageMin = 0.1;
const scoreMin = 0.1;
/** Number of scored fields, those with the highest coverage. */
const candidatesMax = 64;
/** Minimum number of distinct whole numbers to classify a field as an identifier. */
const identifiersMin = 20;

function sampleSets(sets: readonly DocumentSet[]): DocumentSet[] {
  const total = sets.reduce((sum, { count }) => sum + count, 0);
  if (total <= sampleSize)
    return sets.map(({ segment, documents, count }) => ({ segment, documents, count }));
  const hashMax = (2 ** 32 / total) * sampleSize;
  return sets.map(({ segment, documents, count }) => {
    const kept = documents
      .subarray(0, count)
      .filter((document) => murmurFinaliser(segment.keys[document]!) < hashMax);
    return { segment, documents: kept, count: kept.length };
  });
}

const isExcluded = (field: string, excluded: readonly string[]): boolean =>
  excluded.some((path) => field === path || field.startsWith(`${path}.`));

/** Fields with the share of the documents that have a value, highest first. */
function rankFieldsByCoverage(
  sample: readonly MatchedDocuments[],
  size: number,
): { field: string; coverage: number }[] {
  const covered = new Map<string, number>();
  for (const set of sample) {
    for (const field of set.count === 0 ? [] : set.segment.fields) {
      const column = set.segment.getColumn(field)!;
      covered.set(field, (covered.get(field) ?? 0) + countCovered(column, set));
    }
  }
  return [...covered]
    .map(([field, count]) => ({ field, coverage: count / size }))
    .filter(({ coverage }) => coverage >= coverageMin)
    .sort((a, b) => b.coverage - a.coverage || (a.field < b.field ? -1 : 1));
}

function scoreField(buckets: Buckets, coverage: number): { score: number; ranges?: IndexFacetRange[] } {
  const measure = buckets.size > topValues ? measureNumbers(buckets) : null;
  if (measure === null) return { score: coverage * computeEntropy(buckets) };
  const { values, dates } = measure;
  const areDistinct = values.length >= identifiersMin && values.every(({ count }) => count === 1);
  if (!dates && areDistinct && values.every(({ number }) => Number.isInteger(number))) return { score: 0 };
  const ranges = selectEvenRanges(
    values,
    dates ? createTimeRounding(values) : (number) => Number(number.toPrecision(2)),
  );
  if (ranges.length < 2) return { score: 0 };
  return { score: coverage * 2, ranges: dates ? ranges.map((range) => ({ ...range, dates })) : ranges };
}

interface CountedNumber {
  number: number;
  count: number;
}

/** The values in order if all are numbers or all are dates, else null. */
function measureNumbers(buckets: Buckets): { values: CountedNumber[]; dates: boolean } | null {
  const dates = typeof buckets.keys().next().value === 'string';
  const values: CountedNumber[] = [];
  for (const [key, { count }] of buckets) {
    const number = typeof key === 'number' ? key : parseDateValue(key);
    if (Number.isNaN(number) || dates !== (typeof key === 'string')) return null;
    values.push({ number, count });
  }
  return { values: values.sort((a, b) => a.number - b.number), dates };
}

/** Rounds down to the year, month or day, depending on the spread of the times. */
function createTimeRounding(values: readonly CountedNumber[]): (time: number) => number {
  const days = (values.at(-1)!.number - values[0]!.number) / 86_400_000;
  return (time) => {
    const date = new Date(time);
    const [month, day] = [days > 5 * 366 ? 0 : date.getUTCMonth(), days > 5 * 31 ? 1 : date.getUTCDate()];
    return new Date(0).setUTCFullYear(date.getUTCFullYear(), month, day);
  };
}

function computeEntropy(buckets: Buckets): number {
  const counts = [...buckets.values()].map(({ count }) => count).sort((a, b) => b - a);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shown = counts.slice(0, topValues).filter((count) => count > 1);
  const others = total - shown.reduce((sum, count) => sum + count, 0);
  let bits = 0;
  for (const count of [...shown, others]) if (count > 0) bits -= (count / total) * log2(count / total);
  return bits;
}

/** At most five ranges of about equal counts, with rounded bounds. */
function selectEvenRanges(
  values: readonly CountedNumber[],
  round: (number: number) => number,
): IndexFacetRange[] {
  const total = values.reduce((sum, { count }) => sum + count, 0);
  const bounds: number[] = [];
  let below = 0;
  for (const { number, count } of values) {
    const bound = round(number);
    const isDue = below >= ((bounds.length + 1) * total) / 5 && bounds.length < 4;
    if (isDue && bound > (bounds.at(-1) ?? values[0]!.number)) bounds.push(bound);
    below += count;
  }
  return [...bounds, undefined].map((to, i) => {
    const from = bounds[i - 1];
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
}
