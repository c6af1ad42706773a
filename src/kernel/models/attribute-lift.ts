import { CountRows, type SavedCounts } from './count-rows.ts';
import { flatUint32, rowsOf, type FlatRows } from './flat-rows.ts';

export interface SavedLift {
  /** The attributes, in the order of their numbers. */
  readonly names: readonly string[];
  /** By item. */
  readonly attributes: FlatRows<Uint32Array>;
  readonly mass: SavedCounts;
  /** By attribute. */
  readonly rowMass: Float64Array;
  readonly columnMass: Float64Array;
  readonly total: number;
}

/** Attributes an item takes part with: the first ones its content lists. */
const ATTRIBUTES_MAX = 8;
/** Attributes that fewer items have say nothing yet, those that more have say nothing any more. */
const ITEMS_MIN = 20;
const ITEMS_MAX = 2500;
/** Transitions added to the seen and to the expected mass, so that a rare pair is near no lift. */
const SHRINK = 20;

/**
 * How much more often an attribute follows another in histories than by chance: ln((M_ab + 20) / (E_ab + 20)),
 * M the transitions within five places from an item with a to one with b, E what M's margins let expect.
 */
export class AttributeLift {
  readonly #ids = new Map<string, number>();
  readonly #itemCounts: number[] = [];
  readonly #attributes: Uint32Array[] = [];
  readonly #mass = new CountRows('wide');
  readonly #rowMass: number[] = [];
  readonly #columnMass: number[] = [];
  #total = 0;

  save(): SavedLift {
    return {
      names: [...this.#ids.keys()],
      attributes: flatUint32(this.#attributes),
      mass: this.#mass.save(),
      rowMass: Float64Array.from(this.#rowMass),
      columnMass: Float64Array.from(this.#columnMass),
      total: this.#total,
    };
  }

  load({ names, attributes, mass, rowMass, columnMass, total }: SavedLift): void {
    for (const name of names) this.#id(name);
    rowsOf(attributes).forEach((own, item) => this.setAttributes(item, own));
    this.#mass.load(mass);
    rowMass.forEach((each, attribute) => (this.#rowMass[attribute] = each));
    columnMass.forEach((each, attribute) => (this.#columnMass[attribute] = each));
    this.#total = total;
  }

  /** The attributes an item would have by these names, as numbers; interns new names. */
  idsOf(names: readonly string[]): Uint32Array {
    return Uint32Array.from(new Set(names.slice(0, ATTRIBUTES_MAX)), (name) => this.#id(name));
  }

  attributesOf(item: number): Uint32Array {
    return this.#attributes[item] ?? NO_ATTRIBUTES;
  }

  /** Replaces an item's attributes. The caller takes its transitions away before and adds them again after. */
  setAttributes(item: number, attributes: Uint32Array): void {
    for (const attribute of this.attributesOf(item))
      this.#itemCounts[attribute] = this.#itemCounts[attribute]! - 1;
    for (const attribute of attributes) this.#itemCounts[attribute] = this.#itemCounts[attribute]! + 1;
    while (this.#attributes.length <= item) this.#attributes.push(NO_ATTRIBUTES);
    this.#attributes[item] = attributes;
  }

  /** Counts `times` (an integer, may be negative) transitions from one item to another. */
  addTransition(from: number, to: number, times: number): void {
    const columns = this.attributesOf(to);
    if (columns.length === 0) return;
    for (const row of this.attributesOf(from)) {
      for (const column of columns) this.#mass.add(row, column, times);
      this.#rowMass[row] = this.#rowMass[row]! + times * columns.length;
    }
    const rows = this.attributesOf(from).length;
    for (const column of columns) this.#columnMass[column] = this.#columnMass[column]! + times * rows;
    this.#total += times * rows * columns.length;
  }

  /**
   * Scores items by how well their attributes follow those of some others: the mean over `sources` (weighted) of the
   * mean log-lift over the pairs of attributes; 0 where none is common enough to tell.
   * Each attribute is looked up once, however many items have it.
   */
  scorer(sources: readonly { readonly item: number; readonly weight: number }[]): (item: number) => number {
    const rows = this.#rowWeights(sources);
    const memo = new Map<number, number>();
    const gainOf = (column: number): number => {
      let gain = memo.get(column);
      if (gain === undefined) {
        gain = 0;
        for (const [row, weight] of rows) gain += weight * this.#logLift(row, column);
        memo.set(column, gain);
      }
      return gain;
    };
    return (item) => {
      let sum = 0;
      let columns = 0;
      for (const column of this.attributesOf(item)) {
        if (!this.#tells(column)) continue;
        sum += gainOf(column);
        columns++;
      }
      return columns === 0 ? 0 : sum / columns;
    };
  }

  /** What each attribute of the sources weighs in the mean of means. */
  #rowWeights(sources: readonly { readonly item: number; readonly weight: number }[]): Map<number, number> {
    const total = sources.reduce((sum, { weight }) => sum + weight, 0);
    const weights = new Map<number, number>();
    for (const { item, weight } of sources) {
      const rows = this.attributesOf(item).filter((row) => this.#tells(row));
      for (const row of rows) weights.set(row, (weights.get(row) ?? 0) + weight / total / rows.length);
    }
    return weights;
  }

  #logLift(row: number, column: number): number {
    const expected = this.#total === 0 ? 0 : (this.#rowMass[row]! * this.#columnMass[column]!) / this.#total;
    return Math.log((this.#mass.get(row, column) + SHRINK) / (expected + SHRINK));
  }

  /** The raw counters by name: for tests. */
  entries(): [from: string, to: string, mass: number][] {
    const names = [...this.#ids.keys()];
    return names
      .flatMap((name, row) =>
        this.#mass.entries(row).map(([to, mass]): [string, string, number] => [name, names[to]!, mass]),
      )
      .sort((one, other) => (`${one[0]} ${one[1]}` < `${other[0]} ${other[1]}` ? -1 : 1));
  }

  get bytes(): number {
    return this.#mass.bytes + this.#attributes.length * 120;
  }

  #tells(attribute: number): boolean {
    const items = this.#itemCounts[attribute]!;
    return items >= ITEMS_MIN && items <= ITEMS_MAX;
  }

  #id(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const attribute = this.#itemCounts.length;
    this.#ids.set(name, attribute);
    this.#itemCounts.push(0);
    this.#rowMass.push(0);
    this.#columnMass.push(0);
    return attribute;
  }
}

const NO_ATTRIBUTES = new Uint32Array(0);
