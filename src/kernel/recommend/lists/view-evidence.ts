import type { RecommenderState } from '../counters/recommender-state.ts';
import { lowerQuantile } from './pair-evidence.ts';

/** The joint visits that the prior of a lift counts as. */
const priorVisits = 3;
/** Items with equal content are expected to be viewed together this many times as often as by chance, and once more. */
const contentLift = 20;

/** The certainty without evidence: the order of such items remains. */
export const certaintyMin = 0.01;

/** The test of a pair of items. */
export interface ViewEvidence {
  /** The visits with both items. */
  readonly together: number;
  /** The visits with both that are expected by chance. */
  readonly expected: number;
  /** The lift expected from the content of both items. */
  readonly prior: number;
  /** The lower 5 % limit of the lift. */
  readonly lowerLimit: number;
}

/**
 * Tests whether items are viewed together with one item more often than by chance, as `PairTest` does with orders: the visits with both
 * are Poisson with mean e x lift, e = R_i n_j / (N - n_i), with R_i all transitions of the item. The lift has a gamma prior that counts
 * as three visits, with the mean 1 + 20 c^2, c the similarity of content. So the lift is gamma-distributed with shape n + 3 and rate
 * e + 3 / (1 + 20 c^2).
 *
 * A visit with both is a sum of transitions: a product page sends a click, a view and perhaps a cart event. The sums are therefore divided by
 * the interactions of a visitor with each item. Orders with both items are subtracted: those are complements.
 */
export class ViewTest {
  readonly #state: RecommenderState;
  readonly #item: number;
  readonly #perVisit: number;
  /** The expected transitions to an item for each of its interactions. */
  readonly #expectedShare: number;

  constructor(state: RecommenderState, item: number) {
    const { transitions } = state;
    this.#state = state;
    this.#item = item;
    this.#perVisit = countPerVisit(state, item);
    const others = transitions.counts.total - transitions.count(item);
    this.#expectedShare = others <= 0 ? 0 : transitions.sumTransitions(item) / others;
  }

  /** The visits of the item. */
  get visits(): number {
    return this.#state.transitions.count(this.#item) / this.#perVisit;
  }

  /** The figures of a pair with these transitions; `similarity` is that of content, 0 to 1. */
  describe(other: number, transitions: number, similarity: number): ViewEvidence {
    const perVisits = this.#perVisit * countPerVisit(this.#state, other);
    const together = this.#withoutOrders(other, transitions) / perVisits;
    const expected = (this.#expectedShare * this.#state.transitions.count(other)) / perVisits;
    const prior = 1 + contentLift * similarity ** 2;
    return { together, expected, prior, lowerLimit: computeLowerLimit(together, expected, prior) };
  }

  /** The visits with both items, as far as it is certain that they are more than chance. */
  computeEvidence(other: number, transitions: number, similarity: number): number {
    const visits = transitions / (this.#perVisit * countPerVisit(this.#state, other));
    // Most pairs have a few transitions: these are no evidence even if each is a visit, and none was expected.
    if (computeLowerLimit(transitions, 0, 1 + contentLift * similarity ** 2) <= 1)
      return certaintyMin * visits;
    const { together, lowerLimit } = this.describe(other, transitions, similarity);
    return toCertainty(lowerLimit) * together;
  }

  /** The transitions to an item that are not from orders with both. */
  #withoutOrders(other: number, transitions: number): number {
    if (transitions === 0) return 0;
    return Math.max(0, transitions - this.#state.baskets.support(this.#item, other));
  }
}

/** How sure a lift above 1 is, by its lower limit: the limit less 1, at least .01 and at most 1. */
export function toCertainty(lowerLimit: number): number {
  return Math.min(1, Math.max(certaintyMin, lowerLimit - 1));
}

function computeLowerLimit(together: number, expected: number, prior: number): number {
  return lowerQuantile(together + priorVisits) / (expected + priorVisits / prior);
}

/** The interactions of a visitor with an item in an hour, at least 1. */
function countPerVisit({ transitions, trends }: RecommenderState, item: number): number {
  const visitors = trends.visitors(item);
  return visitors === 0 ? 1 : Math.max(1, transitions.count(item) / visitors);
}
