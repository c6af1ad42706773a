/** What a retraction takes back: whatever the subject did with the item up to then, or its purchases alone. */
export type RetractionKind = 'everything' | 'purchases';

interface Times {
  everything: number;
  purchases: number;
}

/**
 * What subjects took back: of an item, all up to a time. Only the newest time counts, so the order in which retractions and
 * what they take back arrive, and the order of joins, make no difference.
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

  /** Whether a touch of the item at a time counts as if it had never been. */
  covers(subject: number, item: number, isPurchase: boolean, at: number): boolean {
    const times = this.#bySubject.get(subject)?.get(item);
    if (times === undefined) return false;
    return at <= times.everything || (isPurchase && at <= times.purchases);
  }

  has(subject: number): boolean {
    return this.#bySubject.has(subject);
  }

  /** Items of which the subject took everything back. */
  rejected(subject: number): number[] {
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
