import {
  siteEventTypesMax,
  sitePagesMax,
  siteSpanMs,
  siteUnknownItemsMax,
  type PageReport,
  type ReportedPage,
  type SiteFigures,
  type SiteLog,
} from '../../ports/recommendations/site-log.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/days.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import type { ProjectDatabase, Write } from '../log/project-database.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import { readEventRow, visitorKey, type EventRow } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';
import { logKind } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';

const flushAfterMs = 2_000;
const minuteMs = 60_000;
/** Visitors whose exposure is stored already; others cost a row that changes nothing. */
const knownVisitorsMax = 20_000;
/** Exposures that wait to be written, for example while the disk is full; further ones are dropped. */
const pendingMax = 20_000;
/** Revisions of the log that are read at once. */
const revisionsPerRead = 1_000;
/** After this many revisions without a recent event, no earlier one is read: only imports of past events are longer. */
const oldRevisionsMax = 100_000;
/** Unknown ids that are counted each; further ones are counted together. */
const unknownIdsMax = 5_000;

const putPage = `INSERT INTO site_pages (minute, path, reports, last_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (minute, path) DO UPDATE SET reports = reports + excluded.reports, last_at = max(last_at, excluded.last_at)`;
const putExposure =
  'INSERT INTO exposures (started, key, at) VALUES (?, ?, ?) ON CONFLICT (started, key) DO NOTHING';

/** More than a flush adds, and few enough that other writes do not wait. */
const expiredMax = 2 * pendingMax;
const deleteExposures =
  'DELETE FROM exposures WHERE (started, key) IN (SELECT started, key FROM exposures WHERE at < ? LIMIT ?)';

interface LogRow extends EventRow {
  readonly rev: number;
}

/** Pages and exposures are sums and rows of their own; events are counted in the log, so that nothing is kept twice. */
export class EmbeddedSiteLog implements SiteLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #isKnown: (item: string) => boolean;
  readonly #readKeptDays: () => number;
  readonly #flushes = new DelayedFlush(() => this.flush(), flushAfterMs);
  /** By minute and path. */
  #pages = new Map<
    string,
    { readonly minute: number; readonly path: string; reports: number; lastAt: number }
  >();
  readonly #exposures = new Map<string, Row>();
  /** Exposures that were recorded, by start and visitor. */
  readonly #knownExposures = new Set<string>();
  /** The paths of the last hour with their last minute, up to {@link sitePagesMax}. */
  readonly #paths = new Map<string, number>();
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    isKnown: (item: string) => boolean;
    /** Days for which exposures are kept. */
    readKeptDays: () => number;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#isKnown = options.isKnown;
    this.#readKeptDays = options.readKeptDays;
  }

  record({ path, at, exposure }: PageReport): void {
    if (this.#closed) return;
    const minute = Math.floor(at / minuteMs);
    const countedPath = this.#limitPath(path, minute);
    const key = `${minute} ${countedPath}`;
    const page = this.#pages.get(key);
    if (page === undefined) this.#pages.set(key, { minute, path: countedPath, reports: 1, lastAt: at });
    else {
      page.reports++;
      page.lastAt = Math.max(page.lastAt, at);
    }
    if (exposure !== null && this.#readKeptDays() > 0) this.#recordExposure(exposure, at);
    this.#flushes.schedule();
  }

  async readFigures(): Promise<SiteFigures> {
    await this.flush();
    const since = this.#clock.now() - siteSpanMs;
    return { since, pages: this.#readPages(since), ...(await this.#countEvents(since)) };
  }

  async flush(): Promise<void> {
    if (this.#pages.size + this.#exposures.size === 0) return;
    // They stay pending until they are stored: an erasure that is decided first drops them.
    const stored = await this.#database.write(() => {
      const pages = [...this.#pages].map(([key, page]) => ({ key, ...page }));
      const exposures = [...this.#exposures.keys()];
      return { write: this.#buildWrite(), result: { pages, exposures } };
    });
    for (const { key, reports } of stored.pages) {
      const page = this.#pages.get(key)!;
      page.reports -= reports;
      if (page.reports === 0) this.#pages.delete(key);
    }
    for (const id of stored.exposures) this.#exposures.delete(id);
  }

  #buildWrite(): Write {
    const now = this.#clock.now();
    const parts: StatementBatch[] = [
      {
        sql: putPage,
        rows: [...this.#pages.values()].map(({ minute, path, reports, lastAt }): Row => [
          minute,
          path,
          reports,
          lastAt,
        ]),
      },
      { sql: 'DELETE FROM site_pages WHERE minute < ?', rows: [[Math.floor((now - siteSpanMs) / minuteMs)]] },
      { sql: putExposure, rows: [...this.#exposures.values()] },
      { sql: deleteExposures, rows: [[now - this.#readKeptDays() * dayMs, expiredMax]] },
    ];
    return {
      change: { kind: 'rows', data: null },
      parts: parts.filter(({ rows }) => rows.length > 0),
      apply: () => undefined,
    };
  }

  /** The rows to delete with an erasure. */
  erase(keys: readonly string[]): StatementBatch {
    this.onVisitorErased(keys);
    return { sql: 'DELETE FROM exposures WHERE key = ?', rows: keys.map((key): Row => [key]) };
  }

  /** Applies an erasure of any process: pending exposures of these visitors are older than it. */
  onVisitorErased(keys: readonly string[]): void {
    const erased = new Set<unknown>(keys);
    for (const [id, [, key]] of this.#exposures)
      if (erased.has(key)) {
        this.#exposures.delete(id);
        this.#knownExposures.delete(id);
      }
  }

  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  #recordExposure({ visitor, startedAt }: NonNullable<PageReport['exposure']>, at: number): void {
    const key = visitorKey(visitor);
    const id = `${startedAt} ${key}`;
    if (this.#knownExposures.has(id) || this.#exposures.size >= pendingMax) return;
    this.#knownExposures.add(id);
    evictOldest(this.#knownExposures, knownVisitorsMax);
    this.#exposures.set(id, [startedAt, key, at]);
  }

  /** The path, or an empty one once {@link sitePagesMax} paths are counted. */
  #limitPath(path: string, minute: number): string {
    if (this.#paths.size >= sitePagesMax && !this.#paths.has(path)) {
      const first = minute - siteSpanMs / minuteMs;
      for (const [known, last] of this.#paths) if (last < first) this.#paths.delete(known);
      if (this.#paths.size >= sitePagesMax) return '';
    }
    this.#paths.set(path, minute);
    return path;
  }

  #readPages(since: number): ReportedPage[] {
    const rows = this.#database.reads
      .prepare(
        `SELECT path, sum(reports) AS reports, max(last_at) AS lastAt FROM site_pages
          WHERE minute >= ? GROUP BY path ORDER BY lastAt DESC, path`,
      )
      .all(Math.floor(since / minuteMs)) as unknown as ReportedPage[];
    const counted = rows.filter(({ path }) => path !== '').slice(0, sitePagesMax);
    // Each process of a cluster counts this many.
    const others = rows.filter((page) => !counted.includes(page));
    const reports = others.reduce((sum, page) => sum + page.reports, 0);
    const lastAt = Math.max(...others.map((page) => page.lastAt));
    const othersTogether = others.length === 0 ? [] : [{ path: '', reports, lastAt }];
    return [...counted.map((page) => ({ ...page })), ...othersTogether].sort((a, b) => b.lastAt - a.lastAt);
  }

  async #countEvents(since: number): Promise<Pick<SiteFigures, 'events' | 'unknownCount' | 'unknownItems'>> {
    const { reads } = this.#database;
    const slices = requestSlices(revisionsPerRead / 2);
    const counts = new EventCounts(this.#isKnown);
    let to = reads.number('SELECT coalesce(max(rev), 0) FROM log');
    for (let lastRecent = to; to > 0 && lastRecent - to < oldRevisionsMax; to -= revisionsPerRead) {
      const rows = reads
        .prepare(
          `SELECT rev, kind, at, key, event_id AS eventId, body FROM log
            WHERE rev > ? AND rev <= ? AND kind = ${logKind.event} AND at >= ? ORDER BY rev DESC`,
        )
        .all(to - revisionsPerRead, to, since) as unknown as LogRow[];
      for (const row of rows) counts.add(row);
      if (rows.length > 0) lastRecent = to;
      await slices.spend(100 + rows.length);
    }
    return counts.list();
  }
}

interface TypeCount {
  count: number;
  readonly last: { at: number; items: readonly string[] };
}

/** The sums of the events of a time, added from the newest to the oldest. */
class EventCounts {
  readonly #isKnown: (item: string) => boolean;
  readonly #types = new Map<string, TypeCount>();
  readonly #unknown = new Map<string, { events: number; lastAt: number }>();
  #unknownCount = 0;

  constructor(isKnown: (item: string) => boolean) {
    this.#isKnown = isKnown;
  }

  add(row: EventRow): void {
    const { type, at, items } = readEventRow(row);
    const countedType = this.#types.size < siteEventTypesMax || this.#types.has(type) ? type : '';
    const known = this.#types.get(countedType);
    const itemIds = items.slice(0, 10).map(({ id }) => id);
    if (known === undefined) this.#types.set(countedType, { count: 1, last: { at, items: itemIds } });
    else {
      known.count++;
      if (at > known.last.at) Object.assign(known.last, { at, items: itemIds });
    }
    for (const { id } of items) if (!this.#isKnown(id)) this.#addUnknown(id, at);
  }

  list(): Pick<SiteFigures, 'events' | 'unknownCount' | 'unknownItems'> {
    const byCount = (a: readonly [string, number], b: readonly [string, number]): number =>
      b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
    return {
      events: [...this.#types]
        .sort(([a, one], [b, other]) => byCount([a, one.count], [b, other.count]))
        .map(([type, { count, last }]) => ({ type, count, last })),
      unknownItems: [...this.#unknown]
        .sort(([a, one], [b, other]) => byCount([a, one.events], [b, other.events]))
        .slice(0, siteUnknownItemsMax)
        .map(([id, unknown]) => ({ id, ...unknown })),
      unknownCount: this.#unknownCount,
    };
  }

  #addUnknown(id: string, at: number): void {
    this.#unknownCount++;
    const unknown = this.#unknown.get(id);
    if (unknown !== undefined) {
      unknown.events++;
      unknown.lastAt = Math.max(unknown.lastAt, at);
    } else if (this.#unknown.size < unknownIdsMax) this.#unknown.set(id, { events: 1, lastAt: at });
  }
}
