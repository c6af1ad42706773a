import { createGrowableUint32, type GrowableUint32 } from '../../bits/growable.ts';
import type { Steps } from '../../bits/steps.ts';
import { listComparables, computeComparables, compareSortValues, type Column } from './columns.ts';
import { parseDateValue } from '../schema/date-values.ts';
import type { FieldValue } from '../schema/document.ts';
import { parseNumberText } from '../schema/number-values.ts';
import { formatFieldKey, type IndexField } from '../schema/index-field.ts';

/** Maximum values of a field with global ordinals: those of fields with more values, such as ids, would rarely be reused. */
export const globalOrdinalsMax = 32_768;

/** Maximum values per step, and the one-time cost of assigning an ordinal, in counted documents. */
const valuesPerStep = 1_024;
const ordinalUnits = 500;

/** Typed views of the canonical ordinals. */
interface Derived {
  /** Ordinals of numeric values, ascending by value, and those values. */
  numeric: Uint32Array;
  numericValues: Float64Array;
  /** Ordinals of strings that are dates, with their milliseconds since 1970. */
  dates: { ordinal: number; time: number }[];
  /** Pairs of a string and a number written alike, which facets count as one value. */
  equalNumbers: [text: number, number: number][];
}

/**
 * The values of one field over all segments, numbered from 0 in the order of first appearance, so that facets count them
 * in an array instead of a map. An assigned ordinal never changes.
 */
export class GlobalOrdinals {
  /** The values by ordinal. */
  readonly values: FieldValue[] = [];
  /** The comparison keys by ordinal. */
  readonly keys: (number | string)[] = [];
  /** The canonical ordinal of each ordinal: the first one with the same key. */
  readonly #canonical = createGrowableUint32();
  readonly #ordinalByValue = new Map<FieldValue, number>();
  readonly #canonicalByKey = new Map<number | string, number>();
  /** All ordinals of a canonical ordinal with several spellings. */
  readonly spellings = new Map<number, number[]>();
  readonly #columns = new WeakMap<Column, GrowableUint32>();
  #derived: Derived | null = null;

  /** The global ordinal of each ordinal of a column; valid until the column grows. */
  getOrdinals(column: Column): Uint32Array {
    return this.#assign(column, column.values.length).data;
  }

  /** Computes `getOrdinals()` in steps, as long as there are at most `max` values. */
  *assign(column: Column, max: number): Steps<void> {
    yield* computeComparables(column);
    for (let count = 0; count < column.values.length && this.values.length <= max;) {
      const before = this.values.length;
      const end = Math.min(count + valuesPerStep, column.values.length);
      count = this.#assign(column, end).length;
      yield valuesPerStep + (this.values.length - before) * ordinalUnits;
    }
  }

  #assign(column: Column, end: number): GrowableUint32 {
    let cached = this.#columns.get(column);
    if (cached === undefined)
      this.#columns.set(column, (cached = createGrowableUint32(column.values.length)));
    if (cached.length < end) {
      const { values } = column;
      const texts = listComparables(column);
      for (let ordinal = cached.length; ordinal < end; ordinal++) {
        const value = values[ordinal]!;
        cached.push(this.#findOrdinal(value, typeof value === 'number' ? value : texts[ordinal]!));
      }
    }
    return cached;
  }

  /** Whether every value of the column has an ordinal. */
  has(column: Column): boolean {
    const cached = this.#columns.get(column);
    // The values of an unknown column may not be decoded yet.
    return cached !== undefined && cached.length === column.values.length;
  }

  get canonical(): Uint32Array {
    return this.#canonical.data;
  }

  get derived(): Derived {
    return (this.#derived ??= this.#derive());
  }

  #findOrdinal(value: FieldValue, key: number | string): number {
    const known = this.#ordinalByValue.get(value);
    if (known !== undefined) return known;
    const ordinal = this.values.length;
    const canonical = this.#canonicalByKey.get(key) ?? ordinal;
    this.#ordinalByValue.set(value, ordinal);
    this.#canonicalByKey.set(key, canonical);
    this.values.push(value);
    this.keys.push(key);
    this.#canonical.push(canonical);
    if (canonical !== ordinal) {
      this.spellings.set(canonical, [...(this.spellings.get(canonical) ?? [canonical]), ordinal]);
    }
    this.#derived = null;
    return ordinal;
  }

  #derive(): Derived {
    const { keys, canonical } = this;
    const isCanonical = (_: unknown, ordinal: number): boolean => canonical[ordinal] === ordinal;
    const all = keys.map((key, ordinal) => ({ key, ordinal })).filter(isCanonical);
    const numeric = all.filter(({ key }) => typeof key === 'number');
    numeric.sort((a, b) => compareSortValues(a.key, b.key));
    const dates: Derived['dates'] = [];
    const equalNumbers: Derived['equalNumbers'] = [];
    for (const { key, ordinal } of all) {
      if (typeof key !== 'string') continue;
      const time = parseDateValue(key);
      if (!Number.isNaN(time)) dates.push({ ordinal, time });
      const number = parseNumberText(key);
      const equalNumber = number === null ? undefined : this.#canonicalByKey.get(number);
      if (equalNumber !== undefined) equalNumbers.push([ordinal, equalNumber]);
    }
    return {
      numeric: Uint32Array.from(numeric, ({ ordinal }) => ordinal),
      numericValues: Float64Array.from(numeric, ({ key }) => Number(key)),
      dates,
      equalNumbers,
    };
  }
}

/** Maximum fields whose global ordinals are cached. */
const fieldsMax = 256;

/** The global ordinals of fields with a requested facet. */
export class GlobalOrdinalsCache {
  readonly #byKey = new Map<string, GlobalOrdinals>();
  /** Fields with too many values, with the number of values of their columns at that time. */
  readonly #oversized = new Map<string, number>();

  /** The global ordinals of the columns of one field, in steps; null if the field has too many values. */
  *readOrdinals(field: IndexField, columns: readonly Column[]): Steps<GlobalOrdinals | null> {
    const key = formatFieldKey(field);
    const complete = this.#byKey.get(key);
    // Most calls return here, without creating generators of steps.
    if (
      complete !== undefined &&
      complete.values.length <= globalOrdinalsMax &&
      columns.every((column) => complete.has(column))
    )
      return complete;
    for (const column of columns) if (column.decode !== undefined) yield* column.decode();
    const present = columns.reduce((sum, { values }) => sum + values.length, 0);
    const oversizedCount = this.#oversized.get(key);
    if (oversizedCount !== undefined && present > oversizedCount / 2) return null;
    const values = yield* this.#assignOrdinals(this.#byKey.get(key) ?? new GlobalOrdinals(), columns);
    // A rebuild drops values that no segment has any more, such as old prices.
    const cached = values ?? (yield* this.#assignOrdinals(new GlobalOrdinals(), columns));
    if (cached === null) {
      this.#oversized.set(key, present);
      this.#byKey.delete(key);
    } else {
      this.#oversized.delete(key);
      this.#keep(key, cached);
    }
    return cached;
  }

  /** Caches the ordinals of a field. Fields are few, but a coalesced one exists for each choice of a request. */
  #keep(key: string, values: GlobalOrdinals): void {
    this.#byKey.delete(key);
    this.#byKey.set(key, values);
    const oldest = this.#byKey.size > fieldsMax ? this.#byKey.keys().next().value : undefined;
    if (oldest !== undefined) this.#byKey.delete(oldest);
  }

  *#assignOrdinals(values: GlobalOrdinals, columns: readonly Column[]): Steps<GlobalOrdinals | null> {
    if (columns.some((column) => column.values.length > globalOrdinalsMax)) return null;
    for (const column of columns) {
      yield* values.assign(column, globalOrdinalsMax);
      if (values.values.length > globalOrdinalsMax) return null;
    }
    return values;
  }
}
