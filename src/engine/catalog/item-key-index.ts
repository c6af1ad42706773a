import { hashStringWithSeed } from '../../kernel/bits/hashing.ts';
import type { ItemKey } from '../../ports/catalog/catalog.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';

/** A set of item numbers of one hash is a list up to this length, which takes less memory. */
const listMax = 8;

/**
 * The numbers of items by a hash of their key, without the keys: candidates, which a lookup compares with their items. So an index takes
 * 27 to 37 bytes for an item with a key of its own, however long the keys are, and 60 bytes in products of four items.
 *
 * While it is built, writes go on. Adding and removing twice is the same as once, so that an item may be read in the state after a write
 * that is told later.
 */
export class ItemKeyIndex {
  readonly key: ItemKey;
  readonly #seed: number;
  readonly #numbers = new Map<number, number | number[] | Set<number>>();

  /** The seed keeps clients from choosing keys that collide. */
  constructor(key: ItemKey, seed: number) {
    this.key = key;
    this.#seed = seed;
  }

  /** Number of hashes. */
  get size(): number {
    return this.#numbers.size;
  }

  add(item: NumberedItem): void {
    const hash = this.#hashItem(item);
    if (hash === null) return;
    const { no } = item;
    const known = this.#numbers.get(hash);
    if (known === undefined) this.#numbers.set(hash, no);
    else if (known instanceof Set) known.add(no);
    else {
      const list = typeof known === 'number' ? [known] : known;
      if (list.includes(no)) return;
      list.push(no);
      this.#numbers.set(hash, list.length > listMax ? new Set(list) : list);
    }
  }

  remove(item: NumberedItem): void {
    const hash = this.#hashItem(item);
    const known = hash === null ? undefined : this.#numbers.get(hash);
    if (hash === null || known === undefined) return;
    let isLast = known === item.no;
    if (known instanceof Set) isLast = known.delete(item.no) && known.size === 0;
    else if (typeof known === 'object') {
      const at = known.indexOf(item.no);
      if (at >= 0) known.splice(at, 1);
      isLast = known.length === 0;
    }
    if (isLast) this.#numbers.delete(hash);
  }

  apply({ before, after }: Pick<AppliedChange, 'before' | 'after'>): void {
    if (before !== null) this.remove(before);
    if (after !== null) this.add(after);
  }

  /** The numbers of items that may have the key, ascending. */
  findCandidates(value: string): number[] {
    const known = this.#numbers.get(hashStringWithSeed(value, this.#seed) | 0);
    if (known === undefined) return [];
    return typeof known === 'number' ? [known] : [...known].sort((a, b) => a - b);
  }

  /** A signed hash: V8 stores it in the table, where it would allocate a larger one. */
  #hashItem(item: NumberedItem): number | null {
    const value = this.key.read(item);
    return value === null ? null : hashStringWithSeed(value, this.#seed) | 0;
  }
}
