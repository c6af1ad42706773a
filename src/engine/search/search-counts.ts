import type {
  DaySpan,
  SearchCount,
  SearchCountOrder,
  SearchCounts,
  SearchTotals,
} from '../../ports/search-counts.ts';
import { dayOf } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import type { StatementBatch } from '../storage/writer.ts';

const retentionDays = 92;
/**
 * Queries stored by name per day: the maximum during the day; afterwards only the most frequent ones and those
 * without results.
 */
const queriesPerDayMax = 5_000;
const searchedMax = 500;
const withoutResultsMax = 300;
/** Maximum counts that wait to be written, for example while the disk is full; further ones are dropped. */
const pendingMax = 20_000;
const flushAfterMs = 500;

/** The row that sums up all other queries of a day. */
const others = '';

const figures = ['searches', 'without_results', 'clicked', 'bought', 'positions', 'placed'] as const;
const sums = figures.map((name) => `sum(${name}) AS ${name}`).join(', ');
const added = figures.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
const put = `INSERT INTO search_counts (day, query, ${figures.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (day, query) DO UPDATE SET ${added}`;

/** The queries of a day, ?1, that are merged into the sum of others when the day is over. */
const folded = `day = ?1 AND query <> '${others}'
  AND query NOT IN (SELECT query FROM search_counts WHERE day = ?1 AND query <> '${others}' ORDER BY searches DESC, query LIMIT ${searchedMax})
  AND query NOT IN (SELECT query FROM search_counts WHERE day = ?1 AND query <> '${others}' AND without_results > 0
    ORDER BY without_results DESC, query LIMIT ${withoutResultsMax})`;
const fold = [
  `INSERT INTO search_counts SELECT ?1, '${others}', ${sums} FROM search_counts WHERE ${folded} HAVING count(*) > 0
    ON CONFLICT (day, query) DO UPDATE SET ${added}`,
  `DELETE FROM search_counts WHERE ${folded}`,
];

const orders: Readonly<Record<SearchCountOrder, string>> = {
  searches: 'sum(searches)',
  withoutResults: 'sum(without_results)',
  unclicked: 'sum(searches - without_results - clicked)',
};

type StoredFigures = Readonly<Record<(typeof figures)[number], number>>;

/** Search figures in a project's database: sums per day and query, written in batches. */
export class EmbeddedSearchCounts implements SearchCounts {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  #pending: SearchCount[] = [];
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  /** The current day and the number of its queries stored by name. */
  #today = { day: -1, queries: 0 };
  #closed = false;

  constructor(options: { database: ProjectDatabase; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
  }

  add(counts: readonly SearchCount[]): void {
    if (this.#closed) return;
    this.#pending.push(...counts.slice(0, pendingMax - this.#pending.length));
    this.#flushes.schedule();
  }

  flush(): Promise<void> {
    return this.#flushes.now();
  }

  days({ from, to }: DaySpan): (SearchTotals & { readonly day: number })[] {
    const rows = this.#database.reads
      .prepare(`SELECT day, ${sums} FROM search_counts WHERE day BETWEEN ? AND ? GROUP BY day ORDER BY day`)
      .all(from, to) as unknown as (StoredFigures & { day: number })[];
    return rows.map((row) => ({ day: row.day, ...figuresOf(row) }));
  }

  queries(
    { from, to }: DaySpan,
    order: SearchCountOrder,
    limit: number,
  ): (SearchTotals & { readonly query: string })[] {
    const by = orders[order];
    const rows = this.#database.reads
      .prepare(
        `SELECT query, ${sums} FROM search_counts WHERE day BETWEEN ? AND ? AND query <> '${others}'
           GROUP BY query HAVING ${by} > 0 ORDER BY ${by} DESC, query LIMIT ?`,
      )
      .all(from, to, limit) as unknown as (StoredFigures & { query: string })[];
    return rows.map((row) => ({ query: row.query, ...figuresOf(row) }));
  }

  /** Writes the pending counts; later ones are dropped. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    const counts = this.#pending;
    this.#pending = [];
    if (counts.length === 0) return;
    try {
      await this.#database.write(() => {
        const parts = [...this.#pruneParts(), { sql: put, rows: this.#limitNames(counts).map(rowOf) }];
        return { write: { change: { kind: 'rows', data: null }, parts, apply: () => {} }, result: undefined };
      });
    } catch (error) {
      this.#pending = [...counts, ...this.#pending];
      // Count the stored queries of the day again.
      this.#today = { day: -1, queries: 0 };
      throw error;
    }
  }

  /** Above the maximum of a day, new queries are counted among the others. */
  #limitNames(counts: readonly SearchCount[]): SearchCount[] {
    const findRow = this.#database.reads.prepare('SELECT 1 FROM search_counts WHERE day = ? AND query = ?');
    return counts.map((count) => {
      if (count.day !== this.#today.day || findRow.get(count.day, count.query) !== undefined) return count;
      this.#today.queries++;
      return this.#today.queries <= queriesPerDayMax ? count : { ...count, query: others };
    });
  }

  /** Once a day: drops old days and folds the queries of past ones. */
  #pruneParts(): StatementBatch[] {
    const today = dayOf(this.#clock.now());
    if (this.#today.day === today) return [];
    const { reads } = this.#database;
    const [row] = reads.prepare('SELECT count(*) AS queries FROM search_counts WHERE day = ?').all(today);
    this.#today = { day: today, queries: Number(row?.['queries']) };
    const full = reads
      .prepare(
        `SELECT day FROM search_counts WHERE day < ? GROUP BY day HAVING count(*) > ${searchedMax + 1} ORDER BY day`,
      )
      .all(today)
      .map(({ day }): Row => [Number(day)]);
    return [
      { sql: 'DELETE FROM search_counts WHERE day <= ?', rows: [[today - retentionDays]] },
      ...fold.map((sql) => ({ sql, rows: full })),
    ].filter(({ rows }) => rows.length > 0);
  }
}

function figuresOf(row: StoredFigures): SearchTotals {
  const { searches, without_results: withoutResults, clicked, bought, positions, placed } = row;
  return { searches, withoutResults, clicked, bought, positions, placed };
}

function rowOf(count: SearchCount): Row {
  const { day, query, searches, withoutResults, clicked, bought, positions, placed } = count;
  return [day, query, searches, withoutResults, clicked, bought, positions, placed];
}
