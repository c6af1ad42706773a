import { flatUint32, rowsOf, type FlatRows } from './flat-rows.ts';

/** What was bought at once; a time in ms. */
export interface Basket {
  readonly items: number[];
  readonly at: number;
}

/** Basket after basket: whose, when, what. */
export interface SavedLedger {
  readonly subjects: Uint32Array;
  readonly times: Float64Array;
  readonly items: FlatRows<Uint32Array>;
}

/** Each subject's baskets, so that they can be taken back. */
export class BasketLedger {
  readonly #bySubject = new Map<number, Basket[]>();

  add(subject: number, basket: Basket): void {
    const own = this.#bySubject.get(subject);
    if (own === undefined) this.#bySubject.set(subject, [basket]);
    else own.push(basket);
  }

  of(subject: number): readonly Basket[] {
    return this.#bySubject.get(subject) ?? [];
  }

  set(subject: number, baskets: Basket[]): void {
    if (baskets.length > 0) this.#bySubject.set(subject, baskets);
    else this.#bySubject.delete(subject);
  }

  move(from: number, into: number): void {
    const moved = this.of(from);
    this.#bySubject.delete(from);
    if (moved.length > 0) this.set(into, [...this.of(into), ...moved]);
  }

  save(): SavedLedger {
    const all = [...this.#bySubject].flatMap(([subject, own]) =>
      own.map(({ items, at }) => ({ subject, items, at })),
    );
    return {
      subjects: Uint32Array.from(all, ({ subject }) => subject),
      times: Float64Array.from(all, ({ at }) => at),
      items: flatUint32(all.map(({ items }) => items)),
    };
  }

  load({ subjects, times, items }: SavedLedger): void {
    rowsOf(items).forEach((own, at) => this.add(subjects[at]!, { items: [...own], at: times[at]! }));
  }
}
