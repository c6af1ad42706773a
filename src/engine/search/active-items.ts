import { ensureCapacity } from '../../kernel/bits/growable.ts';

const unknownState = 0;
const absentState = 1;
const presentState = 2;

/** The slow lookup: each segment of the index is searched for the number in turn. */
interface Source {
  has(no: number): boolean;
}

/** Caches which items an index has: a list looks up more than a hundred. */
export class ActiveItems {
  #source: Source | null = null;
  #states: Uint8Array = new Uint8Array(64);

  has(source: Source, no: number): boolean {
    if (source !== this.#source) {
      this.#source = source;
      this.#states.fill(unknownState);
    }
    const state = this.#states[no] ?? unknownState;
    if (state !== unknownState) return state === presentState;
    const isPresent = source.has(no);
    this.#states = ensureCapacity(this.#states, no + 1);
    this.#states[no] = isPresent ? presentState : absentState;
    return isPresent;
  }

  /** Call after any items were changed. */
  clear(): void {
    this.#states.fill(unknownState);
  }

  /** Call after an item was added, removed or changed. */
  invalidate(no: number): void {
    if (no < this.#states.length) this.#states[no] = unknownState;
  }
}
