import { collectCreditedActions } from '../../kernel/attribution/credited-actions.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import type { ImpressionAction, JudgedImpression } from '../../ports/recommendations/impression-log.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { AttributionTerms } from './attribution-terms.ts';
import { readImpression, type ImpressionRow } from './impression-rows.ts';
import { JourneyReader } from './journey-rows.ts';

/** Impressions and visitors read between two pauses: about five milliseconds. */
const unitsPerSlice = 100;

/** The newest impressions with the actions that are attributed to them, in the order in which they were stored. */
export async function readJudgedImpressions(
  reads: ReadConnection,
  terms: AttributionTerms,
  limit: number,
): Promise<JudgedImpression[]> {
  const rows = (
    reads
      .prepare('SELECT no, id, at, key, body, items FROM impressions ORDER BY no DESC LIMIT ?')
      .all(limit) as unknown as ImpressionRow[]
  ).reverse();
  const journeys = new JourneyReader(reads);
  const slices = requestSlices(unitsPerSlice);
  const newest = { rev: reads.number('SELECT max(rev) FROM log'), no: rows.at(-1)?.no ?? 0 };
  const horizon = { from: Math.min(...rows.map(({ at }) => at)), after: { rev: 0, no: newest.no } };
  const actionsByImpression = new Map<string, ImpressionAction[]>();
  const owners = new Map<string, string>();
  const read = new Set<string>();
  for (const key of new Set(rows.flatMap((row) => row.key ?? []))) {
    const owner = journeys.findOwnerAt(key, newest.rev);
    owners.set(key, owner);
    if (read.has(owner)) continue;
    read.add(owner);
    const { events } = journeys.readRows(journeys.listKeysAt(owner, newest.rev), newest, horizon);
    const credited = collectCreditedActions(
      events.map(({ event }) => event),
      terms,
    );
    for (const { impression, ...action } of credited)
      actionsByImpression.set(impression, [...(actionsByImpression.get(impression) ?? []), action]);
    await slices.spend(1 + events.length);
  }
  const judged: JudgedImpression[] = [];
  for (const row of rows) {
    const visitor = row.key === null ? row.id : (owners.get(row.key) ?? row.key);
    judged.push({ impression: readImpression(row), visitor, actions: actionsByImpression.get(row.id) ?? [] });
    await slices.spend(1);
  }
  return judged;
}
