import { growableUint32 } from '../../bits/growable.ts';
import { ungrouped } from '../segments/variant-groups.ts';

/**
 * Counts the products that have each of some things, numbered from 0: the documents of one group count once for a thing,
 * whatever segments they lie in, and a document without a group each time it is added.
 */
export class ProductTally {
  #alone = new Uint32Array(16);
  /** Pairs of thing and group, with repetitions. */
  readonly #things = growableUint32();
  readonly #groups = growableUint32();
  #groupCount = 0;

  add(thing: number, group: number): void {
    if (group === ungrouped) {
      this.addAlone(thing, 1);
      return;
    }
    this.#things.push(thing);
    this.#groups.push(group);
    if (group >= this.#groupCount) this.#groupCount = group + 1;
  }

  /** Counts products of one document each. */
  addAlone(thing: number, count: number): void {
    if (thing >= this.#alone.length) {
      const grown = new Uint32Array(Math.max(thing + 1, this.#alone.length * 2));
      grown.set(this.#alone);
      this.#alone = grown;
    }
    this.#alone[thing]! += count;
  }

  /** By thing, for the first `thingCount`. The pairs are sorted by thing in linear time; then a stamp a group is enough. */
  counts(thingCount: number): Uint32Array {
    const counts = new Uint32Array(thingCount);
    counts.set(this.#alone.subarray(0, thingCount));
    const pairCount = this.#things.length;
    if (pairCount === 0) return counts;
    const things = this.#things.data;
    const groups = this.#groups.data;
    const ends = new Uint32Array(thingCount);
    for (let i = 0; i < pairCount; i++) ends[things[i]!]!++;
    for (let thing = 1; thing < thingCount; thing++) ends[thing]! += ends[thing - 1]!;
    const sorted = new Uint32Array(pairCount);
    for (let i = pairCount - 1; i >= 0; i--) sorted[--ends[things[i]!]!] = groups[i]!;
    const last = new Int32Array(this.#groupCount).fill(-1);
    for (let thing = 0; thing < thingCount; thing++) {
      // What were the ends are the beginnings now.
      const end = thing + 1 < thingCount ? ends[thing + 1]! : pairCount;
      for (let i = ends[thing]!; i < end; i++) {
        if (last[sorted[i]!] === thing) continue;
        last[sorted[i]!] = thing;
        counts[thing]!++;
      }
    }
    return counts;
  }
}
