import type { RevenueReport } from '@vitrine/sdk';

/** Queries with orders that are read. */
export const ordersMax = 500;

/** The orders that searches for a query led to; null: there are too many queries to know. */
export type OrdersByQuery = (query: string) => number | null;

export function countOrders({ values }: Pick<RevenueReport, 'values'>): OrdersByQuery {
  const byQuery = new Map(
    values.map(({ value, money }) => [
      value,
      money.reduce((sum, { orders, assistedOrders }) => sum + orders + assistedOrders, 0),
    ]),
  );
  return (query) => byQuery.get(query) ?? (values.length < ordersMax ? 0 : null);
}
