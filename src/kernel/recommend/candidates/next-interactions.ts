import type { RecommenderState } from '../counters/recommender-state.ts';
import { noSubject } from '../counters/interaction-histories.ts';

/** Maximum interactions of the item to read, newest first. */
const interactionsMax = 500;
/** Added to the number of interactions, so that one out of one is no certainty. */
const shrinkage = 5;
/** The decay per interaction of the item for the recent count. */
const recentDecay = 0.98;

/** Interactions right after and right before those with an item, by position of the requested items. */
export interface NextInteractions {
  /** The shares of the item's interactions that were followed by the other item, and preceded by it. */
  readonly next: Float64Array;
  readonly previous: Float64Array;
  /** How often it followed, weighted 0.98^r for the r-th newest interaction of the item. */
  readonly recently: Float64Array;
}

/** Reads the newest 500 interactions of an item for some others next to it. The visitor's own `subjects` are excluded. */
export function nextInteractions(
  state: RecommenderState,
  item: number,
  others: Uint32Array,
  subjects: readonly number[],
): NextInteractions {
  const [next, previous, recently] = [0, 1, 2].map(() => new Float64Array(others.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const indexByItem = new Map<number, number>();
  others.forEach((other, position) => indexByItem.set(other, position));
  const { histories } = state;
  const { items, positions } = histories.columns();
  const postings = histories.getPostings(item);
  const [self = noSubject, visit = noSubject] = subjects;
  let seen = 0;
  let weight = 1;
  for (let at = postings.length - 2; at >= 0 && seen < interactionsMax; at -= 2) {
    const subject = postings[at + 1]!;
    if (subject === noSubject || subject === self || subject === visit) continue;
    if (state.isBeyondCap(postings[at]!)) continue;
    const start = histories.getStart(subject);
    const position = positions[postings[at]!]!;
    const after =
      position + 1 < histories.getLength(subject) ? indexByItem.get(items[start + position + 1]!) : undefined;
    const before = position > 0 ? indexByItem.get(items[start + position - 1]!) : undefined;
    if (after !== undefined) {
      next[after] = next[after]! + 1;
      recently[after] = recently[after]! + weight;
    }
    if (before !== undefined) previous[before] = previous[before]! + 1;
    seen++;
    weight *= recentDecay;
  }
  for (const counts of [next, previous])
    counts.forEach((count, position) => (counts[position] = count / (seen + shrinkage)));
  return { next, previous, recently };
}
