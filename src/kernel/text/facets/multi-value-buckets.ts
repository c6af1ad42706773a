import { findUpperBound } from '../../bits/binary-search.ts';
import type { Steps } from '../../bits/steps.ts';
import { comparable, comparables, dateValues, numberValues, type Column } from '../segments/columns.ts';
import { valuesPerStep, type Bucket, type Buckets } from './facet-buckets.ts';
import { isBelow } from './named-values.ts';
import { numberOfText } from '../schema/number-values.ts';
import { ungrouped } from '../segments/variant-groups.ts';
import { forEachMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
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
    const column = set.segment.column(field);
    if (column === undefined) continue;
    // A mutable column may get values between steps, but no document of the set has them.
    const count = column.values.length;
    const bucketNumbers = createBucketLookup(column);
    const bucketsByOrdinal: (readonly number[])[] = [];
    while (bucketsByOrdinal.length < count) {
      bucketsByOrdinal.push(bucketNumbers(bucketsByOrdinal.length));
      if (bucketsByOrdinal.length % valuesPerStep === 0) yield valuesPerStep * units;
    }
    const { groups } = set;
    /** The document that each bucket counted last. */
    const last: number[] = [];
    let visited = 0;
    forEachMatched(column, set, (document, ordinal) => {
      const ofValue = bucketsByOrdinal[ordinal]!;
      visited += ofValue.length;
      for (const bucket of ofValue) {
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
  const ofNumbers = rangeLookup(ranges, () => true);
  const ofTimes = rangeLookup(ranges, ({ dates }) => dates === true);
  const hasDates = ranges.some(({ dates }) => dates === true);
  const readRanges = (column: Column): ((ordinal: number) => readonly number[]) => {
    const times = hasDates ? dateValues(column) : null;
    const numbers = numberValues(column);
    return (ordinal) => {
      const number = numbers[ordinal]!;
      return Number.isNaN(number) ? ofTimes(times?.[ordinal] ?? Number.NaN) : ofNumbers(number);
    };
  };
  const tally = yield* tallyBuckets(sets, field, readRanges, rangeUnits);
  const counts = tally.counts(ranges.length);
  return ranges.map((range, i) => ({ ...range, count: counts[i]! }));
}

/** Returns a lookup of the ranges that contain a number; the result is constant between adjacent bounds. */
function rangeLookup(
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
    if (Number.isNaN(value)) return none;
    return rangesFrom[findUpperBound(ends, value) - 1] ?? none;
  };
}

const none: readonly number[] = [];

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
    const number = typeof key === 'string' ? numberOfText(key) : null;
    if (number === null || typeof key !== 'string' || !buckets.has(number)) continue;
    numberIndexes.set(key, [numbers.length]);
    numbers.push(number);
  }
  if (numbers.length === 0) return buckets;
  const joined: Buckets = new Map(buckets);
  for (const key of numberIndexes.keys()) joined.delete(key);
  const readNumbers = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = comparables(column);
    return (ordinal) => numberIndexes.get(texts[ordinal]!) ?? none;
  };
  const tally = yield* tallyBuckets(sets, field, readNumbers, rangeUnits);
  const counts = tally.counts(numbers.length);
  numbers.forEach((number, i) => joined.set(number, { ...buckets.get(number)!, count: counts[i]! }));
  return joined;
}

/** Counts the products below each of the paths, by key. */
export function* countBelow(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  paths: readonly { readonly key: string }[],
): Steps<Map<string, number>> {
  const readPaths = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = comparables(column);
    return (ordinal) => paths.flatMap(({ key }, i) => (isBelow(texts[ordinal]!, key) ? [i] : []));
  };
  const tally = yield* tallyBuckets(sets, field, readPaths, rangeUnits * paths.length);
  const counts = tally.counts(paths.length);
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
  const steps = path.trim() === '' ? [] : comparable(path).split(' > ');
  const requestedSteps = path.split('>').map((step) => step.trim());
  const levels = Array.from({ length: steps.length + 1 }, (_, depth): Level => {
    const [spelled, own] = [requestedSteps.slice(0, depth), steps.slice(0, depth)];
    return { requestedPath: spelled.join(' > '), path: own.join(' > '), buckets: new Map() };
  });
  const numbers = new Map<string, number>();
  const readNodes = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = comparables(column);
    return (ordinal) => {
      if (typeof column.values[ordinal] !== 'string') return none;
      const nodes = texts[ordinal]!.split(' > ');
      return listNodesAlong(nodes, steps).map((node) => {
        const number = numbers.get(node) ?? numbers.size;
        numbers.set(node, number);
        return number;
      });
    };
  };
  const tally = yield* tallyBuckets(sets, field, readNodes, pathUnits);
  const counts = tally.counts(numbers.size);
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
  const column = set.segment.column(field);
  if (column === undefined) return;
  const texts = comparables(column);
  const times = new Map<number, number>();
  forEachMatched(column, set, (_, ordinal) => times.set(ordinal, (times.get(ordinal) ?? 0) + 1));
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
