import { learnChoice } from '../../../kernel/models/learning/learned-choice.ts';
import { chooseWeight } from '../../../kernel/models/learning/meaning-weight.ts';
import type { ModelEvent, RecommenderState } from '../../../kernel/models/counters/recommender-state.ts';
import type { JsonObject } from '../../../ports/json.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import { keptChoices } from './choice-rows.ts';
import { ReadConnection } from '../storage/database.ts';
import { eventOf, type EventRow } from '../storage/event-rows.ts';
import { itemContent } from '../catalog/item-content.ts';
import { RecommenderFacts } from '../counters/recommender-facts.ts';
import type {
  LearningReply,
  LearningWork,
  LearntOrder,
  LearntWeight,
  OrderWork,
  WeightWork,
} from './learning-messages.ts';
import { logKind } from '../storage/schema.ts';

/**
 * Learns what it is asked for from a project's database, which it reads itself, and exits. A process: a thread's hundreds of megabytes
 * would stay with the service, and its garbage collection would take the helpers that the service's own needs.
 */
process.once('message', (work: LearningWork) => {
  process.send?.(reply(work), () => process.disconnect());
});
// The service has exited.
process.once('disconnect', () => process.exit());

function reply(work: LearningWork): LearningReply {
  try {
    const result = work.kind === 'order' ? learnOrder(work) : learnWeight(work);
    const { user, system } = process.cpuUsage();
    return { result: { ...result, cpuSeconds: (user + system) / 1e6 } };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function learnWeight({ path, model, current }: WeightWork): LearntWeight {
  using reads = new ReadConnection(path, false);
  return { choice: chooseWeight(keptChoices(reads, model), current) };
}

function learnOrder({ path, eventsMax, weights }: OrderWork): LearntOrder {
  using reads = new ReadConnection(path, false);
  const { state } = new RecommenderFacts(weights);
  const items = reads.prepare('SELECT id, json FROM items').iterate();
  for (const { id, json } of items as Iterable<{ id: string; json: Uint8Array }>)
    state.setContent(
      state.item(id),
      itemContent(JSON.parse(decodeUtf8(json)) as JsonObject, weights.privateFields),
    );
  const events = newestEvents(reads, state, eventsMax);
  return { choice: learnChoice(state, events), events: events.length };
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
    const { type, at, crowded, items } = eventOf(row);
    const key = ownerOf(row.key);
    const name = key.slice(2);
    return {
      type,
      ...(key.startsWith('u:') ? { user: name } : { session: name }),
      at,
      crowded,
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
