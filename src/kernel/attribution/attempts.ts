import { toDay } from '../bits/days.ts';
import { findFirstIndex, findUpperBound } from '../bits/binary-search.ts';
import type { DimensionValue, Journey, JourneyEvent, JourneyImpression } from './journey.ts';

/** A search repeated within this time and day, such as for further pages or filters, is the same attempt. */
const attemptMs = 30 * 60_000;
/** A visit ends after this time without an impression or event, and with the day. */
const visitMs = 30 * 60_000;
/** If a longer query follows within this time, the visitor was typing. */
const typingMs = 10_000;
/** If another query follows within this time, the visitor did not look at the results. */
const lookMs = 2_000;

/** A search across its pages, or one list. */
export interface Attempt {
  readonly values: DimensionValue[];
  /** The typed text; null means a list. */
  readonly query: string | null;
  /** The time of the first impression. */
  readonly at: number;
  /** The time of the last impression. */
  lastAt: number;
  /** Whether its impression is known. Otherwise only its channel is known. */
  readonly isKnown: boolean;
  /** Whether any action, a click, an addition to the cart, a purchase followed the attempt. */
  acted: boolean;
  clicked: boolean;
  carted: boolean;
  converted: boolean;
}

export class Attempts {
  /** The visitor's attempts in the order of time. */
  readonly visitorAttempts: Attempt[] = [];
  readonly #byImpression = new Map<string, { readonly attempt: Attempt; readonly at: number }>();
  readonly #unknown = new Map<string, Attempt>();
  readonly #searches: readonly JourneyImpression[];

  constructor({ impressions, others }: Pick<Journey, 'impressions' | 'others'>) {
    for (const [id, other] of others)
      this.#byImpression.set(id, { attempt: createAttempt(other), at: other.at });
    this.#searches = impressions.filter(({ query }) => query !== null);
    const open = new Map<string, Attempt>();
    for (const impression of impressions) {
      const known = impression.attempt === null ? undefined : open.get(impression.attempt);
      const attempt =
        known !== undefined && isSameAttempt(known, impression)
          ? extendAttempt(known, impression)
          : createAttempt(impression);
      if (attempt !== known) this.visitorAttempts.push(attempt);
      if (impression.attempt !== null) open.set(impression.attempt, attempt);
      this.#byImpression.set(impression.id, { attempt, at: impression.at });
    }
  }

  /** The attempt of an impression that an event names at most `ageMsMax` later; otherwise a new one without a known impression. */
  findNamed({ kind, id }: NonNullable<JourneyEvent['named']>, at: number, ageMsMax: number): Attempt {
    const known = this.#byImpression.get(id);
    if (known !== undefined && at - known.at <= ageMsMax) return known.attempt;
    const unknown = this.#unknown.get(id) ?? createUnknownAttempt(kind);
    this.#unknown.set(id, unknown);
    return unknown;
  }

  /** Whether the visitor replaced the query before looking at its results. Call once `acted` is set. */
  isTyping({ query, lastAt, acted }: Attempt): boolean {
    if (acted || query === null || query === '') return false;
    const later = findFirstIndex(0, this.#searches.length, (i) => this.#searches[i]!.at > lastAt);
    for (let i = later; i < this.#searches.length; i++) {
      const { at, query: next } = this.#searches[i]!;
      if (at - lastAt >= typingMs) return false;
      if (next === null || next === query) continue;
      if (next.startsWith(query) || at - lastAt < lookMs) return true;
    }
    return false;
  }
}

function createUnknownAttempt(kind: string): Attempt {
  const values = [
    ['total', ''],
    ['channel', kind],
  ] as const;
  return createAttempt({ at: 0, query: null, values }, false);
}

function createAttempt(
  { at, query, values }: Pick<JourneyImpression, 'at' | 'query' | 'values'>,
  isKnown = true,
): Attempt {
  return {
    values: [...values],
    query,
    at,
    lastAt: at,
    isKnown,
    acted: false,
    clicked: false,
    carted: false,
    converted: false,
  };
}

function isSameAttempt({ at, lastAt }: Attempt, next: JourneyImpression): boolean {
  return next.at - lastAt < attemptMs && toDay(next.at) === toDay(at);
}

function extendAttempt(attempt: Attempt, { at, values }: JourneyImpression): Attempt {
  attempt.lastAt = at;
  for (const value of values)
    if (!attempt.values.some((one) => isSame(one, value))) attempt.values.push(value);
  return attempt;
}

function isSame(a: DimensionValue, b: DimensionValue): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Returns a function from a time to the number of its visit, from 0. */
export function createVisitNumbering(times: readonly number[]): (at: number) => number {
  const sorted = times.toSorted((a, b) => a - b);
  const starts = sorted.filter((at, i) => {
    const before = sorted[i - 1];
    return before === undefined || at - before >= visitMs || toDay(at) !== toDay(before);
  });
  return (at) => findUpperBound(starts, at) - 1;
}
