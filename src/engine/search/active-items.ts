import { growUint8 } from '../../kernel/recommend/rows/array-capacity.ts';

const UNKNOWN = 0;
const ABSENT = 1;
const PRESENT = 2;

/** What answers, slowly: each of an index's segments looks for the number in order. */
interface Source {
  has(no: number): boolean;
}

/** Remembers which items an index has: a list asks this of a hundred and more. */
export class ActiveItems {
  #source: Source | null = null;
  #answers: Uint8Array = new Uint8Array(64);

  has(source: Source, no: number): boolean {
    if (source !== this.#source) {
      this.#source = source;
      this.#answers.fill(UNKNOWN);
    }
    const known = this.#answers[no] ?? UNKNOWN;
    if (known !== UNKNOWN) return known === PRESENT;
    const isThere = source.has(no);
    this.#answers = growUint8(this.#answers, no + 1);
    this.#answers[no] = isThere ? PRESENT : ABSENT;
    return isThere;
  }

  /** An item came, went or changed. */
  forget(no: number): void {
    if (no < this.#answers.length) this.#answers[no] = UNKNOWN;
  }
}
