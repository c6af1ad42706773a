import { candidateFeatures, featureCount, rankedCandidatesMax } from '../candidates/candidate-features.ts';
import type { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import type { ModelEvent, RecommenderState } from '../counters/recommender-state.ts';
import { seededDraw } from '../rows/seeded-draw.ts';
import { historyOf } from '../candidates/subject-history.ts';
import { hasRepeats, userCandidates } from '../candidates/user-candidates.ts';

/** Training lists: the candidates before some events of a log, with the item of the event marked. */
export interface TrainingLists {
  /** Rows of features, list by list, each best first by the fixed formula. */
  readonly features: Float32Array;
  /** The start of each list's rows, and finally the end of the last. */
  readonly starts: Uint32Array;
  /** 1 where the row's item came next; every list has one. */
  readonly hits: Uint8Array;
  /** Number of replayed requests, including those whose list lacked the next item. */
  readonly requests: number;
}

/** The number of lists. */
export function listCount(lists: TrainingLists): number {
  return lists.starts.length - 1;
}

/** Lists from `first` to before `end`: views on the same rows. */
export function someLists(lists: TrainingLists, first: number, end: number): TrainingLists {
  const { features, starts, hits, requests } = lists;
  const [from, to] = [starts[first]!, starts[end]!];
  return {
    features: features.subarray(from * featureCount, to * featureCount),
    starts: starts.slice(first, end + 1).map((start) => start - from),
    hits: hits.subarray(from, to),
    requests: (requests * (end - first)) / Math.max(1, listCount(lists)),
  };
}

export interface ReplayOptions {
  /** Maximum replayed requests, and maximum lists. */
  readonly requestsMax: number;
  readonly listsMax: number;
  /** The share of the events that only fill the state before the first request. */
  readonly warmUp: number;
  /** Selects the events, together with their positions in the log. */
  readonly seed: number;
}

export const replayDefaults: ReplayOptions = { requestsMax: 40_000, listsMax: 12_000, warmUp: 0.6, seed: 1 };

/**
 * Replays a log in the order of its events and collects the candidates before a sample of them. `state` has the
 * items' content and no events at the start, and all events at the end. `train` trains item embeddings on the events
 * before the first request.
 */
export function replayLists(
  state: RecommenderState,
  events: readonly ModelEvent[],
  options: ReplayOptions = replayDefaults,
  train: (state: RecommenderState) => ItemEmbeddings | null = () => null,
): TrainingLists {
  const first = Math.floor(events.length * options.warmUp);
  const share = options.requestsMax / Math.max(1, events.length - first);
  const collected: TrainingLists[] = [];
  let requests = 0;
  let vectors: ItemEmbeddings | null = null;
  events.forEach((event, position) => {
    if (position === first) vectors = train(state);
    if (position >= first && seededDraw(options.seed, position) < share) {
      const list = listBefore(state, event, vectors);
      if (list !== null) requests++;
      if (list?.hits.includes(1) === true) collected.push(list);
    }
    state.apply(event);
  });
  const excess = Math.max(0, collected.length - options.listsMax);
  return joined(
    thinned(collected, excess, options.seed),
    requests * (1 - excess / Math.max(1, collected.length)),
  );
}

/** Drops `excess` lists at random, so that the log remains evenly covered. */
function thinned<T>(lists: readonly T[], excess: number, seed: number): readonly T[] {
  if (excess === 0) return lists;
  const drawn = lists.map((_, position) => seededDraw(seed, position));
  const limit = drawn.toSorted((one, other) => one - other)[excess]!;
  return lists.filter((_, position) => drawn[position]! >= limit);
}

/** The candidates for an event's visitor before it; null where there is no history or nothing to predict. */
function listBefore(
  state: RecommenderState,
  event: ModelEvent,
  vectors: ItemEmbeddings | null,
): TrainingLists | null {
  const { user, session } = event;
  if ((user === undefined && session === undefined) || state.isRetraction(event.type)) return null;
  const subject = state.findSubject(user === undefined ? { session: session! } : { user });
  if (subject === undefined || state.histories.lengthOf(subject) === 0) return null;
  const history = historyOf(state, [subject]);
  const repeats = hasRepeats(state);
  const targets = new Set<number>();
  for (const { index } of event.items) {
    // Viewing, adding to the cart and buying is one need: the last steps need no prediction.
    if (repeats ? history.items[0] !== index || isRepeat(state, subject, event) : !history.ages.has(index))
      targets.add(index);
  }
  if (targets.size === 0) return null;
  const candidates = userCandidates(state, history, { limit: rankedCandidatesMax, allow: () => true });
  const rows = candidates.items.length;
  if (rows === 0) return null;
  return {
    features: candidateFeatures(state, candidates, vectors),
    starts: Uint32Array.of(0, rows),
    hits: Uint8Array.from(candidates.items, (item) => (targets.has(item) ? 1 : 0)),
    requests: 1,
  };
}

/** Whether the event repeats the visitor's last one: a second view, not a view followed by a purchase. */
function isRepeat(state: RecommenderState, subject: number, event: ModelEvent): boolean {
  const last = state.histories.interactionAt(subject, state.histories.lengthOf(subject) - 1);
  return state.isOfType(last, event.type);
}

function joined(lists: readonly TrainingLists[], requests: number): TrainingLists {
  const counts = lists.flatMap(({ starts }) =>
    Array.from(starts.subarray(1), (end, at) => end - starts[at]!),
  );
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, at) => (starts[at + 1] = starts[at]! + count));
  const rows = starts.at(-1)!;
  const features = new Float32Array(rows * featureCount);
  const hits = new Uint8Array(rows);
  let row = 0;
  for (const list of lists) {
    features.set(list.features, row * featureCount);
    hits.set(list.hits, row);
    row += list.hits.length;
  }
  return { features, starts, hits, requests };
}
