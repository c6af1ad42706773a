import { candidateFeatures, FEATURE_COUNT, RANKED_CANDIDATES } from '../candidates/candidate-features.ts';
import type { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import type { ModelEvent, RecommenderState } from '../counters/recommender-state.ts';
import { seededDraw } from '../rows/seeded-draw.ts';
import { historyOf } from '../candidates/subject-history.ts';
import { seesRepeats, userCandidates } from '../candidates/user-candidates.ts';

/** Training lists: the candidates before some events of a log, with the item of the event marked. */
export interface TrainingLists {
  /** Rows of features, list by list, each best first by the fixed formula. */
  readonly features: Float32Array;
  /** The start of each list's rows, and finally the end of the last. */
  readonly starts: Uint32Array;
  /** 1 where the row's item came next; every list has one. */
  readonly hits: Uint8Array;
  /** Number of replayed requests, including those whose list lacked the next item. */
  readonly asked: number;
}

/** The number of lists. */
export function listCount(lists: TrainingLists): number {
  return lists.starts.length - 1;
}

/** Lists from `first` to before `end`: views on the same rows. */
export function someLists(lists: TrainingLists, first: number, end: number): TrainingLists {
  const { features, starts, hits, asked } = lists;
  const [from, to] = [starts[first]!, starts[end]!];
  return {
    features: features.subarray(from * FEATURE_COUNT, to * FEATURE_COUNT),
    starts: starts.slice(first, end + 1).map((start) => start - from),
    hits: hits.subarray(from, to),
    asked: (asked * (end - first)) / Math.max(1, listCount(lists)),
  };
}

export interface ReplayOptions {
  /** Maximum replayed requests, and maximum lists. */
  readonly askedMax: number;
  readonly listsMax: number;
  /** The share of the events that only fill the state before the first request. */
  readonly warmUp: number;
  /** Selects the events, together with their positions in the log. */
  readonly seed: number;
}

export const REPLAY_DEFAULTS: ReplayOptions = { askedMax: 40_000, listsMax: 12_000, warmUp: 0.6, seed: 1 };

/**
 * Replays a log in the order of its events and collects the candidates before a sample of them. `state` has the
 * items' content and no events at the start, and all events at the end. `train` trains item embeddings on the events
 * before the first request.
 */
export function replayLists(
  state: RecommenderState,
  events: readonly ModelEvent[],
  options: ReplayOptions = REPLAY_DEFAULTS,
  train: (state: RecommenderState) => ItemEmbeddings | null = () => null,
): TrainingLists {
  const first = Math.floor(events.length * options.warmUp);
  const share = options.askedMax / Math.max(1, events.length - first);
  const kept: TrainingLists[] = [];
  let asked = 0;
  let vectors: ItemEmbeddings | null = null;
  events.forEach((event, place) => {
    if (place === first) vectors = train(state);
    if (place >= first && seededDraw(options.seed, place) < share) {
      const list = listBefore(state, event, vectors);
      if (list !== null) asked++;
      if (list?.hits.includes(1) === true) kept.push(list);
    }
    state.apply(event);
  });
  const excess = Math.max(0, kept.length - options.listsMax);
  return joined(thinned(kept, excess, options.seed), asked * (1 - excess / Math.max(1, kept.length)));
}

/** Drops `excess` lists at random, so that the log remains evenly covered. */
function thinned<T>(lists: readonly T[], excess: number, seed: number): readonly T[] {
  if (excess === 0) return lists;
  const drawn = lists.map((_, place) => seededDraw(seed, place));
  const limit = drawn.toSorted((one, other) => one - other)[excess]!;
  return lists.filter((_, place) => drawn[place]! >= limit);
}

/** The candidates for an event's visitor before it; null where there is no history or nothing to predict. */
function listBefore(
  state: RecommenderState,
  event: ModelEvent,
  vectors: ItemEmbeddings | null,
): TrainingLists | null {
  const { user, session } = event;
  if ((user === undefined && session === undefined) || state.takesBack(event.type)) return null;
  const subject = state.findSubject(user === undefined ? { session: session! } : { user });
  if (subject === undefined || state.histories.lengthOf(subject) === 0) return null;
  const history = historyOf(state, [subject]);
  const repeats = seesRepeats(state);
  const targets = new Set<number>();
  for (const { index } of event.items) {
    // Viewing, adding to the cart and buying is one need: the last steps need no prediction.
    if (repeats ? history.items[0] !== index || isRepeat(state, subject, event) : !history.ages.has(index))
      targets.add(index);
  }
  if (targets.size === 0) return null;
  const candidates = userCandidates(state, history, { limit: RANKED_CANDIDATES, allow: () => true });
  const rows = candidates.items.length;
  if (rows === 0) return null;
  return {
    features: candidateFeatures(state, candidates, vectors),
    starts: Uint32Array.of(0, rows),
    hits: Uint8Array.from(candidates.items, (item) => (targets.has(item) ? 1 : 0)),
    asked: 1,
  };
}

/** Whether the event repeats the visitor's last one: a second view, not a view followed by a purchase. */
function isRepeat(state: RecommenderState, subject: number, event: ModelEvent): boolean {
  const last = state.histories.touchAt(subject, state.histories.lengthOf(subject) - 1);
  return state.isOfType(last, event.type);
}

function joined(lists: readonly TrainingLists[], asked: number): TrainingLists {
  const counts = lists.flatMap(({ starts }) =>
    Array.from(starts.subarray(1), (end, at) => end - starts[at]!),
  );
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, at) => (starts[at + 1] = starts[at]! + count));
  const rows = starts.at(-1)!;
  const features = new Float32Array(rows * FEATURE_COUNT);
  const hits = new Uint8Array(rows);
  let row = 0;
  for (const list of lists) {
    features.set(list.features, row * FEATURE_COUNT);
    hits.set(list.hits, row);
    row += list.hits.length;
  }
  return { features, starts, hits, asked };
}
