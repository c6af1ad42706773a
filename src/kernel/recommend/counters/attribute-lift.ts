import { CountMatrix, type SavedCounts } from '../rows/count-matrix.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { log } from '../../../math/logarithm.ts';

export interface SavedLift {
  /** Attributes, in the order of their numbers. */
  readonly names: readonly string[];
  /** {@link attributesMax} entries per item, and the number of those in use. */
  readonly attributes: Uint32Array;
  readonly lengths: Uint8Array;
  readonly mass: SavedCounts;
  /** The margins by attribute. */
  readonly rowMass: Float64Array;
  readonly columnMass: Float64Array;
  readonly total: number;
  readonly counted: Uint8Array;
}

/** Maximum attributes of an item; its content's first ones count. */
const attributesMax = 8;

/** Bounds of an attribute's items: rarer ones are not significant yet, more frequent ones too common. */
export interface LiftBounds {
  readonly itemsMin: number;
  readonly itemsMax: number;
}

const liftBounds: LiftBounds = { itemsMin: 20, itemsMax: 2500 };
/** Hysteresis: to avoid repeated recounts at a bound, an attribute stays counted until its items exceed it by this factor. */
const fewerItemsFactor = 0.5;
const moreItemsFactor = 1.2;
/** Pseudo-transitions added to the observed and the expected mass, so that a rare pair has almost no lift. */
const shrinkage = 20;
/** Counters have 32 bits, so a lift is between 10^-9 and 10^9, and a product of this many does not overflow. */
const liftsMultipliedMax = 16;

/**
 * How much more often than by chance one attribute follows another in histories: ln((M_ab + 20) / (E_ab + 20)). M is
 * the number of transitions within five positions from an item with a to one with b, E the number expected from M's
 * margins.
 */
export class AttributeLift {
  readonly #ids = new Map<string, number>();
  readonly #itemCounts: number[] = [];
  /** {@link attributesMax} entries per item, of which the first `#lengths` are in use. */
  #attributes: Uint32Array = new Uint32Array(64 * attributesMax);
  #lengths: Uint8Array = new Uint8Array(64);
  #items = 0;
  /** Counts of pairs of counted attributes. */
  readonly #mass = new CountMatrix('narrow');
  /** 1 for attributes whose transitions are counted. */
  #counted: Uint8Array = new Uint8Array(64);
  readonly #rowMass: number[] = [];
  readonly #columnMass: number[] = [];
  #total = 0;
  /** The gain of each attribute for the newest scorer, and the last scorer that used it. */
  #gains: Float64Array = new Float64Array(64);
  #lastScorer: Uint32Array = new Uint32Array(64);
  #columns: Uint32Array = new Uint32Array(64);
  /** Counts by position in the columns of the newest scorer. */
  #masses: Float64Array = new Float64Array(64);
  #columnMasses: Float64Array = new Float64Array(64);
  #sums: Float64Array = new Float64Array(64);
  #lifts: Float64Array = new Float64Array(64);
  #scorers = 0;
  readonly #bounds: LiftBounds;

  constructor(bounds: LiftBounds = liftBounds) {
    this.#bounds = bounds;
  }

  save(): SavedLift {
    return {
      names: [...this.#ids.keys()],
      attributes: this.#attributes.subarray(0, this.#items * attributesMax),
      lengths: this.#lengths.subarray(0, this.#items),
      mass: this.#mass.save(),
      rowMass: Float64Array.from(this.#rowMass),
      columnMass: Float64Array.from(this.#columnMass),
      total: this.#total,
      counted: this.#counted,
    };
  }

  load(saved: SavedLift): void {
    const { names, attributes, lengths, mass, rowMass, columnMass, total, counted } = saved;
    for (const name of names) this.#id(name);
    this.#attributes = attributes;
    this.#lengths = lengths;
    this.#items = lengths.length;
    lengths.forEach((length, item) => {
      for (let at = item * attributesMax; at < item * attributesMax + length; at++)
        this.#itemCounts[attributes[at]!] = this.#itemCounts[attributes[at]!]! + 1;
    });
    this.#mass.load(mass);
    rowMass.forEach((each, attribute) => (this.#rowMass[attribute] = each));
    columnMass.forEach((each, attribute) => (this.#columnMass[attribute] = each));
    this.#total = total;
    this.#counted = counted;
  }

  /** The distinct numbers of the first attribute names; assigns numbers to new names. */
  findIds(names: readonly string[]): number[] {
    const ids: number[] = [];
    for (let at = 0; at < names.length && at < attributesMax; at++) {
      const id = this.#id(names[at]!);
      if (!ids.includes(id)) ids.push(id);
    }
    return ids;
  }

  /** Whether an item has these attributes, in this order. */
  hasAttributes(item: number, attributes: readonly number[]): boolean {
    if ((this.#lengths[item] ?? 0) !== attributes.length) return false;
    return attributes.every((each, at) => each === this.#attributes[item * attributesMax + at]);
  }

  getAttributes(item: number): Uint32Array {
    const start = item * attributesMax;
    return this.#attributes.subarray(start, start + (this.#lengths[item] ?? 0));
  }

  /**
   * Replaces an item's attributes. The caller subtracts its transitions before, adds them again afterwards, and then
   * recounts the returned attributes, which have become significant.
   */
  setAttributes(item: number, attributes: readonly number[]): number[] {
    const previous = [...this.getAttributes(item)];
    for (const attribute of previous) this.#itemCounts[attribute] = this.#itemCounts[attribute]! - 1;
    for (const attribute of attributes) this.#itemCounts[attribute] = this.#itemCounts[attribute]! + 1;
    this.#items = Math.max(this.#items, item + 1);
    this.#attributes = ensureCapacity(this.#attributes, this.#items * attributesMax);
    this.#lengths = ensureCapacity(this.#lengths, this.#items);
    this.#attributes.set(attributes, item * attributesMax);
    this.#lengths[item] = attributes.length;
    const entered: number[] = [];
    for (const attribute of [...previous, ...attributes]) {
      const count = this.#itemCounts[attribute]!;
      if (this.#counted[attribute] === 0 && this.#isSignificant(attribute)) {
        this.#counted[attribute] = 1;
        entered.push(attribute);
      } else if (
        count < this.#bounds.itemsMin * fewerItemsFactor ||
        count > this.#bounds.itemsMax * moreItemsFactor
      ) {
        if (this.#counted[attribute] === 1) this.clear(attribute);
        this.#counted[attribute] = 0;
      }
    }
    return entered;
  }

  /** Items with an attribute. Scans all items. */
  itemsWith(attribute: number): number[] {
    const items: number[] = [];
    for (let item = 0; item < this.#items; item++)
      if (this.getAttributes(item).includes(attribute)) items.push(item);
    return items;
  }

  /** Removes all transitions from and to an attribute, except from the margins. */
  clear(attribute: number): void {
    this.#mass.clearRow(attribute);
    for (let row = 0; row < this.#mass.rowCount; row++) {
      const mass = this.#mass.get(row, attribute);
      if (mass !== 0) this.#mass.add(row, attribute, -mass);
    }
  }

  /** Whether no transition was counted. */
  get isEmpty(): boolean {
    return this.#total === 0;
  }

  /** Counts a transition from an attribute to those of an item. */
  addFrom(attribute: number, to: number): void {
    for (const column of this.getAttributes(to))
      if (this.#counted[column] === 1) this.#mass.add(attribute, column, 1);
  }

  /** Counts a transition from the other attributes of an item to one. */
  addTo(from: number, attribute: number): void {
    for (const row of this.getAttributes(from))
      if (row !== attribute && this.#counted[row] === 1) this.#mass.add(row, attribute, 1);
  }

  /** Counts `times` (an integer, may be negative) transitions from one item to another. */
  addTransition(from: number, to: number, times: number): void {
    const attributes = this.#attributes;
    const rows = this.#lengths[from] ?? 0;
    const columns = this.#lengths[to] ?? 0;
    if (rows === 0 || columns === 0) return;
    const [firstRow, firstColumn] = [from * attributesMax, to * attributesMax];
    for (let rowAt = firstRow; rowAt < firstRow + rows; rowAt++) {
      const row = attributes[rowAt]!;
      this.#rowMass[row] = this.#rowMass[row]! + times * columns;
      if (this.#counted[row] === 0) continue;
      for (let at = firstColumn; at < firstColumn + columns; at++)
        if (this.#counted[attributes[at]!] === 1) this.#mass.add(row, attributes[at]!, times);
    }
    for (let at = firstColumn; at < firstColumn + columns; at++)
      this.#columnMass[attributes[at]!] = this.#columnMass[attributes[at]!]! + times * rows;
    this.#total += times * rows * columns;
  }

  /**
   * Creates a scorer of `items`, and only of those, by how well their attributes follow those of `sources`. The score is the weighted mean
   * over the sources of the mean log-lift over the pairs of attributes; it is 0 if none is significant. The scorer is valid
   * until the next one is created.
   */
  scorer(
    sources: readonly { readonly item: number; readonly weight: number }[],
    items: Uint32Array,
  ): (item: number) => number {
    this.#gainFrom(this.#rowWeights(sources), this.#attributesIn(items));
    const gains = this.#gains;
    return (item) => {
      let sum = 0;
      let columns = 0;
      const end = item * attributesMax + (this.#lengths[item] ?? 0);
      for (let at = item * attributesMax; at < end; at++) {
        const column = this.#attributes[at]!;
        if (!this.#isSignificant(column)) continue;
        sum += gains[column]!;
        columns++;
      }
      return columns === 0 ? 0 : sum / columns;
    };
  }

  /** The significant attributes of any of the items, each once; sets their gains to 0. */
  #attributesIn(items: Uint32Array): Uint32Array {
    const scorer = ++this.#scorers;
    const gains = (this.#gains = ensureCapacity(this.#gains, this.#itemCounts.length));
    const lastScorer = (this.#lastScorer = ensureCapacity(this.#lastScorer, this.#itemCounts.length));
    const columns = (this.#columns = ensureCapacity(this.#columns, items.length * attributesMax));
    let count = 0;
    for (let position = 0; position < items.length; position++) {
      const start = items[position]! * attributesMax;
      const end = start + (this.#lengths[items[position]!] ?? 0);
      for (let at = start; at < end; at++) {
        const column = this.#attributes[at]!;
        if (lastScorer[column] === scorer) continue;
        lastScorer[column] = scorer;
        gains[column] = 0;
        if (this.#isSignificant(column)) columns[count++] = column;
      }
    }
    return columns.subarray(0, count);
  }

  /**
   * Sums each column's gain over the rows, row by row, as the counters of a row are adjacent in memory. For
   * consecutive rows of the same weight, which those of one source have, the lifts are multiplied and the logarithm
   * is taken once.
   */
  #gainFrom(rows: ReadonlyMap<number, number>, columns: Uint32Array): void {
    const count = columns.length;
    const total = Math.max(1, this.#total);
    const masses = (this.#masses = ensureCapacity(this.#masses, count));
    const columnMasses = (this.#columnMasses = ensureCapacity(this.#columnMasses, count));
    const sums = (this.#sums = ensureCapacity(this.#sums, count));
    const lifts = (this.#lifts = ensureCapacity(this.#lifts, count));
    for (let at = 0; at < count; at++) columnMasses[at] = this.#columnMass[columns[at]!]!;
    sums.fill(0, 0, count);
    lifts.fill(1, 0, count);
    let [weight, multiplied] = [0, 0];
    for (const [row, rowWeight] of rows) {
      if (rowWeight !== weight || multiplied === liftsMultipliedMax) {
        if (multiplied > 0) addLogarithms(sums, lifts, weight, count);
        [weight, multiplied] = [rowWeight, 0];
      }
      this.#mass.gather(row, columns, count, masses);
      const expectedShare = this.#rowMass[row]! / total;
      for (let at = 0; at < count; at++)
        lifts[at] =
          (lifts[at]! * (masses[at]! + shrinkage)) / (expectedShare * columnMasses[at]! + shrinkage);
      multiplied++;
    }
    addLogarithms(sums, lifts, weight, count);
    for (let at = 0; at < count; at++) this.#gains[columns[at]!] = sums[at]!;
  }

  /** The weight of each attribute of the sources in the mean of means. */
  #rowWeights(sources: readonly { readonly item: number; readonly weight: number }[]): Map<number, number> {
    const total = sources.reduce((sum, { weight }) => sum + weight, 0);
    const weights = new Map<number, number>();
    for (const { item, weight } of sources) {
      const rows = this.getAttributes(item).filter((row) => this.#isSignificant(row));
      for (const row of rows) weights.set(row, (weights.get(row) ?? 0) + weight / total / rows.length);
    }
    return weights;
  }

  /** The raw counters of significant attributes by name, for tests. */
  entries(): [from: string, to: string, mass: number][] {
    const names = [...this.#ids.keys()];
    return names
      .flatMap((name, row) =>
        this.#mass.entries(row).map(([to, mass]): [string, string, number] => [name, names[to]!, mass]),
      )
      .filter(([from, to]) => [from, to].every((name) => this.#isSignificant(this.#ids.get(name)!)))
      .sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1));
  }

  get bytes(): number {
    return this.#mass.bytes + this.#attributes.byteLength;
  }

  #isSignificant(attribute: number): boolean {
    const items = this.#itemCounts[attribute]!;
    return items >= this.#bounds.itemsMin && items <= this.#bounds.itemsMax;
  }

  #id(name: string): number {
    const id = this.#ids.get(name);
    if (id !== undefined) return id;
    const attribute = this.#itemCounts.length;
    this.#ids.set(name, attribute);
    this.#itemCounts.push(0);
    this.#rowMass.push(0);
    this.#columnMass.push(0);
    this.#counted = ensureCapacity(this.#counted, attribute + 1);
    return attribute;
  }
}

/** Adds the weighted logarithms of the first `count` lifts to the sums, and resets the lifts to 1. */
function addLogarithms(sums: Float64Array, lifts: Float64Array, weight: number, count: number): void {
  for (let at = 0; at < count; at++) {
    sums[at] = sums[at]! + weight * log(lifts[at]!);
    lifts[at] = 1;
  }
}
