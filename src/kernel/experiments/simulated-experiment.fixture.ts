import { normalDraw } from '../../lib/normal-draw.fixture.ts';
import { createRandom, type Random } from '../../lib/seeded-random.ts';
import { assignArm, allocateArms } from './arm-allocation.ts';
import { noVisitors, type VisitorSums } from './visitor-sums.ts';
import { exp } from '../../math/exponential.ts';
import { pow } from '../../math/power.ts';

/** A metric of a visitor: its numerator and its denominator. */
export type SimulatedMetric = 'clicks' | 'clicksPerSearch' | 'buyers' | 'revenue';
export type SimulatedArm = 'control' | 'treatment';

export interface SimulatedExperimentOptions {
  readonly visitorsPerDay: number;
  /** Of the treatment's clicks on each search. */
  readonly lift?: number;
  /** Whether visitors come again. */
  readonly returns?: boolean;
}

interface SimulatedVisitor {
  readonly arm: SimulatedArm;
  /** Probability of a click on a search, without the lift. */
  readonly clickRate: number;
  readonly returnRate: number;
  searches: number;
  clicks: number;
  revenue: number;
}

/**
 * A shop with an experiment. Visitors differ: some click and return much more often than others, so that a click rate per search
 * without regard to visitors would have a far too small variance. Baskets are log-normal. Days are deterministic by the seed.
 */
export class SimulatedExperiment {
  readonly #random: Random;
  readonly #experiment: string;
  readonly #ranges = allocateArms([
    { arm: 'control', share: 0.5 },
    { arm: 'treatment', share: 0.5 },
  ]);
  readonly #visitorsPerDay: number;
  readonly #lift: number;
  readonly #returns: boolean;
  readonly #visitors: SimulatedVisitor[] = [];
  readonly #sums: Record<SimulatedArm, Record<SimulatedMetric, MutableSums>> = {
    control: newSums(),
    treatment: newSums(),
  };

  constructor(seed: number, { visitorsPerDay, lift = 0, returns = true }: SimulatedExperimentOptions) {
    this.#random = createRandom(seed);
    this.#experiment = `experiment-${seed}`;
    this.#visitorsPerDay = visitorsPerDay;
    this.#lift = lift;
    this.#returns = returns;
  }

  /** One more day. */
  run(): void {
    const random = this.#random;
    // Of those who came before, each returns with a probability of its own.
    if (this.#returns)
      for (const visitor of this.#visitors) if (random() < visitor.returnRate) this.#visit(visitor);
    for (let i = 0; i < this.#visitorsPerDay; i++) {
      const number = this.#visitors.length;
      const activity = random();
      const visitor: SimulatedVisitor = {
        arm: assignArm(this.#ranges, this.#experiment, `visitor ${number}`) as SimulatedArm,
        clickRate: 0.05 + 0.6 * random() * random(),
        returnRate: 0.2 * pow(activity, 4),
        searches: 0,
        clicks: 0,
        revenue: 0,
      };
      this.#visitors.push(visitor);
      for (const sums of Object.values(this.#sums[visitor.arm])) sums.visitors++;
      this.#visit(visitor);
    }
  }

  sums(arm: SimulatedArm, metric: SimulatedMetric): VisitorSums {
    return this.#sums[arm][metric];
  }

  #visit(visitor: SimulatedVisitor): void {
    const random = this.#random;
    const sums = this.#sums[visitor.arm];
    count(sums, visitor, -1);
    const clickRate = visitor.clickRate * (visitor.arm === 'treatment' ? 1 + this.#lift : 1);
    do {
      visitor.searches++;
      if (random() < clickRate) visitor.clicks++;
    } while (random() < 0.5);
    if (random() < 0.03) visitor.revenue += 40 * exp(0.8 * normalDraw(random));
    count(sums, visitor, 1);
  }
}

type MutableSums = { -readonly [Key in keyof VisitorSums]: number };

function newSums(): Record<SimulatedMetric, MutableSums> {
  const none = (): MutableSums => ({ ...noVisitors });
  return { clicks: none(), clicksPerSearch: none(), buyers: none(), revenue: none() };
}

/** Adds or removes what a visitor did so far. */
function count(sums: Record<SimulatedMetric, MutableSums>, visitor: SimulatedVisitor, sign: 1 | -1): void {
  const add = (metric: SimulatedMetric, numerator: number, denominator: number): void => {
    const sum = sums[metric];
    sum.nonZero += numerator === 0 ? 0 : sign;
    sum.numerator += sign * numerator;
    sum.denominator += sign * denominator;
    sum.numeratorSquares += sign * numerator * numerator;
    sum.denominatorSquares += sign * denominator * denominator;
    sum.products += sign * numerator * denominator;
  };
  // A new visitor was counted nowhere.
  if (sign === -1 && visitor.searches === 0) return;
  add('clicks', visitor.clicks, 1);
  add('clicksPerSearch', visitor.clicks, visitor.searches);
  add('buyers', visitor.revenue > 0 ? 1 : 0, 1);
  add('revenue', visitor.revenue, 1);
}
