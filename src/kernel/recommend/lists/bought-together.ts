import { becauseMax, selectTopContributors } from '../candidates/top-contributors.ts';
import type { BasketCounts } from '../counters/basket-counts.ts';
import type { KindCounts } from '../counters/kind-counts.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';

/** The visitor's habits influence the list, if they are known. */
export interface BoughtTogetherRequest extends RecommendRequest, VisitorNames {
  /** One item, or a whole cart. */
  readonly items: readonly number[];
}

/** Maximum interactions of a buyer, newest first, that are read for the habits. */
const habitInteractionsMax = 5000;
/** Scales the share of a buyer's purchases to the habit, which is at most `habitMax`. */
const habitScale = 200;
const habitMax = 5;
/** Substitutes are of one kind and were seen together at least this often, but bought together less than this share of that. */
const substituteMassMin = 5;
const substituteShare = 0.05;

/**
 * Items bought with an item, or with a cart, best first; empty if no purchase gives evidence.
 *
 * score_j = sum over the cart's i of (f_i B_ij / W_i + 30 P(type_j | type_i) P(j | type_j) + 30 the same by category
 * + 10 V_ij) / (f_i + 70), x (1 + 3 min(200 h_j, 5)) with h_j the known buyer's share of j. An item's own f_i baskets
 * are evidence; the expectation from its kinds counts as thirty more each (Dirichlet smoothing), and purchases of the
 * same visitors in other baskets as ten more: V_ij = C_ij / n_i x the share of purchases in the interactions with i
 * and with j. Substitutes are left out.
 */
export function boughtTogether(state: RecommenderState, request: BoughtTogetherRequest): ScoredItem[] {
  const cart = [...new Set(request.items)];
  if (request.limit <= 0 || cart.length === 0) return [];
  const { baskets, weights, scratch } = state;
  const shares = scratch.candidates;
  shares.clear(state.itemCount);
  for (const item of cart) {
    const trust = baskets.baskets(item) / (baskets.baskets(item) + sumPriors(state));
    baskets.forEachShare(item, (other, share) => shares.add(other, trust * share));
    addCompanions(state, item);
  }
  for (const item of cart) addVisitorsOwn(state, item);
  const kinds = kindTerms(state, cart);
  const habit = createHabitScorer(state, request);
  const best = new TopScores(request.limit);
  for (const other of shares.keys()) {
    const sum = shares.get(other) + kinds(other, baskets.baskets(other));
    const score = sum * (1 + weights.buyerHabit * (habit?.(other) ?? 0));
    const tie = state.getTieBreaker(other);
    if (score <= 0 || !best.takes(score, tie) || cart.includes(other) || !request.allow(other)) continue;
    if (!cart.some((item) => isSubstitute(state, item, other))) best.offer(other, score, tie);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => explain(state, cart, index, scores[at]!));
}

/** The number of baskets that the priors count as. */
function sumPriors({ weights }: RecommenderState): number {
  return weights.typePrior + weights.categoryPrior + weights.visitorPrior;
}

/**
 * Adds later purchases of the item's buyers, in any basket, to the existing candidates. Neighbours in the history of mostly viewed items
 * are alternatives, so only the share of interactions that are purchases counts.
 */
function addVisitorsOwn(state: RecommenderState, item: number): void {
  const { baskets, transitions, weights, scratch } = state;
  const computePurchaseShare = (each: number): number =>
    Math.min(1, baskets.baskets(each) / Math.max(1, transitions.count(each)));
  const factor =
    (weights.visitorPrior * computePurchaseShare(item)) / (baskets.baskets(item) + sumPriors(state));
  if (factor === 0) return;
  transitions.forEachShare(item, (other, share) => {
    if (scratch.candidates.has(other))
      scratch.candidates.add(other, factor * computePurchaseShare(other) * share);
  });
}

/** Adds the best sellers of the kinds bought with the item's type, or otherwise with its category. */
function addCompanions(state: RecommenderState, item: number): void {
  const { baskets, scratch } = state;
  const kinds = baskets.types.getKind(item) === undefined ? baskets.categories : baskets.types;
  const kind = kinds.getKind(item);
  if (kind === undefined) return;
  const countBaskets = (other: number): number => baskets.baskets(other);
  const breakTie = (other: number): number => state.getTieBreaker(other);
  for (const companion of kinds.companions(kind)) {
    for (const other of kinds.bestSellers(companion, countBaskets, breakTie))
      scratch.candidates.add(other, 0);
  }
}

/** The type and category terms of a candidate, summed over the cart; the kinds' shares are looked up once per kind. */
function kindTerms(
  state: RecommenderState,
  cart: readonly number[],
): (item: number, bought: number) => number {
  const { baskets, weights } = state;
  const sources = cart.map((item) => ({ item, weight: 1 / (baskets.baskets(item) + sumPriors(state)) }));
  const type = kindTerm(baskets.types, sources);
  const category = kindTerm(baskets.categories, sources);
  return (item, bought) =>
    weights.typePrior * type(item, bought) + weights.categoryPrior * category(item, bought);
}

function kindTerm(
  kinds: KindCounts,
  sources: readonly { readonly item: number; readonly weight: number }[],
): (item: number, bought: number) => number {
  const shares = new Float64Array(kinds.kindCount).fill(-1);
  return (item, bought) => {
    const kind = kinds.getKind(item);
    if (kind === undefined) return 0;
    if (shares[kind] === -1) {
      shares[kind] = sources.reduce((sum, source) => {
        const from = kinds.getKind(source.item);
        return from === undefined ? sum : sum + source.weight * kinds.share(from, kind);
      }, 0);
    }
    return shares[kind]! * kinds.shareOfKind(kind, bought);
  };
}

/** Returns min(200 h_j, 5) by item, h_j its share of the visitor's purchases; undefined without purchases. */
function createHabitScorer(
  state: RecommenderState,
  visitor: VisitorNames,
): ((item: number) => number) | undefined {
  const subjects = state.findSubjects(visitor);
  if (subjects.length === 0) return undefined;
  const { histories, scratch } = state;
  const counts = scratch.habits;
  counts.clear(state.itemCount);
  let total = 0;
  for (const subject of subjects) {
    const length = histories.getLength(subject);
    for (let position = length - 1; position >= Math.max(0, length - habitInteractionsMax); position--) {
      if (!state.isPurchase(histories.interactionAt(subject, position))) continue;
      counts.add(histories.itemAt(subject, position), 1);
      total++;
    }
  }
  return total === 0 ? undefined : (item) => Math.min((habitScale * counts.get(item)) / total, habitMax);
}

/** Whether items are of one kind, often seen together and rarely bought together: one is bought instead of the other. */
function isSubstitute(state: RecommenderState, item: number, other: number): boolean {
  const { baskets, transitions } = state;
  if (!sameKind(baskets, item, other)) return false;
  // If most interactions are purchases, neighbours in a history are successive needs, not alternatives.
  const browsed = [item, other].every((each) => transitions.count(each) > 2 * baskets.baskets(each));
  if (!browsed) return false;
  const mass = transitions.mass(item, other);
  return mass >= substituteMassMin && baskets.support(item, other) < substituteShare * mass;
}

function sameKind(baskets: BasketCounts, item: number, other: number): boolean {
  const kinds = baskets.types.getKind(item) === undefined ? baskets.categories : baskets.types;
  const kind = kinds.getKind(item);
  return kind !== undefined && kind === kinds.getKind(other);
}

/** The figures behind one recommendation, for the cart's item with the largest contribution. */
function explain(state: RecommenderState, cart: readonly number[], index: number, score: number): ScoredItem {
  const { baskets } = state;
  const gains = new Map(cart.map((item) => [item, baskets.share(item, index)]));
  const because = selectTopContributors(state, gains, becauseMax);
  const from = because[0] ?? cart[0]!;
  const support = baskets.support(from, index);
  const confidence = support / Math.max(1, baskets.baskets(from));
  const lift = (confidence * baskets.basketTotal) / Math.max(1, baskets.baskets(index));
  const direct = [...gains.values()].reduce((sum, gain) => sum + gain, 0);
  const parts = { support, confidence, lift, baskets: direct };
  return {
    index,
    score,
    source: direct > 0 ? 'baskets' : 'kinds',
    because: because.length > 0 ? because : [from],
    parts,
  };
}
