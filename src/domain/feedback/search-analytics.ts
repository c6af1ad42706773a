import { toDay } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { SearchCounts } from '../../ports/search/search-counts.ts';
import {
  parseTrackedResults,
  type SearchAction,
  type SearchSubscriber,
  type TrackedSearch,
} from './search-tracker.ts';

/** Repetitions of a query within this time, such as further pages or filters, are the same search attempt. */
const attemptMs = 30 * 60_000;
/** Maximum of tracked attempts; the least recently active are evicted. */
const attemptsMax = 50_000;
/** Longer queries, and those with `@`, are counted without their text, which may be personal data. */
const lengthMax = 100;
/** Visitors of one address that count for a query. */
const visitorsPerAddressMax = 20;

/** A visitor's search for one query, across pages and filters. */
interface SearchAttempt {
  readonly counts: Pick<SearchCounts, 'add'>;
  readonly visitorKey: string;
  readonly query: string;
  isFound: boolean;
  /** The filter of its search; empty means one of its searches was in all items. */
  filter: string;
  seenAt: number;
  /** The day it was counted on, or null before it is counted. */
  day: number | null;
  isClicked: boolean;
  isBought: boolean;
}

const nothing = {
  filter: '',
  searches: 0,
  withoutResults: 0,
  clicked: 0,
  bought: 0,
  positions: 0,
  placed: 0,
};

/** Counts settled searches and the clicks and purchases that follow. Stored figures contain no visitors. */
export class SearchAnalytics implements SearchSubscriber {
  readonly #clock: Clock;
  /** Attempts by visitor and query, the least recently active first. */
  readonly #attempts = new Map<string, SearchAttempt>();
  readonly #attemptsBySearch = new WeakMap<TrackedSearch, SearchAttempt>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onSearch(search: TrackedSearch): void {
    const { project, visitorKey, query, isFound, filter } = search;
    const key = `${visitorKey}\0${query}`;
    const now = this.#clock.now();
    const previous = this.#attempts.get(key);
    const attempt =
      previous !== undefined && previous.counts === project.searchCounts && now - previous.seenAt < attemptMs
        ? previous
        : {
            counts: project.searchCounts,
            visitorKey,
            query: query.length > lengthMax || query.includes('@') ? '' : query,
            isFound,
            filter,
            seenAt: now,
            day: null,
            isClicked: false,
            isBought: false,
          };
    attempt.seenAt = now;
    // Whether words find something is told by all items, whichever search came first.
    if (attempt.day === null && attempt.filter !== '' && filter === '') {
      attempt.filter = filter;
      attempt.isFound = isFound;
    }
    this.#attemptsBySearch.set(search, attempt);
    this.#attempts.delete(key);
    this.#attempts.set(key, attempt);
    evictOldest(this.#attempts, attemptsMax);
  }

  onSettled(search: TrackedSearch, at: number, visitorRank: number): void {
    this.#count(search, visitorRank, at);
  }

  onAction(search: TrackedSearch, { event, visitorRank }: SearchAction): void {
    const attempt = this.#count(search, visitorRank, this.#clock.now());
    if (attempt === undefined || attempt.day === null) return;
    const increment = { ...nothing, query: attempt.query, day: attempt.day };
    if (!attempt.isClicked) {
      attempt.isClicked = true;
      const index = parseTrackedResults(search).findIndex(({ id }) =>
        event.items.some((item) => item.id === id),
      );
      const position = event.position ?? (index < 0 ? null : search.offset + index + 1);
      const placed = position === null ? {} : { positions: position, placed: 1 };
      attempt.counts.add([{ ...increment, clicked: 1, ...placed }]);
    }
    if (event.type === 'purchase' && !attempt.isBought) {
      attempt.isBought = true;
      attempt.counts.add([{ ...increment, bought: 1 }]);
    }
  }

  forget(visitorKey: string): void {
    for (const [key, attempt] of this.#attempts)
      if (attempt.visitorKey === visitorKey) this.#attempts.delete(key);
  }

  /** Counts an attempt once. */
  #count(search: TrackedSearch, visitorRank: number, at: number): SearchAttempt | undefined {
    const attempt = this.#attemptsBySearch.get(search);
    if (attempt === undefined || attempt.day !== null || visitorRank >= visitorsPerAddressMax) return attempt;
    attempt.day = toDay(at);
    const { query, day, filter } = attempt;
    const withoutResults = attempt.isFound ? 0 : 1;
    attempt.counts.add([{ ...nothing, query, day, filter, searches: 1, withoutResults }]);
    return attempt;
  }
}
