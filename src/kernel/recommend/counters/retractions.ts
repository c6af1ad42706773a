/** The scope of a retraction: all earlier interactions of the subject with the item, or its purchases only. */
export type RetractionKind = 'everything' | 'purchases';

interface Times {
  everything: number;
  purchases: number;
}

/**
 * Retractions by subject and item, each up to a time. Only the newest time counts, so the order in which retractions
 * and retracted events arrive, and the order of merges, does not matter.
 */
export class Retractions {
  readonly #bySubject = new Map<number, Map<number, Times>>();

  save(): ReadonlyMap<number, ReadonlyMap<number, { everything: number; purchases: number }>> {
    return this.#bySubject;
  }

  load(saved: ReturnType<Retractions['save']>): void {
    for (const [subject, items] of saved)
      this.#bySubject.set(subject, new Map([...items].map(([item, times]) => [item, { ...times }])));
  }

  add(subject: number, item: number, kind: RetractionKind, at: number): void {
    const ofSubject = this.#bySubject.get(subject) ?? new Map<number, Times>();
    const times = ofSubject.get(item) ?? { everything: -Infinity, purchases: -Infinity };
    times[kind] = Math.max(times[kind], at);
    ofSubject.set(item, times);
    this.#bySubject.set(subject, ofSubject);
  }

  /** Whether an interaction with the item at a time is retracted. */
  covers(subject: number, item: number, isPurchase: boolean, at: number): boolean {
    const times = this.#bySubject.get(subject)?.get(item);
    if (times === undefined) return false;
    return at <= times.everything || (isPurchase && at <= times.purchases);
  }

  has(subject: number): boolean {
    return this.#bySubject.has(subject);
  }

  /** Items that the subject retracted entirely. */
  listRejected(subject: number): number[] {
    const times = [...(this.#bySubject.get(subject) ?? [])];
    return times.filter(([, { everything }]) => everything > -Infinity).map(([item]) => item);
  }

  join(from: number, into: number): void {
    const moved = this.#bySubject.get(from);
    if (moved === undefined) return;
    this.#bySubject.delete(from);
    for (const [item, { everything, purchases }] of moved) {
      this.add(into, item, 'everything', everything);
      this.add(into, item, 'purchases', purchases);
    }
  }

  erase(subject: number): void {
    this.#bySubject.delete(subject);
  }
}
