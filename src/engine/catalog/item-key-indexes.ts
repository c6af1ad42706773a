import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemKeysMax, type ItemKey } from '../../ports/catalog/catalog.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';
import { ItemKeyIndex } from './item-key-index.ts';

/** Items that are read between two pauses: about five milliseconds. */
const itemsPerStep = 150;

interface Items {
  /** The items with numbers above `after`, ascending, up to a limit. */
  readonly readAfter: (after: number, limit: number) => readonly NumberedItem[];
  readonly find: (itemNumber: number) => NumberedItem | null;
}

/** The indexes of a catalog by keys of items, each from its first use on. */
export class ItemKeyIndexes {
  readonly #items: Items;
  /** By name, the one used last at the end. */
  readonly #indexes = new Map<string, { readonly index: ItemKeyIndex; readonly built: Promise<void> }>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** The applied items with the key, oldest first. */
  async find(key: ItemKey, value: string, limit: number): Promise<NumberedItem[]> {
    const known = this.#indexes.get(key.name) ?? this.#create(key);
    this.#indexes.delete(key.name);
    this.#indexes.set(key.name, known);
    await known.built;
    const found: NumberedItem[] = [];
    for (const itemNumber of known.index.findCandidates(value)) {
      const item = this.#items.find(itemNumber);
      if (item !== null && known.index.key.read(item) === value) found.push(item);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Takes over a change in the step in which readers see it. */
  apply(change: AppliedChange): void {
    for (const { index } of this.#indexes.values()) index.apply(change);
  }

  #create(key: ItemKey): { readonly index: ItemKeyIndex; readonly built: Promise<void> } {
    const index = new ItemKeyIndex(key, randomInt(2 ** 31));
    const built = this.#build(index);
    // One that could not be read is built again by the next call.
    built.catch(() => this.#indexes.delete(key.name));
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size >= itemKeysMax && oldest !== undefined) this.#indexes.delete(oldest);
    return { index, built };
  }

  async #build(index: ItemKeyIndex): Promise<void> {
    for (let after = -1; ;) {
      const items = this.#items.readAfter(after, itemsPerStep);
      for (const item of items) index.add(item);
      const last = items.at(-1);
      if (last === undefined) return;
      after = last.no;
      await nextTurn();
    }
  }
}
