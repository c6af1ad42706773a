import type { SettledSearch, QueryLog } from '../../ports/query-log.ts';
import { CompletionIndex } from '../../kernel/text/search/completion-index.ts';
import type { Clock } from '../../lib/clock.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import { visitorKey } from '../storage/event-rows.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import type { ProjectDatabase, Write } from '../storage/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import type { SearchChange, SharedChanges } from '../storage/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';

const dayMs = 86_400_000;
const retentionDays = 60;
/** Rows kept at the most, in whole days: beyond, a shop has more searches than completions need. */
const rowsMax = 200_000;
const queriesMax = 10_000;
/** Searches that wait to be written: further ones are not counted. */
const waitingMax = 5_000;
const flushAfterMs = 500;

const put = `INSERT INTO searches (key, query, at) VALUES (?, ?, ?)
  ON CONFLICT (key, query) DO UPDATE SET at = excluded.at`;
const remove = 'DELETE FROM searches WHERE key = ? AND query = ?';

const dayOf = (at: number): number => Math.floor(at / dayMs);
const nameOf = (key: string, query: string): string => `${key}\0${query}`;

interface WaitingSearch {
  readonly key: string;
  readonly query: string;
  readonly at: number;
}

type Change = { -readonly [K in keyof SearchChange]: SearchChange[K] };

/** Finished searches in a project's database, written some at a time, and counted in memory. */
export class EmbeddedQueryLog implements QueryLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #queries = new CompletionIndex({ peopleMin: 3, halfLifeDays: 14, queriesMax });
  #waiting = new Map<string, WaitingSearch>();
  /** Keys whose rows are another's by now. */
  #moved: Set<string>;
  /** What is on its way into the database; what is decided again has it once more. */
  #sent: { waiting: ReadonlyMap<string, WaitingSearch>; moved: ReadonlySet<string> } | null = null;
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  /** Erasures under way: what they take away must not be counted from meanwhile. */
  #erasing = 0;
  #prunedOn = -1;
  #closed = false;

  constructor(options: { database: ProjectDatabase; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
    const { reads } = this.#database;
    for (const { query, days } of countedRows(this.#database)) this.#queries.set(query, days);
    // A session may have become a user's shortly before the last stop.
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
      const known = this.#waiting.get(nameOf(key, query));
      if (known === undefined && this.#waiting.size >= waitingMax) continue;
      this.#waiting.set(nameOf(key, query), { key, query, at: Math.max(at, known?.at ?? 0) });
    }
    this.#flushes.schedule();
  }

  completions(text: string, limit: number): string[] {
    const today = dayOf(this.#clock.now());
    if (today !== this.#prunedOn) this.#flushes.schedule();
    return this.#queries.completions(text, today, limit);
  }

  /** What `from` finished, `into` did. */
  merged(from: { user: string } | { session: string }): void {
    this.#moved.add(visitorKey(from));
    this.#flushes.schedule();
  }

  /** What must be written with an erasure; `ended` is called when that has ended, either way. */
  erase(keys: readonly string[]): {
    part: StatementBatch;
    gone: SharedChanges['erasure']['searches'];
    ended: () => void;
  } {
    this.#erasing++;
    const gone = keys.flatMap((key) => {
      const rows = this.#database.reads.prepare('SELECT query, at FROM searches WHERE key = ?').all(key);
      return rows as { query: string; at: number }[];
    });
    this.#forgetWaiting(keys);
    return {
      part: { sql: 'DELETE FROM searches WHERE key = ?', rows: keys.map((key): Row => [key]) },
      gone,
      ended: () => {
        this.#erasing--;
        this.#flushes.schedule();
      },
    };
  }

  /** Forgets whom an erasure named, with what of theirs was counted. */
  erased(keys: readonly string[], gone: SharedChanges['erasure']['searches']): void {
    this.#forgetWaiting(keys);
    for (const { query, at } of gone) this.#queries.moveCount(query, dayOf(at), null);
  }

  /** Writes what waits; nothing is taken any more. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  #flush(): Promise<void> {
    return this.#database.write(() => ({ write: this.#waitingWrite(), result: undefined }));
  }

  /** What waits, which is taken for written from here on; null where there is nothing, or it is not the time. */
  #waitingWrite(): Write | null {
    this.#takeBack();
    if (this.#closed || this.#erasing > 0) return null;
    const changes = this.#changes();
    const oldest = this.#oldestDay();
    const puts = changes.filter(({ before, after }) => after !== null && after !== before);
    const gone = changes.filter(({ before, after }) => after === null && before !== null);
    const parts: StatementBatch[] = [
      { sql: put, rows: puts.map(({ key, query, after }): Row => [key, query, after]) },
      { sql: remove, rows: gone.map(({ key, query }): Row => [key, query]) },
      { sql: 'DELETE FROM searches WHERE at < ?', rows: oldest === null ? [] : [[oldest * dayMs]] },
    ].filter(({ rows }) => rows.length > 0);
    if (parts.length === 0) {
      this.#sent = null;
      return null;
    }
    const data = { changes: [...puts, ...gone], oldest };
    const apply = (): void => {
      this.#sent = null;
      this.#apply(data.changes, oldest);
    };
    return { change: { kind: 'searches', data }, parts, apply };
  }

  /** Has what was not written wait again. */
  #takeBack(): void {
    if (this.#sent === null) return;
    const { waiting, moved } = this.#sent;
    this.#sent = null;
    for (const [name, search] of waiting) if (!this.#waiting.has(name)) this.#waiting.set(name, search);
    for (const key of moved) this.#moved.add(key);
  }

  #forgetWaiting(keys: readonly string[]): void {
    this.#takeBack();
    for (const [name, { key }] of this.#waiting) if (keys.includes(key)) this.#waiting.delete(name);
  }

  /** What the waiting searches and the merges change, each row once. */
  #changes(): Change[] {
    const changes = new Map<string, Change>();
    const changeOf = (key: string, query: string): Change => {
      const name = nameOf(key, query);
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
        changeOf(key, query).after = null;
        const own = changeOf(into, query);
        own.after = Math.max(own.after ?? 0, at);
      }
    }
    for (const { key, query, at } of this.#waiting.values()) {
      const own = changeOf(resolveAlias(this.#database.reads, key), query);
      // The day is what counts: a second time on one day changes nothing.
      if (own.after === null || dayOf(own.after) < dayOf(at)) own.after = at;
    }
    this.#sent = { waiting: this.#waiting, moved: this.#moved };
    this.#waiting = new Map();
    this.#moved = new Set();
    return [...changes.values()];
  }

  /** Once a day: the first day whose searches are kept; null where it was said today, or nothing is older. */
  #oldestDay(): number | null {
    const today = dayOf(this.#clock.now());
    if (today === this.#prunedOn) return null;
    this.#prunedOn = today;
    const row = this.#database.reads
      .prepare(`SELECT at FROM searches ORDER BY at DESC LIMIT 1 OFFSET ${rowsMax}`)
      .get();
    const overflowing = row === undefined ? 0 : dayOf(Number(row['at'])) + 1;
    const oldest = Math.min(today, Math.max(today - retentionDays, overflowing));
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
          before === null ? null : dayOf(before),
          after === null ? null : dayOf(after),
        );
        continue;
      }
      counted.add(query);
      for (const { days } of countedRows(this.#database, query)) this.#queries.set(query, days);
    }
    if (oldest !== null) this.#queries.dropBefore(oldest);
  }
}

/** By query the days on which people last finished it; of one query, or of all. */
function* countedRows(
  { reads }: ProjectDatabase,
  query?: string,
): Generator<{ query: string; days: [day: number, people: number][] }> {
  const of = query === undefined ? '' : 'WHERE query = ?';
  const rows = reads
    .prepare(
      `SELECT query, at / ${dayMs} AS day, count(*) AS people FROM searches ${of} GROUP BY query, day ORDER BY query`,
    )
    .iterate(...(query === undefined ? [] : [query])) as Iterable<{
    query: string;
    day: number;
    people: number;
  }>;
  let own: { query: string; days: [day: number, people: number][] } | null = null;
  for (const { query: name, day, people } of rows) {
    if (own !== null && own.query !== name) {
      yield own;
      own = null;
    }
    own ??= { query: name, days: [] };
    own.days.push([day, people]);
  }
  if (own !== null) yield own;
}
