import { growableUint32, type GrowableUint32 } from '../../bits/growable.ts';
import type { Steps } from '../../bits/steps.ts';
import { comparables, comparableSteps, compareSortValues, type Column } from './columns.ts';
import { dateValue } from '../schema/date-values.ts';
import type { FieldValue } from '../schema/document.ts';
import { numberOfText } from '../schema/number-values.ts';

/** Fields with more values, such as ids, are counted without numbers: they would be kept for nothing. */
export const numberedValuesMax = 32_768;

/** Values between two pauses, and the one-time cost of numbering one, in counted documents. */
const valuesPerStep = 1_024;
const numberedUnits = 500;

/** Those of a text as it is compared that stand for it, and what is told of it by its look. */
interface Derived {
  /** Numbers of numeric values, ascending by value, and those values. */
  numeric: Uint32Array;
  numericValues: Float64Array;
  /** Numbers of texts that are dates, with their milliseconds since 1970. */
  dates: { number: number; time: number }[];
  /** A number and a text that reads the same, which facets show as one value. */
  twins: [number, number][];
}

/**
 * The values of one field over all segments, numbered from 0 as they are met, so that they are counted in an array and
 * not in a map. Numbers stay what they are as long as this lives.
 */
export class GlobalOrdinals {
  /** By number. */
  readonly values: FieldValue[] = [];
  /** By number: what it is compared by. */
  readonly keys: (number | string)[] = [];
  /** By number: the first number with the same key, which stands for all of them. */
  readonly #leaders = growableUint32();
  readonly #numberByValue = new Map<FieldValue, number>();
  readonly #leaderByKey = new Map<number | string, number>();
  /** Of leaders with several ways to be written: all their numbers. */
  readonly spellings = new Map<number, number[]>();
  readonly #columns = new WeakMap<Column, GrowableUint32>();
  #derived: Derived | null = null;

  /** By ordinal the numbers of a column's values; valid until the column grows. */
  numbersOf(column: Column): Uint32Array {
    return this.#number(column, column.values.length).data;
  }

  /** Makes what `numbersOf()` gives, in steps, as long as there are at most `max` values. */
  *number(column: Column, max: number): Steps<void> {
    yield* comparableSteps(column);
    for (let count = 0; count < column.values.length && this.values.length <= max;) {
      const before = this.values.length;
      const end = Math.min(count + valuesPerStep, column.values.length);
      count = this.#number(column, end).length;
      yield valuesPerStep + (this.values.length - before) * numberedUnits;
    }
  }

  #number(column: Column, end: number): GrowableUint32 {
    let known = this.#columns.get(column);
    if (known === undefined) this.#columns.set(column, (known = growableUint32(column.values.length)));
    if (known.length < end) {
      const { values } = column;
      const texts = comparables(column);
      for (let ordinal = known.length; ordinal < end; ordinal++) {
        const value = values[ordinal]!;
        known.push(this.#numberOf(value, typeof value === 'number' ? value : texts[ordinal]!));
      }
    }
    return known;
  }

  get canonical(): Uint32Array {
    return this.#leaders.data;
  }

  get derived(): Derived {
    return (this.#derived ??= this.#derive());
  }

  #numberOf(value: FieldValue, key: number | string): number {
    const known = this.#numberByValue.get(value);
    if (known !== undefined) return known;
    const number = this.values.length;
    const leader = this.#leaderByKey.get(key) ?? number;
    this.#numberByValue.set(value, number);
    this.#leaderByKey.set(key, leader);
    this.values.push(value);
    this.keys.push(key);
    this.#leaders.push(leader);
    if (leader !== number) this.spellings.set(leader, [...(this.spellings.get(leader) ?? [leader]), number]);
    this.#derived = null;
    return number;
  }

  #derive(): Derived {
    const { keys, canonical: leaders } = this;
    const isLeader = (_: unknown, number: number): boolean => leaders[number] === number;
    const all = keys.map((key, number) => ({ key, number })).filter(isLeader);
    const numeric = all.filter(({ key }) => typeof key === 'number');
    numeric.sort((a, b) => compareSortValues(a.key, b.key));
    const dates: Derived['dates'] = [];
    const twins: Derived['twins'] = [];
    for (const { key, number } of all) {
      if (typeof key !== 'string') continue;
      const time = dateValue(key);
      if (!Number.isNaN(time)) dates.push({ number, time });
      const twin = numberOfText(key);
      const other = twin === null ? undefined : this.#leaderByKey.get(twin);
      if (other !== undefined) twins.push([number, other]);
    }
    return {
      numeric: Uint32Array.from(numeric, ({ number }) => number),
      numericValues: Float64Array.from(numeric, ({ key }) => Number(key)),
      dates,
      twins,
    };
  }
}

/** The numbered values of every field that facets were asked of. */
export class GlobalOrdinalsCache {
  readonly #byField = new Map<string, GlobalOrdinals>();
  /** Fields with too many values, and how many their columns had then. */
  readonly #crowded = new Map<string, number>();

  /** Of the columns of one field, in steps; null where there are too many values. */
  *of(field: string, columns: readonly Column[]): Steps<GlobalOrdinals | null> {
    for (const column of columns) if (column.decode !== undefined) yield* column.decode();
    const present = columns.reduce((sum, { values }) => sum + values.length, 0);
    const crowd = this.#crowded.get(field);
    if (crowd !== undefined && present > crowd / 2) return null;
    const values = yield* this.#numbered(this.#byField.get(field) ?? new GlobalOrdinals(), columns);
    // What is no longer met, such as prices of last year, is forgotten by beginning anew.
    const kept = values ?? (yield* this.#numbered(new GlobalOrdinals(), columns));
    if (kept === null) {
      this.#crowded.set(field, present);
      this.#byField.delete(field);
    } else {
      this.#crowded.delete(field);
      this.#byField.set(field, kept);
    }
    return kept;
  }

  *#numbered(values: GlobalOrdinals, columns: readonly Column[]): Steps<GlobalOrdinals | null> {
    if (columns.some((column) => column.values.length > numberedValuesMax)) return null;
    for (const column of columns) {
      yield* values.number(column, numberedValuesMax);
      if (values.values.length > numberedValuesMax) return null;
    }
    return values;
  }
}
