import type { FinishedSearch, SearchLog } from '../../ports/searches.ts';
import type { VisitorName } from '../../ports/events.ts';
import type { Clock } from '../../lib/clock.ts';
import { dropOldest } from '../../lib/drop-oldest.ts';
import { Crowds } from '../events/crowds.ts';
import type { NamedEvent } from '../events/events.ts';
import { tidyQuery, Typing } from './typing.ts';

/** Longer queries are no completions. */
const lengthMax = 80;
const wordsMax = 8;
/** Searches remembered for the events that name them. The oldest are forgotten first. */
const recentMax = 50_000;

/** So many people from one address count for a query: fewer than make it a completion, however long they keep trying. */
const perAddressMax = 2;

type Who = FinishedSearch['by'];

/** A search that was answered. */
export interface AnsweredSearch {
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
  readonly log: SearchLog;
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
export class FinishedSearches implements Disposable {
  readonly #clock: Clock;
  /** By search id, the oldest first. */
  readonly #recent = new Map<string, Recent>();
  readonly #typing: Typing<Open>;
  /** Who from where finished what. Addresses are kept nowhere else. */
  readonly #crowds = new Crowds({ visitorsMax: perAddressMax, placesMax: recentMax });

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#typing = new Typing(clock, (rested) => {
      const [{ what: first }] = rested as [(typeof rested)[number]];
      const counted = rested.filter(({ what: { query, by, address } }) => !this.#isCrowd(query, by, address));
      if (counted.length > 0)
        first.log.finished(counted.map(({ what: { query, by }, at }) => ({ query, by, at })));
    });
  }

  /** Hears of every search that was answered; what found nothing, or not all of its words, is no completion. */
  answered(project: string, log: SearchLog, search: AnsweredSearch): void {
    const { searchId, fallback, correctedQuery, total, user, session, address } = search;
    const by: Who | null = user !== null ? { user } : session !== null ? { session } : null;
    const typed = tidyQuery(search.query);
    const person = by === null ? null : keyOf(project, by);
    if (person !== null) this.#typing.typed(person, typed);
    if (total === 0 || typed === '' || (fallback !== null && correctedQuery === null)) return;
    const query = tidyQuery(correctedQuery ?? typed);
    if (query.length > lengthMax || query.split(' ').length > wordsMax) return;
    this.#recent.set(searchId, { log, query, by, address });
    dropOldest(this.#recent, recentMax);
    if (by !== null && person !== null) this.#typing.searched(person, query, { log, query, by, address });
  }

  /** Hears of events that were kept: one that names a search says that it was finished, for the first people from an address. */
  acted(events: readonly NamedEvent[]): void {
    for (const { event, address } of events) {
      const { type, searchId, user, session } = event;
      const search = searchId === null || !actions.has(type) ? undefined : this.#recent.get(searchId);
      const by = search?.by ?? (user !== null ? { user } : session !== null ? { session } : null);
      if (search === undefined || by === null) continue;
      if (this.#isCrowd(search.query, by, address ?? search.address)) continue;
      search.log.finished([{ query: search.query, by, at: this.#clock.now() }]);
    }
  }

  /** Forgets what is not known to be finished yet of somebody. */
  forget(log: SearchLog, who: VisitorName): void {
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
    return address !== null && this.#crowds.isCrowded(`${address} ${query}`, keyOf('', by));
  }
}

const keyOf = (project: string, by: Who): string =>
  'user' in by ? `${project}\0u${by.user}` : `${project}\0s${by.session}`;
