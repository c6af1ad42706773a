import type { RevenueReport, SalesFigures, SearchReport } from '@vitrine/sdk';

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

/** The shop by day: searches, clicks, sales in its currency, and searches without results. */
export function shopDays(
  searches: Pick<SearchReport, 'days'>,
  revenue: Pick<RevenueReport, 'values'>,
  currency: string,
) {
  const { days } = searches;
  const sales = revenue.values.map((day) => salesIn(day.sales ?? [], currency));
  return {
    /** As 2026-01-31, ascending, the last one is today. */
    days: days.map(({ day }) => day),
    searches: measureOf(days.map((day) => day.searches)),
    clicked: measureOf(days.map((day) => day.clicked)),
    clickShare: measureOf(days.map((day) => day.clickShare)),
    withoutResults: measureOf(days.map((day) => day.withoutResults)),
    withoutResultsShare: measureOf(days.map((day) => share(day.withoutResults, day.searches))),
    orders: measureOf(sales.map(({ orders }) => orders)),
    revenue: measureOf(sales.map(({ revenue }) => revenue)),
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
