import { BECAUSE_MAX, topContributors } from '../candidates/top-contributors.ts';
import type { BasketCounts } from '../counters/basket-counts.ts';
import type { KindCounts } from '../counters/kind-counts.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../rows/top-scores.ts';

/** The visitor's habits order the list, where they are known. */
export interface BoughtTogetherRequest extends RecommendRequest, VisitorNames {
  /** One item, or a whole cart. */
  readonly items: readonly number[];
}

/** How many of a buyer's newest touches are read for the buyer's habits. */
const HABIT_TOUCHES = 5000;
/** Share of a buyer's purchases x this is the habit, at most `HABIT_MAX`. */
const HABIT_SCALE = 200;
const HABIT_MAX = 5;
/** A substitute: seen together this often, same kind, and in baskets together less than this share of that. */
const SUBSTITUTE_MASS_MIN = 5;
const SUBSTITUTE_SHARE = 0.05;

/**
 * What is bought with an item, or with a cart, best first; empty where no purchase says anything.
 *
 * score_j = sum over the cart's i of (f_i B_ij / W_i + 30 P(type_j | type_i) P(j | type_j) + 30 the same by category + 10 V_ij) / (f_i + 70),
 * x (1 + 3 min(200 h_j, 5)) with h_j the known buyer's share of j. So an item's own f_i baskets are weighed as so many seen,
 * and what its kind lets expect as thirty more each (Dirichlet smoothing), and as ten more what the same visitors buy in other
 * baskets: V_ij = C_ij / n_i x the share of purchases in the touches of i and of j. Substitutes are left out.
 */
export function boughtTogether(state: RecommenderState, request: BoughtTogetherRequest): ScoredItem[] {
  const cart = [...new Set(request.items)];
  if (request.limit <= 0 || cart.length === 0) return [];
  const { baskets, weights, scratch } = state;
  const shares = scratch.candidates;
  shares.clear(state.itemCount);
  for (const item of cart) {
    const trust = baskets.baskets(item) / (baskets.baskets(item) + priorsOf(state));
    baskets.forEachShare(item, (other, share) => shares.add(other, trust * share));
    addCompanions(state, item);
  }
  for (const item of cart) addVisitorsOwn(state, item);
  const kinds = kindTerms(state, cart);
  const habit = habits(state, request);
  const best = new TopScores(request.limit);
  for (const other of shares.keys()) {
    const sum = shares.get(other) + kinds(other, baskets.baskets(other));
    const score = sum * (1 + weights.buyerHabit * (habit?.(other) ?? 0));
    const tie = state.tieOf(other);
    if (score <= 0 || !best.takes(score, tie) || cart.includes(other) || !request.allow(other)) continue;
    if (!cart.some((item) => isSubstitute(state, item, other))) best.offer(other, score, tie);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => explain(state, cart, index, scores[at]!));
}

/** Baskets that the kinds stand for. */
function priorsOf({ weights }: RecommenderState): number {
  return weights.typePrior + weights.categoryPrior + weights.visitorPrior;
}

/**
 * Adds what the visitors who bought the item buy next, in whatever basket, to the candidates that there are. Where things are mostly
 * viewed, what follows in a history is a rival, so only as much of it counts as touches are purchases.
 */
function addVisitorsOwn(state: RecommenderState, item: number): void {
  const { baskets, transitions, weights, scratch } = state;
  const bought = (each: number): number =>
    Math.min(1, baskets.baskets(each) / Math.max(1, transitions.count(each)));
  const factor = (weights.visitorPrior * bought(item)) / (baskets.baskets(item) + priorsOf(state));
  if (factor === 0) return;
  transitions.forEachShare(item, (other, share) => {
    if (scratch.candidates.has(other)) scratch.candidates.add(other, factor * bought(other) * share);
  });
}

/** Adds what the item's type, or else its category, suggests: the best sellers of the kinds bought with it. */
function addCompanions(state: RecommenderState, item: number): void {
  const { baskets, scratch } = state;
  const kinds = baskets.types.kindOf(item) === undefined ? baskets.categories : baskets.types;
  const kind = kinds.kindOf(item);
  if (kind === undefined) return;
  const basketsOf = (other: number): number => baskets.baskets(other);
  const tieOf = (other: number): number => state.tieOf(other);
  for (const companion of kinds.companions(kind)) {
    for (const other of kinds.bestSellers(companion, basketsOf, tieOf)) scratch.candidates.add(other, 0);
  }
}

/** The type and category terms of one candidate, summed over the cart; the kinds' shares are looked up once a kind. */
function kindTerms(
  state: RecommenderState,
  cart: readonly number[],
): (item: number, bought: number) => number {
  const { baskets, weights } = state;
  const sources = cart.map((item) => ({ item, weight: 1 / (baskets.baskets(item) + priorsOf(state)) }));
  const type = kindTerm(baskets.types, sources);
  const category = kindTerm(baskets.categories, sources);
  return (item, bought) =>
    weights.typePrior * type(item, bought) + weights.categoryPrior * category(item, bought);
}

function kindTerm(
  kinds: KindCounts,
  sources: readonly { readonly item: number; readonly weight: number }[],
): (item: number, bought: number) => number {
  const shares = new Float64Array(kinds.kindNumbers).fill(-1);
  return (item, bought) => {
    const kind = kinds.kindOf(item);
    if (kind === undefined) return 0;
    if (shares[kind] === -1) {
      shares[kind] = sources.reduce((sum, source) => {
        const from = kinds.kindOf(source.item);
        return from === undefined ? sum : sum + source.weight * kinds.share(from, kind);
      }, 0);
    }
    return shares[kind]! * kinds.shareWithin(kind, bought);
  };
}

/** min(200 h_j, 5) by item, h_j its share of what the visitor bought; undefined where nothing is known of them. */
function habits(state: RecommenderState, visitor: VisitorNames): ((item: number) => number) | undefined {
  const subjects = state.subjectsOf(visitor);
  if (subjects.length === 0) return undefined;
  const { histories, scratch } = state;
  const counts = scratch.habits;
  counts.clear(state.itemCount);
  let total = 0;
  for (const subject of subjects) {
    const length = histories.lengthOf(subject);
    for (let place = length - 1; place >= Math.max(0, length - HABIT_TOUCHES); place--) {
      if (!state.isPurchase(histories.touchAt(subject, place))) continue;
      counts.add(histories.itemAt(subject, place), 1);
      total++;
    }
  }
  return total === 0 ? undefined : (item) => Math.min((HABIT_SCALE * counts.get(item)) / total, HABIT_MAX);
}

/** Often seen together, of one kind, rarely bought together: the one is bought in the other's place. */
function isSubstitute(state: RecommenderState, item: number, other: number): boolean {
  const { baskets, transitions } = state;
  if (!sameKind(baskets, item, other)) return false;
  // Where most touches are purchases, neighbours in a history are needs that follow each other, not rivals.
  const browsed = [item, other].every((each) => transitions.count(each) > 2 * baskets.baskets(each));
  if (!browsed) return false;
  const mass = transitions.mass(item, other);
  return mass >= SUBSTITUTE_MASS_MIN && baskets.support(item, other) < SUBSTITUTE_SHARE * mass;
}

function sameKind(baskets: BasketCounts, item: number, other: number): boolean {
  const kinds = baskets.types.kindOf(item) === undefined ? baskets.categories : baskets.types;
  const kind = kinds.kindOf(item);
  return kind !== undefined && kind === kinds.kindOf(other);
}

/** The figures behind one recommendation, for the cart's item that speaks most for it. */
function explain(state: RecommenderState, cart: readonly number[], index: number, score: number): ScoredItem {
  const { baskets } = state;
  const gains = new Map(cart.map((item) => [item, baskets.share(item, index)]));
  const because = topContributors(state, gains, BECAUSE_MAX);
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
