import { trainRanking } from '../../kernel/recommend/learning/ranking-training.ts';
import { estimateWeight } from '../../kernel/recommend/learning/meaning-weight.ts';
import type { ModelEvent, RecommenderState } from '../../kernel/recommend/counters/recommender-state.ts';
import type { JsonObject } from '../../ports/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { storedClicks } from './click-rows.ts';
import { ReadConnection } from '../storage/database.ts';
import { eventOf, type EventRow } from '../storage/event-rows.ts';
import { itemFeatures } from '../catalog/item-features.ts';
import { RecommenderProjection } from '../counters/recommender-projection.ts';
import type {
  TrainingReply,
  TrainingTask,
  TrainedRankingMessage,
  TrainedWeightMessage,
  RankingTask,
  WeightTask,
} from './training-messages.ts';
import { logKind } from '../storage/schema.ts';

/**
 * Learns what it is asked for from a project's database, which it reads itself, and exits. A process: a thread's hundreds of megabytes
 * would stay with the service, and its garbage collection would take the helpers that the service's own needs.
 */
process.once('message', (work: TrainingTask) => {
  process.send?.(reply(work), () => process.disconnect());
});
// The service has exited.
process.once('disconnect', () => process.exit());

function reply(work: TrainingTask): TrainingReply {
  try {
    const result = work.kind === 'order' ? learnOrder(work) : learnWeight(work);
    const { user, system } = process.cpuUsage();
    return { result: { ...result, cpuSeconds: (user + system) / 1e6 } };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function learnWeight({ path, model, current }: WeightTask): TrainedWeightMessage {
  using reads = new ReadConnection(path, false);
  return { choice: estimateWeight(storedClicks(reads, model), current) };
}

function learnOrder({ path, eventsMax, weights }: RankingTask): TrainedRankingMessage {
  using reads = new ReadConnection(path, false);
  const { state } = new RecommenderProjection(weights);
  const items = reads.prepare('SELECT id, json FROM items').iterate();
  for (const { id, json } of items as Iterable<{ id: string; json: Uint8Array }>)
    state.setContent(
      state.item(id),
      itemFeatures(JSON.parse(decodeUtf8(json)) as JsonObject, weights.privateFields),
    );
  const events = newestEvents(reads, state, eventsMax);
  return { choice: trainRanking(state, events), events: events.length };
}

/** The newest of the log in the order of their time, each under the name that its visitor has by now. */
function newestEvents(reads: ReadConnection, state: RecommenderState, eventsMax: number): ModelEvent[] {
  const ownerOf = owners(reads);
  const rows = reads
    .prepare(
      `SELECT kind, at, key, event_id AS eventId, body FROM log WHERE kind = ${logKind.event} ORDER BY rev DESC LIMIT ?`,
    )
    .iterate(eventsMax) as unknown as Iterable<EventRow>;
  const events = Array.from(rows, (row): ModelEvent => {
    const { type, at, suspectedBot: crowded, items } = eventOf(row);
    const key = ownerOf(row.key);
    const name = key.slice(2);
    return {
      type,
      ...(key.startsWith('u:') ? { user: name } : { session: name }),
      at,
      suspectedBot: crowded,
      items: items.map(({ id }) => ({ index: state.item(id) })),
    };
  });
  // They came newest first: of one moment, the earlier one is to be first again.
  return events.reverse().sort((one, other) => one.at - other.at);
}

/** Whose a key's events are, after all that was merged. */
function owners(reads: ReadConnection): (key: string) => string {
  const rows = reads.prepare('SELECT alias, user FROM aliases').all() as { alias: string; user: string }[];
  const next = new Map(rows.map(({ alias, user: into }) => [alias, `u:${into}`]));
  return (key) => {
    let owner = key;
    // As many steps as there are names: two that were merged into each other would never end.
    for (let step = 0; step < next.size && next.has(owner); step++) owner = next.get(owner)!;
    return owner;
  };
}
