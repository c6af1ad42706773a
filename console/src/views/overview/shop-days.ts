import type { DayFigures, Project, RevenueReport, SalesFigures, SearchReport } from '@vitrine/sdk';

/** Days to load: today, the seven whole days before and the seven before these. */
export const daysLoaded = 15;

/** A figure of the shop by day. Null: there was nothing to measure. */
export interface DayMeasure {
  readonly today: number | null;
  /** Of the same weekday, a week before today. */
  readonly beforeToday: number | null;
  readonly yesterday: number | null;
  readonly beforeYesterday: number | null;
  /** Of the last seven whole days, and the seven before. */
  readonly week: readonly (number | null)[];
  readonly weekBefore: readonly (number | null)[];
}

/** The figures of {@link daysLoaded} days up to today, as compared days. */
export function measureOf(values: readonly (number | null)[]): DayMeasure {
  const at = (daysAgo: number): number | null => values[daysLoaded - 1 - daysAgo] ?? null;
  return {
    today: at(0),
    beforeToday: at(7),
    yesterday: at(1),
    beforeYesterday: at(8),
    week: values.slice(7, 14),
    weekBefore: values.slice(0, 7),
  };
}

/**
 * The shop by day: searches, clicks, sales in its currency, and searches without results. Before the project was created, days have
 * figures where a history was imported: others have no figures, rather than none of anything.
 */
export function shopDays(
  searches: Pick<SearchReport, 'days'>,
  revenue: Pick<RevenueReport, 'values'>,
  { currency, createdAt }: Pick<Project, 'currency' | 'createdAt'>,
) {
  const { days } = searches;
  const created = new Date(createdAt).toISOString().slice(0, 10);
  const sales = days.map((_, i) => salesIn(revenue.values[i]?.sales ?? [], currency));
  const by = (
    wasMeasured: (index: number) => boolean,
    valueOf: (index: number) => number | null,
  ): DayMeasure =>
    measureOf(days.map(({ day }, i) => (day >= created || wasMeasured(i) ? valueOf(i) : null)));
  const searchesBy = (valueOf: (figures: DayFigures) => number | null): DayMeasure =>
    by(
      (i) => days[i]!.searches > 0,
      (i) => valueOf(days[i]!),
    );
  const salesBy = (name: 'orders' | 'revenue'): DayMeasure =>
    by(
      (i) => sales[i]!.orders > 0,
      (i) => sales[i]![name],
    );
  return {
    /** As 2026-01-31, ascending, the last one is today. */
    days: days.map(({ day }) => day),
    searches: searchesBy((day) => day.searches),
    clicked: searchesBy((day) => day.clicked),
    clickShare: searchesBy((day) => day.clickShare),
    withoutResults: searchesBy((day) => day.withoutResults),
    withoutResultsShare: searchesBy((day) => share(day.withoutResults, day.searches)),
    orders: salesBy('orders'),
    revenue: salesBy('revenue'),
    /** Of today, in other currencies. */
    otherSales: (revenue.values.at(-1)?.sales ?? []).filter((one) => one.currency !== currency),
  };
}

export type ShopDays = ReturnType<typeof shopDays>;

function salesIn(sales: readonly SalesFigures[], currency: string): Pick<SalesFigures, 'orders' | 'revenue'> {
  return sales.find((one) => one.currency === currency) ?? { orders: 0, revenue: 0 };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
