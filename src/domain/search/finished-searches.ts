import type { FinishedSearch, SearchLog } from '../../ports/searches.ts';
import type { Clock } from '../../lib/clock.ts';
import { dropOldest } from '../../lib/drop-oldest.ts';
import { Crowds } from '../events/crowds.ts';
import type { NamedEvent } from '../events/events.ts';

/** Who goes on typing within this does not mean what is typed so far. */
export const restMs = 10_000;
/** Longer queries are no completions. */
const lengthMax = 80;
const wordsMax = 8;
/** Searches remembered for the events that name them, and people whose last searches may not be finished. The oldest are forgotten first. */
const recentMax = 50_000;
const peopleMax = 20_000;
/** Queries of one person that may turn out to be finished: what is typed after them is another search. */
const openMax = 4;

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

interface Person {
  readonly log: SearchLog;
  readonly by: Who;
  readonly address: string | null;
  open: readonly Open[];
}

interface Open {
  readonly query: string;
  readonly at: number;
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
  /** By project and person, whose last search is the longest ago first. */
  readonly #people = new Map<string, Person>();
  /** Who from where finished what. Addresses are kept nowhere else. */
  readonly #crowds = new Crowds({ visitorsMax: perAddressMax, placesMax: recentMax });
  #timer: NodeJS.Timeout | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Hears of every search that was answered; what found nothing, or not all of its words, is no completion. */
  answered(project: string, log: SearchLog, search: AnsweredSearch): void {
    const { searchId, fallback, correctedQuery, total, user, session, address } = search;
    const by: Who | null = user !== null ? { user } : session !== null ? { session } : null;
    const typed = tidy(search.query);
    if (by !== null) this.#goesOn(project, by, typed);
    if (total === 0 || typed === '' || (fallback !== null && correctedQuery === null)) return;
    const query = tidy(correctedQuery ?? typed);
    if (query.length > lengthMax || query.split(' ').length > wordsMax) return;
    this.#recent.set(searchId, { log, query, by, address });
    dropOldest(this.#recent, recentMax);
    if (by !== null) this.#open(project, { log, by, address, open: [] }, query);
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

  /** Forgets what is not known to be finished yet of a user. */
  forget(log: SearchLog, user: string): void {
    for (const [key, one] of this.#people)
      if (one.log === log && isUser(one.by, user)) this.#people.delete(key);
    for (const [id, one] of this.#recent)
      if (one.log === log && isUser(one.by, user)) this.#recent.delete(id);
  }

  /** Hands over what has rested long enough. */
  sweep(): void {
    const now = this.#clock.now();
    for (const [key, one] of this.#people) {
      const last = one.open.at(-1);
      // Those after it searched later still.
      if (last !== undefined && now - last.at < restMs) break;
      this.#finish(one, now);
      this.#people.delete(key);
    }
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Whether a query had its share of people from there. */
  #isCrowd(query: string, by: Who, address: string | null): boolean {
    return address !== null && this.#crowds.isCrowded(`${address} ${query}`, keyOf('', by));
  }

  /** Whatever the person typed that goes on in this was not finished. */
  #goesOn(project: string, by: Who, typed: string): void {
    const key = keyOf(project, by);
    const known = this.#people.get(key);
    if (known === undefined) return;
    this.#finish(known, this.#clock.now());
    known.open = known.open.filter(({ query }) => !(typed.length > query.length && typed.startsWith(query)));
    if (known.open.length === 0) this.#people.delete(key);
  }

  #open(project: string, person: Person, query: string): void {
    const key = keyOf(project, person.by);
    const open = this.#people.get(key)?.open ?? [];
    // Another page of the same list; or what is left while a longer query is taken back letter by letter.
    if (open.some((one) => one.query.startsWith(query))) return;
    this.#people.delete(key);
    this.#people.set(key, { ...person, open: [...open, { query, at: this.#clock.now() }].slice(-openMax) });
    dropOldest(this.#people, peopleMax);
    this.#wake();
  }

  /** Looks again when the first of them may have rested long enough. */
  #wake(): void {
    if (this.#timer !== null) return;
    const [first] = this.#people.values();
    const now = this.#clock.now();
    const waitMs = Math.max(1_000, (first?.open.at(-1)?.at ?? now) + restMs - now);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.sweep();
      if (this.#people.size > 0) this.#wake();
    }, waitMs).unref();
  }

  #finish(person: Person, now: number): void {
    const { log, by, address } = person;
    const rested = person.open.filter(({ at }) => now - at >= restMs);
    if (rested.length === 0) return;
    person.open = person.open.filter(({ at }) => now - at < restMs);
    const counted = rested.filter(({ query }) => !this.#isCrowd(query, by, address));
    if (counted.length > 0) log.finished(counted.map(({ query, at }) => ({ query, by, at })));
  }
}

const tidy = (query: string): string => query.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const keyOf = (project: string, by: Who): string =>
  'user' in by ? `${project}\0u${by.user}` : `${project}\0s${by.session}`;
const isUser = (by: Who | null, user: string): boolean => by !== null && 'user' in by && by.user === user;
