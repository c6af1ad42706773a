import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';

/** A query is settled if the visitor does not continue typing for this long. */
export const settleMs = 10_000;
/** A visitor who replaces a query by an unrelated one within this time did not look at its results. */
const lookedAtMsMin = 2_000;
/** Maximum of visitors with open queries; the least recently active are evicted. */
const visitorsMax = 20_000;
/** Maximum of open queries of a visitor; the oldest are dropped. */
const openMax = 4;
/** Minimum time between two sweeps, so that many visitors do not cause one each. */
const sweepMsMin = 1_000;

interface OpenQuery<T> {
  readonly query: string;
  readonly at: number;
  readonly search: T;
}

/** Normalises a query for comparisons: blanks and case. */
export const normaliseQuery = (query: string): string => query.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Separates settled queries from text on the way to a longer one. In memory only. */
export class QuerySettling<T> implements Disposable {
  readonly #clock: Clock;
  readonly #onSettled: (search: T, at: number) => void;
  /** The least recently active visitor first. */
  readonly #visitors = new Map<string, readonly OpenQuery<T>[]>();
  #timer: NodeJS.Timeout | null = null;

  /** `onSettled` receives a settled search with its time. */
  constructor(clock: Clock, onSettled: (search: T, at: number) => void) {
    this.#clock = clock;
    this.#onSettled = onSettled;
  }

  /** A visitor typed a text: drops open queries that it extends or replaces immediately. */
  recordTyping(visitor: string, text: string): void {
    const queries = this.#visitors.get(visitor);
    if (queries === undefined) return;
    const now = this.#clock.now();
    const staysOpen = ({ query, at }: OpenQuery<T>): boolean =>
      query === text || (!text.startsWith(query) && hasPassed(lookedAtMsMin, at, now));
    const open = this.#settle(queries, now).filter(staysOpen);
    if (open.length === 0) this.#visitors.delete(visitor);
    else this.#visitors.set(visitor, open);
  }

  /** Opens a query that the visitor may continue typing. A repeated query, such as its next page, stays open since the first time. */
  recordSearch(visitor: string, query: string, search: T): void {
    const open = this.#visitors.get(visitor) ?? [];
    if (open.some((one) => one.query === query)) return;
    this.#visitors.delete(visitor);
    this.#visitors.set(visitor, [...open, { query, at: this.#clock.now(), search }].slice(-openMax));
    evictOldest(this.#visitors, visitorsMax);
    this.#schedule();
  }

  /** Drops the open queries of a visitor. */
  forget(visitor: string): void {
    this.#visitors.delete(visitor);
  }

  /** Settles open queries whose time has passed. */
  sweep(): void {
    const now = this.#clock.now();
    for (const [visitor, open] of this.#visitors) {
      const last = open.at(-1);
      // All later visitors were active more recently.
      if (last !== undefined && !hasPassed(settleMs, last.at, now)) break;
      this.#settle(open, now);
      this.#visitors.delete(visitor);
    }
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Schedules a sweep when the first query can be settled. */
  #schedule(): void {
    if (this.#timer !== null) return;
    const [first] = this.#visitors.values();
    const now = this.#clock.now();
    const waitMs = Math.min(settleMs, Math.max(sweepMsMin, (first?.at(-1)?.at ?? now) + settleMs - now));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.sweep();
      if (this.#visitors.size > 0) this.#schedule();
    }, waitMs).unref();
  }

  /** Settles due queries and returns the others. */
  #settle(open: readonly OpenQuery<T>[], now: number): readonly OpenQuery<T>[] {
    for (const { search, at } of open) if (hasPassed(settleMs, at, now)) this.#onSettled(search, at);
    return open.filter(({ at }) => !hasPassed(settleMs, at, now));
  }
}

/** Whether a time has passed; also if the clock was set back, which leaves the duration unknown. */
function hasPassed(ms: number, since: number, now: number): boolean {
  return now - since >= ms || now < since;
}
