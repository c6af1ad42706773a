import type { Erased, EventLog, ShopEvent } from '../../../ports/events.ts';
import type { Clock } from '../../../lib/clock.ts';
import { dropOldest } from '../../../lib/drop-oldest.ts';
import type { EmbeddedChoices } from '../learning/choices.ts';
import { bodyOf, joinedKey, joinedOf, keyOf, mergeBody, type Joined } from '../storage/event-rows.ts';
import { ownerOf } from '../storage/name-owner.ts';
import type { ProjectDatabase, Write } from '../storage/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import { logKind } from '../storage/schema.ts';
import type { SharedChanges } from '../storage/shared-changes.ts';
import type { EmbeddedSearchLog } from '../search/search-log.ts';

/** What counts events, in the order of the log. */
export interface EventProjection {
  /** Events counted when it was opened. */
  readonly events: number;
  apply(event: ShopEvent): void;
  /** Forgets a user, or a session, with so many events. */
  erase(who: Joined, events: number): void;
  merge(from: Joined, into: string): void;
}

const putEvent = 'INSERT INTO log (rev, kind, at, key, event_id, body) VALUES (?, ?, ?, ?, ?, ?)';
const putLog = 'INSERT INTO log (rev, kind, at, key, body) VALUES (?, ?, ?, ?, ?)';
const putAlias = `INSERT INTO aliases (alias, user) VALUES (?, ?)
  ON CONFLICT (alias) DO UPDATE SET user = excluded.user`;
/** Sessions known to be somebody's, so that most events need not look. */
const ownedKept = 50_000;

export class EmbeddedEventLog implements EventLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #projection: EventProjection;
  readonly #searches: EmbeddedSearchLog;
  readonly #choices: EmbeddedChoices;
  /** Ids of events that are accepted and not yet durable. */
  readonly #staged = new Set<string>();
  /** Sessions that are a user's, or will be with what is under way. */
  readonly #owned = new Set<string>();
  #events = 0;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    projection: EventProjection;
    searches: EmbeddedSearchLog;
    choices: EmbeddedChoices;
  }) {
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
    this.#database.follow('events', (steps) => () => this.#count(steps));
    this.#database.follow('merge', (merge) => () => this.#merge(merge));
    this.#database.follow('erasure', (erasure) => () => {
      this.#owned.clear();
      this.#erase(erasure);
    });
  }

  count(): number {
    return this.#events;
  }

  append(events: readonly ShopEvent[]): Promise<{ accepted: number; duplicates: number }> {
    return this.#database.write(() => {
      // A duplicate is acknowledged as kept: so the first one must be. Where that one fails, this one is kept.
      const accepted = events.filter((event) => this.#isNew(event));
      return {
        write: accepted.length === 0 ? null : this.#kept(accepted),
        result: { accepted: accepted.length, duplicates: events.length - accepted.length },
      };
    });
  }

  #kept(accepted: readonly ShopEvent[]): Write {
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
      eventRows.push([revision, logKind.event, event.at, keyOf(event), event.id, bodyOf(event)]);
      return { event, joins };
    });
    const parts = [
      { sql: putLog, rows: joined },
      { sql: putAlias, rows: aliases },
      { sql: putEvent, rows: eventRows },
    ].filter(({ rows }) => rows.length > 0);
    return { change: { kind: 'events', data: steps }, parts, apply: () => this.#count(steps) };
  }

  #count(steps: SharedChanges['events']): void {
    for (const { event, joins } of steps) {
      if (joins !== null) this.#join({ session: joins.session }, joins.user);
      this.#projection.apply(event);
      if (event.id !== null) this.#staged.delete(event.id);
    }
    this.#events += steps.length;
  }

  /** The session that becomes a user's with this event; null where there is none, or it is somebody's already. */
  #joins({ user, session }: ShopEvent): { session: string; user: string } | null {
    if (user === null || session === null || this.#owned.has(session)) return null;
    this.#owned.add(session);
    // Not the newest: those may be on their way into the log.
    dropOldest(this.#owned, ownedKept);
    const known = this.#database.reads.prepare('SELECT 1 FROM aliases WHERE alias = ?').get(`s:${session}`);
    return known === undefined ? { session, user } : null;
  }

  eraseUser(user: string): Promise<Erased> {
    return this.#eraseAll({ user });
  }

  eraseSession(session: string): Promise<Erased> {
    return this.#eraseAll({ session });
  }

  #eraseAll(who: Joined): Promise<Erased> {
    // What is on its way into the log must be there to be found.
    return this.#database.writeAlone(() => {
      const keys = this.#keysOf(joinedKey(who));
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
      const apply = (): void => this.#erase(data);
      const result = { events, names: keys.map(joinedOf) };
      return { write: { change, parts, apply, ended: searches.ended }, result };
    });
  }

  merge(from: Joined, into: string): Promise<boolean> {
    // Whose a name is by now must be there to be found.
    return this.#database.writeAlone(() => {
      const key = joinedKey(from);
      const owner = ownerOf(this.#database.reads, key);
      const isInto = owner === ownerOf(this.#database.reads, `u:${into}`);
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

  #merge({ from, into, owners }: SharedChanges['merge']): void {
    this.#join(from, into);
    for (const owner of owners) this.#searches.merged(joinedOf(owner));
  }

  #erase({ who, events, keys, searches }: SharedChanges['erasure']): void {
    this.#projection.erase(who, events);
    this.#searches.erased(keys, searches);
    this.#choices.erased(keys);
    this.#events -= events;
  }

  #join(from: Joined, into: string): void {
    this.#projection.merge(from, into);
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
    const keys = [...new Set([ownerOf(this.#database.reads, name), name])];
    for (const key of keys) {
      if (!key.startsWith('u:')) continue;
      const rows = this.#database.reads.prepare('SELECT alias FROM aliases WHERE user = ?').all(key.slice(2));
      for (const { alias } of rows as { alias: string }[]) if (!keys.includes(alias)) keys.push(alias);
    }
    return keys;
  }
}
