import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { boughtTogether } from './bought-together.ts';
import { PairTest } from './pair-evidence.ts';
import { applyOrders, applyStep, counted, remaining, shopSteps, testNow } from './random-shop.fixture.ts';
import type { ShopStep } from './random-shop.fixture.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { exp } from '../../../math/exponential.ts';
import { log2 } from '../../../math/logarithm.ts';
import { representative } from '../../../../test/support/matrix.ts';

const runOptions = { seed: 20240601, numRuns: representative(60, 150) };
const ids = Array.from({ length: 15 }, (_, number) => `item-${number}`);
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(other));

/** The steps with another buyer for each order, as a buyer counts once a day. */
function withOwnBuyers(steps: readonly ShopStep[]): ShopStep[] {
  return steps.map((step, at) =>
    step.kind === 'event' && step.event.type === 'purchase'
      ? { ...step, event: { ...step.event, who: `u-order-${at}` } }
      : step,
  );
}

/** The baskets of a shop, and every estimate by loops over all of them. */
class NaiveEvidence {
  readonly #baskets: { readonly paired: ReadonlySet<string>; readonly weight: number }[];
  readonly #contents: ReturnType<typeof remaining>['contents'];
  readonly #unit: number;

  constructor(steps: readonly ShopStep[]) {
    const { events, contents } = remaining(steps);
    this.#contents = contents;
    this.#baskets = counted(events)
      .filter(({ type }) => type === 'purchase')
      .map(({ items, capped }) => {
        const distinct = new Set(items);
        return {
          paired: new Set([...distinct].filter((id) => !capped.has(id))),
          weight: Math.round(1024 / log2(distinct.size + 1)),
        };
      })
      .filter(({ paired }) => paired.size > 0);
    let [pairs, weights] = [0, 0];
    for (const { paired, weight } of this.#baskets) {
      pairs += paired.size * (paired.size - 1);
      weights += weight * paired.size * (paired.size - 1);
    }
    this.#unit = pairs === 0 ? 0 : pairs / weights;
  }

  count(...wanted: readonly string[]): number {
    return this.#baskets.filter(({ paired }) => wanted.every((id) => paired.has(id))).length;
  }

  get total(): number {
    return this.#baskets.length;
  }

  /** The joint baskets of two kinds, observed and expected, without those of one pair. */
  joint(
    level: 'type' | 'category',
    pair: readonly [string, string],
    leavesOut: boolean,
  ): { observed: number; expected: number } | null {
    const readKind = (id: string): string | undefined => this.#contents.get(id)?.[level];
    const [from, to] = pair.map(readKind);
    if (from === undefined || to === undefined) return null;
    let [observed, expected] = [0, 0];
    for (const one of ids) {
      for (const other of ids) {
        if (one === other || readKind(one) !== from || readKind(other) !== to) continue;
        if (leavesOut && pair.includes(one) && pair.includes(other)) continue;
        expected += (this.count(one) * this.count(other)) / this.total;
        for (const { paired, weight } of this.#baskets)
          if (paired.has(one) && paired.has(other)) observed += weight * this.#unit;
      }
    }
    return { observed, expected };
  }

  prior(pair: readonly [string, string]): number {
    let mean = 1;
    for (const level of ['category', 'type'] as const) {
      const joint = this.joint(level, pair, true);
      if (joint !== null) mean = Math.max(1, (joint.observed + 3) / (joint.expected + 3 / mean));
    }
    return mean;
  }
}

/** P(X < limit) of a gamma distribution with an integer shape. */
function cumulate(shape: number, x: number): number {
  let [term, sum] = [exp(-x), 0];
  for (let count = 0; count < shape; count++) {
    sum += term;
    term *= x / (count + 1);
  }
  return 1 - sum;
}

test('PairTest.describe() and isComplement() equal naive estimates from all baskets', () => {
  fc.assert(
    fc.property(shopSteps, (some) => {
      const steps = withOwnBuyers(some);
      const state = new RecommenderState();
      for (const step of steps) applyStep(state, step);
      const naive = new NaiveEvidence(steps);
      for (const id of ids) {
        const pairTest = new PairTest(state.baskets, state.item(id));
        for (const other of ids) {
          if (id === other || naive.total === 0) continue;
          const figures = pairTest.describe(state.item(other));
          const support = naive.count(id, other);
          const expected = (naive.count(id) * naive.count(other)) / (naive.total + 50);
          const prior = naive.prior([id, other]);
          assert.equal(figures.support, support);
          assert.ok(isNear(figures.expected, expected));
          assert.ok(isNear(figures.prior, prior), `${figures.prior} ${prior}`);
          const below = cumulate(support + 3, figures.lowerLimit * (expected + 3 / prior));
          assert.ok(below > 0.0485 && below < 0.0505, `${below}`);
          const isEvident = support > 0 && figures.lowerLimit > 1.1;
          assert.equal(pairTest.computeLimit(state.item(other)), isEvident ? figures.lowerLimit : 0);
          let [mean, isComplement] = [1, false];
          for (const level of ['category', 'type'] as const) {
            const joint = naive.joint(level, [id, other], false);
            if (joint === null) continue;
            const shape = joint.observed + 3;
            const rate = joint.expected + 3 / Math.max(1, mean);
            mean = shape / rate;
            const root = 1 - 1 / (9 * shape) - 1.6448536269514722 / (3 * Math.sqrt(shape));
            isComplement ||= (shape * root * root * root) / rate > 1.1;
          }
          assert.equal(pairTest.isComplement(state.item(other)), isComplement && mean > 1.1);
        }
      }
    }),
    runOptions,
  );
});

function listFor(state: RecommenderState, id: string): [string, ScoredItem['source']][] {
  const request = { items: [state.item(id)], now: testNow, limit: 10, allow: (): boolean => true };
  return boughtTogether(state, request).map(({ index, source }) => [state.getId(index), source]);
}

test('boughtTogether() has a pair that is all of a few orders, and no pair of a single order', () => {
  const state = new RecommenderState();
  applyOrders(state, 1, ['tent', 'lamp']);
  assert.deepEqual(listFor(state, 'tent'), []);
  applyOrders(state, 5, ['tent', 'lamp']);
  assert.deepEqual(listFor(state, 'tent'), [['lamp', 'baskets']]);
  applyOrders(state, 1, ['tent', 'mug']);
  assert.deepEqual(listFor(state, 'tent'), [['lamp', 'baskets']]);
});

test('boughtTogether() leaves out best sellers that are bought with an item as often as with all others', () => {
  const state = new RecommenderState();
  applyOrders(state, 100, ['milk', 'bread']);
  applyOrders(state, 100, ['milk', 'soap']);
  applyOrders(state, 20, ['kettle', 'milk']);
  applyOrders(state, 10, ['kettle', 'tea']);
  assert.deepEqual(listFor(state, 'kettle'), [['tea', 'baskets']]);
});

test('boughtTogether() adds items of kinds that are bought together, after the items of the first four places', () => {
  const state = new RecommenderState();
  for (const [id, type] of [
    ['kettle', 'kettles'],
    ['pot', 'kettles'],
    ['green tea', 'teas'],
    ['black tea', 'teas'],
    ['soap', 'soaps'],
  ] as const)
    state.setContent(state.item(id), { attributes: [], words: [], type });
  applyOrders(state, 20, ['pot', 'green tea']);
  applyOrders(state, 20, ['pot', 'black tea']);
  applyOrders(state, 80, ['soap']);
  applyOrders(state, 8, ['kettle', 'green tea']);
  applyOrders(state, 8, ['kettle', 'soap']);
  assert.deepEqual(listFor(state, 'kettle'), [
    ['green tea', 'baskets'],
    ['black tea', 'kinds'],
  ]);
});
