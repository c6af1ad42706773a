import { ensureCapacity } from '../../kernel/bits/growable.ts';

const unknownState = 0;
const absentState = 1;
const presentState = 2;

/** The slow lookup, which searches each segment of the index in turn. */
interface Source {
  has(itemNumber: number): boolean;
}

/** Caches which items an index has, as a list looks up more than a hundred. */
export class ActiveItems {
  #source: Source | null = null;
  #states: Uint8Array = new Uint8Array(64);

  has(source: Source, itemNumber: number): boolean {
    if (source !== this.#source) {
      this.#source = source;
      this.#states.fill(unknownState);
    }
    const state = this.#states[itemNumber] ?? unknownState;
    if (state !== unknownState) return state === presentState;
    const isPresent = source.has(itemNumber);
    this.#states = ensureCapacity(this.#states, itemNumber + 1);
    this.#states[itemNumber] = isPresent ? presentState : absentState;
    return isPresent;
  }

  /** Call after any items were changed. */
  clear(): void {
    this.#states.fill(unknownState);
  }

  /** Call after an item was added, removed or changed. */
  invalidate(itemNumber: number): void {
    if (itemNumber < this.#states.length) this.#states[itemNumber] = unknownState;
  }
}
