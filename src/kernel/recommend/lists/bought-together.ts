import { becauseMax, selectTopContributors } from '../candidates/top-contributors.ts';
import type { BasketCounts } from '../counters/basket-counts.ts';
import type { KindCounts } from '../counters/kind-counts.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { dayMs } from '../../bits/days.ts';
import { comesBefore, TopScores } from '../../bits/top-scores.ts';
import { liftMin, PairTest } from './pair-evidence.ts';
import { readPurchases, type Purchases } from './purchase-times.ts';

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

/** The number of places at the start of a list for items with evidence of their own. */
const evidentPlaces = 4;
/** An item with evidence of its own competes with complements by its score times this, and more with a larger lift, up to `factorMax`. */
const evidenceFactor = 1.5;
const factorMax = 3;
/** The number of candidates that are tested first, for each place of a list. */
const testedFirst = 4;

/**
 * Items for an item, or for a cart: those bought together with it (source `baskets`), those that the buyer buys anyway (`bought`), and items
 * of kinds that are bought together with its kind (`kinds`). Empty if no purchase gives evidence.
 *
 * An item is bought together with another one if the lower limit of its lift exceeds 1.1 (see {@link PairTest}). What a shopper will take
 * is estimated by
 *
 * score_j = sum over the cart's i of (f_i B_ij / W_i + 30 P(type_j | type_i) P(j | type_j) + 30 the same by category
 * + 10 V_ij) / (f_i + 70), x (1 + 3 min(200 h_j, 5)) with h_j the known buyer's share of j. An item's own f_i baskets
 * are evidence; the expectation from its kinds counts as thirty more each (Dirichlet smoothing), and purchases of the
 * same visitors in other baskets as ten more: V_ij = C_ij / n_i x the share of purchases in the interactions with i
 * and with j. Substitutes are left out.
 *
 * With evidence of its own, a score counts 1.5 x (limit / 1.1)^(1/4) times, at most three times. The first four places are for items with
 * such evidence. Further places go to the best scores of all.
 */
export function boughtTogether(state: RecommenderState, request: BoughtTogetherRequest): ScoredItem[] {
  const cart = [...new Set(request.items)];
  if (request.limit <= 0 || cart.length === 0) return [];
  const { baskets, scratch } = state;
  const shares = scratch.candidates;
  shares.clear(state.itemCount);
  for (const item of cart) {
    const trust = baskets.baskets(item) / (baskets.baskets(item) + sumPriors(state));
    baskets.forEachShare(item, (other, share) => shares.add(other, trust * share));
  }
  const pairCount = shares.keys().length;
  for (const item of cart) addCompanions(state, item);
  for (const item of cart) addVisitorsOwn(state, item);
  const tests = cart.map((item) => new PairTest(baskets, item));
  const habit = createHabitScorer(state, request);
  let purchases: ReadonlyMap<number, Purchases> | null = null;
  const findPurchases = (item: number): Purchases | undefined =>
    (habit?.(item) ?? 0) === 0
      ? undefined
      : (purchases ??= readPurchases(state, state.findSubjects(request), request.now)).get(item);
  const search: Search = { request, cart, pairCount, tests, habit, findPurchases };
  const first = new TopScores(request.limit * testedFirst);
  scoreCandidates(state, search, first);
  const { items, scores } = selectPlaces(state, search, first);
  return items.map((index, at) => explain(state, search, index, scores[at]!));
}

interface Search {
  readonly request: BoughtTogetherRequest;
  readonly cart: readonly number[];
  /** The number of candidates, the first ones, that were bought with an item of the cart. */
  readonly pairCount: number;
  /** The tests of the cart's items. */
  readonly tests: readonly PairTest[];
  /** Returns min(200 h_j, 5) by item, h_j its share of the visitor's purchases; undefined without purchases. */
  readonly habit: ((item: number) => number) | undefined;
  /** The visitor's purchases of an item, which are read once for a list, where it has such an item. */
  readonly findPurchases: (item: number) => Purchases | undefined;
}

/**
 * Replaces the sums of the candidates by their scores, and collects the best ones. An item that was never bought with an item of the cart
 * has the score 0, unless its kind was.
 */
function scoreCandidates(state: RecommenderState, search: Search, first: TopScores): void {
  const { baskets, weights, scratch } = state;
  const { cart, pairCount, tests, habit } = search;
  const shares = scratch.candidates;
  const kinds = kindTerms(state, cart);
  const candidates = shares.keys();
  for (let at = 0; at < candidates.length; at++) {
    const other = candidates[at]!;
    const bought = habit === undefined ? 0 : habit(other);
    if (at >= pairCount && bought === 0 && !isComplement(tests, other)) {
      shares.set(other, 0);
      continue;
    }
    const sum = shares.get(other) + kinds(other, baskets.baskets(other));
    const score = sum * (1 + weights.buyerHabit * bought);
    shares.set(other, score);
    if (score <= 0 || score < first.floor) continue;
    const tie = state.getTieBreaker(other);
    if (first.takes(score, tie) && isListable(search, other)) first.offer(other, score, tie);
  }
}

function isListable({ cart, request }: Search, other: number): boolean {
  return !cart.includes(other) && request.allow(other);
}

/**
 * Selects the items of a list. The test of a pair reads several counters at random, so the best scores are tested first: of the others, few
 * could still be listed.
 */
function selectPlaces(
  state: RecommenderState,
  search: Search,
  first: TopScores,
): { items: number[]; scores: number[] } {
  const { request, cart, tests, habit } = search;
  const evident = new TopScores(request.limit);
  const complements = new TopScores(request.limit);
  const test = (other: number, score: number, tie: number): void => {
    const limit = findLimit(tests, other);
    const isEvident = limit > 0 || (habit?.(other) ?? 0) > 0;
    const total = isEvident ? score * computeFactor(limit) : score;
    const best = isEvident ? evident : complements;
    if (!best.takes(total, tie) || (!isEvident && !isComplement(tests, other))) return;
    if (!cart.some((item) => isSubstitute(state, item, other))) best.offer(other, total, tie);
  };
  const hasMore = first.full;
  const { items, scores } = first.drain();
  // No complement is listed that scores less than all evident items.
  for (let at = 0; at < items.length; at++)
    if (scores[at]! * factorMax >= evident.floor)
      test(items[at]!, scores[at]!, state.getTieBreaker(items[at]!));
  if (hasMore) testOthers(state, search, items.at(-1)!, evident, test);
  return mergePlaces(state, request.limit, evident.drain(), complements.drain());
}

/** Tests the candidates that rank after the last one of the best, as far as they could be listed. */
function testOthers(
  state: RecommenderState,
  search: Search,
  last: number,
  evident: TopScores,
  test: (other: number, score: number, tie: number) => void,
): void {
  const scores = state.scratch.candidates;
  const [lastScore, lastTie] = [scores.get(last), state.getTieBreaker(last)];
  if (lastScore * factorMax < evident.floor) return;
  for (const other of scores.keys()) {
    const score = scores.get(other);
    if (score <= 0 || score > lastScore || score * factorMax < evident.floor) continue;
    const tie = state.getTieBreaker(other);
    if (comesBefore(lastScore, lastTie, score, tie) && isListable(search, other)) test(other, score, tie);
  }
}

function isComplement(tests: readonly PairTest[], other: number): boolean {
  for (const test of tests) if (test.isComplement(other)) return true;
  return false;
}

/** The best lower limit of an item's lift with items of a cart; 0 without evidence. */
function findLimit(tests: readonly PairTest[], other: number): number {
  let limit = 0;
  for (const test of tests) limit = Math.max(limit, test.computeLimit(other));
  return limit;
}

function computeFactor(limit: number): number {
  const lift = Math.max(1, limit / liftMin);
  return Math.min(factorMax, evidenceFactor * Math.sqrt(Math.sqrt(lift)));
}

/**
 * Fills the first places with evident items, and further ones by score; both lists have their best items first. A score is at least that of
 * the next place.
 */
function mergePlaces(
  state: RecommenderState,
  limit: number,
  evident: ReturnType<TopScores['drain']>,
  complements: ReturnType<TopScores['drain']>,
): { items: number[]; scores: number[] } {
  const items: number[] = [];
  const scores: number[] = [];
  let [first, second] = [0, 0];
  while (items.length < limit) {
    const [item, other] = [evident.items[first], complements.items[second]];
    if (item === undefined && other === undefined) break;
    const isEvident =
      other === undefined ||
      (item !== undefined &&
        (first < evidentPlaces ||
          comesBefore(
            evident.scores[first]!,
            state.getTieBreaker(item),
            complements.scores[second]!,
            state.getTieBreaker(other),
          )));
    items.push(isEvident ? item! : other);
    scores.push(isEvident ? evident.scores[first++]! : complements.scores[second++]!);
  }
  for (let at = scores.length - 2; at >= 0; at--) scores[at] = Math.max(scores[at]!, scores[at + 1]!);
  return { items, scores };
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

function createHabitScorer(state: RecommenderState, request: BoughtTogetherRequest): Search['habit'] {
  const subjects = state.findSubjects(request);
  if (subjects.length === 0) return undefined;
  const { histories, scratch } = state;
  const counts = scratch.habits;
  counts.clear(state.itemCount);
  let total = 0;
  for (const subject of subjects) {
    const length = histories.getLength(subject);
    for (let position = length - 1; position >= Math.max(0, length - habitInteractionsMax); position--) {
      const interaction = histories.interactionAt(subject, position);
      // As in `readPurchases()`, which explains the habit.
      if (!state.isPurchase(interaction) || histories.getTime(interaction) > request.now) continue;
      counts.add(histories.itemAt(subject, position), 1);
      total++;
    }
  }
  return total === 0 ? undefined : (item) => Math.min((habitScale * counts.get(item)) / total, habitMax);
}

/** Whether items are of one kind, often seen together and rarely bought together: one is bought instead of the other. */
export function isSubstitute(state: RecommenderState, item: number, other: number): boolean {
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

/** The figures behind one recommendation, for the cart's item with the best evidence. */
function explain(
  state: RecommenderState,
  { request, cart, tests, findPurchases }: Search,
  index: number,
  score: number,
): ScoredItem {
  const { baskets } = state;
  const pairs = new Map(cart.map((item, at) => [item, tests[at]!.describe(index)]));
  const limits = cart.map((item): [number, number] => {
    const { support, lowerLimit } = pairs.get(item)!;
    return [item, support > 0 && lowerLimit > liftMin ? lowerLimit : 0];
  });
  const evident = selectTopContributors(state, new Map(limits), becauseMax);
  const complemented = cart.filter((_, at) => tests[at]!.isComplement(index));
  const from = evident[0] ?? complemented[0] ?? cart[0]!;
  const pair = pairs.get(from)!;
  const parts = {
    ...pair,
    confidence: pair.support / Math.max(1, baskets.baskets(from)),
    lift: pair.expected === 0 ? 0 : pair.support / pair.expected,
    baskets: cart.reduce((sum, item) => sum + baskets.share(item, index), 0),
  };
  if (evident.length > 0) return { index, score, source: 'baskets', because: evident, parts };
  const own = findPurchases(index);
  if (own !== undefined) {
    const daysSince = (request.now - own.last) / dayMs;
    return {
      index,
      score,
      source: 'bought',
      because: [],
      parts: { ...parts, purchases: own.count, daysSince },
    };
  }
  return { index, score, source: 'kinds', because: complemented.slice(0, becauseMax), parts };
}
