import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';

/** Who goes on typing within this does not mean what is typed so far. */
export const settleMs = 10_000;
/** Nobody looks at a list for less than this before they look for something else. */
const lookMsMin = 2_000;
/** People whose last searches may not be finished. Who searched the longest ago is forgotten first. */
const peopleMax = 20_000;
/** Queries of one person that may turn out to be finished: what is typed after them is another search. */
const openMax = 4;

interface Open<T> {
  readonly query: string;
  readonly at: number;
  readonly what: T;
}

/** A query as it is compared: what differs in blanks and capitals alone is one. */
export const normaliseQuery = (query: string): string => query.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Tells what people searched for and did not go on typing, from words on the way. In memory alone. */
export class QuerySettling<T> implements Disposable {
  readonly #clock: Clock;
  readonly #rested: (what: readonly { readonly what: T; readonly at: number }[]) => void;
  /** Whose last search is the longest ago is the first. */
  readonly #people = new Map<string, readonly Open<T>[]>();
  #timer: NodeJS.Timeout | null = null;

  /** `rested`: what one person did not go on typing for ten seconds, with the time of the search. */
  constructor(clock: Clock, rested: (what: readonly { readonly what: T; readonly at: number }[]) => void) {
    this.#clock = clock;
    this.#rested = rested;
  }

  /** A person typed a text: whatever of theirs it goes on from, or replaces at once, was not finished. */
  typed(person: string, text: string): void {
    const known = this.#people.get(person);
    if (known === undefined) return;
    const now = this.#clock.now();
    const isMeant = ({ query, at }: Open<T>): boolean =>
      query === text || (!text.startsWith(query) && hasPassed(lookMsMin, at, now));
    const open = this.#finish(known, now).filter(isMeant);
    if (open.length === 0) this.#people.delete(person);
    else this.#people.set(person, open);
  }

  /** A person searched for something that they may not go on typing. The same again, such as another page of it, is no other search. */
  searched(person: string, query: string, what: T): void {
    const open = this.#people.get(person) ?? [];
    if (open.some((one) => one.query === query)) return;
    this.#people.delete(person);
    this.#people.set(person, [...open, { query, at: this.#clock.now(), what }].slice(-openMax));
    evictOldest(this.#people, peopleMax);
    this.#wake();
  }

  /** Forgets what is not finished yet and meets the condition. */
  forget(isGone: (what: T) => boolean): void {
    for (const [person, open] of this.#people) {
      const kept = open.filter(({ what }) => !isGone(what));
      if (kept.length === 0) this.#people.delete(person);
      else if (kept.length < open.length) this.#people.set(person, kept);
    }
  }

  /** Hands over what has rested long enough. */
  sweep(): void {
    const now = this.#clock.now();
    for (const [person, open] of this.#people) {
      const last = open.at(-1);
      // Those after it searched later still.
      if (last !== undefined && !hasPassed(settleMs, last.at, now)) break;
      this.#finish(open, now);
      this.#people.delete(person);
    }
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Looks again when the first of them may have rested long enough. */
  #wake(): void {
    if (this.#timer !== null) return;
    const [first] = this.#people.values();
    const now = this.#clock.now();
    const waitMs = Math.min(settleMs, Math.max(1_000, (first?.at(-1)?.at ?? now) + settleMs - now));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.sweep();
      if (this.#people.size > 0) this.#wake();
    }, waitMs).unref();
  }

  /** Hands over what has rested, and gives the others. */
  #finish(open: readonly Open<T>[], now: number): readonly Open<T>[] {
    const rested = open.filter(({ at }) => hasPassed(settleMs, at, now));
    if (rested.length > 0) this.#rested(rested);
    return open.filter(({ at }) => !hasPassed(settleMs, at, now));
  }
}

/** Whether a time has passed since a moment; also where the clock was set back: for how long is not known then. */
function hasPassed(ms: number, since: number, now: number): boolean {
  return now - since >= ms || now < since;
}
