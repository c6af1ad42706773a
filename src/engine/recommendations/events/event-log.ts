import {
  isUnsignedSession,
  createUnsignedSession,
  type AppendedEvents,
  type Erasure,
  type EventItem,
  type EventLog,
  type ShopEvent,
  type VisitorId,
} from '../../../ports/recommendations/events.ts';
import type { Clock } from '../../../lib/clock.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { WorkSlices } from '../../../lib/work-slices.ts';
import type { Attribution } from '../../analytics/attribution.ts';
import type { EmbeddedImpressionLog } from '../../analytics/impression-log.ts';
import type { EmbeddedSiteLog } from '../../analytics/site-log.ts';
import type { ConfirmedPhotos } from '../../pictures/confirmed-photos.ts';
import type { EmbeddedClickLog } from '../learning/click-log.ts';
import { encodeEventBody, visitorKey, visitorOfKey, eventKey, mergeBody } from '../../storage/event-rows.ts';
import { resolveAlias } from '../../storage/visitor-aliases.ts';
import type { ProjectDatabase, Write } from '../../log/project-database.ts';
import type { Row } from '../../storage/row-codec.ts';
import { logKind } from '../../storage/schema.ts';
import type { SharedChanges } from '../../log/shared-changes.ts';
import { OrderLog, type OrderBatch } from './order-log.ts';
import type { EmbeddedLearnedCorrections } from '../../search/learned-corrections.ts';
import type { EmbeddedQueryLog } from '../../search/query-log.ts';

const select = `SELECT at FROM log WHERE rev > (SELECT coalesce(max(rev), 0) FROM log) - ? AND kind = ${logKind.event}`;

/** The times of the events among the newest `rowsMax` rows of the log, ascending. */
function recentEventTimes({ reads }: ProjectDatabase, rowsMax: number): Float64Array {
  const times: number[] = [];
  for (const { at } of reads.prepare(select).iterate(rowsMax)) times.push(Number(at));
  return Float64Array.from(times).sort();
}

/** Current values of items in the catalog. */
export interface CatalogValues {
  /** The price of an item, or null if it has none. */
  findPrice(item: string): number | null;
  /** The product of a variant, or null for any other item. */
  productOfItem(item: string): string | null;
}

/**
 * A projection that counts events in the order of the log, in steps. Only one write is counted at a time; others may
 * read after each step.
 */
export interface EventProjection {
  /** Number of events counted at the opening. */
  readonly events: number;
  readonly catalogValues: CatalogValues;
  apply(event: ShopEvent): Generator<number, void>;
  /** Erases a user or session with `events` events. */
  erase(who: VisitorId, events: number): Generator<number, void>;
  merge(from: VisitorId, into: string): Generator<number, void>;
}

/** Follows the events in the order in which they are counted. */
export interface EventListener {
  /** Called when an event was counted. */
  onEventApplied?(event: ShopEvent): void;
  /** Called when the visitors with these keys were erased. */
  onVisitorErased(keys: readonly string[]): void | Promise<void>;
}

const putEvent = 'INSERT INTO log (rev, kind, at, key, event_id, body) VALUES (?, ?, ?, ?, ?, ?)';
const putLog = 'INSERT INTO log (rev, kind, at, key, body) VALUES (?, ?, ?, ?, ?)';
const putAlias = `INSERT INTO aliases (alias, user, rev) VALUES (?, ?, ?)
  ON CONFLICT (alias) DO UPDATE SET user = excluded.user, rev = excluded.rev`;
/**
 * Maximum units of counting between two pauses (see `HistoryChanges`), and event items serialized between two
 * pauses: about ten milliseconds each.
 */
const countedUnitsMax = 8_000;
const serializedItemsMax = 20_000;
/** Maximum cached sessions that belong to a user, for which events need no lookup. */
const ownedMax = 50_000;

export class EmbeddedEventLog implements EventLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #projection: EventProjection;
  readonly #queryLog: EmbeddedQueryLog;
  readonly #clickLog: EmbeddedClickLog;
  readonly #listeners: readonly EventListener[];
  readonly #impressions: EmbeddedImpressionLog;
  readonly #site: Pick<EmbeddedSiteLog, 'erase' | 'onVisitorErased'>;
  readonly #attribution: Attribution;
  readonly #photos: Pick<ConfirmedPhotos, 'parts' | 'erase'>;
  readonly #corrections: Pick<EmbeddedLearnedCorrections, 'erase'>;
  readonly #pause: (() => Promise<unknown>) | undefined;
  /** Ids of events that are accepted but not yet durable. */
  readonly #staged = new Set<string>();
  readonly #orders: OrderLog;
  /** Sessions that belong to a user, including those of writes in progress. */
  readonly #owned = new Set<string>();
  #events = 0;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    projection: EventProjection;
    queryLog: EmbeddedQueryLog;
    clickLog: EmbeddedClickLog;
    listeners: readonly EventListener[];
    impressions: EmbeddedImpressionLog;
    site: Pick<EmbeddedSiteLog, 'erase' | 'onVisitorErased'>;
    attribution: Attribution;
    photos: Pick<ConfirmedPhotos, 'parts' | 'erase'>;
    corrections: Pick<EmbeddedLearnedCorrections, 'erase'>;
    /** Pauses between two parts of long work; by default until pending events of the event loop are handled. */
    pause?: () => Promise<unknown>;
  }) {
    this.#pause = options.pause;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#projection = options.projection;
    this.#queryLog = options.queryLog;
    this.#clickLog = options.clickLog;
    this.#listeners = options.listeners;
    this.#impressions = options.impressions;
    this.#site = options.site;
    this.#attribution = options.attribution;
    this.#photos = options.photos;
    this.#corrections = options.corrections;
    this.#orders = new OrderLog(options.database.reads);
    this.#database.onReset(() => {
      this.#staged.clear();
      this.#orders.clear();
      this.#owned.clear();
    });
    this.#events = options.projection.events;
    this.#database.onReplicated('events', (counted) => () => this.#count(counted));
    this.#database.onReplicated('merge', (merge) => () => this.#merge(merge));
    this.#database.onReplicated('erasure', (erasure) => () => {
      this.#owned.clear();
      return this.#erase(erasure);
    });
  }

  count(): number {
    return this.#events;
  }

  recentTimes(rowsMax: number): { readonly times: Float64Array; readonly isAll: boolean } {
    const times = recentEventTimes(this.#database, rowsMax);
    return { times, isAll: times.length >= this.count() };
  }

  append(submitted: readonly ShopEvent[]): Promise<AppendedEvents> {
    const events = submitted.map((event) => this.#withCatalogData(event));
    const items = events.reduce((sum, event) => sum + event.items.length, 0);
    // Does not wait, so that writes are decided in the order of their arrival; only a very long batch may fall behind.
    if (items <= serializedItemsMax) return this.#append(events, new Map());
    return this.#encodeBodies(events).then((bodies) => this.#append(events, bodies));
  }

  #append(events: readonly ShopEvent[], bodies: ReadonlyMap<ShopEvent, string>): Promise<AppendedEvents> {
    return this.#database.write(() => {
      // A duplicate is acknowledged as stored, so the original must be stored. If that write fails, the duplicate is stored instead.
      const orders: OrderBatch = new Map();
      const stored = events.map((event) => this.#newPart(event, orders));
      const accepted = stored.filter((event) => event !== null);
      return {
        write: accepted.length === 0 ? null : this.#buildWrite(accepted, bodies),
        result: { accepted: accepted.length, duplicates: events.length - accepted.length, stored },
      };
    });
  }

  /** Serializes the events before the decision, as a decision must not pause. */
  async #encodeBodies(events: readonly ShopEvent[]): Promise<ReadonlyMap<ShopEvent, string>> {
    const bodies = new Map<ShopEvent, string>();
    const slices = new WorkSlices(serializedItemsMax, this.#pause);
    for (const event of events) {
      bodies.set(event, encodeEventBody(event));
      const pause = slices.spend(event.items.length);
      if (pause !== null) await pause;
    }
    return bodies;
  }

  /**
   * Adds the current products of an event's items for attribution, and missing prices: the catalog changes,
   * and a rebuild from the log must count the same.
   */
  #withCatalogData(event: ShopEvent): ShopEvent {
    const hasPrices = event.type === 'purchase' || event.type === 'return';
    if (!hasPrices && event.searchId === null && event.recommendationId === null) return event;
    const { catalogValues } = this.#projection;
    const items = event.items.map((item): EventItem => {
      const price = hasPrices && item.price === null ? catalogValues.findPrice(item.id) : null;
      const product = catalogValues.productOfItem(item.id);
      if (price === null && product === null) return item;
      return {
        ...item,
        ...(price === null ? {} : { price, isEstimated: true }),
        ...(product === null ? {} : { product }),
      };
    });
    return { ...event, items };
  }

  #buildWrite(accepted: readonly ShopEvent[], bodies: ReadonlyMap<ShopEvent, string>): Write {
    const joinRows: Row[] = [];
    const aliases: Row[] = [];
    const eventRows: Row[] = [];
    const counted = accepted.map((event) => {
      const joins = this.#joins(event);
      if (joins !== null) {
        const alias = `s:${joins.session}`;
        const revision = this.#database.takeRevision();
        joinRows.push([revision, logKind.merge, event.at, alias, mergeBody(joins, joins.user)]);
        aliases.push([alias, joins.user, revision]);
      }
      const revision = this.#database.takeRevision();
      const body = bodies.get(event) ?? encodeEventBody(event);
      eventRows.push([revision, logKind.event, event.at, eventKey(event), event.id, body]);
      return { event, joins, revision };
    });
    const parts = [
      { sql: putLog, rows: joinRows },
      { sql: putAlias, rows: aliases },
      { sql: putEvent, rows: eventRows },
      ...this.#photos.parts(accepted),
    ].filter(({ rows }) => rows.length > 0);
    return { change: { kind: 'events', data: counted }, parts, apply: () => this.#count(counted) };
  }

  /**
   * Counts events one after the other, with pauses between parts of the work. A reader during a pause sees the log up
   * to some event, or the first items of a large one: a state that could have existed. The write is acknowledged when
   * all events are counted; later writes are applied after it.
   */
  async #count(counted: SharedChanges['events']): Promise<void> {
    const slices = new WorkSlices(countedUnitsMax, this.#pause);
    for (const { event, joins, revision } of counted) {
      if (joins !== null) await this.#join({ session: joins.session }, joins.user, slices);
      await slices.run(this.#projection.apply(event));
      if (event.id !== null) this.#staged.delete(event.id);
      this.#orders.onStored(event);
      this.#events++;
      for (const listener of this.#listeners) listener.onEventApplied?.(event);
      this.#database.advanceAppliedRevision(revision);
    }
    this.#attribution.schedule();
  }

  /** The session that this event links to a user, or null if there is none or it belongs to a user already. */
  #joins({ user, session }: ShopEvent): { session: string; user: string } | null {
    if (user === null || session === null || this.#owned.has(session)) return null;
    this.#owned.add(session);
    // Evicts the oldest: the newest may not be in the log yet.
    evictOldest(this.#owned, ownedMax);
    const aliasRow = this.#database.reads
      .prepare('SELECT 1 FROM aliases WHERE alias = ?')
      .get(`s:${session}`);
    return aliasRow === undefined ? { session, user } : null;
  }

  eraseUser(user: string): Promise<Erasure> {
    return this.#eraseAll({ user });
  }

  eraseSession(session: string): Promise<Erasure> {
    return this.#eraseAll({ session });
  }

  #eraseAll(who: VisitorId): Promise<Erasure> {
    // Writes alone, so that pending events are in the log and can be found.
    return this.#database.writeAlone(() => {
      const keys = this.#readKeys(visitorKey(who));
      const events = keys
        .map((key) =>
          this.#database.reads.number(
            `SELECT count(*) FROM log WHERE key = ? AND kind = ${logKind.event}`,
            key,
          ),
        )
        .reduce((sum, count) => sum + count, 0);
      const byKey = keys.map((key): Row => [key]);
      const erasedSearches = this.#queryLog.erase(keys);
      const erasedCorrections = this.#corrections.erase(keys);
      const parts = [
        { sql: 'DELETE FROM log WHERE key = ?', rows: byKey },
        { sql: 'DELETE FROM aliases WHERE alias = ?', rows: byKey },
        erasedSearches.part,
        erasedCorrections.part,
        this.#clickLog.erase(keys),
        this.#impressions.erase(keys),
        this.#site.erase(keys),
        this.#photos.erase(keys),
        ...this.#attribution.erase(keys),
        // Records that an erasure happened, without the visitor.
        {
          sql: putLog,
          rows: [[this.#database.takeRevision(), logKind.erasure, this.#clock.now(), null, null]],
        },
      ];
      this.#owned.clear();
      const data = { who, events, keys, searches: erasedSearches.removed };
      const change = { kind: 'erasure', data } as const;
      const apply = (): Promise<void> => this.#erase(data);
      const result = { events, names: keys.map(visitorOfKey) };
      const finishErasure = (): void => {
        erasedSearches.end();
        erasedCorrections.end();
      };
      return { write: { change, parts, apply, onEnd: finishErasure }, result };
    });
  }

  merge(from: VisitorId, into: string): Promise<boolean> {
    // Writes alone, so that pending merges are in the log and can be found.
    return this.#database.writeAlone(() => {
      const key = visitorKey(from);
      const owner = resolveAlias(this.#database.reads, key);
      const isInto = owner === resolveAlias(this.#database.reads, `u:${into}`);
      // The history of another user of the same device must not become part of this user's.
      if ('session' in from && owner !== key && !isInto) return { write: null, result: false };
      const revision = this.#database.takeRevision();
      const row: Row = [revision, logKind.merge, this.#clock.now(), key, mergeBody(from, into)];
      if ('session' in from) this.#owned.add(from.session);
      // A name that was merged before moves with its owner, as in the counters: no name has two owners.
      const aliases: Row[] = isInto ? [] : [[owner, into, revision]];
      const parts = [
        { sql: putLog, rows: [row] },
        { sql: putAlias, rows: aliases },
      ].filter(({ rows }) => rows.length > 0);
      const data = { from, into, owners: aliases.map(([alias]) => String(alias)) };
      const write = { change: { kind: 'merge', data } as const, parts, apply: () => this.#merge(data) };
      return { write, result: true };
    });
  }

  async #merge({ from, into, owners }: SharedChanges['merge']): Promise<void> {
    await this.#join(from, into, new WorkSlices(countedUnitsMax, this.#pause));
    this.#attribution.schedule();
    for (const owner of owners) this.#queryLog.onVisitorMerged(visitorOfKey(owner));
  }

  async #erase({ who, events, keys, searches }: SharedChanges['erasure']): Promise<void> {
    const slices = new WorkSlices(countedUnitsMax, this.#pause);
    await slices.run(this.#projection.erase(who, events));
    // Sessions of unsigned users are linked to no user: their counts are separate.
    for (const name of keys.map(visitorOfKey))
      if ('session' in name && isUnsignedSession(name.session))
        await slices.run(this.#projection.erase(name, 0));
    this.#queryLog.onVisitorErased(keys, searches);
    this.#clickLog.onVisitorErased(keys);
    for (const listener of this.#listeners) await listener.onVisitorErased(keys);
    this.#impressions.onVisitorErased(keys);
    this.#site.onVisitorErased(keys);
    this.#events -= events;
  }

  async #join(from: VisitorId, into: string, slices: WorkSlices): Promise<void> {
    await slices.run(this.#projection.merge(from, into));
    this.#queryLog.onVisitorMerged(from);
  }

  /** The part of an event that is new, or null if nothing is. */
  #newPart(event: ShopEvent, orders: OrderBatch): ShopEvent | null {
    const part = this.#orders.newPart(event, orders);
    if (part === null || !this.#isNew(event)) return null;
    this.#orders.stage(part, orders);
    return part;
  }

  #isNew(event: ShopEvent): boolean {
    if (event.id === null) return true;
    if (this.#staged.has(event.id)) return false;
    if (this.#database.reads.prepare('SELECT 1 FROM log WHERE event_id = ?').get(event.id) !== undefined)
      return false;
    this.#staged.add(event.id);
    return true;
  }

  /** The keys of all events of a visitor, under all of their names. */
  #readKeys(name: string): string[] {
    const keys = [...new Set([resolveAlias(this.#database.reads, name), name])];
    for (const key of keys) {
      if (!key.startsWith('u:')) continue;
      const rows = this.#database.reads.prepare('SELECT alias FROM aliases WHERE user = ?').all(key.slice(2));
      for (const { alias } of rows as { alias: string }[]) if (!keys.includes(alias)) keys.push(alias);
      const claimed = `s:${createUnsignedSession(key.slice(2))}`;
      const row = this.#database.reads.prepare('SELECT 1 FROM log WHERE key = ? LIMIT 1').get(claimed);
      if (row !== undefined) keys.push(claimed);
    }
    return keys;
  }
}
