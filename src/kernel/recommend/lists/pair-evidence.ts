import type { BasketCounts } from '../counters/basket-counts.ts';
import type { KindCounts } from '../counters/kind-counts.ts';

/** The lift that the lower limit of its estimate must exceed. */
export const liftMin = 1.1;
/** The joint baskets that the prior of an estimate counts as. */
const priorBaskets = 3;
/** Few baskets do not show how common an item is: its share is estimated as if this number of others had none. */
const shareBaskets = 50;

/** A pair that needs more further joint baskets has no evidence in sight. */
const missingMax = 100;

/** The kind of an item without one. */
const noKind = -1;

/** The test of a pair of items. */
export interface PairEvidence {
  /** The joint baskets. */
  readonly support: number;
  /** The joint baskets expected by chance. */
  readonly expected: number;
  /** The lift expected from the kinds of both items. */
  readonly prior: number;
  /** The lower 5 % limit of the lift. */
  readonly lowerLimit: number;
}

/**
 * Tests whether items are bought together with one item more often than by chance: the gamma-Poisson shrinker of W. DuMouchel and
 * D. Pregibon, "Empirical Bayes Screening for Multi-Item Associations", KDD 2001.
 *
 * The joint baskets n of a pair are Poisson with mean e x lift, e those expected by chance: f_i f_j / (N + 50). The lift has a gamma prior
 * that counts as three joint baskets. Its mean is the estimate for the pair of types, whose prior mean is the estimate for the pair of
 * categories, whose prior mean is 1: kinds that were rarely bought say nothing. The pair's own baskets are left out of the estimates of its
 * kinds. A prior mean is at least 1: of kinds that are rarely bought together, some items are. So the lift is gamma-distributed with shape
 * n + 3 and rate e + 3 / prior.
 */
export class PairTest {
  readonly #baskets: BasketCounts;
  readonly #item: number;
  readonly #category: number;
  readonly #type: number;
  /** The kinds that `isComplement()` tested last, and the result: its items come kind by kind. */
  #testedCategory = noKind;
  #testedType = noKind;
  #isComplement = false;

  constructor(baskets: BasketCounts, item: number) {
    this.#baskets = baskets;
    this.#item = item;
    this.#category = readKind(baskets.categories, item);
    this.#type = readKind(baskets.types, item);
  }

  /** The lower limit of the lift of a pair, or 0 if it is no evidence. */
  computeLimit(other: number): number {
    const { support, weight } = this.#baskets.readPair(this.#item, other);
    if (support === 0) return 0;
    const rate = this.#countExpected(other) + priorBaskets * this.#computePriorRate(other, weight);
    const limit = lowerQuantile(support + priorBaskets) / rate;
    if (limit <= liftMin) return 0;
    const joint = this.#baskets.countInBothRows(this.#item, other, support);
    const capped = joint === support ? limit : lowerQuantile(joint + priorBaskets) / rate;
    return joint > 0 && capped > liftMin ? capped : 0;
  }

  /**
   * Counts the further baskets with both items after which a pair has evidence, without others in between: at most `max`, and at
   * most 100; null if it needs more.
   */
  countMissing(other: number, max: number): number | null {
    const pair = this.#baskets.readPair(this.#item, other);
    const support = this.#baskets.countInBothRows(this.#item, other, pair.support);
    const rate = priorBaskets * this.#computePriorRate(other, pair.weight);
    for (let more = 1; more <= Math.min(max, missingMax); more++) {
      const limit = lowerQuantile(support + more + priorBaskets) / (this.#countExpected(other, more) + rate);
      if (limit > liftMin) return more;
    }
    return null;
  }

  /** The figures of a pair. */
  describe(other: number): PairEvidence {
    const pair = this.#baskets.readPair(this.#item, other);
    const support = this.#baskets.countInBothRows(this.#item, other, pair.support);
    const expected = this.#countExpected(other);
    const rate = this.#computePriorRate(other, pair.weight);
    const lowerLimit = lowerQuantile(support + priorBaskets) / (expected + priorBaskets * rate);
    return { support, expected, prior: 1 / rate, lowerLimit };
  }

  /** Whether items of the other's kinds are bought with items of this kind more often than by chance. */
  isComplement(other: number): boolean {
    const category = readKind(this.#baskets.categories, other);
    const type = readKind(this.#baskets.types, other);
    if (category !== this.#testedCategory || type !== this.#testedType) {
      this.#testedCategory = category;
      this.#testedType = type;
      this.#isComplement = this.#testKinds(category, type);
    }
    return this.#isComplement;
  }

  #testKinds(category: number, type: number): boolean {
    const { categories, types } = this.#baskets;
    let rate = 1;
    let isEvident = false;
    for (const [kinds, kind, otherKind] of [
      [categories, this.#category, category],
      [types, this.#type, type],
    ] as const) {
      if (kind === noKind || otherKind === noKind) continue;
      const shape = this.#baskets.toBaskets(kinds.getPairWeight(kind, otherKind)) + priorBaskets;
      const posteriorRate =
        kinds.countPairs(kind, otherKind) / this.#baskets.basketTotal + priorBaskets * Math.min(1, rate);
      rate = posteriorRate / shape;
      isEvident ||= rate * liftMin < 1 && lowerQuantile(shape) > liftMin * posteriorRate;
    }
    return isEvident && rate * liftMin < 1;
  }

  /** The joint baskets expected by chance after some `more` that have both. */
  #countExpected(other: number, more = 0): number {
    const baskets = this.#baskets;
    const product = (baskets.baskets(this.#item) + more) * (baskets.baskets(other) + more);
    return product / (baskets.basketTotal + more + shareBaskets);
  }

  /** 1 / the prior mean of a pair's lift; `weight` is the pair's own. */
  #computePriorRate(other: number, weight: number): number {
    const { categories, types } = this.#baskets;
    const rate = this.#updateRate(1, { kinds: categories, kind: this.#category }, other, weight);
    return this.#updateRate(rate, { kinds: types, kind: this.#type }, other, weight);
  }

  /** 1 / the mean lift of a pair of kinds, without the pair's own baskets; `rate` is that before. */
  #updateRate(
    rate: number,
    { kinds, kind }: { kinds: KindCounts; kind: number },
    other: number,
    weight: number,
  ): number {
    const otherKind = readKind(kinds, other);
    if (kind === noKind || otherKind === noKind) return rate;
    const baskets = this.#baskets;
    // Both orders of the pair are in the counts of a single kind.
    const times = kind === otherKind ? 2 : 1;
    const own = times * baskets.baskets(this.#item) * baskets.baskets(other);
    const joint = baskets.toBaskets(kinds.getPairWeight(kind, otherKind) - times * weight);
    const expected = (kinds.countPairs(kind, otherKind) - own) / baskets.basketTotal;
    return Math.min(1, (Math.max(0, expected) + priorBaskets * rate) / (Math.max(0, joint) + priorBaskets));
  }
}

function readKind(kinds: KindCounts, item: number): number {
  return kinds.getKind(item) ?? noKind;
}

/** The 5 % quantile of the standard normal distribution. */
const normalQuantile = -1.6448536269514722;

/** The 5 % quantile of a gamma distribution with rate 1, by Wilson and Hilferty (1931): .7 % too low at shape 3, .1 % at 10. */
export function lowerQuantile(shape: number): number {
  const root = 1 - 1 / (9 * shape) + normalQuantile / (3 * Math.sqrt(shape));
  return root <= 0 ? 0 : shape * root * root * root;
}
