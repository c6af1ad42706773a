import {
  computeCandidateFeatures,
  featureCount,
  rankedCandidatesMax,
} from '../candidates/candidate-features.ts';
import type { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import type { ModelEvent } from '../counters/model-event.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { readSubjectHistory } from '../candidates/subject-history.ts';
import { hasRepeats, findUserCandidates, type UserCandidates } from '../candidates/user-candidates.ts';

/** The candidates before an event of a log, with the item of the event marked. */
export interface TrainingList {
  /** Rows of features, best first by the fixed formula. */
  readonly features: Float32Array;
  /** 1 for rows whose item came next; at least one row has it. */
  readonly hits: Uint8Array;
  /** The number of rows that a row represents, more than 1 in a sample. */
  readonly weights: Float32Array;
  /** Whether the list has all its rows: rankings are compared on such lists. */
  readonly isWhole: boolean;
}

export interface TrainingLists {
  /** The lists, oldest first. */
  readonly lists: readonly TrainingList[];
  /** Number of sampled requests, including those whose list lacked the next item. */
  readonly requests: number;
}

/** Lists from `first` to before `end`. */
export function sliceLists({ lists, requests }: TrainingLists, first: number, end: number): TrainingLists {
  return {
    lists: lists.slice(first, end),
    requests: (requests * (end - first)) / Math.max(1, lists.length),
  };
}

/**
 * Rows that a training reads of each list: the first ones and the hits, and this share of the others. Each of these stands for as many as
 * it was drawn from: where it counted once, low rows rose, and HR@20 of clicks fell from .712 to .688.
 */
const firstRows = 20;
const sampledShare = 0.25;

/** Reduces whole lists to a sample of their rows: low rows are alike, and one represents several. */
export function sampleLists({ lists, requests }: TrainingLists, seed: number): TrainingLists {
  return { lists: lists.map((list, number) => sampleList(list, seed + number)), requests };
}

function sampleList(list: TrainingList, seed: number): TrainingList {
  if (!list.isWhole) return list;
  const rows: number[] = [];
  const weights: number[] = [];
  list.hits.forEach((hit, row) => {
    const isKept = row < firstRows || hit === 1;
    if (!isKept && drawBySeed(seed, row) >= sampledShare) return;
    rows.push(row);
    weights.push(isKept ? 1 : 1 / sampledShare);
  });
  const features = new Float32Array(rows.length * featureCount);
  rows.forEach((row, at) =>
    features.set(list.features.subarray(row * featureCount, (row + 1) * featureCount), at * featureCount),
  );
  return {
    features,
    hits: Uint8Array.from(rows, (row) => list.hits[row]!),
    weights: Float32Array.from(weights),
    isWhole: false,
  };
}

export interface SampleOptions {
  /** Maximum sampled requests, and maximum lists. */
  readonly requestsMax: number;
  readonly listsMax: number;
  /** The share of the events that only fill the state before the first request. */
  readonly warmUp: number;
  /** Lists that rankings are compared on: the newest ones, at most this share and this many. The others keep only a sample of their rows. */
  readonly comparedShare: number;
  readonly comparedMax: number;
  /** The seed that, with the position in the log, selects events. */
  readonly seed: number;
}

/** Sampled requests and stored lists are these shares of the events, within these bounds. */
const requestShare = { share: 0.1, min: 40_000, max: 50_000 };
const listShare = { share: 0.03, min: 12_000, max: 20_000 };

const within = ({ share, min, max }: typeof requestShare, events: number): number =>
  Math.min(max, Math.max(min, Math.round(share * events)));

/** The sample of a log with this number of events: it grows with the log. */
export function chooseSampleOptions(events: number): SampleOptions {
  return {
    requestsMax: within(requestShare, events),
    listsMax: within(listShare, events),
    warmUp: 0.6,
    comparedShare: 0.2,
    comparedMax: 2_400,
    seed: 1,
  };
}

/** A log by position, oldest first: an array of events, or columns that create each event when it is read. */
export interface EventSequence {
  readonly length: number;
  at(position: number): ModelEvent | undefined;
}

/**
 * Applies the events of a log in their order, and collects the candidates before a sample of them. `state` has the
 * items' content and no events at the start, and all events at the end. `train` trains item embeddings on the events
 * before the first request.
 */
export function collectTrainingLists(
  state: RecommenderState,
  events: EventSequence,
  options: SampleOptions = chooseSampleOptions(events.length),
  train: (state: RecommenderState) => ItemEmbeddings | null = () => null,
): TrainingLists {
  const first = Math.floor(events.length * options.warmUp);
  const share = options.requestsMax / Math.max(1, events.length - first);
  const sample = new ListSample(options);
  let vectors: ItemEmbeddings | null = null;
  for (let position = 0; position < events.length; position++) {
    const event = events.at(position)!;
    if (position === first) vectors = train(state);
    if (position >= first && drawBySeed(options.seed, position) < share)
      sample.add(findCandidatesBefore(state, event), vectors, state);
    state.apply(event);
  }
  return sample.lists();
}

/** Collects at most a number of lists, at random, so that the log remains evenly covered. */
class ListSample {
  readonly #options: SampleOptions;
  /** The lists, oldest first, each with its draw: those with the largest draws remain. */
  #kept: { readonly draw: number; list: TrainingList }[] = [];
  /** Lists with a lower draw are dropped. */
  #drawMin = 0;
  #sampledCount = 0;
  #requests = 0;
  #hitLists = 0;

  constructor(options: SampleOptions) {
    this.#options = options;
  }

  add(found: MarkedCandidates | null, vectors: ItemEmbeddings | null, state: RecommenderState): void {
    if (found === null) return;
    this.#requests++;
    // A list without a hit is only counted, as nothing can be learned from it.
    if (!found.hits.includes(1)) return;
    const { seed, listsMax } = this.#options;
    const draw = drawBySeed(seed, this.#hitLists++);
    if (draw < this.#drawMin) return;
    const { hits } = found;
    const features = computeCandidateFeatures(state, found.candidates, vectors);
    const weights = new Float32Array(hits.length).fill(1);
    this.#kept.push({ draw, list: { features, hits, weights, isWhole: true } });
    // Twice as many are stored for a while, so that many are dropped at a time.
    if (this.#kept.length >= 2 * listsMax) this.#drop();
    // Bounds the number of lists, as the newest events may be few requests.
    for (; this.#sampledCount < this.#sampledEnd; this.#sampledCount++) {
      const each = this.#kept[this.#sampledCount]!;
      each.list = sampleList(each.list, seed + this.#sampledCount);
    }
  }

  /** The number of oldest lists that keep only a sample of their rows. Before a drop, some of the others will be dropped. */
  get #sampledEnd(): number {
    const { comparedShare, comparedMax, listsMax } = this.#options;
    const count = this.#kept.length;
    return Math.floor(count - Math.min(comparedShare * count, comparedMax * Math.max(1, count / listsMax)));
  }

  lists(): TrainingLists {
    this.#drop();
    const lists = this.#kept.map(({ list }) => list);
    return { lists, requests: (this.#requests * lists.length) / Math.max(1, this.#hitLists) };
  }

  #drop(): void {
    const excess = this.#kept.length - this.#options.listsMax;
    if (excess <= 0) return;
    this.#drawMin = this.#kept.map(({ draw }) => draw).sort((a, b) => a - b)[excess]!;
    this.#kept = this.#kept.filter(({ draw }) => draw >= this.#drawMin);
    this.#sampledCount = this.#kept.filter(({ list }) => !list.isWhole).length;
  }
}

/** The candidates before an event; `hits` is 1 for those that the event is of. */
interface MarkedCandidates {
  readonly candidates: UserCandidates;
  readonly hits: Uint8Array;
}

/** The candidates for an event's visitor before the event, or null if there is no history or nothing to predict. */
function findCandidatesBefore(state: RecommenderState, event: ModelEvent): MarkedCandidates | null {
  const { user, session } = event;
  if ((user === undefined && session === undefined) || state.isRetraction(event.type)) return null;
  if (event.suspectedBot === true) return null;
  const subject = state.findSubject(user === undefined ? { session: session! } : { user });
  if (subject === undefined || state.histories.getLength(subject) === 0) return null;
  const history = readSubjectHistory(state, [subject]);
  const repeats = hasRepeats(state);
  const targets = new Set<number>();
  for (const { index, isBeyondAddressCap = false } of event.items) {
    if (isBeyondAddressCap) continue;
    // Viewing, adding to the cart and buying is one need: the last steps need no prediction.
    if (repeats ? history.items[0] !== index || isRepeat(state, subject, event) : !history.ages.has(index))
      targets.add(index);
  }
  if (targets.size === 0) return null;
  const candidates = findUserCandidates(state, history, { limit: rankedCandidatesMax, allow: () => true });
  if (candidates.items.length === 0) return null;
  return { candidates, hits: Uint8Array.from(candidates.items, (item) => (targets.has(item) ? 1 : 0)) };
}

/** Whether the event repeats the visitor's last one: a second view, not a view followed by a purchase. */
function isRepeat(state: RecommenderState, subject: number, event: ModelEvent): boolean {
  const last = state.histories.interactionAt(subject, state.histories.getLength(subject) - 1);
  return state.hasType(last, event.type);
}
