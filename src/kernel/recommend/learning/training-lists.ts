import { candidateFeatures, FEATURE_COUNT, RANKED_CANDIDATES } from '../candidates/candidate-features.ts';
import type { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import type { ModelEvent, RecommenderState } from '../counters/recommender-state.ts';
import { seededDraw } from '../rows/seeded-draw.ts';
import { historyOf } from '../candidates/subject-history.ts';
import { seesRepeats, userCandidates } from '../candidates/user-candidates.ts';

/** What was there to choose from before some events of a log, and what was chosen: examples to learn an order from. */
export interface TrainingLists {
  /** Rows of features, list after list, each list best first by the fixed mix. */
  readonly features: Float32Array;
  /** Where each list's rows begin, and the end of the last. */
  readonly starts: Uint32Array;
  /** 1 where the row's item was touched next; every list has one. */
  readonly hits: Uint8Array;
  /** How many lists there would be with those that did not have what was touched next: they teach nothing. */
  readonly asked: number;
}

/** The number of lists. */
export function listCount(lists: TrainingLists): number {
  return lists.starts.length - 1;
}

/** Lists from `first` on, before `end`: views on the same rows. */
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
  /** How many events are asked about at most, and how many lists are kept. */
  readonly askedMax: number;
  readonly listsMax: number;
  /** The share of the events that only fill the state before anything is asked. */
  readonly warmUp: number;
  /** Decides which events are asked about, together with their places in the log. */
  readonly seed: number;
}

export const REPLAY_DEFAULTS: ReplayOptions = { askedMax: 40_000, listsMax: 12_000, warmUp: 0.6, seed: 1 };

/**
 * Lives through a log once more, in the order of its events, and keeps the candidates of the moment before a sample of
 * them. `state` knows the items' content and no event; in the end it has all of them. `teach` learns vectors from what there was
 * before anything is asked.
 */
export function replayLists(
  state: RecommenderState,
  events: readonly ModelEvent[],
  options: ReplayOptions = REPLAY_DEFAULTS,
  teach: (state: RecommenderState) => ItemEmbeddings | null = () => null,
): TrainingLists {
  const first = Math.floor(events.length * options.warmUp);
  const share = options.askedMax / Math.max(1, events.length - first);
  const kept: TrainingLists[] = [];
  let asked = 0;
  let vectors: ItemEmbeddings | null = null;
  events.forEach((event, place) => {
    if (place === first) vectors = teach(state);
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

/** Leaves out as many, drawn at random over all of them, so that the log is covered as before. */
function thinned<T>(lists: readonly T[], excess: number, seed: number): readonly T[] {
  if (excess === 0) return lists;
  const drawn = lists.map((_, place) => seededDraw(seed, place));
  const limit = drawn.toSorted((one, other) => one - other)[excess]!;
  return lists.filter((_, place) => drawn[place]! >= limit);
}

/** The candidates for an event's visitor just before it; null where there is nothing to ask or nothing to find. */
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
    // What is viewed, then put into the cart, then bought, is one need: there is nothing to foresee in the last steps.
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

/** Whether the event does once more what its visitor did last: a second view, not a view that became a purchase. */
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
