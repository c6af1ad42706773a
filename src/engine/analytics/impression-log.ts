import type {
  Impression,
  ImpressionLog,
  JudgedImpression,
} from '../../ports/recommendations/impression-log.ts';
import type { AnalyticsSettings } from '../../ports/configuration/settings.ts';
import { dayMs, toDay } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ReadConnection } from '../storage/database.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import type { ProjectDatabase, Write } from '../log/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { readAttributionTerms } from './attribution-terms.ts';
import { readJudgedImpressions } from './judged-impressions.ts';
import {
  readImpression,
  createImpressionRow,
  getRowKey,
  isSearch,
  putImpression,
  type ImpressionRow,
} from './impression-rows.ts';

/** Maximum impressions that wait to be written, for example while the disk is full; further ones are dropped. */
const pendingMax = 20_000;
const flushAfterMs = 400;
/** Maximum expired rows that one flush deletes, so that other writes do not wait. It is more than a flush adds. */
const expiredMax = 2_000;

/** Marks in the state of a project: impressions have expired, and were imported. */
const marks = { expired: 'impressions_expired', imported: 'impressions_imported' } as const;
const putMark = `INSERT INTO state (name, value) VALUES (?, x'01') ON CONFLICT (name) DO NOTHING`;

function isMarked(reads: ReadConnection, mark: keyof typeof marks): boolean {
  return reads.prepare('SELECT 1 FROM state WHERE name = ?').get(marks[mark]) !== undefined;
}

/** Whether impressions of the project have ever expired. */
export function hasExpired(reads: ReadConnection): boolean {
  return isMarked(reads, 'expired');
}

/** The impressions of a project's database, written in batches. */
export class EmbeddedImpressionLog implements ImpressionLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #settings: () => AnalyticsSettings;
  readonly #onStored: () => void;
  readonly #flushes = new DelayedFlush(() => this.flush(), flushAfterMs);
  /** Stored as rows, not as impressions: garbage collection visits fewer objects. */
  #pending: Row[] = [];
  /** Whether stored rows may be expired. */
  #expires = true;
  #checkedOn = -1;
  /** Whether older impressions may have higher numbers. If so, every row is checked each day, from this number on. */
  #isImported: boolean;
  #checkedTo = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    settings: () => AnalyticsSettings;
    onStored: () => void;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#settings = options.settings;
    this.#onStored = options.onStored;
    this.#isImported = isMarked(options.database.reads, 'imported');
  }

  record(impression: Impression): void {
    if (this.#closed || this.#pending.length >= pendingMax || this.#settings().impressionDays === 0) return;
    this.#pending.push(createImpressionRow(impression));
    this.#flushes.schedule();
  }

  async add(impressions: readonly Impression[]): Promise<ReadonlySet<string>> {
    if (impressions.length === 0) return new Set();
    const stored = await this.#database.write(() => {
      const findStored = this.#database.reads.prepare('SELECT 1 FROM impressions WHERE id = ?');
      // A file may name an id twice.
      const added = new Map<string, Impression>();
      for (const impression of impressions)
        if (!added.has(impression.id) && findStored.get(impression.id) === undefined)
          added.set(impression.id, impression);
      const rows = [...added.values()].map(createImpressionRow);
      const write: Write = {
        change: { kind: 'rows', data: null },
        parts: [
          { sql: putImpression, rows },
          { sql: putMark, rows: [[marks.imported]] },
        ],
        apply: () => {},
      };
      return { write: rows.length === 0 ? null : write, result: new Set(added.keys()) };
    });
    if (stored.size > 0) {
      this.#isImported = true;
      this.#onStored();
    }
    return stored;
  }

  after(number: number, limit: number): (Impression & { readonly number: number })[] {
    const rows = this.#database.reads
      .prepare('SELECT no, id, at, key, body, items FROM impressions WHERE no > ? ORDER BY no LIMIT ?')
      .all(number, limit) as unknown as ImpressionRow[];
    return rows.map((row) => ({ number: row.no, ...readImpression(row) }));
  }

  /** The number of the newest stored impression; 0 if there is none. */
  readNewestNumber(): number {
    return this.#database.reads.number('SELECT coalesce(max(no), 0) FROM impressions');
  }

  /** The impressions of known visitors, ascending by number: those after `number`, up to `last`. */
  listVisitorImpressions(number: number, last: number): Impression[] {
    const rows = this.#database.reads
      .prepare(
        'SELECT id, at, key, body, items FROM impressions WHERE no > ? AND no <= ? AND key IS NOT NULL ORDER BY no',
      )
      .all(number, last) as unknown as Omit<ImpressionRow, 'no'>[];
    return rows.map(readImpression);
  }

  /** The searches of unknown visitors, ascending by number: those after `number`, up to `last`. Their items are not read. */
  listAnonymousSearches(number: number, last: number): { readonly no: number; readonly id: string }[] {
    return this.#database.reads
      .prepare(
        `SELECT no, id FROM impressions WHERE no > ? AND no <= ? AND key IS NULL AND ${isSearch} ORDER BY no`,
      )
      .all(number, last) as unknown as { no: number; id: string }[];
  }

  async readRecent(limit: number): Promise<readonly JudgedImpression[]> {
    await this.flush();
    return readJudgedImpressions(this.#database.reads, readAttributionTerms(this.#settings()), limit);
  }

  async flush(): Promise<void> {
    // They stay pending until they are stored: an erasure that is decided first drops them.
    const stored = await this.#database.write(() => {
      const batch = new Set(this.#pending);
      return { write: this.#buildWrite([...batch]), result: batch };
    });
    this.#pending = this.#pending.filter((row) => !stored.has(row));
    if (stored.size > 0) this.#onStored();
    if (this.#expires && !this.#closed) this.#flushes.schedule();
  }

  /** The rows to delete with an erasure. */
  erase(keys: readonly string[]): StatementBatch {
    this.onVisitorErased(keys);
    return { sql: 'DELETE FROM impressions WHERE key = ?', rows: keys.map((key): Row => [key]) };
  }

  /** Applies an erasure of any process: pending impressions of these visitors are older than it. */
  onVisitorErased(keys: readonly string[]): void {
    const erased = new Set(keys);
    this.#pending = this.#pending.filter((row) => !erased.has(getRowKey(row) ?? ''));
  }

  /** Writes the pending impressions; later ones are dropped. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  #buildWrite(pending: readonly Row[]): Write | null {
    const parts = [{ sql: putImpression, rows: pending }, ...this.#deleteExpired()];
    const written = parts.filter(({ rows }) => rows.length > 0);
    if (written.length === 0) return null;
    return { change: { kind: 'rows', data: null }, parts: written, apply: () => {} };
  }

  /** Deletes the oldest expired rows, at most {@link expiredMax}. */
  #deleteExpired(): StatementBatch[] {
    const now = this.#clock.now();
    const today = toDay(now);
    if (today !== this.#checkedOn) {
      this.#expires = true;
      this.#checkedTo = 0;
    }
    this.#checkedOn = today;
    if (!this.#expires) return [];
    const oldest = (today - this.#settings().impressionDays) * dayMs;
    const rows = this.#database.reads
      .prepare('SELECT no, at FROM impressions WHERE no > ? ORDER BY no LIMIT ?')
      .all(this.#checkedTo, expiredMax) as unknown as { no: number; at: number }[];
    const expired = rows.filter(({ at }) => at < oldest);
    this.#expires = rows.length === expiredMax && (this.#isImported || expired.length === rows.length);
    if (this.#isImported) this.#checkedTo = rows.at(-1)?.no ?? this.#checkedTo;
    return [
      { sql: 'DELETE FROM impressions WHERE no = ?', rows: expired.map(({ no }): Row => [no]) },
      { sql: putMark, rows: expired.length === 0 ? [] : [[marks.expired]] },
    ];
  }
}
