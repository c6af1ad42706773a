import { dayMs } from '../bits/days.ts';
import { finish } from '../bits/steps.ts';
import { normalDraw } from '../../lib/normal-draw.fixture.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { ClickModel } from './click-model.ts';
import { limitFactor } from './learned-factors.ts';
import { LearnedOrder } from './learned-order.ts';
import { actionKinds } from './visit-window.ts';
import { exp } from '../../math/exponential.ts';
import { log, log2 } from '../../math/logarithm.ts';
import { pow } from '../../math/power.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly queries: number;
  readonly itemsPerQuery: number;
  /** Examination of a position from 1. */
  readonly examination: (position: number) => number;
  /** Correlation of the unlearned score with relevance is higher with less noise. */
  readonly scoreNoise: number;
  /** Actions on irrelevant items, per look. */
  readonly clickNoise: number;
  /** Share of lists in which a filter leaves half of the items. */
  readonly filteredShare: number;
  readonly max: number;
  /**
   * Placebos: `position` gives each action to the item at the same position of another list, `list` to any shown item.
   */
  readonly placebo?: 'position' | 'list';
}

export const simulationDefaults: SimulationOptions = {
  seed: 1,
  queries: 100,
  itemsPerQuery: 30,
  examination: (position) => 1 / position,
  scoreNoise: 0.5,
  clickNoise: 0.03,
  filteredShare: 0.15,
  max: 0.3,
};

interface SimulatedItem {
  readonly item: number;
  /** 0 to 4. */
  readonly relevance: number;
  readonly score: number;
}

const relevanceShares = [0.45, 0.25, 0.15, 0.1, 0.05];
/** A shop whose truth is known: each query has items with a relevance; visitors look by position and click by relevance. */
export class SimulatedShop {
  readonly model: ClickModel;
  readonly #options: SimulationOptions;
  readonly #random: () => number;
  readonly #lists: readonly (readonly SimulatedItem[])[];
  readonly #learned = new LearnedOrder();
  readonly #orders = new Map<number, readonly SimulatedItem[]>();
  readonly #pages: number[][] = [];
  #visitors = 0;
  clicks = 0;
  now = 20_000 * dayMs;

  constructor(options: Partial<SimulationOptions> = {}) {
    this.#options = { ...simulationDefaults, ...options };
    this.model = new ClickModel({ halfLifeDays: () => 30 });
    this.#random = createRandom(this.#options.seed);
    this.#lists = Array.from({ length: this.#options.queries }, (_, query) => this.#newList(query));
  }

  /** Lets visitors search until there were this many clicks; the order is updated after each hundredth. */
  run(clicks: number): void {
    const end = this.clicks + clicks;
    let next = this.clicks;
    while (this.clicks < end) {
      this.#visit();
      if (this.clicks < next) continue;
      next = this.clicks + Math.max(100, clicks / 20);
      this.now += dayMs / 4;
      this.learn();
    }
    this.learn();
  }

  learn(): void {
    this.#learned.apply(finish(this.model.update(this.now)));
    this.#orders.clear();
  }

  /** Mean NDCG of the first ten of all queries, by traffic. */
  ndcg(learned: boolean): number {
    let [sum, weights] = [0, 0];
    for (const [query, base] of this.#lists.entries()) {
      const weight = 1 / (query + 1);
      sum += weight * ndcgOf(learned ? this.order(query) : base);
      weights += weight;
    }
    return sum / weights;
  }

  /** The items of a query in the learned order. */
  order(query: number): readonly SimulatedItem[] {
    let order = this.#orders.get(query);
    if (order !== undefined) return order;
    const { max } = this.#options;
    const ratios = this.#learned.readRatios(`q${query}`);
    const computeFactor = (item: number): number => limitFactor(ratios.get(item)?.ratio ?? 1, max);
    order = this.#lists[query]!.map((one) => ({ one, score: one.score * computeFactor(one.item) }))
      .sort((a, b) => b.score - a.score)
      .map(({ one }) => one);
    this.#orders.set(query, order);
    return order;
  }

  /** One visitor sees a list and clicks the item at a position, again and again. */
  attack(query: number, position: number, times: number): void {
    const order = this.order(query);
    const list = { list: `q${query}`, category: '', visitor: 'attacker', at: this.now, offset: 0 };
    for (let i = 0; i < times; i++) {
      this.model.recordImpression({ ...list, items: order.slice(0, 24).map(({ item }) => item) });
      this.model.recordAction(list.list, list.visitor, order[position - 1]!.item, actionKinds.click);
    }
  }

  #newList(query: number): SimulatedItem[] {
    const { itemsPerQuery, scoreNoise } = this.#options;
    return Array.from({ length: itemsPerQuery }, (_, i): SimulatedItem => {
      let draw = this.#random();
      const relevance = relevanceShares.findIndex((share) => (draw -= share) < 0);
      const score = exp(0.15 * Math.max(0, relevance) + scoreNoise * 0.3 * normalDraw(this.#random));
      return { item: query * 1_000 + i, relevance: Math.max(0, relevance), score };
    }).sort((a, b) => b.score - a.score);
  }

  #visit(): void {
    const { queries, examination, clickNoise, filteredShare, placebo } = this.#options;
    const query = zipf(queries, this.#random);
    const random = this.#random;
    const isFiltered = random() < filteredShare;
    const list = this.order(query)
      .filter(() => !isFiltered || random() < 0.5)
      .slice(0, 24);
    const clicked: number[] = [];
    for (const [i, { relevance }] of list.entries())
      if (random() < examination(i + 1) * (clickNoise + pow(relevance / 4, 1.5) * 0.5)) clicked.push(i);
    const visitor = `v${++this.#visitors}`;
    const shown = { list: `q${query}`, category: 'c', visitor, at: this.now, offset: 0 };
    this.model.recordImpression({ ...shown, items: list.map(({ item }) => item) });
    this.#pages.push(clicked);
    const actions =
      placebo === undefined
        ? clicked
        : placebo === 'position'
          ? this.#pages[Math.floor(random() * this.#pages.length)]!
          : clicked.map(() => Math.floor(random() * list.length));
    for (const i of actions) {
      const one = list[i];
      if (one === undefined) continue;
      this.clicks++;
      this.model.recordAction(shown.list, visitor, one.item, actionKinds.click);
    }
  }
}

function zipf(count: number, random: () => number): number {
  for (;;) {
    const query = Math.floor(exp(random() * log(count + 1))) - 1;
    if (query < count) return query;
  }
}

function ndcgOf(order: readonly SimulatedItem[]): number {
  const gain = (list: readonly SimulatedItem[]): number =>
    list.slice(0, 10).reduce((sum, { relevance }, i) => sum + (2 ** relevance - 1) / log2(i + 2), 0);
  const ideal = gain(order.toSorted((a, b) => b.relevance - a.relevance));
  return ideal === 0 ? 1 : gain(order) / ideal;
}
