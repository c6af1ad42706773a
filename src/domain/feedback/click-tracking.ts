import type { ClickLog, ShownResult } from '../../ports/click-log.ts';
import type { VisitorId } from '../../ports/events.ts';
import type { TextHit } from '../../ports/text.ts';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { VisitorCap } from '../events/visitor-cap.ts';
import type { EventWithAddress } from '../events/events.ts';

/** Lists remembered for the events that name them, each with so many of its first places: a kilobyte a list. */
const listsMax = 10_000;
const placesMax = 24;
/** So many people from one address count for a query. */
const perAddressMax = 2;
/** Addresses and queries remembered for that. */
const crowdsMax = 20_000;

/** A list that was shown. */
export interface ShownResults {
  readonly searchId: string;
  readonly query: string;
  /** The text model that had a part in it; null where none had. */
  readonly model: string | null;
  /** Of the page that was asked for, from this place on. */
  readonly offset: number;
  readonly hits: readonly Pick<TextHit, 'item' | 'fused'>[];
  readonly user: string | null;
  readonly session: string | null;
}

interface Remembered {
  readonly choices: ClickLog;
  readonly query: string;
  readonly model: string;
  readonly by: VisitorId | null;
  readonly ids: readonly string[];
  /** Of each place: its position, its level, what its words count, and its cosine. */
  readonly numbers: Float64Array;
}

const memberCount = 4;
/** Events that say that somebody chose something. */
const actions = new Set(['click', 'cart', 'purchase']);

/**
 * Tells what shoppers choose from lists that words and meaning ordered: the first item of a list that an event names with it. Of
 * the places, only those of the chosen one's level are told: by what is above or below that level, the weight decides nothing.
 */
export class ClickTracker {
  readonly #clock: Clock;
  /** By search id, the oldest first. */
  readonly #lists = new Map<string, Remembered>();
  readonly #crowds = new VisitorCap({ visitorsMax: perAddressMax, placesMax: crowdsMax });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Hears of every list that was shown. */
  recordResults(
    choices: ClickLog,
    { searchId, query, model, offset, hits, user, session }: ShownResults,
  ): void {
    const places = hits.slice(0, placesMax).flatMap(({ item, fused }, i) => {
      // What is not known of its meaning counts as the average there: that says nothing of the weight.
      if (fused === null || fused.cosine === null) return [];
      return [{ id: item.id, numbers: [offset + i + 1, fused.level, fused.keywordScore, fused.cosine] }];
    });
    if (model === null || places.length < 2) return;
    this.#lists.set(searchId, {
      choices,
      query: query.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
      model,
      by: whoOf(user, session),
      ids: places.map(({ id }) => id),
      numbers: Float64Array.from(places.flatMap(({ numbers }) => numbers)),
    });
    evictOldest(this.#lists, listsMax);
  }

  /** Hears of events that were kept. */
  recordEvents(events: readonly EventWithAddress[]): void {
    for (const { event, address } of events) {
      const { type, searchId, items, user, session, suspectedBot: crowded } = event;
      const list = searchId === null || !actions.has(type) ? undefined : this.#lists.get(searchId);
      if (searchId === null || list === undefined) continue;
      const chosenIds = new Set(items.map(({ id }) => id));
      const at = list.ids.findIndex((id) => chosenIds.has(id));
      const by = list.by ?? whoOf(user, session);
      if (at < 0 || by === null) continue;
      this.#lists.delete(searchId);
      if (crowded || (address !== null && this.#crowds.isExceeded(`${address} ${list.query}`, nameOf(by))))
        continue;
      const { places, chosen } = placesOfLevel(list, at);
      if (places.length < 2) continue;
      const { query, model } = list;
      list.choices.record({ query, model, by, at: this.#clock.now(), places, chosen });
    }
  }

  /** Forgets what was shown to somebody. */
  forget(choices: ClickLog, who: VisitorId): void {
    for (const [searchId, { choices: own, by }] of this.#lists)
      if (own === choices && by !== null && nameOf(by) === nameOf(who)) this.#lists.delete(searchId);
  }
}

function placesOfLevel({ ids, numbers }: Remembered, at: number): { places: ShownResult[]; chosen: number } {
  const level = numbers[at * memberCount + 1];
  const places: ShownResult[] = [];
  let chosen = 0;
  ids.forEach((_, i) => {
    const [position = 0, own, keywordScore = 0, cosine = 0] = numbers.subarray(
      i * memberCount,
      (i + 1) * memberCount,
    );
    if (own !== level) return;
    if (i === at) chosen = places.length;
    places.push({ position, keywordScore, cosine });
  });
  return { places, chosen };
}

function nameOf(who: VisitorId): string {
  return 'user' in who ? `u${who.user}` : `s${who.session}`;
}

function whoOf(user: string | null, session: string | null): VisitorId | null {
  return user !== null ? { user } : session !== null ? { session } : null;
}
