import type { Steps } from '../../bits/steps.ts';
import { comparable, comparables, dateValues, numberValues, type Column } from '../segments/columns.ts';
import { valuesPerStep, type Bucket, type Buckets } from './facet-buckets.ts';
import { numberOfText } from '../schema/number-values.ts';
import { ungrouped } from '../segments/variant-groups.ts';
import { forEachMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
import { ProductTally } from './product-tally.ts';
import type { IndexFacetRange, IndexFacetRangeCount } from '../query/query.ts';

/**
 * Counts of what holds several values, such as a range: a product counts once for it, however many of the values it has.
 * `holdersOf` gives, for a value of a column by its ordinal, the numbers of those that hold it, at a cost of `units`.
 */
function* countHolders(
  sets: readonly MatchedDocuments[],
  field: string,
  holdersOf: (column: Column) => (ordinal: number) => readonly number[],
  units: number,
): Steps<ProductTally> {
  const tally = new ProductTally();
  for (const set of sets) {
    const column = set.segment.column(field);
    if (column === undefined) continue;
    // A live column may get values in a pause: documents of the set have none of them.
    const count = column.values.length;
    const ownOf = holdersOf(column);
    const holders: (readonly number[])[] = [];
    while (holders.length < count) {
      holders.push(ownOf(holders.length));
      if (holders.length % valuesPerStep === 0) yield valuesPerStep * units;
    }
    const { groups } = set;
    /** By holder: the document that counted last. */
    const last: number[] = [];
    let held = 0;
    forEachMatched(column, set, (document, ordinal) => {
      const own = holders[ordinal]!;
      held += own.length;
      for (const holder of own) {
        if (last[holder] === document) continue;
        last[holder] = document;
        tally.add(holder, groups === undefined ? ungrouped : groups[document]!);
      }
    });
    yield held;
  }
  return tally;
}

/** Of a value that is looked up in ranges, and of a path that is cut into its steps, in units of a document that is counted. */
const rangedUnits = 10;
const pathUnits = 1_000;

/** Ranges may overlap and leave gaps. */
export function* countRanges(
  sets: readonly MatchedDocuments[],
  field: string,
  ranges: readonly IndexFacetRange[],
): Steps<IndexFacetRangeCount[]> {
  const ofNumbers = holdersAlong(ranges, () => true);
  const ofTimes = holdersAlong(ranges, ({ dates }) => dates === true);
  const hasDates = ranges.some(({ dates }) => dates === true);
  const rangesOf = (column: Column): ((ordinal: number) => readonly number[]) => {
    const times = hasDates ? dateValues(column) : null;
    const numbers = numberValues(column);
    return (ordinal) => {
      const number = numbers[ordinal]!;
      return Number.isNaN(number) ? ofTimes(times?.[ordinal] ?? Number.NaN) : ofNumbers(number);
    };
  };
  const tally = yield* countHolders(sets, field, rangesOf, rangedUnits);
  const counts = tally.counts(ranges.length);
  return ranges.map((range, i) => ({ ...range, count: counts[i]! }));
}

/** Tells which of the ranges a number is in: between two of their ends these are the same, so that they are listed once. */
function holdersAlong(
  ranges: readonly IndexFacetRange[],
  isMeant: (range: IndexFacetRange) => boolean,
): (value: number) => readonly number[] {
  const bounds = ranges.map(({ from = -Infinity, to = Infinity }) => ({ from, to }));
  const ends = [...new Set([-Infinity, ...bounds.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const holders = ends.map((end) =>
    ranges.flatMap((range, i) =>
      isMeant(range) && bounds[i]!.from <= end && end < bounds[i]!.to ? [i] : [],
    ),
  );
  return (value) => {
    if (Number.isNaN(value)) return none;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return holders[low - 1] ?? none;
  };
}

const none: readonly number[] = [];

/**
 * The same values, where a number and the text of the same digits are one: what has both counts once. A filter takes them for
 * one too, and a list of values would show the same digits twice. `units`: cost of a value.
 */
export function* joinNumberTexts(
  sets: readonly MatchedDocuments[],
  field: string,
  buckets: Buckets,
  units: number,
): Steps<Buckets> {
  const places = new Map<string, readonly [number]>();
  const numbers: number[] = [];
  let seen = 0;
  for (const key of buckets.keys()) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * units;
    const number = typeof key === 'string' ? numberOfText(key) : null;
    if (number === null || typeof key !== 'string' || !buckets.has(number)) continue;
    places.set(key, [numbers.length]);
    numbers.push(number);
  }
  if (numbers.length === 0) return buckets;
  const joined: Buckets = new Map(buckets);
  for (const key of places.keys()) joined.delete(key);
  const placesOf = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = comparables(column);
    return (ordinal) => places.get(texts[ordinal]!) ?? none;
  };
  const tally = yield* countHolders(sets, field, placesOf, rangedUnits);
  const counts = tally.counts(numbers.length);
  numbers.forEach((number, i) => joined.set(number, { ...buckets.get(number)!, count: counts[i]! }));
  return joined;
}

export interface Level {
  /** Comparable form of the path whose children these are; empty for the top. */
  path: string;
  buckets: Map<string, Bucket>;
}

/** The nodes of paths ("A > B > C") at the top, below the first step of `path`, and so on down to those below all of it. */
export function* countLevels(sets: readonly MatchedDocuments[], field: string, path: string): Steps<Level[]> {
  const steps = path.trim() === '' ? [] : comparable(path).split(' > ');
  const levels = Array.from({ length: steps.length + 1 }, (_, depth): Level => {
    return { path: steps.slice(0, depth).join(' > '), buckets: new Map() };
  });
  const numbers = new Map<string, number>();
  const nodesOf = (column: Column): ((ordinal: number) => readonly number[]) => {
    const texts = comparables(column);
    return (ordinal) => {
      if (typeof column.values[ordinal] !== 'string') return none;
      const nodes = texts[ordinal]!.split(' > ');
      return nodesOnWay(nodes, steps).map((node) => {
        const known = numbers.get(node) ?? numbers.size;
        numbers.set(node, known);
        return known;
      });
    };
  };
  const tally = yield* countHolders(sets, field, nodesOf, pathUnits);
  const counts = tally.counts(numbers.size);
  for (const [node, number] of numbers) {
    const depth = node.split(' > ').length - 1;
    if (counts[number]! > 0)
      levels[depth]!.buckets.set(node, { number, count: counts[number]!, value: node, spellings: new Map() });
  }
  for (const set of sets) yield* addSpellings(set, field, steps, levels);
  return levels;
}

/** The beginnings of a path that stand directly below a beginning of `steps`. */
function nodesOnWay(nodes: readonly string[], steps: readonly string[]): string[] {
  const found: string[] = [];
  for (let depth = 0; depth <= steps.length && depth < nodes.length; depth++) {
    found.push(nodes.slice(0, depth + 1).join(' > '));
    if (nodes[depth] !== steps[depth]) break;
  }
  return found;
}

/** Notes how often each node is written how. */
function* addSpellings(
  set: MatchedDocuments,
  field: string,
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
    nodesOnWay(texts[ordinal]!.split(' > '), steps).forEach((node, depth) => {
      const spellings = levels[depth]!.buckets.get(node)!.spellings!;
      const spelling = written.slice(0, depth + 1).join(' > ');
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + count);
    });
  }
}
