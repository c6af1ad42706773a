import { findUpperBound } from '../../bits/binary-search.ts';
import type { Steps } from '../../bits/steps.ts';
import {
  makeComparable,
  listComparables,
  listDateValues,
  listNumberValues,
  type Column,
} from '../segments/columns.ts';
import { valuesPerStep, type Bucket, type Buckets } from './facet-buckets.ts';
import { isBelow } from './named-values.ts';
import { parseNumberText } from '../schema/number-values.ts';
import { ungrouped } from '../segments/variant-groups.ts';
import { visitMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
import { ProductTally } from './product-tally.ts';
import type { IndexFacetRange, IndexFacetRangeCount } from '../query/query.ts';
import type { IndexField } from '../schema/index-field.ts';

/**
 * Counts products by bucket, if buckets have several values, such as those of a range. A product counts once per bucket, however many of
 * its values it has. `createBucketLookup` maps a value of a column, by its ordinal, to the numbers of its buckets, at a cost of `units`.
 */
function* tallyBuckets(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  createBucketLookup: (column: Column) => (ordinal: number) => readonly number[],
  units: number,
): Steps<ProductTally> {
  const tally = new ProductTally();
  for (const set of sets) {
    const column = set.segment.getColumn(field);
    if (column === undefined) continue;
    // A mutable column may get values between steps, but no document of the set has them.
    const count = column.values.length;
    const findBuckets = createBucketLookup(column);
    const bucketsByOrdinal: (readonly number[])[] = [];
    while (bucketsByOrdinal.length < count) {
      bucketsByOrdinal.push(findBuckets(bucketsByOrdinal.length));
      if (bucketsByOrdinal.length % valuesPerStep === 0) yield valuesPerStep * units;
    }
    const { groups } = set;
    /** The document that each bucket counted last. */
    const last: number[] = [];
    let visited = 0;
    visitMatched(column, set, (document, ordinal) => {
      const buckets = bucketsByOrdinal[ordinal]!;
      visited += buckets.length;
      for (const bucket of buckets) {
        if (last[bucket] === document) continue;
        last[bucket] = document;
        tally.add(bucket, groups === undefined ? ungrouped : groups[document]!);
      }
    });
    yield visited;
  }
  return tally;
}

/** Cost of finding the ranges of a value and of splitting a path, in counted documents. */
const rangeUnits = 10;
const pathUnits = 1_000;

/** Counts ranges, which may overlap and leave gaps. */
export function* countRanges(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  ranges: readonly IndexFacetRange[],
): Steps<IndexFacetRangeCount[]> {
  const findRangesOfNumber = createRangeLookup(ranges, () => true);
  const findRangesOfTime = createRangeLookup(ranges, ({ dates }) => dates === true);
  const hasDates = ranges.some(({ dates }) => dates === true);
  const createRangesLookup = (column: Column): ((ordinal: number) => readonly number[]) => {
    const times = hasDates ? listDateValues(column) : null;
    const numbers = listNumberValues(column);
    return (ordinal) => {
      const number = numbers[ordinal]!;
      return Number.isNaN(number)
        ? findRangesOfTime(times?.[ordinal] ?? Number.NaN)
        : findRangesOfNumber(number);
    };
  };
  const tally = yield* tallyBuckets(sets, field, createRangesLookup, rangeUnits);
  const counts = tally.listCounts(ranges.length);
  return ranges.map((range, i) => ({ ...range, count: counts[i]! }));
}

/** Returns a lookup of the ranges that contain a number; the result is constant between adjacent bounds. */
function createRangeLookup(
  ranges: readonly IndexFacetRange[],
  isUsed: (range: IndexFacetRange) => boolean,
): (value: number) => readonly number[] {
  const bounds = ranges.map(({ from = -Infinity, to = Infinity }) => ({ from, to }));
  const ends = [...new Set([-Infinity, ...bounds.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const rangesFrom = ends.map((end) =>
    ranges.flatMap((range, i) => (isUsed(range) && bounds[i]!.from <= end && end < bounds[i]!.to ? [i] : [])),
  );
  return (value) => {
    if (Number.isNaN(value)) return noBuckets;
    return rangesFrom[findUpperBound(ends, value) - 1] ?? noBuckets;
  };
}

const noBuckets: readonly number[] = [];

/**
 * Joins each number with the string of the same digits: a document with both counts once. Filters treat them as equal, too, and the list
 * would contain the same digits twice. `units` is the cost of a value.
 */
export function* joinNumberTexts(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  buckets: Buckets,
  units: number,
): Steps<Buckets> {
  const numberIndexes = new Map<string, readonly [number]>();
  const numbers: number[] = [];
  let seen = 0;
  for (const key of buckets.keys()) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * units;
    const number = typeof key === 'string' ? parseNumberText(key) : null;
    if (number === null || typeof key !== 'string' || !buckets.has(number)) continue;
    numberIndexes.set(key, [numbers.length]);
    numbers.push(number);
  }
  if (numbers.length === 0) return buckets;
  const joined: Buckets = new Map(buckets);
  for (const key of numberIndexes.keys()) joined.delete(key);
  const createNumbersLookup = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = listComparables(column);
    return (ordinal) => numberIndexes.get(texts[ordinal]!) ?? noBuckets;
  };
  const tally = yield* tallyBuckets(sets, field, createNumbersLookup, rangeUnits);
  const counts = tally.listCounts(numbers.length);
  numbers.forEach((number, i) => joined.set(number, { ...buckets.get(number)!, count: counts[i]! }));
  return joined;
}

/** Counts the products below each of the paths, by key. */
export function* countBelow(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  paths: readonly { readonly key: string }[],
): Steps<Map<string, number>> {
  const createPathsLookup = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = listComparables(column);
    return (ordinal) => {
      let indexes: number[] | null = null;
      for (let i = 0; i < paths.length; i++)
        if (isBelow(texts[ordinal]!, paths[i]!.key)) (indexes ??= []).push(i);
      return indexes ?? noBuckets;
    };
  };
  const tally = yield* tallyBuckets(sets, field, createPathsLookup, rangeUnits * paths.length);
  const counts = tally.listCounts(paths.length);
  return new Map(paths.map(({ key }, i) => [key, counts[i]!]));
}

export interface Level {
  /** The parent path as the request spells it, and its comparable form; empty for the top level. */
  requestedPath: string;
  path: string;
  buckets: Map<string, Bucket>;
}

/**
 * Counts the nodes of paths ("A > B > C"): the top level, the children of the first step of `path`, and so on to those of
 * `path`.
 */
export function* countLevels(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  path: string,
): Steps<Level[]> {
  const steps = path.trim() === '' ? [] : makeComparable(path).split(' > ');
  const requestedSteps = path.split('>').map((step) => step.trim());
  const levels = Array.from({ length: steps.length + 1 }, (_, depth): Level => {
    const [spelled, comparableSteps] = [requestedSteps.slice(0, depth), steps.slice(0, depth)];
    return { requestedPath: spelled.join(' > '), path: comparableSteps.join(' > '), buckets: new Map() };
  });
  const numbers = new Map<string, number>();
  const createNodesLookup = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = listComparables(column);
    return (ordinal) => {
      if (typeof column.values[ordinal] !== 'string') return noBuckets;
      const nodes = texts[ordinal]!.split(' > ');
      return listNodesAlong(nodes, steps).map((node) => {
        const number = numbers.get(node) ?? numbers.size;
        numbers.set(node, number);
        return number;
      });
    };
  };
  const tally = yield* tallyBuckets(sets, field, createNodesLookup, pathUnits);
  const counts = tally.listCounts(numbers.size);
  for (const [node, number] of numbers) {
    const depth = node.split(' > ').length - 1;
    if (counts[number]! > 0)
      levels[depth]!.buckets.set(node, { number, count: counts[number]!, value: node, spellings: new Map() });
  }
  for (const set of sets) yield* addSpellings(set, field, steps, levels);
  return levels;
}

/** The prefixes of a path whose parent is a prefix of `steps`. */
function listNodesAlong(nodes: readonly string[], steps: readonly string[]): string[] {
  const found: string[] = [];
  for (let depth = 0; depth <= steps.length && depth < nodes.length; depth++) {
    found.push(nodes.slice(0, depth + 1).join(' > '));
    if (nodes[depth] !== steps[depth]) break;
  }
  return found;
}

/** Adds the spellings of each node, with their frequencies. */
function* addSpellings(
  set: MatchedDocuments,
  field: IndexField,
  steps: readonly string[],
  levels: readonly Level[],
): Steps<void> {
  const column = set.segment.getColumn(field);
  if (column === undefined) return;
  const texts = listComparables(column);
  const times = new Map<number, number>();
  visitMatched(column, set, (_, ordinal) => times.set(ordinal, (times.get(ordinal) ?? 0) + 1));
  let spelled = 0;
  for (const [ordinal, count] of times) {
    if (++spelled % valuesPerStep === 0) yield valuesPerStep * pathUnits;
    const value = column.values[ordinal]!;
    if (typeof value !== 'string') continue;
    const written = value.split('>').map((step) => step.trim());
    listNodesAlong(texts[ordinal]!.split(' > '), steps).forEach((node, depth) => {
      const spellings = levels[depth]!.buckets.get(node)!.spellings!;
      const spelling = written.slice(0, depth + 1).join(' > ');
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + count);
    });
  }
}
