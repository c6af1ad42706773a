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
  /** The number of rows that a row stands for: more than 1 in a sample. */
  readonly weights: Float32Array;
  /** Number of replayed requests, including those whose list lacked the next item. */
  readonly requests: number;
  /** The first list of those with all rows, which rankings can be compared on: earlier ones have a sample. */
  readonly wholeFrom: number;
}

/** The number of lists. */
export function listCount(lists: TrainingLists): number {
  return lists.starts.length - 1;
}

/** Lists from `first` to before `end`: views on the same rows. */
export function someLists(lists: TrainingLists, first: number, end: number): TrainingLists {
  const { features, starts, hits, weights, requests, wholeFrom } = lists;
  const [from, to] = [starts[first]!, starts[end]!];
  return {
    features: features.subarray(from * featureCount, to * featureCount),
    starts: starts.slice(first, end + 1).map((start) => start - from),
    hits: hits.subarray(from, to),
    weights: weights.subarray(from, to),
    requests: (requests * (end - first)) / Math.max(1, listCount(lists)),
    wholeFrom: Math.min(Math.max(0, wholeFrom - first), end - first),
  };
}

/** Rows that a training reads of each list: the first ones and the hits, and this share of the others. */
const firstRows = 20;
const sampledShare = 0.25;

/** The lists with a sample of the rows of those that have all: low rows are alike, and one stands for several. */
export function sampledLists(lists: TrainingLists, seed: number): TrainingLists {
  const { features, starts, hits, weights, requests, wholeFrom } = lists;
  const rows: number[] = [];
  const kept: number[] = [];
  const ends: number[] = [0];
  for (let list = 0; list < listCount(lists); list++) {
    const first = starts[list]!;
    for (let row = first; row < starts[list + 1]!; row++) {
      const isKept = list < wholeFrom || row - first < firstRows || hits[row] === 1;
      if (!isKept && seededDraw(seed, row) >= sampledShare) continue;
      rows.push(row);
      kept.push(isKept ? weights[row]! : weights[row]! / sampledShare);
    }
    ends.push(rows.length);
  }
  const sampled = new Float32Array(rows.length * featureCount);
  rows.forEach((row, at) =>
    sampled.set(features.subarray(row * featureCount, (row + 1) * featureCount), at * featureCount),
  );
  return {
    features: sampled,
    starts: Uint32Array.from(ends),
    hits: Uint8Array.from(rows, (row) => hits[row]!),
    weights: Float32Array.from(kept),
    requests,
    wholeFrom: listCount(lists),
  };
}

export interface ReplayOptions {
  /** Maximum replayed requests, and maximum lists. */
  readonly requestsMax: number;
  readonly listsMax: number;
  /** The share of the events that only fill the state before the first request. */
  readonly warmUp: number;
  /** The share of the lists, the oldest ones, that keep only a sample of their rows. */
  readonly sampled: number;
  /** Selects the events, together with their positions in the log. */
  readonly seed: number;
}

export const replayDefaults: ReplayOptions = {
  requestsMax: 40_000,
  listsMax: 12_000,
  warmUp: 0.6,
  sampled: 0.75,
  seed: 1,
};

/** A log by position, oldest first: an array of events, or columns that create each event when it is read. */
export interface ReplayLog {
  readonly length: number;
  at(position: number): ModelEvent | undefined;
}

/**
 * Replays a log in the order of its events and collects the candidates before a sample of them. `state` has the
 * items' content and no events at the start, and all events at the end. `train` trains item embeddings on the events
 * before the first request.
 */
export function replayLists(
  state: RecommenderState,
  events: ReplayLog,
  options: ReplayOptions = replayDefaults,
  train: (state: RecommenderState) => ItemEmbeddings | null = () => null,
): TrainingLists {
  const first = Math.floor(events.length * options.warmUp);
  const share = options.requestsMax / Math.max(1, events.length - first);
  const collected: TrainingLists[] = [];
  let sampledCount = 0;
  let requests = 0;
  let vectors: ItemEmbeddings | null = null;
  for (let position = 0; position < events.length; position++) {
    const event = events.at(position)!;
    if (position === first) vectors = train(state);
    if (position >= first && seededDraw(options.seed, position) < share) {
      const list = listBefore(state, event, vectors);
      if (list !== null) requests++;
      if (list !== null && list !== 'no hit') collected.push(list);
      // By number of lists: the newest events may be few requests.
      for (; sampledCount < Math.floor(collected.length * options.sampled); sampledCount++)
        collected[sampledCount] = sampledLists(collected[sampledCount]!, options.seed + sampledCount);
    }
    state.apply(event);
  }
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
): TrainingLists | 'no hit' | null {
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
  if (candidates.items.length === 0) return null;
  const hits = Uint8Array.from(candidates.items, (item) => (targets.has(item) ? 1 : 0));
  // A list without a hit teaches nothing: it is only counted.
  if (!hits.includes(1)) return 'no hit';
  return {
    features: candidateFeatures(state, candidates, vectors),
    starts: Uint32Array.of(0, hits.length),
    hits,
    weights: new Float32Array(hits.length).fill(1),
    requests: 1,
    wholeFrom: 0,
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
  const weights = new Float32Array(rows);
  let row = 0;
  for (const list of lists) {
    features.set(list.features, row * featureCount);
    hits.set(list.hits, row);
    weights.set(list.weights, row);
    row += list.hits.length;
  }
  const whole = lists.findIndex(({ wholeFrom }) => wholeFrom === 0);
  return { features, starts, hits, weights, requests, wholeFrom: whole < 0 ? lists.length : whole };
}
