import type {
  AttributedFigures,
  AttributedRow,
  AttributionDimension,
} from '../../ports/recommendations/attribution-figures.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { DaySpan } from '../../ports/search/search-counts.ts';
import { formatDay } from '../../lib/days.ts';

/** Dimensions of a report: those of attribution, and the days. */
export const reportDimensions = [
  'query',
  'filter',
  'collection',
  'rule',
  'placement',
  'list',
  'channel',
  'device',
  'country',
  'day',
] as const satisfies readonly (AttributionDimension | 'day')[];
export type ReportDimension = (typeof reportDimensions)[number];

/** Sort orders of the values of a report, highest first. */
export const revenueOrders = ['revenue', 'shown', 'clicked', 'orders', 'returned'] as const;
export type RevenueOrder = (typeof revenueOrders)[number];

/** Ten-thousandths of a currency unit, in which figures are summed up. */
const unit = 10_000;

/** Amounts in one currency, returns subtracted. */
export interface CurrencyFigures {
  /** Null means that the project has none. */
  readonly currency: string | null;
  readonly orders: number;
  readonly units: number;
  readonly revenue: number;
  readonly assistedOrders: number;
  readonly assistedRevenue: number;
  /** Subtracted from the two above. */
  readonly returned: number;
  /** The part of purchases at prices of the catalog, as the event had none. */
  readonly estimated: number;
}

export interface RevenueFigures {
  readonly shown: number;
  readonly clicked: number;
  readonly carted: number;
  readonly converted: number;
  readonly sessions: number;
  /** Shares of `shown`; null without any. */
  readonly clickRate: number | null;
  readonly cartRate: number | null;
  readonly conversionRate: number | null;
  readonly money: readonly CurrencyFigures[];
  /** Periods and days have these. */
  readonly sales?: readonly SalesFigures[];
}

/** All purchases in one currency, attributed or not. */
export type SalesFigures = Pick<
  CurrencyFigures,
  'currency' | 'orders' | 'units' | 'revenue' | 'returned' | 'estimated'
>;

export interface RevenuePeriod extends RevenueFigures {
  readonly sales: readonly SalesFigures[];
}

export type RevenueValue = RevenueFigures & {
  readonly value: string;
  /** Figures of the period before. */
  readonly before: RevenueFigures;
};

export interface RevenueReport {
  readonly from: string;
  readonly to: string;
  /** The period of the same length before. */
  readonly before: { readonly from: string; readonly to: string };
  /** Figures of earlier days no longer change, or null if nothing is counted. */
  readonly openFrom: string | null;
  readonly by: ReportDimension;
  readonly totals: RevenuePeriod & { readonly before: RevenuePeriod };
  readonly values: readonly RevenueValue[];
}

interface ReportRequest {
  readonly by: ReportDimension;
  readonly span: DaySpan;
  readonly order: RevenueOrder;
  readonly limit: number;
  /** The project's currency. */
  readonly currency: string | null;
}

/** Attribution of a period, compared with the one before; counts everything that was acknowledged before the call. */
export async function createRevenueReport(
  { attribution }: Pick<ProjectEngine, 'attribution'>,
  { by, span, order, limit, currency }: ReportRequest,
): Promise<RevenueReport> {
  await attribution.refresh();
  const length = span.to - span.from + 1;
  const spanBefore = { from: span.from - length, to: span.from - 1 };
  const whole = { from: spanBefore.from, to: span.to };
  const totals = new Periods(span.from, currency);
  const values = new Map<string, Periods>();
  const days = new Map<number, Periods>();
  for await (const row of attribution.readRows('total', whole)) {
    totals.add(row);
    // A day is compared with the same day of the period before.
    const day = row.day >= span.from ? row.day : row.day + length;
    getPeriods(days, day, () => new Periods(span.from, currency)).add(row);
  }
  if (by !== 'day')
    for await (const row of attribution.readRows(by, whole))
      getPeriods(values, row.value, () => new Periods(span.from, currency)).add(row);
  return {
    from: formatDay(span.from),
    to: formatDay(span.to),
    before: { from: formatDay(spanBefore.from), to: formatDay(spanBefore.to) },
    openFrom: attribution.openFrom === null ? null : formatDay(attribution.openFrom),
    by,
    totals: { ...totals.now.buildPeriod(), before: totals.before.buildPeriod() },
    values:
      by === 'day'
        ? Array.from({ length }, (_, i) => {
            const periods = days.get(span.from + i) ?? new Periods(span.from, currency);
            return {
              value: formatDay(span.from + i),
              ...periods.now.buildPeriod(),
              before: periods.before.buildPeriod(),
            };
          })
        : pickBest(values, order, limit),
  };
}

function getPeriods<K>(map: Map<K, Periods>, key: K, create: () => Periods): Periods {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

/** The values with the highest figure in the period; ties by the other figures, then by value. */
function pickBest(values: ReadonlyMap<string, Periods>, order: RevenueOrder, limit: number): RevenueValue[] {
  const sorted = [...values].sort(
    ([a, one], [b, other]) =>
      other.now.rank(order) - one.now.rank(order) ||
      other.now.rank('shown') - one.now.rank('shown') ||
      (a < b ? -1 : 1),
  );
  return sorted
    .slice(0, limit)
    .map(([value, periods]) => ({ value, ...periods.now.sumFigures(), before: periods.before.sumFigures() }));
}

/** The sums of a value in a period and the one before. */
class Periods {
  readonly now: Sums;
  readonly before: Sums;
  readonly #from: number;

  constructor(from: number, currency: string | null) {
    this.#from = from;
    this.now = new Sums(currency);
    this.before = new Sums(currency);
  }

  add(row: AttributedRow): void {
    (row.day >= this.#from ? this.now : this.before).add(row);
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class Sums {
  readonly #currency: string | null;
  readonly #byCurrency = new Map<string, Mutable<AttributedFigures>>();

  constructor(currency: string | null) {
    this.#currency = currency;
  }

  add({ currency, figures }: AttributedRow): void {
    const name = currency === '' ? (this.#currency ?? '') : currency;
    const sums = this.#byCurrency.get(name);
    if (sums === undefined) {
      this.#byCurrency.set(name, { ...figures });
      return;
    }
    for (const key of Object.keys(figures) as (keyof AttributedFigures)[]) sums[key] += figures[key];
  }

  /** Returns the sort key; amounts of several currencies are only added up to compare. */
  rank(order: RevenueOrder): number {
    switch (order) {
      case 'revenue':
        return (
          this.#sum('revenue') +
          this.#sum('assistedRevenue') -
          this.#sum('returned') -
          this.#sum('assistedReturned')
        );
      case 'orders':
        return this.#sum('orders') + this.#sum('assistedOrders');
      case 'returned':
        return this.#sum('returned') + this.#sum('assistedReturned');
      default:
        return this.#sum(order);
    }
  }

  sumFigures(): RevenueFigures {
    const [shown, clicked, carted, converted] = (['shown', 'clicked', 'carted', 'converted'] as const).map(
      (name) => this.#sum(name),
    ) as [number, number, number, number];
    const rate = (part: number): number | null => (shown === 0 ? null : Math.min(1, part / shown));
    return {
      shown,
      clicked,
      carted,
      converted,
      sessions: this.#sum('sessions'),
      clickRate: rate(clicked),
      cartRate: rate(carted),
      conversionRate: rate(converted),
      money: this.#sumByCurrency(
        (sums) => sums.orders + sums.assistedOrders + sums.returned + sums.assistedReturned,
      ).map(([currency, sums]) => ({
        currency,
        orders: sums.orders,
        units: sums.units / unit,
        revenue: (sums.revenue - sums.returned) / unit,
        assistedOrders: sums.assistedOrders,
        assistedRevenue: (sums.assistedRevenue - sums.assistedReturned) / unit,
        returned: (sums.returned + sums.assistedReturned) / unit,
        estimated: sums.estimated / unit,
      })),
    };
  }

  buildPeriod(): RevenuePeriod {
    const sales = this.#sumByCurrency((sums) => sums.allOrders + sums.allReturned).map(
      ([currency, sums]) => ({
        currency,
        orders: sums.allOrders,
        units: sums.allUnits / unit,
        revenue: (sums.allRevenue - sums.allReturned) / unit,
        returned: sums.allReturned / unit,
        estimated: sums.allEstimated / unit,
      }),
    );
    return { ...this.sumFigures(), sales };
  }

  /** The currencies with something to tell, the project's first. */
  #sumByCurrency(
    amount: (sums: AttributedFigures) => number,
  ): [currency: string | null, sums: AttributedFigures][] {
    const isOwn = (currency: string): boolean => currency === (this.#currency ?? '');
    return [...this.#byCurrency]
      .filter(([, sums]) => amount(sums) !== 0)
      .sort(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)) || (a < b ? -1 : 1))
      .map(([currency, sums]) => [currency === '' ? null : currency, sums]);
  }

  #sum(name: keyof AttributedFigures): number {
    let sum = 0;
    for (const sums of this.#byCurrency.values()) sum += sums[name];
    return sum;
  }
}
