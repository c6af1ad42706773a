import { CountMatrix, type SavedCounts } from '../rows/count-matrix.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import type { RecommenderWeights } from './weights.ts';
import { pow } from '../../../math/power.ts';

const hourMs = 3_600_000;
/** The integer that represents a decay factor of 1. */
const decayUnit = 65_536;
/** A count is dropped after this many half-lives: 2^-8 is less than half a per cent. */
const halfLives = 8;
/** Maximum windows of other lengths that are maintained. */
const windowsMax = 4;

/** The hour of a time, in hours since 1970. */
export function toHour(at: number): number {
  return Math.floor(at / hourMs);
}

/** The hourly counts; the averages are computed from them. */
export interface SavedTrends {
  /** The hour of each row. */
  readonly hours: Float64Array;
  readonly counts: SavedCounts;
}

/** Decayed sums by item at one hour or day; maintained by each event until the clock advances. */
export interface Decayed {
  now: number;
  sums: Float64Array;
  /** The items that have, or had, a sum. */
  items: number[];
  listed: Uint8Array;
  total: number;
}

/**
 * Unique visitors of each item by hour, and two decayed averages of them: a short one (trends) and a long one (the
 * usual level, and popularity).
 *
 * Only the hourly counts are saved. Decay factors are integers, so an average is the same whether it is summed again or
 * maintained event by event.
 */
export class TrendCounts {
  readonly #hours = new CountMatrix('narrow');
  readonly #rowOfHour = new Map<number, number>();
  readonly #hourDecay: Float64Array;
  readonly #dayDecay: Float64Array;
  readonly #onChange: (item: number) => void;
  /** Visitors by item, in all hours. */
  #visitors = new Float64Array(0);
  #revision = 0;
  #short: Decayed | undefined;
  #long: Decayed | undefined;
  /** Counts of windows by their number of hours; the least recently used first. */
  readonly #windows = new Map<number, { decay: Float64Array; decayed: Decayed }>();

  /** Calls `onChange` with each item whose sums change, other than with time. */
  constructor(weights: RecommenderWeights, onChange: (item: number) => void = () => undefined) {
    this.#onChange = onChange;
    this.#hourDecay = buildDecayTable(weights.trendHalfLifeHours);
    this.#dayDecay = buildDecayTable(weights.popularHalfLifeDays);
  }

  /** Adds a visitor of the item in an hour, or subtracts it if `times` is -1. */
  add(item: number, hour: number, times: number): void {
    let row = this.#rowOfHour.get(hour);
    if (row === undefined) {
      row = this.#rowOfHour.size;
      this.#rowOfHour.set(hour, row);
    }
    this.#hours.add(row, item, times);
    this.#addVisitors(item, times);
    this.#revision++;
    this.#onChange(item);
    if (this.#short !== undefined)
      addDecayed(this.#short, item, times, this.#hourDecay, this.#short.now - hour);
    if (this.#long !== undefined)
      addDecayed(this.#long, item, times, this.#dayDecay, this.#long.now - toDay(hour));
    for (const { decay, decayed } of this.#windows.values())
      addDecayed(decayed, item, times, decay, decayed.now - hour);
  }

  /** The visitors of an item in all hours: a visitor counts once in each hour. */
  visitors(item: number): number {
    return this.#visitors[item] ?? 0;
  }

  /** Visitors by item in the last `hours`, including the current one, each counting `unit`; and their total. */
  within(hours: number, now: number, items: number): Readonly<Decayed> {
    const hour = toHour(now);
    let window = this.#windows.get(hours);
    this.#windows.delete(hours);
    if (window === undefined || window.decayed.now !== hour) {
      const decay = new Float64Array(hours).fill(decayUnit);
      window = { decay, decayed: this.#sum(hour, decay, (past) => past) };
    }
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size >= windowsMax) this.#windows.delete(oldest);
    }
    this.#windows.set(hours, window);
    window.decayed.sums = ensureCapacity(window.decayed.sums, items);
    return window.decayed;
  }

  /** Visitors by item, each counting half after a half-life, in units of `unit`; and their total. */
  short(now: number, items: number): Readonly<Decayed> {
    const hour = toHour(now);
    if (this.#short?.now !== hour) {
      this.#short = this.#sum(hour, this.#hourDecay, (past) => past);
    }
    this.#short.sums = ensureCapacity(this.#short.sums, items);
    return this.#short;
  }

  /** Like {@link short}, by days with the long half-life. */
  long(now: number, items: number): Readonly<Decayed> {
    const day = toDay(toHour(now));
    if (this.#long?.now !== day) this.#long = this.#sum(day, this.#dayDecay, toDay);
    this.#long.sums = ensureCapacity(this.#long.sums, items);
    return this.#long;
  }

  save(): SavedTrends {
    return { hours: Float64Array.from(this.#rowOfHour.keys()), counts: this.#hours.save() };
  }

  load({ hours, counts }: SavedTrends): void {
    hours.forEach((hour, row) => this.#rowOfHour.set(hour, row));
    this.#hours.load(counts);
    for (const row of this.#rowOfHour.values())
      for (const [item, count] of this.#hours.entries(row)) this.#addVisitors(item, count);
  }

  /** A number that changes with every write. */
  get revision(): number {
    return this.#revision;
  }

  /** The value of a new visitor in the sums. */
  get unit(): number {
    return decayUnit;
  }

  /** The hourly counts, for tests. */
  entries(): [hour: number, counts: [number, number][]][] {
    const hours = [...this.#rowOfHour].map(
      ([hour, row]) => [hour, this.#hours.entries(row)] as [number, [number, number][]],
    );
    return hours.filter(([, counts]) => counts.length > 0).sort((a, b) => a[0] - b[0]);
  }

  get bytes(): number {
    const windows = [...this.#windows.values()].map(({ decayed }) => decayed);
    return [this.#short, this.#long, ...windows].reduce(
      (sum, decayed) => sum + (decayed?.sums.byteLength ?? 0),
      this.#hours.bytes + this.#visitors.byteLength,
    );
  }

  #addVisitors(item: number, count: number): void {
    this.#visitors = ensureCapacity(this.#visitors, item + 1);
    this.#visitors[item] = this.#visitors[item]! + count;
  }

  #sum(now: number, decay: Float64Array, toBucket: (hour: number) => number): Decayed {
    const decayed: Decayed = {
      now,
      sums: new Float64Array(0),
      items: [],
      listed: new Uint8Array(0),
      total: 0,
    };
    for (const [hour, row] of this.#rowOfHour) {
      const age = now - toBucket(hour);
      if (age < 0 || age >= decay.length) continue;
      const keys = this.#hours.keys(row);
      this.#hours.values(row).forEach((count, slot) => {
        if (count !== 0) addDecayed(decayed, keys[slot]!, count, decay, age);
      });
    }
    return decayed;
  }
}

function toDay(hour: number): number {
  return Math.floor(hour / 24);
}

function buildDecayTable(halfLife: number): Float64Array {
  const ages = Math.ceil(halfLife * halfLives);
  return Float64Array.from({ length: ages }, (_, age) => Math.round(decayUnit * pow(2, -age / halfLife)));
}

function addDecayed(into: Decayed, item: number, times: number, decay: Float64Array, age: number): void {
  if (age < 0 || age >= decay.length) return;
  into.sums = ensureCapacity(into.sums, item + 1);
  const gain = times * decay[age]!;
  into.listed = ensureCapacity(into.listed, item + 1);
  if (into.listed[item] === 0) {
    into.listed[item] = 1;
    into.items.push(item);
  }
  into.sums[item] = into.sums[item]! + gain;
  into.total += gain;
}
