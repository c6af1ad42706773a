import type { Clock } from '../../lib/clock.ts';
import type { VisitorId } from '../../ports/recommendations/events.ts';
import type { SearchAction, SearchSubscriber, TrackedSearch } from './search-tracker.ts';

/** Longer queries never become completions. */
const lengthMax = 80;
const wordsMax = 8;
/** Visitors of one address that count for a query: fewer than a completion needs. */
const visitorsPerAddressMax = 2;

/** Records settled queries in the query log, the source of completions: queries with results that have all their words. */
export class QueryLogger implements SearchSubscriber {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onSettled(search: TrackedSearch, at: number, visitorRank: number): void {
    if (search.visitor !== null) this.#record(search, search.visitor, at, visitorRank);
  }

  onAction(search: TrackedSearch, { visitor, visitorRank }: SearchAction): void {
    if (visitor !== null) this.#record(search, visitor, this.#clock.now(), visitorRank);
  }

  #record(
    { project, searchedQuery: query, isFound }: TrackedSearch,
    by: VisitorId,
    at: number,
    rank: number,
  ): void {
    if (!isFound || rank >= visitorsPerAddressMax) return;
    if (query.length > lengthMax || query.split(' ').length > wordsMax) return;
    project.queryLog.record([{ query, by, at }]);
  }
}
