import type { SettledSearch, QueryLog } from '../../ports/query-log.ts';
import type { VisitorId } from '../../ports/events.ts';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { VisitorCap } from '../events/visitor-cap.ts';
import type { EventWithAddress } from '../events/events.ts';
import { normaliseQuery, QuerySettling } from './query-settling.ts';

/** Longer queries are no completions. */
const lengthMax = 80;
const wordsMax = 8;
/** Searches remembered for the events that name them. The oldest are forgotten first. */
const recentMax = 50_000;

/** So many people from one address count for a query: fewer than make it a completion, however long they keep trying. */
const perAddressMax = 2;

type Who = SettledSearch['by'];

/** A search that was answered. */
export interface LoggedSearch {
  readonly searchId: string;
  readonly query: string;
  /** The words that were searched instead; null where nothing was changed. */
  readonly correctedQuery: string | null;
  readonly fallback: string | null;
  readonly total: number;
  readonly user: string | null;
  readonly session: string | null;
  /** From where it came; null where that says nothing. */
  readonly address: string | null;
}

interface Recent {
  readonly log: QueryLog;
  readonly query: string;
  readonly by: Who | null;
  readonly address: string | null;
}

/** A search of somebody who may go on typing. */
interface Open extends Recent {
  readonly by: Who;
}

/** Events that say that somebody found what they looked for. */
const actions = new Set(['click', 'cart', 'purchase']);

/**
 * Tells finished searches from words on the way: a search is finished when an event names it, or when the same person does not go
 * on typing it for ten seconds. Keeps in memory what is not known yet, and hands what is finished to the project's log.
 */
export class SettledSearches implements Disposable {
  readonly #clock: Clock;
  /** By search id, the oldest first. */
  readonly #recent = new Map<string, Recent>();
  readonly #typing: QuerySettling<Open>;
  /** Who from where finished what. Addresses are kept nowhere else. */
  readonly #crowds = new VisitorCap({ visitorsMax: perAddressMax, placesMax: recentMax });

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#typing = new QuerySettling(clock, (rested) => {
      const [{ what: first }] = rested as [(typeof rested)[number]];
      const counted = rested.filter(({ what: { query, by, address } }) => !this.#isCrowd(query, by, address));
      if (counted.length > 0)
        first.log.record(counted.map(({ what: { query, by }, at }) => ({ query, by, at })));
    });
  }

  /** Hears of every search that was answered; what found nothing, or not all of its words, is no completion. */
  recordSearch(project: string, log: QueryLog, search: LoggedSearch): void {
    const { searchId, fallback, correctedQuery, total, user, session, address } = search;
    const by: Who | null = user !== null ? { user } : session !== null ? { session } : null;
    const typed = normaliseQuery(search.query);
    const person = by === null ? null : keyOf(project, by);
    if (person !== null) this.#typing.typed(person, typed);
    if (total === 0 || typed === '' || (fallback !== null && correctedQuery === null)) return;
    const query = normaliseQuery(correctedQuery ?? typed);
    if (query.length > lengthMax || query.split(' ').length > wordsMax) return;
    this.#recent.set(searchId, { log, query, by, address });
    evictOldest(this.#recent, recentMax);
    if (by !== null && person !== null) this.#typing.searched(person, query, { log, query, by, address });
  }

  /** Hears of events that were kept: one that names a search says that it was finished, for the first people from an address. */
  recordEvents(events: readonly EventWithAddress[]): void {
    for (const { event, address } of events) {
      const { type, searchId, user, session } = event;
      const search = searchId === null || !actions.has(type) ? undefined : this.#recent.get(searchId);
      const by = search?.by ?? (user !== null ? { user } : session !== null ? { session } : null);
      if (search === undefined || by === null) continue;
      if (this.#isCrowd(search.query, by, address ?? search.address)) continue;
      search.log.record([{ query: search.query, by, at: this.#clock.now() }]);
    }
  }

  /** Forgets what is not known to be finished yet of somebody. */
  forget(log: QueryLog, who: VisitorId): void {
    const gone = keyOf('', who);
    const isGone = (one: Recent): boolean => one.log === log && one.by !== null && keyOf('', one.by) === gone;
    this.#typing.forget(isGone);
    for (const [id, one] of this.#recent) if (isGone(one)) this.#recent.delete(id);
  }

  /** Hands over what has rested long enough. */
  sweep(): void {
    this.#typing.sweep();
  }

  [Symbol.dispose](): void {
    this.#typing[Symbol.dispose]();
  }

  /** Whether a query had its share of people from there. */
  #isCrowd(query: string, by: Who, address: string | null): boolean {
    return address !== null && this.#crowds.isExceeded(`${address} ${query}`, keyOf('', by));
  }
}

const keyOf = (project: string, by: Who): string =>
  'user' in by ? `${project}\0u${by.user}` : `${project}\0s${by.session}`;
