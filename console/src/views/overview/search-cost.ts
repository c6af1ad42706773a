import type { RevenueReport } from '@vitrine/sdk';

/** Fewer orders say little about what a search sells. */
const ordersMin = 5;

/** What a search sells on average, in the currency of the project, by a report by channel. Null: too few orders to say. */
export function readSearchValue(report: Pick<RevenueReport, 'values'>, currency: string): number | null {
  const search = report.values.find(({ value }) => value === 'search');
  const money = search?.money.find((one) => one.currency === currency);
  if (search === undefined || money === undefined || search.shown === 0 || money.orders < ordersMin)
    return null;
  return money.revenue / search.shown;
}
