import type { SettledSearch, QueryLog } from '../../ports/search/query-log.ts';
import { CompletionIndex } from '../../kernel/text/search/completion-index.ts';
import { dayMs, toDay } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import { visitorKey } from '../storage/event-rows.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import type { ProjectDatabase, Write } from '../log/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import type { SearchChange, SharedChanges } from '../log/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';

const retentionDays = 60;
/** Maximum rows, rounded to whole days: completions need no more searches. */
const rowsMax = 200_000;
const queriesMax = 10_000;
/** Maximum searches that wait to be written; further ones are dropped. */
const pendingMax = 5_000;
const flushAfterMs = 500;

const put = `INSERT INTO searches (key, query, at) VALUES (?, ?, ?)
  ON CONFLICT (key, query) DO UPDATE SET at = excluded.at`;
const remove = 'DELETE FROM searches WHERE key = ? AND query = ?';

const changeKey = (key: string, query: string): string => `${key}\0${query}`;

interface PendingSearch {
  readonly key: string;
  readonly query: string;
  readonly at: number;
}

type Change = { -readonly [K in keyof SearchChange]: SearchChange[K] };

/** The settled queries in a project's database, written in batches and counted in memory. */
export class EmbeddedQueryLog implements QueryLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #queries = new CompletionIndex({ peopleMin: 3, halfLifeDays: 14, queriesMax });
  #pending = new Map<string, PendingSearch>();
  /** Keys that were merged into another one; their rows must move. */
  #moved: Set<string>;
  /** The batch that is being written; a retried write includes it again. */
  #batch: { pending: ReadonlyMap<string, PendingSearch>; moved: ReadonlySet<string> } | null = null;
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  /** Erasures in progress: nothing is written until they end, as a batch could count erased rows. */
  #erasing = 0;
  #prunedOn = -1;
  #closed = false;

  constructor(options: { database: ProjectDatabase; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
    const { reads } = this.#database;
    for (const { query, days } of selectVisitorDays(this.#database)) this.#queries.set(query, days);
    // A session may have been merged shortly before the last stop.
    const moved = reads
      .prepare('SELECT DISTINCT key FROM searches WHERE key IN (SELECT alias FROM aliases)')
      .all();
    this.#moved = new Set(moved.map((row) => String(row['key'])));
    this.#database.onReplicated(
      'searches',
      ({ changes, oldest }) =>
        () =>
          this.#apply(changes, oldest),
    );
    this.#flushes.schedule();
  }

  record(searches: readonly SettledSearch[]): void {
    if (this.#closed) return;
    for (const { query, by, at } of searches) {
      const key = visitorKey(by);
      const pending = this.#pending.get(changeKey(key, query));
      if (pending === undefined && this.#pending.size >= pendingMax) continue;
      this.#pending.set(changeKey(key, query), { key, query, at: Math.max(at, pending?.at ?? 0) });
    }
    this.#flushes.schedule();
  }

  flush(): Promise<void> {
    return this.#flushes.now();
  }

  completions(text: string, limit: number): string[] {
    const today = toDay(this.#clock.now());
    if (today !== this.#prunedOn) this.#flushes.schedule();
    return this.#queries.findCompletions(text, today, limit);
  }

  /** Moves the searches of `from` to its new owner. */
  onVisitorMerged(from: { user: string } | { session: string }): void {
    this.#moved.add(visitorKey(from));
    this.#flushes.schedule();
  }

  /** Prepares the deletion of an erasure. Call `end` when the erasure has succeeded or failed. */
  erase(keys: readonly string[]): {
    part: StatementBatch;
    removed: SharedChanges['erasure']['searches'];
    end: () => void;
  } {
    this.#erasing++;
    const removed = keys.flatMap((key) => {
      const rows = this.#database.reads.prepare('SELECT query, at FROM searches WHERE key = ?').all(key);
      return rows as { query: string; at: number }[];
    });
    this.#dropPending(keys);
    return {
      part: { sql: 'DELETE FROM searches WHERE key = ?', rows: keys.map((key): Row => [key]) },
      removed,
      end: () => {
        this.#erasing--;
        this.#flushes.schedule();
      },
    };
  }

  /** Applies an erasure: drops the visitors' pending searches and their counts. */
  onVisitorErased(keys: readonly string[], removed: SharedChanges['erasure']['searches']): void {
    this.#dropPending(keys);
    for (const { query, at } of removed) this.#queries.moveCount(query, toDay(at), null);
  }

  /** Writes the pending searches; later ones are dropped. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  #flush(): Promise<void> {
    return this.#database.write(() => ({ write: this.#createPendingWrite(), result: undefined }));
  }

  /** Makes the pending searches the batch in progress, and returns its write, or null if nothing is due. */
  #createPendingWrite(): Write | null {
    this.#restorePending();
    if (this.#closed || this.#erasing > 0) return null;
    const changes = this.#listChanges();
    const oldest = this.#findOldestDay();
    const puts = changes.filter(({ before, after }) => after !== null && after !== before);
    const removed = changes.filter(({ before, after }) => after === null && before !== null);
    const parts: StatementBatch[] = [
      { sql: put, rows: puts.map(({ key, query, after }): Row => [key, query, after]) },
      { sql: remove, rows: removed.map(({ key, query }): Row => [key, query]) },
      { sql: 'DELETE FROM searches WHERE at < ?', rows: oldest === null ? [] : [[oldest * dayMs]] },
    ].filter(({ rows }) => rows.length > 0);
    if (parts.length === 0) {
      this.#batch = null;
      return null;
    }
    const data = { changes: [...puts, ...removed], oldest };
    const apply = (): void => {
      this.#batch = null;
      this.#apply(data.changes, oldest);
    };
    return { change: { kind: 'searches', data }, parts, apply };
  }

  /** Returns the batch in progress to the pending searches. */
  #restorePending(): void {
    if (this.#batch === null) return;
    const { pending, moved } = this.#batch;
    this.#batch = null;
    for (const [name, search] of pending) if (!this.#pending.has(name)) this.#pending.set(name, search);
    for (const key of moved) this.#moved.add(key);
  }

  #dropPending(keys: readonly string[]): void {
    this.#restorePending();
    for (const [name, { key }] of this.#pending) if (keys.includes(key)) this.#pending.delete(name);
  }

  /** The row changes of the pending searches and merges, each row once. */
  #listChanges(): Change[] {
    const changes = new Map<string, Change>();
    const findOrAddChange = (key: string, query: string): Change => {
      const name = changeKey(key, query);
      let change = changes.get(name);
      if (change === undefined) {
        const row = this.#database.reads
          .prepare('SELECT at FROM searches WHERE key = ? AND query = ?')
          .get(key, query);
        const before = row === undefined ? null : Number(row['at']);
        change = { key, query, before, after: before };
        changes.set(name, change);
      }
      return change;
    };
    for (const key of this.#moved) {
      const into = resolveAlias(this.#database.reads, key);
      const rows = this.#database.reads.prepare('SELECT query, at FROM searches WHERE key = ?').all(key);
      for (const { query, at } of into === key ? [] : (rows as { query: string; at: number }[])) {
        findOrAddChange(key, query).after = null;
        const current = findOrAddChange(into, query);
        current.after = Math.max(current.after ?? 0, at);
      }
    }
    for (const { key, query, at } of this.#pending.values()) {
      const current = findOrAddChange(resolveAlias(this.#database.reads, key), query);
      // Counts are by day: a second search on the same day changes nothing.
      if (current.after === null || toDay(current.after) < toDay(at)) current.after = at;
    }
    this.#batch = { pending: this.#pending, moved: this.#moved };
    this.#pending = new Map();
    this.#moved = new Set();
    return [...changes.values()];
  }

  /** Returns, once a day, the oldest day to keep; null if it was checked today, or nothing is older. */
  #findOldestDay(): number | null {
    const today = toDay(this.#clock.now());
    if (today === this.#prunedOn) return null;
    this.#prunedOn = today;
    const row = this.#database.reads
      .prepare(`SELECT at FROM searches ORDER BY at DESC LIMIT 1 OFFSET ${rowsMax}`)
      .get();
    const firstDayWithinMax = row === undefined ? 0 : toDay(Number(row['at'])) + 1;
    const oldest = Math.min(today, Math.max(today - retentionDays, firstDayWithinMax));
    const older = this.#database.reads
      .prepare('SELECT 1 FROM searches WHERE at < ? LIMIT 1')
      .get(oldest * dayMs);
    return older === undefined ? null : oldest;
  }

  #apply(changes: readonly Change[], oldest: number | null): void {
    const counted = new Set<string>();
    for (const { query, before, after } of changes) {
      if (counted.has(query)) continue;
      if (this.#queries.has(query)) {
        this.#queries.moveCount(
          query,
          before === null ? null : toDay(before),
          after === null ? null : toDay(after),
        );
        continue;
      }
      counted.add(query);
      for (const { days } of selectVisitorDays(this.#database, query)) this.#queries.set(query, days);
    }
    if (oldest !== null) this.#queries.dropBefore(oldest);
  }
}

/** The days on which visitors last settled a query, with the number of visitors, for one query or all. */
function* selectVisitorDays(
  { reads }: ProjectDatabase,
  query?: string,
): Generator<{ query: string; days: [day: number, people: number][] }> {
  const where = query === undefined ? '' : 'WHERE query = ?';
  const rows = reads
    .prepare(
      `SELECT query, at / ${dayMs} AS day, count(*) AS people FROM searches ${where} GROUP BY query, day ORDER BY query`,
    )
    .iterate(...(query === undefined ? [] : [query])) as Iterable<{
    query: string;
    day: number;
    people: number;
  }>;
  let current: { query: string; days: [day: number, people: number][] } | null = null;
  for (const { query: name, day, people } of rows) {
    if (current !== null && current.query !== name) {
      yield current;
      current = null;
    }
    current ??= { query: name, days: [] };
    current.days.push([day, people]);
  }
  if (current !== null) yield current;
}
