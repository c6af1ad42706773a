import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { VisitorId } from '../../ports/events.ts';
import type { SearchCounts } from '../../ports/search-counts.ts';
import { VisitorCap } from '../events/visitor-cap.ts';
import type { EventWithAddress } from '../events/events.ts';
import { normaliseQuery, QuerySettling } from './query-settling.ts';

const dayMs = 86_400_000;
/** Another page, another filter, the way back: who searches for the same again within this is still at it. */
const visitMs = 30 * 60_000;
/** Searches that are remembered, and answers to them with their first places. The oldest are forgotten first. */
const visitsMax = 50_000;
const answersMax = 10_000;
const placesMax = 24;
/** What is longer, or has what an address of mail has, is counted without its words: somebody may have pasted what is theirs. */
const lengthMax = 100;
/** So many visitors of one address count for a query: one script is not the demand of a town. */
const perAddressMax = 20;

/** An answer to a search, as far as its figures need it. */
export interface TrackedSearch {
  readonly searchId: string;
  readonly query: string;
  /** Whether items with all of its words, as typed or corrected, were listed. */
  readonly found: boolean;
  /** What the answer lists, from the place after this one on. */
  readonly offset: number;
  readonly itemIds: readonly string[];
  readonly user: string | null;
  readonly session: string | null;
  /** From where it came; null where that says nothing. */
  readonly address: string | null;
}

/** Somebody's search for one thing, over all its pages and filters. */
interface SearchAttempt {
  readonly counts: SearchCounts;
  readonly query: string;
  readonly found: boolean;
  readonly by: string;
  readonly address: string | null;
  seenAt: number;
  /** The day that it counts for; null where it does not, or not yet. */
  day: number | null;
  clicked: boolean;
  bought: boolean;
}

interface Answer {
  readonly visit: SearchAttempt;
  readonly offset: number;
  readonly itemIds: readonly string[];
}

/** Events that say that somebody found what they looked for. */
const actions = new Set(['click', 'cart', 'purchase']);
const nothing = { searches: 0, withoutResults: 0, clicked: 0, bought: 0, positions: 0, placed: 0 };

/**
 * Counts what shoppers search for, and what comes of it. A search counts once it is finished: an event names it, or whoever typed it
 * does not go on for ten seconds. Who has neither `user` nor `session` is told by their address, and without one every search is
 * another visitor's. What is known of visitors stays in memory; the figures are handed on without them.
 */
export class SearchAnalytics implements Disposable {
  readonly #clock: Clock;
  /** By visitor and query, the one seen the longest ago first. */
  readonly #visits = new Map<string, SearchAttempt>();
  /** By search id, the oldest first. */
  readonly #answers = new Map<string, Answer>();
  readonly #typing: QuerySettling<SearchAttempt>;
  readonly #crowds = new VisitorCap({ visitorsMax: perAddressMax, placesMax: visitsMax });

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#typing = new QuerySettling(clock, (rested) => {
      for (const { what } of rested) this.#count(what);
    });
  }

  /** Hears of every search with words that was answered to a shopper. */
  recordSearch(project: string, counts: SearchCounts, search: TrackedSearch): void {
    const query = normaliseQuery(search.query);
    const by = visitorOf(project, search);
    if (by !== null) this.#typing.typed(by, query);
    if (query === '') return;
    const { searchId, found, address, offset, itemIds } = search;
    const now = this.#clock.now();
    const known = by === null ? undefined : this.#visits.get(`${by}\0${query}`);
    const isKnown = known !== undefined && known.counts === counts && now - known.seenAt < visitMs;
    const visit = isKnown
      ? known
      : {
          counts,
          query: query.length > lengthMax || query.includes('@') ? '' : query,
          found,
          by: by ?? searchId,
          address,
          seenAt: now,
          day: null,
          clicked: false,
          bought: false,
        };
    visit.seenAt = now;
    this.#answers.set(searchId, { visit, offset, itemIds: itemIds.slice(0, placesMax) });
    evictOldest(this.#answers, answersMax);
    if (by === null) return this.#count(visit);
    this.#visits.delete(`${by}\0${query}`);
    this.#visits.set(`${by}\0${query}`, visit);
    evictOldest(this.#visits, visitsMax);
    if (visit.day === null) this.#typing.searched(by, query, visit);
  }

  /** Hears of events that were kept. */
  recordEvents(events: readonly EventWithAddress[]): void {
    for (const { event } of events) {
      const { type, searchId, items, position } = event;
      const answer = searchId === null || !actions.has(type) ? undefined : this.#answers.get(searchId);
      if (answer === undefined) continue;
      const { visit, offset, itemIds } = answer;
      this.#count(visit);
      if (visit.day === null) continue;
      const more = { ...nothing, query: visit.query, day: visit.day };
      if (!visit.clicked) {
        visit.clicked = true;
        const listed = itemIds.findIndex((id) => items.some((item) => item.id === id));
        const place = position ?? (listed < 0 ? null : offset + listed + 1);
        const placed = place === null ? {} : { positions: place, placed: 1 };
        visit.counts.add([{ ...more, clicked: 1, ...placed }]);
      }
      if (type === 'purchase' && !visit.bought) {
        visit.bought = true;
        visit.counts.add([{ ...more, bought: 1 }]);
      }
    }
  }

  /** Forgets what somebody searched for; figures that counted it do not say by whom. */
  forget(project: string, who: VisitorId): void {
    const by = visitorOf(project, { user: null, session: null, address: null, ...who });
    const isGone = (visit: SearchAttempt): boolean => visit.by === by;
    this.#typing.forget(isGone);
    for (const [key, visit] of this.#visits) if (isGone(visit)) this.#visits.delete(key);
    for (const [id, { visit }] of this.#answers) if (isGone(visit)) this.#answers.delete(id);
  }

  /** Counts what has rested long enough. */
  sweep(): void {
    this.#typing.sweep();
  }

  [Symbol.dispose](): void {
    this.#typing[Symbol.dispose]();
  }

  /** Counts a visit once; not those of an address that had its share. */
  #count(visit: SearchAttempt): void {
    const { counts, query, found, by, address } = visit;
    if (visit.day !== null) return;
    if (address !== null && this.#crowds.isExceeded(`${address} ${query}`, by)) return;
    visit.day = Math.floor(this.#clock.now() / dayMs);
    counts.add([{ ...nothing, query, day: visit.day, searches: 1, withoutResults: found ? 0 : 1 }]);
  }
}

/** Null where nothing tells one from another. */
function visitorOf(
  project: string,
  { user, session, address }: Pick<TrackedSearch, 'user' | 'session' | 'address'>,
): string | null {
  if (user !== null) return `${project}\0u${user}`;
  if (session !== null) return `${project}\0s${session}`;
  return address === null ? null : `${project}\0a${address}`;
}
