import { PurchasedLines } from '../../kernel/attribution/purchased-lines.ts';
import { computeLineAmount } from '../../kernel/attribution/figures.ts';
import { clickTypes, type JourneyEvent } from '../../kernel/attribution/journey.ts';
import { findWinner } from '../../kernel/experiments/draft-preference.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import type { ExperimentArm, InterleavedTeam } from '../../ports/configuration/experiments.ts';
import type { ReadConnection } from '../storage/database.ts';
import { JourneyReader, type Cutoff } from './journey-rows.ts';

const rowsPerRead = 500;
/** Rows that are read between two pauses, which takes about five milliseconds. */
const rowsPerSlice = 500;

export interface ExperimentVisitor {
  /** Null outside of an experiment, and in an interleaved one. */
  readonly arm: ExperimentArm | null;
  readonly impressions: number;
  readonly clicked: number;
  /** Whether the visitor bought, and for how much, returns subtracted, in the project's currency. */
  readonly hasBought: boolean;
  readonly revenue: number;
  /** Interleaved searches with a click that counts; those won by the treatment minus those won by the control. */
  readonly decided: number;
  readonly won: number;
}

interface ShownList {
  readonly id: string;
  readonly at: number;
  readonly arm: ExperimentArm | null;
  readonly items: readonly string[];
  readonly teams: string;
}

interface Row {
  readonly no: number;
  readonly id: string;
  readonly at: number;
  readonly key: string;
  readonly body: string;
  readonly items: string;
}

interface CountedSpan {
  /** The number of the last impression before the experiment. */
  readonly after: number;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly currency: string | null;
}

/**
 * The visitors of an experiment with what they did after they first saw it; with null, all visitors. A visitor counts for the arm
 * that came first, for example before a sign-in.
 */
export async function* readExperimentVisitors(
  reads: ReadConnection,
  experiment: string | null,
  { after, until, currency }: CountedSpan,
): AsyncGenerator<ExperimentVisitor> {
  const slices = requestSlices(rowsPerSlice);
  const journeys = new JourneyReader(reads);
  const newest = { rev: reads.number('SELECT max(rev) FROM log'), no: Number.MAX_SAFE_INTEGER };
  const shownTo = new Map<string, ShownList[]>();
  for (let last = after; ;) {
    const rows = reads
      .prepare(
        `SELECT no, id, at, key, body, iif(instr(body, '"t":') > 0, items, '[]') AS items
          FROM impressions WHERE no > ? AND key IS NOT NULL ORDER BY no LIMIT ?`,
      )
      .all(last, rowsPerRead) as unknown as Row[];
    for (const row of rows) {
      const impression = row.at >= until ? null : decodeShown(row, experiment);
      if (impression === null) continue;
      const owner = journeys.findOwnerAt(row.key, newest.rev);
      const known = shownTo.get(owner);
      if (known === undefined) shownTo.set(owner, [impression]);
      else known.push(impression);
      await slices.spend(1);
    }
    // Reading a row takes about a tenth of the time of decoding it.
    await slices.spend(rows.length / 10);
    if (rows.length < rowsPerRead) break;
    last = rows.at(-1)!.no;
  }
  yield* readJourneys(shownTo, { reads, newest, until, currency });
}

/** The visitors of the experiment of the script, with what they did after they first came under it. `readArm` assigns the key of a visitor. */
export async function* readExposedVisitors(
  reads: ReadConnection,
  startedAt: number,
  {
    readArm,
    currency,
  }: { readonly readArm: (key: string) => ExperimentArm; readonly currency: string | null },
): AsyncGenerator<ExperimentVisitor> {
  const slices = requestSlices(rowsPerSlice);
  const journeys = new JourneyReader(reads);
  const newest = { rev: reads.number('SELECT max(rev) FROM log'), no: Number.MAX_SAFE_INTEGER };
  const shownTo = new Map<string, ShownList[]>();
  for (let last = ''; ;) {
    const rows = reads
      .prepare('SELECT key, at FROM exposures WHERE started = ? AND key > ? ORDER BY key LIMIT ?')
      .all(startedAt, last, rowsPerRead) as unknown as { key: string; at: number }[];
    for (const { key, at } of rows) {
      const shown = { id: '', at, arm: readArm(key), items: [], teams: '' };
      const owner = journeys.findOwnerAt(key, newest.rev);
      const known = shownTo.get(owner);
      if (known === undefined) shownTo.set(owner, [shown]);
      else known.push(shown);
    }
    await slices.spend(rows.length);
    if (rows.length < rowsPerRead) break;
    last = rows.at(-1)!.key;
  }
  yield* readJourneys(shownTo, { reads, newest, until: Infinity, currency });
}

/** What the visitors of an experiment did after they first saw it. */
async function* readJourneys(
  shownTo: ReadonlyMap<string, readonly ShownList[]>,
  {
    reads,
    newest,
    until,
    currency,
  }: Omit<CountedSpan, 'after'> & { readonly reads: ReadConnection; readonly newest: Cutoff },
): AsyncGenerator<ExperimentVisitor> {
  const slices = requestSlices(rowsPerSlice);
  const journeys = new JourneyReader(reads);
  for (const [owner, shown] of shownTo) {
    const first = shown.reduce((earliest, one) => (one.at < earliest.at ? one : earliest));
    const horizon = { from: first.at, after: { rev: 0, no: newest.no } };
    const { events } = journeys.readRows(journeys.listKeysAt(owner, newest.rev), newest, horizon);
    // A suspected bot stays a visitor but its events are ignored: excluding visitors by what they did would bias the arms.
    const counted = events.flatMap(({ event, suspectedBot }) =>
      suspectedBot || event.at >= until ? [] : event,
    );
    yield buildVisitor(
      first.arm,
      shown.filter(({ arm }) => arm === first.arm),
      counted,
      currency,
    );
    // Reading the journey of a visitor takes about as long as five of its events.
    await slices.spend(5 + events.length);
  }
}

/** Returns the impression as part of the experiment, or null if it is not. */
function decodeShown({ id, at, body, items }: Row, experiment: string | null): ShownList | null {
  if (experiment === null) return { id, at, arm: null, items: [], teams: '' };
  // Most impressions belong to no experiment, so the text is searched before it is parsed: `x` has the assignments, `t` the teams.
  if (!body.includes('"x":')) return null;
  const { x = [], t: teams = '' } = JSON.parse(body) as { x?: string[]; t?: string };
  // An id may contain colons, and begin with another id.
  const assignment = x.find((assignment) => assignment.slice(0, assignment.lastIndexOf(':')) === experiment);
  if (assignment === undefined) return null;
  const arm = assignment.slice(experiment.length + 1);
  return {
    id,
    at,
    arm: arm === 'control' || arm === 'treatment' ? arm : null,
    items: teams === '' ? [] : (JSON.parse(items) as string[]),
    teams,
  };
}

function buildVisitor(
  arm: ExperimentArm | null,
  shown: readonly ShownList[],
  events: readonly JourneyEvent[],
  projectCurrency: string | null,
): ExperimentVisitor {
  const clicked = new Map<string, Set<string>>();
  const lines = new PurchasedLines<null>();
  let [bought, revenue] = [false, 0];
  for (const event of events) {
    const { type, named, items, currency } = event;
    if (named !== null && clickTypes.has(type)) {
      const known = clicked.get(named.id) ?? new Set();
      for (const { id } of items) known.add(id);
      clicked.set(named.id, known);
    }
    if (type === 'purchase') bought = true;
    if (currency !== '' && currency !== projectCurrency) continue;
    for (const item of items) {
      if (type === 'purchase') {
        lines.add(item, event, null);
        revenue += computeLineAmount(item.quantity, item.price);
      }
      // A return of an earlier purchase subtracts nothing.
      if (type === 'return')
        for (const { amount } of lines.takeBack(item, event, Number.POSITIVE_INFINITY) ?? [])
          revenue -= amount;
    }
  }
  let [decided, won] = [0, 0];
  for (const { id, items, teams } of shown) {
    const clickedItems = clicked.get(id);
    if (clickedItems === undefined || teams === '') continue;
    const winner = findWinner(
      items.flatMap((item, i) => (clickedItems.has(item) ? [readTeam(teams[i])] : [])),
    );
    if (winner === null) continue;
    decided++;
    won += winner;
  }
  return {
    arm,
    impressions: shown.length,
    clicked: shown.filter(({ id }) => clicked.has(id)).length,
    hasBought: bought,
    revenue,
    decided,
    won,
  };
}

const readTeam = (letter: string | undefined): InterleavedTeam =>
  letter === 'c' ? 'control' : letter === 't' ? 'treatment' : null;
