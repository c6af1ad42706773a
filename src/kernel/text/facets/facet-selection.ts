import { finish } from '../../bits/steps.ts';
import { dateValue } from '../schema/date-values.ts';
import { bucketsOf, type Buckets } from './facet-buckets.ts';
import {
  countCovered,
  matchedDocuments,
  type DocumentSet,
  type MatchedDocuments,
} from '../segments/matched-documents.ts';
import type { IndexFacetSelection, IndexFacetRange, IndexFacetRequest } from '../query/query.ts';

/**
 * Which facets are worth showing for what was found. The worth of a field is the share of the documents that have it times
 * the bits of choice that it gives: the entropy of what a shopper would see of it, its ten most frequent values and all
 * others as one, where a value that a single document has counts among the others. So a field that has one value everywhere
 * is worth nothing, one that has another value everywhere nothing either, and ten values of equal share most.
 *
 * A measure (numbers alone or dates alone, more than ten distinct ones) is offered in up to five ranges and worth the two
 * bits that a choice among four gives; where every document has a whole number of its own, it is an identifier and worth
 * nothing.
 *
 * Variants are judged one by one. Many documents are judged by a sample of about `sampleSize`: those whose keys have the
 * lowest hashes, so that the choice depends neither on chance nor on how documents lie in segments. The counts of what is
 * chosen are exact.
 */
export function selectFacets(
  sets: readonly DocumentSet[],
  { countMax, without, request }: IndexFacetSelection,
): IndexFacetRequest[] {
  const sample = sampled(sets).map(matchedDocuments);
  const size = sample.reduce((sum, { count }) => sum + count, 0);
  if (size === 0) return [];
  const worths = coveredFields(sample, size)
    .filter(({ field }) => !isWithout(field, without))
    .slice(0, candidatesMax)
    .map(({ field, coverage }) => ({ field, ...worthOf(finish(bucketsOf(sample, field, 1)), coverage) }))
    .filter(({ worth }) => worth >= worthMin);
  worths.sort((a, b) => b.worth - a.worth || (a.field < b.field ? -1 : 1));
  return worths.slice(0, countMax).map(({ field, ranges }) => {
    const chosen = { ...request, field };
    return ranges === undefined ? chosen : { ...chosen, ranges };
  });
}

export const sampleSize = 1_024;
const shownValuesMax = 10;
const coverageMin = 0.1;
const worthMin = 0.1;
/** Fields looked at closely, those that most documents have. */
const candidatesMax = 64;
/** From so many documents on, whole numbers that are all different are taken for identifiers. */
const identifiersMin = 20;

function sampled(sets: readonly DocumentSet[]): DocumentSet[] {
  const total = sets.reduce((sum, { count }) => sum + count, 0);
  if (total <= sampleSize)
    return sets.map(({ segment, documents, count }) => ({ segment, documents, count }));
  const below = (2 ** 32 / total) * sampleSize;
  return sets.map(({ segment, documents, count }) => {
    const kept = documents.subarray(0, count).filter((document) => hash(segment.keys[document]!) < below);
    return { segment, documents: kept, count: kept.length };
  });
}

/** Spreads keys evenly over 32 bits (the finalizer of MurmurHash3 by Appleby). */
function hash(key: number): number {
  let h = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const isWithout = (field: string, without: readonly string[]): boolean =>
  without.some((path) => field === path || field.startsWith(`${path}.`));

/** Fields with the share of the documents that have them; those that most have first. */
function coveredFields(
  sample: readonly MatchedDocuments[],
  size: number,
): { field: string; coverage: number }[] {
  const covered = new Map<string, number>();
  for (const set of sample) {
    for (const field of set.count === 0 ? [] : set.segment.fields) {
      const column = set.segment.column(field)!;
      covered.set(field, (covered.get(field) ?? 0) + countCovered(column, set));
    }
  }
  return [...covered]
    .map(([field, count]) => ({ field, coverage: count / size }))
    .filter(({ coverage }) => coverage >= coverageMin)
    .sort((a, b) => b.coverage - a.coverage || (a.field < b.field ? -1 : 1));
}

function worthOf(buckets: Buckets, coverage: number): { worth: number; ranges?: IndexFacetRange[] } {
  const measured = buckets.size > shownValuesMax ? measureOf(buckets) : null;
  if (measured === null) return { worth: coverage * entropy(buckets) };
  const { values, dates } = measured;
  const areOwn = values.length >= identifiersMin && values.every(({ count }) => count === 1);
  if (!dates && areOwn && values.every(({ number }) => Number.isInteger(number))) return { worth: 0 };
  const ranges = evenRanges(values, dates ? timeRounding(values) : (number) => Number(number.toPrecision(2)));
  if (ranges.length < 2) return { worth: 0 };
  return { worth: coverage * 2, ranges: dates ? ranges.map((range) => ({ ...range, dates })) : ranges };
}

interface Measured {
  number: number;
  count: number;
}

/** The values in order where all are numbers, or all are dates; else null. */
function measureOf(buckets: Buckets): { values: Measured[]; dates: boolean } | null {
  const dates = typeof buckets.keys().next().value === 'string';
  const values: Measured[] = [];
  for (const [key, { count }] of buckets) {
    const number = typeof key === 'number' ? key : dateValue(key);
    if (Number.isNaN(number) || dates !== (typeof key === 'string')) return null;
    values.push({ number, count });
  }
  return { values: values.sort((a, b) => a.number - b.number), dates };
}

/** To the beginning of the year, the month or the day, as far as the times spread. */
function timeRounding(values: readonly Measured[]): (time: number) => number {
  const days = (values.at(-1)!.number - values[0]!.number) / 86_400_000;
  return (time) => {
    const date = new Date(time);
    const [month, day] = [days > 5 * 366 ? 0 : date.getUTCMonth(), days > 5 * 31 ? 1 : date.getUTCDate()];
    return new Date(0).setUTCFullYear(date.getUTCFullYear(), month, day);
  };
}

function entropy(buckets: Buckets): number {
  const counts = [...buckets.values()].map(({ count }) => count).sort((a, b) => b - a);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shown = counts.slice(0, shownValuesMax).filter((count) => count > 1);
  const others = total - shown.reduce((sum, count) => sum + count, 0);
  let bits = 0;
  for (const count of [...shown, others]) if (count > 0) bits -= (count / total) * Math.log2(count / total);
  return bits;
}

/** At most five ranges of about as many values each, with rounded bounds. */
function evenRanges(values: readonly Measured[], rounded: (number: number) => number): IndexFacetRange[] {
  const total = values.reduce((sum, { count }) => sum + count, 0);
  const bounds: number[] = [];
  let below = 0;
  for (const { number, count } of values) {
    const bound = rounded(number);
    const isDue = below >= ((bounds.length + 1) * total) / 5 && bounds.length < 4;
    if (isDue && bound > (bounds.at(-1) ?? values[0]!.number)) bounds.push(bound);
    below += count;
  }
  return [...bounds, undefined].map((to, i) => {
    const from = bounds[i - 1];
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
}
