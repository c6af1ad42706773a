import type {
  DaySpan,
  FilterCount,
  SearchCount,
  SearchCountOrder,
  SearchCounts,
  SearchTotals,
} from '../../ports/search/search-counts.ts';
import { toDay } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import { createFilteredSearchCounts } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';

const retentionDays = 92;
/** Maximum queries stored by name during a day; afterwards only the most frequent ones and those without results stay. */
const queriesPerDayMax = 5_000;
const searchedMax = 500;
/** Maximum pairs of query and filter stored by text during a day, and afterwards. */
const filtersPerDayMax = 5_000;
const pastFiltersMax = 500;
const withoutResultsMax = 300;
/** Maximum counts that wait to be written, for example while the disk is full; further ones are dropped. */
const pendingMax = 20_000;
const flushAfterMs = 500;

/** The row that sums up all other queries of a day. */
const others = '';
/** The filter of rows that sum up all other filters of a query. */
const unnamedFilter = '';

const figures = ['searches', 'without_results', 'clicked', 'bought', 'positions', 'placed'] as const;
const sums = figures.map((name) => `sum(${name}) AS ${name}`).join(', ');
const filterSums = 'sum(searches) AS filtered, sum(without_results) AS filtered_without_results';
/** Sums after a left join, 0 if no search had a filter. */
const joinedFilterSums = `coalesce(filtered, 0) AS filtered, coalesce(filtered_without_results, 0) AS filtered_without_results`;
const added = figures.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
const put = `INSERT INTO search_counts (day, query, ${figures.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (day, query) DO UPDATE SET ${added}`;

const addToFilter = `ON CONFLICT (day, query, filter) DO UPDATE SET
    searches = searches + excluded.searches, without_results = without_results + excluded.without_results`;
const putFilter = `INSERT INTO filtered_search_counts (day, query, filter, searches, without_results) VALUES (?, ?, ?, ?, ?)
  ${addToFilter}`;

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

/**
 * Pairs of a past day whose filter is merged into the sum of the query, after {@link fold}: a query that is no longer stored by name is
 * one of the others.
 */
const foldedFilters = `day = ?1 AND (query <> '${others}' OR filter <> '${unnamedFilter}')
  AND (query NOT IN (SELECT query FROM search_counts WHERE day = ?1) OR filter <> '${unnamedFilter}' AND (query, filter) NOT IN (
  SELECT query, filter FROM filtered_search_counts WHERE day = ?1 AND filter <> '${unnamedFilter}'
    ORDER BY without_results DESC, searches DESC, query, filter LIMIT ${pastFiltersMax}))`;
const foldFilters = [
  `INSERT INTO filtered_search_counts (day, query, filter, searches, without_results)
    SELECT ?1, CASE WHEN query IN (SELECT query FROM search_counts WHERE day = ?1) THEN query ELSE '${others}' END AS kept, '${unnamedFilter}',
      sum(searches), sum(without_results)
    FROM filtered_search_counts WHERE ${foldedFilters} GROUP BY kept
    ${addToFilter}`,
  `DELETE FROM filtered_search_counts WHERE ${foldedFilters}`,
];

const orders: Readonly<Record<SearchCountOrder, string>> = {
  searches: 'sum(searches)',
  withoutResults: 'sum(without_results)',
  unclicked: 'sum(searches - without_results - clicked)',
};

type StoredFigures = Readonly<
  Record<(typeof figures)[number] | 'filtered' | 'filtered_without_results', number>
>;

/** Search figures in a project's database: sums per day and query, written in batches. */
export class EmbeddedSearchCounts implements SearchCounts {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  #pending: SearchCount[] = [];
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  /** The current day, and how many of its queries, and pairs of query and filter, are stored by name. */
  #today = { day: -1, queries: 0, filters: 0 };
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

  listDays({ from, to }: DaySpan): (SearchTotals & { readonly day: number })[] {
    const rows = this.#database.reads
      .prepare(
        `SELECT day, ${sums}, ${joinedFilterSums}
           FROM search_counts LEFT JOIN (
             SELECT day, ${filterSums} FROM filtered_search_counts WHERE day BETWEEN ?1 AND ?2 GROUP BY day) USING (day)
           WHERE day BETWEEN ?1 AND ?2 GROUP BY day ORDER BY day`,
      )
      .all(from, to) as unknown as (StoredFigures & { day: number })[];
    return rows.map((row) => ({ day: row.day, ...toTotals(row) }));
  }

  listQueries(
    { from, to }: DaySpan,
    order: SearchCountOrder,
    limit: number,
  ): (SearchTotals & { readonly query: string })[] {
    const by = orders[order];
    const rows = this.#database.reads
      .prepare(
        `SELECT sums.*, ${joinedFilterSums}
           FROM (
             SELECT query, ${sums}, ${by} AS place FROM search_counts WHERE day BETWEEN ?1 AND ?2 AND query <> '${others}'
               GROUP BY query HAVING place > 0 ORDER BY place DESC, query LIMIT ?3) AS sums
           LEFT JOIN (
             SELECT query, ${filterSums} FROM filtered_search_counts WHERE day BETWEEN ?1 AND ?2 GROUP BY query) USING (query)
           ORDER BY place DESC, query`,
      )
      .all(from, to, limit) as unknown as (StoredFigures & { query: string })[];
    return rows.map((row) => ({ query: row.query, ...toTotals(row) }));
  }

  filters({ from, to }: DaySpan, queries: readonly string[], limit: number): FilterCount[] {
    const rows = this.#database.reads
      .prepare(
        `SELECT query, filter, searches, without_results AS withoutResults FROM (
           SELECT query, filter, sum(searches) AS searches, sum(without_results) AS without_results,
             row_number() OVER (
               PARTITION BY query ORDER BY sum(without_results) DESC, sum(searches) DESC, filter) AS place
           FROM filtered_search_counts
           WHERE day BETWEEN ? AND ? AND filter <> '${unnamedFilter}' AND query IN (SELECT value FROM json_each(?))
           GROUP BY query, filter)
         WHERE place <= ? ORDER BY query, place`,
      )
      .all(from, to, JSON.stringify(queries), limit);
    return rows.map((row) => ({ ...(row as unknown as FilterCount) }));
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
        const parts = [...this.#pruneParts(), ...this.#putParts(counts)];
        return { write: { change: { kind: 'rows', data: null }, parts, apply: () => {} }, result: undefined };
      });
    } catch (error) {
      this.#pending = [...counts, ...this.#pending];
      // Count the stored queries of the day again.
      this.#today = { day: -1, queries: 0, filters: 0 };
      throw error;
    }
  }

  #putParts(counts: readonly SearchCount[]): StatementBatch[] {
    const limitedCounts = this.#limitNames(counts);
    const filtered = limitedCounts.filter(({ filter, searches }) => filter !== '' && searches > 0);
    const parts = [{ sql: put, rows: limitedCounts.map(toRow) }];
    if (filtered.length === 0) return parts;
    return [
      ...parts,
      { sql: createFilteredSearchCounts, rows: [[]] },
      { sql: putFilter, rows: filtered.map(buildFilterRow) },
    ];
  }

  /** Above the maximum of a day, new queries are counted among the others, and new filters in the sum of their query. */
  #limitNames(counts: readonly SearchCount[]): SearchCount[] {
    const { reads } = this.#database;
    const findRow = reads.prepare('SELECT 1 FROM search_counts WHERE day = ? AND query = ?');
    const findFilter = reads.prepare(
      'SELECT 1 FROM filtered_search_counts WHERE day = ? AND query = ? AND filter = ?',
    );
    return counts.map((count) => {
      const { day, query, filter } = count;
      if (day !== this.#today.day) return count;
      const isNamed = findRow.get(day, query) !== undefined || ++this.#today.queries <= queriesPerDayMax;
      const limited = isNamed ? count : { ...count, query: others };
      if (filter === '' || findFilter.get(day, limited.query, filter) !== undefined) return limited;
      return isNamed && ++this.#today.filters <= filtersPerDayMax
        ? limited
        : { ...limited, filter: unnamedFilter };
    });
  }

  /** Drops old days, and merges rare queries of past days, once a day. */
  #pruneParts(): StatementBatch[] {
    const today = toDay(this.#clock.now());
    if (this.#today.day === today) return [];
    const { reads } = this.#database;
    const [row] = reads.prepare('SELECT count(*) AS queries FROM search_counts WHERE day = ?').all(today);
    const [filters] = reads
      .prepare('SELECT count(*) AS filters FROM filtered_search_counts WHERE day = ?')
      .all(today);
    this.#today = { day: today, queries: Number(row?.['queries']), filters: Number(filters?.['filters']) };
    const readDays = (sql: string): Row[] =>
      reads
        .prepare(sql)
        .all(today)
        .map(({ day }): Row => [Number(day)]);
    const selectFull = `SELECT day FROM search_counts WHERE day < ?1 GROUP BY day HAVING count(*) > ${searchedMax + 1}`;
    const full = readDays(`${selectFull} ORDER BY day`);
    const fullOfFilters = readDays(
      `SELECT day FROM filtered_search_counts WHERE day < ?1 GROUP BY day
         HAVING sum(filter <> '${unnamedFilter}') > ${pastFiltersMax} OR day IN (${selectFull}) ORDER BY day`,
    );
    const expired: Row[] = [[today - retentionDays]];
    return [
      { sql: 'DELETE FROM search_counts WHERE day <= ?', rows: expired },
      { sql: 'DELETE FROM filtered_search_counts WHERE day <= ?', rows: expired },
      ...fold.map((sql) => ({ sql, rows: full })),
      ...foldFilters.map((sql) => ({ sql, rows: fullOfFilters })),
    ].filter(({ rows }) => rows.length > 0);
  }
}

function toTotals(row: StoredFigures): SearchTotals {
  const { searches, without_results: withoutResults, clicked, bought, positions, placed } = row;
  const { filtered, filtered_without_results: filteredWithoutResults } = row;
  return { searches, withoutResults, clicked, bought, positions, placed, filtered, filteredWithoutResults };
}

function toRow(count: SearchCount): Row {
  const { day, query, searches, withoutResults, clicked, bought, positions, placed } = count;
  return [day, query, searches, withoutResults, clicked, bought, positions, placed];
}

function buildFilterRow({ day, query, filter, searches, withoutResults }: SearchCount): Row {
  return [day, query, filter, searches, withoutResults];
}
