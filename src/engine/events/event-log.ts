import type { Erasure, EventLog, ShopEvent } from '../../ports/events.ts';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import type { EmbeddedClickLog } from '../learning/click-log.ts';
import { bodyOf, visitorKey, visitorOfKey, keyOf, mergeBody, type VisitorId } from '../storage/event-rows.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import type { ProjectDatabase, Write } from '../storage/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import { logKind } from '../storage/schema.ts';
import type { SharedChanges } from '../storage/shared-changes.ts';
import type { EmbeddedQueryLog } from '../search/query-log.ts';

/**
 * What counts events, in the order of the log, in steps: one after the other, and nothing else changes what is counted in between. After
 * each step others may read.
 */
export interface EventProjection {
  /** Events counted when it was opened. */
  readonly events: number;
  apply(event: ShopEvent): Generator<number, void>;
  /** Erases a user or session with `events` events. */
  erase(who: VisitorId, events: number): Generator<number, void>;
  merge(from: VisitorId, into: string): Generator<number, void>;
}

const putEvent = 'INSERT INTO log (rev, kind, at, key, event_id, body) VALUES (?, ?, ?, ?, ?, ?)';
const putLog = 'INSERT INTO log (rev, kind, at, key, body) VALUES (?, ?, ?, ?, ?)';
const putAlias = `INSERT INTO aliases (alias, user) VALUES (?, ?)
  ON CONFLICT (alias) DO UPDATE SET user = excluded.user`;
/** Units of counting (see `HistoryChanges`) between two pauses, and items of events that are written as JSON: about ten milliseconds. */
const countedMax = 8_000;
const writtenMax = 20_000;
/** Sessions known to be somebody's, so that most events need not look. */
const ownedKept = 50_000;

export class EmbeddedEventLog implements EventLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #projection: EventProjection;
  readonly #searches: EmbeddedQueryLog;
  readonly #choices: EmbeddedClickLog;
  readonly #pause: (() => Promise<unknown>) | undefined;
  /** Ids of events that are accepted and not yet durable. */
  readonly #staged = new Set<string>();
  /** Sessions that are a user's, or will be with what is under way. */
  readonly #owned = new Set<string>();
  #events = 0;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    projection: EventProjection;
    searches: EmbeddedQueryLog;
    choices: EmbeddedClickLog;
    /** Between two parts of long work: until the events that are due are handled, unless told. */
    pause?: () => Promise<unknown>;
  }) {
    this.#pause = options.pause;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#projection = options.projection;
    this.#searches = options.searches;
    this.#choices = options.choices;
    this.#database.onReset(() => {
      this.#staged.clear();
      this.#owned.clear();
    });
    this.#events = options.projection.events;
    this.#database.onReplicated('events', (steps) => () => this.#count(steps));
    this.#database.onReplicated('merge', (merge) => () => this.#merge(merge));
    this.#database.onReplicated('erasure', (erasure) => () => {
      this.#owned.clear();
      return this.#erase(erasure);
    });
  }

  count(): number {
    return this.#events;
  }

  append(events: readonly ShopEvent[]): Promise<{ accepted: number; duplicates: number }> {
    const items = events.reduce((sum, event) => sum + event.items.length, 0);
    // At once, so that writes are decided in the order in which they came; only what is long to write down may fall behind.
    if (items <= writtenMax) return this.#append(events, new Map());
    return this.#bodiesOf(events).then((bodies) => this.#append(events, bodies));
  }

  #append(
    events: readonly ShopEvent[],
    bodies: ReadonlyMap<ShopEvent, string>,
  ): Promise<{ accepted: number; duplicates: number }> {
    return this.#database.write(() => {
      // A duplicate is acknowledged as kept: so the first one must be. Where that one fails, this one is kept.
      const accepted = events.filter((event) => this.#isNew(event));
      return {
        write: accepted.length === 0 ? null : this.#kept(accepted, bodies),
        result: { accepted: accepted.length, duplicates: events.length - accepted.length },
      };
    });
  }

  /** Made before anything is decided, which happens in one step. */
  async #bodiesOf(events: readonly ShopEvent[]): Promise<ReadonlyMap<ShopEvent, string>> {
    const bodies = new Map<ShopEvent, string>();
    const slices = new WorkSlices(writtenMax, this.#pause);
    for (const event of events) {
      bodies.set(event, bodyOf(event));
      const pause = slices.spend(event.items.length);
      if (pause !== null) await pause;
    }
    return bodies;
  }

  #kept(accepted: readonly ShopEvent[], bodies: ReadonlyMap<ShopEvent, string>): Write {
    const joined: Row[] = [];
    const aliases: Row[] = [];
    const eventRows: Row[] = [];
    const steps = accepted.map((event) => {
      const joins = this.#joins(event);
      if (joins !== null) {
        const alias = `s:${joins.session}`;
        joined.push([
          this.#database.takeRevision(),
          logKind.merge,
          event.at,
          alias,
          mergeBody(joins, joins.user),
        ]);
        aliases.push([alias, joins.user]);
      }
      const revision = this.#database.takeRevision();
      const body = bodies.get(event) ?? bodyOf(event);
      eventRows.push([revision, logKind.event, event.at, keyOf(event), event.id, body]);
      return { event, joins, revision };
    });
    const parts = [
      { sql: putLog, rows: joined },
      { sql: putAlias, rows: aliases },
      { sql: putEvent, rows: eventRows },
    ].filter(({ rows }) => rows.length > 0);
    return { change: { kind: 'events', data: steps }, parts, apply: () => this.#count(steps) };
  }

  /**
   * Counts events one after the other, with pauses between parts of the work. Who reads in a pause sees the log up to some event, and of
   * one that is large, its first items: a state that it had, or could have had. It is acknowledged when all of it is counted; what is
   * written later is applied after it, as ever.
   */
  async #count(steps: SharedChanges['events']): Promise<void> {
    const slices = new WorkSlices(countedMax, this.#pause);
    for (const { event, joins, revision } of steps) {
      if (joins !== null) await this.#join({ session: joins.session }, joins.user, slices);
      await slices.run(this.#projection.apply(event));
      if (event.id !== null) this.#staged.delete(event.id);
      this.#events++;
      this.#database.appliedUpTo(revision);
    }
  }

  /** The session that becomes a user's with this event; null where there is none, or it is somebody's already. */
  #joins({ user, session }: ShopEvent): { session: string; user: string } | null {
    if (user === null || session === null || this.#owned.has(session)) return null;
    this.#owned.add(session);
    // Not the newest: those may be on their way into the log.
    evictOldest(this.#owned, ownedKept);
    const known = this.#database.reads.prepare('SELECT 1 FROM aliases WHERE alias = ?').get(`s:${session}`);
    return known === undefined ? { session, user } : null;
  }

  eraseUser(user: string): Promise<Erasure> {
    return this.#eraseAll({ user });
  }

  eraseSession(session: string): Promise<Erasure> {
    return this.#eraseAll({ session });
  }

  #eraseAll(who: VisitorId): Promise<Erasure> {
    // What is on its way into the log must be there to be found.
    return this.#database.writeAlone(() => {
      const keys = this.#keysOf(visitorKey(who));
      const events = keys
        .map((key) =>
          this.#database.reads.number(
            `SELECT count(*) FROM log WHERE key = ? AND kind = ${logKind.event}`,
            key,
          ),
        )
        .reduce((sum, count) => sum + count, 0);
      const byKey = keys.map((key): Row => [key]);
      const searches = this.#searches.erase(keys);
      const parts = [
        { sql: 'DELETE FROM log WHERE key = ?', rows: byKey },
        { sql: 'DELETE FROM aliases WHERE alias = ?', rows: byKey },
        searches.part,
        this.#choices.erase(keys),
        // That somebody was erased is kept, who it was is not.
        {
          sql: putLog,
          rows: [[this.#database.takeRevision(), logKind.erasure, this.#clock.now(), null, null]],
        },
      ];
      this.#owned.clear();
      const data = { who, events, keys, searches: searches.gone };
      const change = { kind: 'erasure', data } as const;
      const apply = (): Promise<void> => this.#erase(data);
      const result = { events, names: keys.map(visitorOfKey) };
      return { write: { change, parts, apply, ended: searches.ended }, result };
    });
  }

  merge(from: VisitorId, into: string): Promise<boolean> {
    // Whose a name is by now must be there to be found.
    return this.#database.writeAlone(() => {
      const key = visitorKey(from);
      const owner = resolveAlias(this.#database.reads, key);
      const isInto = owner === resolveAlias(this.#database.reads, `u:${into}`);
      // What somebody else did before at the same screen is no part of this one's history.
      if ('session' in from && owner !== key && !isInto) return { write: null, result: false };
      const revision = this.#database.takeRevision();
      const row: Row = [revision, logKind.merge, this.#clock.now(), key, mergeBody(from, into)];
      if ('session' in from) this.#owned.add(from.session);
      // A user who is somebody's already brings them along, as in what is counted: nobody has two owners.
      const aliases: Row[] = isInto ? [] : [[owner, into]];
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
    await this.#join(from, into, new WorkSlices(countedMax, this.#pause));
    for (const owner of owners) this.#searches.merged(visitorOfKey(owner));
  }

  async #erase({ who, events, keys, searches }: SharedChanges['erasure']): Promise<void> {
    await new WorkSlices(countedMax, this.#pause).run(this.#projection.erase(who, events));
    this.#searches.erased(keys, searches);
    this.#choices.erased(keys);
    this.#events -= events;
  }

  async #join(from: VisitorId, into: string, slices: WorkSlices): Promise<void> {
    await slices.run(this.#projection.merge(from, into));
    this.#searches.merged(from);
  }

  #isNew(event: ShopEvent): boolean {
    if (event.id === null) return true;
    if (this.#staged.has(event.id)) return false;
    if (this.#database.reads.prepare('SELECT 1 FROM log WHERE event_id = ?').get(event.id) !== undefined)
      return false;
    this.#staged.add(event.id);
    return true;
  }

  /** The keys of everything that somebody did, by whichever of their names they are called. */
  #keysOf(name: string): string[] {
    const keys = [...new Set([resolveAlias(this.#database.reads, name), name])];
    for (const key of keys) {
      if (!key.startsWith('u:')) continue;
      const rows = this.#database.reads.prepare('SELECT alias FROM aliases WHERE user = ?').all(key.slice(2));
      for (const { alias } of rows as { alias: string }[]) if (!keys.includes(alias)) keys.push(alias);
    }
    return keys;
  }
}
