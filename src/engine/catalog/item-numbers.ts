import { randomInt } from 'node:crypto';
import { ensureCapacity } from '../../kernel/bits/growable.ts';
import { StringInterner } from '../../kernel/bits/string-interner.ts';

/** Marks an id whose item was removed. */
const removed = -1;
/** A table of at least this many ids is rebuilt once half of its ids are removed. */
const rebuiltMin = 1_024;

/** The numbers of items by the shop's ids. */
export class ItemNumbers {
  #ids = createIds();
  /** Item number by id number. */
  #numbers = new Int32Array(0);
  #size = 0;

  /** The number of ids with an item. */
  get size(): number {
    return this.#size;
  }

  get(id: string): number | undefined {
    const at = this.#ids.find(id);
    return at < 0 || this.#numbers[at] === removed ? undefined : this.#numbers[at];
  }

  set(id: string, itemNumber: number): void {
    const known = this.#ids.size;
    const at = this.#ids.add(id);
    this.#numbers = ensureCapacity(this.#numbers, at + 1);
    if (at === known || this.#numbers[at] === removed) this.#size++;
    this.#numbers[at] = itemNumber;
  }

  delete(id: string): void {
    const at = this.#ids.find(id);
    if (at < 0 || this.#numbers[at] === removed) return;
    this.#numbers[at] = removed;
    this.#size--;
    if (this.#ids.size >= Math.max(rebuiltMin, 2 * this.#size)) this.#rebuild();
  }

  /** The ids with an item, in no particular order. */
  *ids(): Generator<string> {
    for (let at = 0; at < this.#ids.size; at++) if (this.#numbers[at] !== removed) yield this.#ids.at(at);
  }

  /** The numbers of all items, in no particular order. */
  *numbers(): Generator<number> {
    for (let at = 0; at < this.#ids.size; at++) if (this.#numbers[at] !== removed) yield this.#numbers[at]!;
  }

  #rebuild(): void {
    const [ids, numbers] = [this.#ids, this.#numbers];
    this.#ids = createIds();
    this.#numbers = new Int32Array(this.#size);
    for (let at = 0; at < ids.size; at++)
      if (numbers[at] !== removed) this.#numbers[this.#ids.add(ids.at(at))] = numbers[at]!;
  }
}

function createIds(): StringInterner {
  return new StringInterner(randomInt(2 ** 32));
}
