import { trainRanking } from '../../../kernel/recommend/learning/ranking-training.ts';
import { trainingRowBounds } from '../../../kernel/recommend/counters/row-bounds.ts';
import type { RecommenderState } from '../../../kernel/recommend/counters/recommender-state.ts';
import { CompactEvents } from './compact-events.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { runTask } from '../../../lib/program-task.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import { ReadConnection } from '../../storage/database.ts';
import { readEventRow, type EventRow } from '../../storage/event-rows.ts';
import { extractItemFeatures } from '../../catalog/item-features.ts';
import { RecommenderProjection } from '../counters/recommender-projection.ts';
import type { TrainingReply, TrainingTask } from './training-messages.ts';
import { logKind } from '../../storage/schema.ts';

/**
 * Trains one ranking from a project's database and exits. It runs in a process because the heap of a thread, hundreds of megabytes,
 * would remain with the service, and its garbage collection would occupy the helper threads that the service's own needs.
 */
await runTask(train);

function train({ path, eventsMax, weights }: TrainingTask): TrainingReply {
  using reads = new ReadConnection(path);
  const revision = reads.number('SELECT coalesce(max(rev), 0) FROM log');
  const { state } = new RecommenderProjection(weights, trainingRowBounds);
  const items = reads.prepare('SELECT id, json FROM items').iterate();
  for (const { id, json } of items as Iterable<{ id: string; json: Uint8Array }>)
    state.setContent(
      state.item(id),
      extractItemFeatures(JSON.parse(decodeUtf8(json)) as JsonObject, weights.privateFields),
    );
  const events = readNewestEvents(reads, state, eventsMax);
  return { ranking: trainRanking(state, events), events: events.length, revision };
}

/** The newest events of the log, ordered by time, each with its visitor's current name after merges. */
function readNewestEvents(reads: ReadConnection, state: RecommenderState, eventsMax: number): CompactEvents {
  const resolveOwner = createOwnerResolver(reads);
  const rows = reads
    .prepare(
      `SELECT kind, at, key, event_id AS eventId, body FROM log WHERE kind = ${logKind.event} ORDER BY rev DESC LIMIT ?`,
    )
    .iterate(eventsMax) as unknown as Iterable<EventRow>;
  const events = new CompactEvents();
  for (const row of rows) {
    const { type, at, suspectedBot, items } = readEventRow(row);
    const numbered = items.map(({ id, isBeyondAddressCap = false }) => ({
      index: state.item(id),
      isBeyondAddressCap,
    }));
    events.add({ key: resolveOwner(row.key), type, at, suspectedBot, items: numbered });
  }
  events.sortOldestFirst();
  return events;
}

/** Resolves a visitor's key through all merges. */
function createOwnerResolver(reads: ReadConnection): (key: string) => string {
  const rows = reads.prepare('SELECT alias, user FROM aliases').all() as { alias: string; user: string }[];
  const next = new Map(rows.map(({ alias, user: into }) => [alias, `u:${into}`]));
  return (key) => {
    let owner = key;
    // The loop is bounded, as two names that were merged into each other form a cycle.
    for (let step = 0; step < next.size && next.has(owner); step++) owner = next.get(owner)!;
    return owner;
  };
}
