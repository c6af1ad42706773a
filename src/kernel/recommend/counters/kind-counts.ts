import { CountMatrix, type SavedCounts } from '../rows/count-matrix.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { TopScores } from '../../bits/top-scores.ts';
import { Uint32Rows } from '../rows/uint32-rows.ts';

export interface SavedKinds {
  readonly names: readonly string[];
  /** By item. */
  readonly kinds: Int32Array;
  readonly pairs: SavedCounts;
  /** The figures of each kind. */
  readonly weights: Float64Array;
  readonly baskets: Float64Array;
}

/** Marks an item without a kind in `#kinds`. */
const noKind = -1;
const companionsMax = 10;
const bestSellersMax = 50;

/**
 * Basket counts by kind of item (its type, or its category): the basket weight of every ordered pair of kinds, the
 * weight and the baskets of each kind, and the kind's items. Derived from the counters of items, independent of
 * whether the purchase or the item's content came first.
 */
export class KindCounts {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  /** By item. */
  #kinds = new Int32Array(0);
  readonly #items = new Uint32Rows();
  readonly #pairs = new CountMatrix('wide');
  readonly #weights: number[] = [];
  readonly #baskets: number[] = [];
  /** The sums of the squares of the baskets of the kind's items. */
  readonly #squares: number[] = [];
  /** Caches by kind, valid until their inputs change: the kinds bought with it, and its best sellers. */
  readonly #companions: (readonly number[] | undefined)[] = [];
  readonly #bestSellers: (readonly number[] | undefined)[] = [];

  save(): SavedKinds {
    return {
      names: this.#names,
      kinds: this.#kinds,
      pairs: this.#pairs.save(),
      weights: Float64Array.from(this.#weights),
      baskets: Float64Array.from(this.#baskets),
    };
  }

  load({ names, kinds, pairs, weights, baskets }: SavedKinds): void {
    for (const name of names) this.#id(name);
    this.#kinds = kinds.slice();
    const lengths = new Uint32Array(names.length);
    for (const kind of kinds) if (kind !== noKind) lengths[kind]!++;
    this.#items.reserveAll(lengths);
    kinds.forEach((kind, item) => {
      if (kind !== noKind) this.#items.push(kind, item);
    });
    this.#pairs.load(pairs);
    weights.forEach((weight, kind) => (this.#weights[kind] = weight));
    baskets.forEach((count, kind) => (this.#baskets[kind] = count));
  }

  /** The item's kind as a number, or undefined. */
  getKind(item: number): number | undefined {
    const kind = this.#kinds[item] ?? noKind;
    return kind === noKind ? undefined : kind;
  }

  /** Number of kinds: kind numbers are smaller. */
  get kindCount(): number {
    return this.#names.length;
  }

  getName(item: number): string | undefined {
    const kind = this.getKind(item);
    return kind === undefined ? undefined : this.#names[kind];
  }

  /** The kind's items, unordered; a view, valid until the next write. */
  getItems(kind: number): Uint32Array {
    return this.#items.row(kind);
  }

  addItem(item: number, weight: number, baskets: number): void {
    const kind = this.getKind(item);
    if (kind === undefined) return;
    this.#weights[kind] = this.#weights[kind]! + weight;
    this.#baskets[kind] = this.#baskets[kind]! + baskets;
    this.#bestSellers[kind] = undefined;
  }

  addSquare(item: number, square: number): void {
    const kind = this.getKind(item);
    if (kind !== undefined) this.#squares[kind] = this.#squares[kind]! + square;
  }

  addPair(a: number, b: number, weight: number): void {
    const kind = this.getKind(a);
    const otherKind = this.getKind(b);
    if (kind === undefined || otherKind === undefined) return;
    this.#pairs.add(kind, otherKind, weight);
    this.#companions[kind] = undefined;
  }

  setKind(item: number, name: string | undefined): void {
    const previous = this.getKind(item);
    if (previous !== undefined) this.#items.remove(previous, item);
    const kindCount = this.#kinds.length;
    this.#kinds = ensureCapacity(this.#kinds, item + 1);
    this.#kinds.fill(noKind, kindCount);
    this.#kinds[item] = name === undefined ? noKind : this.#id(name);
    if (name !== undefined) this.#items.push(this.#kinds[item]!, item);
  }

  /** The weight of the baskets with both kinds, once for each pair of their items. */
  getPairWeight(kind: number, other: number): number {
    return this.#pairs.get(kind, other);
  }

  /** The sum of f_a f_b over the pairs of different items a and b of two kinds, f an item's baskets. */
  countPairs(kind: number, other: number): number {
    const all = this.#baskets[kind]! * this.#baskets[other]!;
    return kind === other ? all - this.#squares[kind]! : all;
  }

  /** The weighted share of a kind's baskets that contain the other kind; above 1 if they contain several of its items. */
  share(kind: number, other: number): number {
    const weight = this.#weights[kind]!;
    return weight === 0 ? 0 : this.#pairs.get(kind, other) / weight;
  }

  /** `baskets` as a share of all baskets of the kind. */
  shareOfKind(kind: number, baskets: number): number {
    const all = this.#baskets[kind]!;
    return all === 0 ? 0 : baskets / all;
  }

  /** The kinds bought with this one, most frequent first, at most ten. */
  companions(kind: number): readonly number[] {
    let companions = this.#companions[kind];
    if (companions === undefined) {
      const pairs = this.#pairs.entries(kind);
      pairs.sort((a, b) => b[1] - a[1] || (this.#names[a[0]]! < this.#names[b[0]]! ? -1 : 1));
      companions = pairs.slice(0, companionsMax).map(([other]) => other);
      this.#companions[kind] = companions;
    }
    return companions;
  }

  /** The kind's best sellers, at most fifty. `countBaskets` and `getTieBreaker` return an item's baskets and tie-breaker. */
  bestSellers(
    kind: number,
    countBaskets: (item: number) => number,
    getTieBreaker: (item: number) => number,
  ): readonly number[] {
    let sellers = this.#bestSellers[kind];
    if (sellers === undefined) {
      const best = new TopScores(bestSellersMax);
      for (const item of this.getItems(kind)) {
        const baskets = countBaskets(item);
        if (baskets > 0) best.offer(item, baskets, getTieBreaker(item));
      }
      sellers = [...best.drain().items];
      this.#bestSellers[kind] = sellers;
    }
    return sellers;
  }

  /** The raw counters by name, for tests. */
  entries(): [name: string, weight: number, baskets: number, pairs: [string, number][]][] {
    const all = this.#names.map((name, kind): [string, number, number, [string, number][]] => {
      const pairs = this.#pairs
        .entries(kind)
        .map(([other, value]): [string, number] => [this.#names[other]!, value]);
      return [name, this.#weights[kind]!, this.#baskets[kind]!, pairs.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
    });
    return all.filter((entry) => entry[2] !== 0).sort((a, b) => (a[0] < b[0] ? -1 : 1));
  }

  get bytes(): number {
    return this.#pairs.bytes + this.#kinds.byteLength + this.#items.bytes;
  }

  #id(name: string): number {
    const id = this.#ids.get(name);
    if (id !== undefined) return id;
    const kind = this.#names.length;
    this.#ids.set(name, kind);
    this.#names.push(name);
    this.#items.addRows(kind + 1);
    this.#weights.push(0);
    this.#baskets.push(0);
    this.#squares.push(0);
    return kind;
  }
}
