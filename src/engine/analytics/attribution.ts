import { toDay } from '../../lib/days.ts';
import { addJourney } from '../../kernel/attribution/attribution.ts';
import { FigureSums } from '../../kernel/attribution/figures.ts';
import type { JourneyImpression } from '../../kernel/attribution/journey.ts';
import type {
  AttributedRow,
  AttributionDimension,
  AttributionFigures,
} from '../../ports/recommendations/attribution-figures.ts';
import type { DaySpan } from '../../ports/search/search-counts.ts';
import type { AnalyticsSettings } from '../../ports/configuration/settings.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase, Write } from '../log/project-database.ts';
import type { ReadConnection } from '../storage/database.ts';
import { logKind } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { readAttributionTerms, type AttributionTerms } from './attribution-terms.ts';
import { createFigureParts, createFigureRows, createFinalParts, deleteDays } from './attribution-rows.ts';
import { hasExpired, type EmbeddedImpressionLog } from './impression-log.ts';
import {
  readHorizon,
  isCounted,
  JourneyReader,
  mayFollow,
  type Cutoff,
  type Horizon,
} from './journey-rows.ts';

/** Figures are updated this long after an event, or when they are read, so that several events of a visitor are counted at once. */
const refreshAfterMs = 60_000;
/** Maximum rows that one write counts. */
const rowsPerStepMax = 10_000;
/** Rows read and journeys computed between two pauses: about five milliseconds. */
const unitsPerSlice = 500;
/** Days for which figures are kept. */
const figureDays = 400;
/** Maximum awaited impressions, see {@link JourneyReader.listAwaited}; the oldest are dropped. */
const awaitedMax = 1_000;

const putState = `INSERT INTO state (name, value) VALUES ('attribution', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const putDay = 'INSERT INTO attribution_days (day, rev, no) VALUES (?, ?, ?) ON CONFLICT (day) DO NOTHING';

/** Which rows the stored figures include. */
interface State extends Cutoff {
  /** Figures of earlier days are final. Null means that nothing is counted yet. */
  readonly openFrom: number | null;
  readonly terms: AttributionTerms | null;
  /** The first day of an imported history while it is being counted. */
  readonly historyFrom?: number;
  /** Impressions that counted events name but that are not stored yet, with the visitor's key. */
  readonly awaited: readonly (readonly [id: string, key: string])[];
}

const nothing: State = { rev: 0, no: 0, openFrom: null, terms: null, awaited: [] };

interface LogRow {
  readonly rev: number;
  readonly at: number;
  readonly kind: number;
  readonly key: string;
  readonly body: string;
}

/** New rows, with the visitors whose figures they change. */
interface NewRows extends Cutoff {
  readonly changed: ReadonlySet<string>;
  readonly anonymous: readonly JourneyImpression[];
  readonly isLast: boolean;
}

/**
 * Figures of attribution in a project's database. They are the sums over all visitors of a function of their rows, see
 * `addJourney()`. New rows change them by the difference of that function for the visitors of these rows, so that late events,
 * merges and erasures give the same result as a recount of the whole log.
 *
 * The last counted rows are stored with the figures, in one transaction: after a crash, counting goes on from there.
 */
export class Attribution implements AttributionFigures {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #election: Leadership;
  readonly #impressions: EmbeddedImpressionLog;
  readonly #settings: () => AnalyticsSettings;
  readonly #onError: (error: unknown) => void;
  readonly #journeys: JourneyReader;
  /** Includes accepted writes that are not yet durable. */
  #state: State;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    election: Leadership;
    impressions: EmbeddedImpressionLog;
    settings: () => AnalyticsSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#election = options.election;
    this.#impressions = options.impressions;
    this.#settings = options.settings;
    this.#onError = options.onError;
    this.#journeys = new JourneyReader(options.database.reads);
    this.#state = readStoredState(options.database);
    const reload = (): void => {
      this.#state = readStoredState(options.database);
    };
    this.#database.onReset(reload);
    this.#database.onReplicated('attribution', () => reload);
    this.schedule();
  }

  /** Counts new rows after a while. */
  schedule(): void {
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // Other processes get the figures of the leader.
      if (this.#election.isLeader) this.refresh().catch(this.#onError);
    }, refreshAfterMs).unref();
  }

  /** Counts all stored rows; resolves when the figures are in the database. */
  refresh(): Promise<void> {
    const refreshed = this.#running.then(async () => {
      if (this.#closed) return;
      await this.#impressions.flush();
      while (!this.#closed && !(await this.#step()));
    });
    this.#running = refreshed.catch(() => undefined);
    return refreshed;
  }

  async countFrom(day: number): Promise<void> {
    const started = this.#running.then(async () => {
      while (!this.#closed && !(await this.#startHistory(day)));
    });
    this.#running = started.catch(() => undefined);
    await started;
    await this.refresh();
  }

  /** Resets the figures from a day on, to be counted again; false, without effect, if another write changed the state. */
  async #startHistory(day: number): Promise<boolean> {
    const before = this.#state;
    const today = toDay(this.#clock.now());
    const terms = readAttributionTerms(this.#settings());
    const first = readFirstCountedDay(this.#database.reads) ?? today;
    // Days before the first have no rows yet, unless these have expired.
    const isComplete = first > today - terms.keptDays && !hasExpired(this.#database.reads);
    const openFrom = Math.max(before.openFrom ?? today, today - terms.openDays);
    const from = Math.max(isComplete ? day : openFrom, today - figureDays);
    // Open days follow new rows anyway.
    if (from >= openFrom) return true;
    const next: State = { ...nothing, openFrom: from, historyFrom: from, terms };
    return this.#write(before, next, [deleteDays({ from })]);
  }

  /** The statements that subtract the figures of an erased visitor, who has these keys. */
  erase(keys: readonly string[]): StatementBatch[] {
    const state = this.#state;
    this.#state = { ...state, awaited: state.awaited.filter(([, key]) => !keys.includes(key)) };
    if (state.openFrom === null || state.terms === null) return [];
    const horizon = readHorizon(this.#database.reads, state.openFrom, state.terms.lookbackDays);
    const sums = new FigureSums(state.openFrom);
    sums.sign = -1;
    const rows = this.#journeys.readRows(keys, state, horizon);
    for (const group of this.#readGroupsAt(keys, state.rev))
      addJourney(sums, this.#journeys.buildJourney(rows, group, state), state.terms);
    return [...createFigureParts(sums.listRows()), { sql: putState, rows: [[encodeState(this.#state)]] }];
  }

  get openFrom(): number | null {
    return this.#state.openFrom;
  }

  readRows(dimension: AttributionDimension, span: DaySpan): AsyncIterable<AttributedRow> {
    return createFigureRows(this.#database.reads, dimension, span);
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    await this.#running;
  }

  /** Counts the next rows; returns whether they were the last. */
  async #step(): Promise<boolean> {
    const before = this.#state;
    const today = toDay(this.#clock.now());
    const terms = readAttributionTerms(this.#settings());
    const { historyFrom } = before;
    const openFrom =
      historyFrom ?? Math.max(before.openFrom ?? today - terms.keptDays, today - terms.openDays);
    const history = historyFrom === undefined ? {} : { historyFrom };
    if (before.terms !== null && !isSameTerms(before.terms, terms)) {
      const again = { ...nothing, openFrom, terms, ...history };
      await this.#write(before, again, [deleteDays({ from: openFrom })]);
      return false;
    }
    const horizon = readHorizon(this.#database.reads, openFrom, terms.lookbackDays);
    const rows = this.#createNewRows(before, horizon.from);
    const changes = rows.changed.size > 0 || rows.anonymous.length > 0 || openFrom !== before.openFrom;
    // Other rows, such as those of items, are not worth a write until there are many: the next step reads them again.
    if (!changes && rows.isLast && rows.rev - before.rev < rowsPerStepMax && historyFrom === undefined)
      return true;
    const sums = new FigureSums(openFrom);
    const awaited = await this.#count(sums, rows, { state: before, horizon, terms });
    const next: State = {
      rev: rows.rev,
      no: rows.no,
      openFrom,
      terms,
      awaited: awaited.slice(-awaitedMax),
      // Once the history is counted, its days become final in the next step.
      ...(rows.isLast ? {} : history),
    };
    const isStored = await this.#write(before, next, [
      ...createFigureParts(sums.listRows()),
      { sql: putDay, rows: [[today, before.rev, before.no]] },
      ...deleteExpiredFigures(before.openFrom ?? openFrom, openFrom, today),
    ]);
    return isStored && rows.isLast && historyFrom === undefined;
  }

  /** Adds the differences that new rows make; returns the awaited impressions. */
  async #count(
    sums: FigureSums,
    rows: NewRows,
    { state, horizon, terms }: { state: State; horizon: Horizon; terms: AttributionTerms },
  ): Promise<State['awaited']> {
    const slices = new WorkSlices(unitsPerSlice);
    const owners = new Set([...rows.changed].map((key) => this.#journeys.findOwnerAt(key, rows.rev)));
    const now = this.#clock.now();
    const awaited = state.awaited.filter(([id, key]) => !rows.changed.has(key) && mayFollow(id, now));
    for (const owner of owners) {
      const keys = this.#journeys.listKeysAt(owner, rows.rev);
      const all = this.#journeys.readRows(keys, rows, horizon);
      sums.sign = -1;
      for (const group of this.#readGroupsAt(keys, state.rev))
        addJourney(sums, this.#journeys.buildJourney(all, group, state), terms);
      sums.sign = 1;
      addJourney(sums, this.#journeys.buildJourney(all, new Set(keys), rows), terms);
      for (const id of this.#journeys.listAwaited(all, now)) awaited.push([id, owner]);
      await slices.spend(10 + all.events.length + all.impressions.length);
    }
    for (const impression of rows.anonymous) {
      if (impression.at < horizon.from) continue;
      addJourney(sums, { impressions: [impression], events: [], others: new Map() }, terms);
      await slices.spend(1);
    }
    return awaited;
  }

  /** Reads impressions before events, which name them. Events before `from` count for no day, such as those of an imported history. */
  #createNewRows(state: State, from: number): NewRows {
    const { reads } = this.#database;
    const impressions = this.#journeys.readImpressionsAfter(state.no, rowsPerStepMax);
    const hasMore = impressions.length === rowsPerStepMax;
    const newest = hasMore ? state.rev : reads.number('SELECT max(rev) FROM log');
    const logRows = reads
      .prepare(
        `SELECT rev, kind, at, key, body FROM log
          WHERE rev > ? AND rev <= ? AND kind IN (${logKind.event}, ${logKind.merge}) ORDER BY rev LIMIT ?`,
      )
      .all(state.rev, newest, rowsPerStepMax) as unknown as LogRow[];
    const isLast = !hasMore && logRows.length < rowsPerStepMax;
    const ids = new Set(impressions.map(({ impression }) => impression.id));
    return {
      no: impressions.at(-1)?.no ?? state.no,
      rev: isLast ? newest : (logRows.at(-1)?.rev ?? state.rev),
      changed: new Set([
        ...impressions.flatMap(({ key }) => key ?? []),
        ...logRows.flatMap(({ kind, at, key, body }) =>
          kind === logKind.merge || (at >= from && isCounted(body)) ? key : [],
        ),
        ...state.awaited.flatMap(([id, key]) => (ids.has(id) ? key : [])),
      ]),
      anonymous: impressions.flatMap(({ key, impression }) => (key === null ? impression : [])),
      isLast,
    };
  }

  /** Groups the keys by the visitor they belonged to at a revision. */
  #readGroupsAt(keys: readonly string[], rev: number): ReadonlySet<string>[] {
    if (keys.length === 1) return [new Set(keys)];
    const groups = Map.groupBy(keys, (key) => this.#journeys.findOwnerAt(key, rev));
    return [...groups.values()].map((group) => new Set(group));
  }

  /** Stores figures that were computed in a state; false, without effect, if the state has changed. */
  #write(before: State, next: State, parts: readonly StatementBatch[]): Promise<boolean> {
    return this.#database.write<boolean>(() => {
      if (this.#state !== before) return { write: null, result: false };
      this.#state = next;
      const all = [...parts, { sql: putState, rows: [[encodeState(next)]] }];
      const write: Write = {
        change: { kind: 'attribution', data: null },
        parts: all.filter(({ rows }) => rows.length > 0),
        apply: () => {},
      };
      return { write, result: true };
    });
  }
}

/** The statements that delete expired figures and shorten those of days that have become final. */
function deleteExpiredFigures(openBefore: number, openFrom: number, today: number): StatementBatch[] {
  if (openBefore === openFrom) return [];
  const final = Array.from({ length: openFrom - openBefore }, (_, i) => openBefore + i);
  return [createFinalParts(final), deleteDays({ before: today - figureDays })];
}

function isSameTerms(a: AttributionTerms, b: AttributionTerms): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readStoredState(database: ProjectDatabase): State {
  const row = database.reads.prepare("SELECT value FROM state WHERE name = 'attribution'").get() as
    | { value: Uint8Array }
    | undefined;
  return row === undefined ? nothing : (JSON.parse(decodeUtf8(row.value)) as State);
}

/** The first day on which figures were counted. */
function readFirstCountedDay(reads: ReadConnection): number | null {
  const row = reads.prepare('SELECT min(day) AS day FROM attribution_days').get();
  return (row?.['day'] ?? null) as number | null;
}

const encodeState = (state: State): Buffer => Buffer.from(JSON.stringify(state));
