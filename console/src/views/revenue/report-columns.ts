import type { RevenueAnalyticsQuery, RevenueFigures } from '@vitrine/sdk';
import { allRevenue, figuresIn } from '../../parts/earnings.ts';
import { count, money, share } from '../../parts/formats.ts';

type Order = NonNullable<RevenueAnalyticsQuery['order']>;

/** A column of figures, which the table can be sorted by. */
export interface ReportColumn {
  readonly id: string;
  readonly title: string;
  /** What the service sorts by, so that a report of many values has the first of them. */
  readonly order: Order;
  /** Null: nothing was shown. */
  readonly valueOf: (figures: RevenueFigures, currency: string) => number | null;
  readonly textOf: (value: number, currency: string) => string;
  readonly isOnlyWide: boolean;
  /** Whether the table hides it if all its figures are 0. */
  readonly isHiddenIfEmpty?: boolean;
}

const whole = { textOf: count, isOnlyWide: true };
const rate = { textOf: share, isOnlyWide: true };
const amount = { textOf: money, isOnlyWide: true };

export const reportColumns: readonly ReportColumn[] = [
  { ...whole, id: 'shown', title: 'Shown', order: 'shown', valueOf: ({ shown }) => shown, isOnlyWide: false },
  {
    ...rate,
    id: 'clickRate',
    title: 'Click-through rate',
    order: 'clicked',
    valueOf: ({ clickRate }) => clickRate,
  },
  {
    ...rate,
    id: 'conversionRate',
    title: 'Conversion rate',
    order: 'orders',
    valueOf: ({ conversionRate }) => conversionRate,
  },
  {
    ...whole,
    id: 'orders',
    title: 'Orders',
    order: 'orders',
    valueOf: ({ money: all }) => all.reduce((sum, one) => sum + one.orders + one.assistedOrders, 0),
  },
  {
    ...amount,
    id: 'revenue',
    title: 'Revenue',
    order: 'revenue',
    valueOf: (figures, currency) => allRevenue(figuresIn(figures, currency)),
    isOnlyWide: false,
  },
  {
    ...amount,
    id: 'direct',
    title: 'Direct',
    order: 'revenue',
    valueOf: (figures, currency) => figuresIn(figures, currency).revenue,
  },
  {
    ...amount,
    id: 'assisted',
    title: 'Assisted',
    order: 'revenue',
    valueOf: (figures, currency) => figuresIn(figures, currency).assistedRevenue,
    isHiddenIfEmpty: true,
  },
  {
    ...amount,
    id: 'returned',
    title: 'Returned',
    order: 'returned',
    valueOf: (figures, currency) => figuresIn(figures, currency).returned,
    isHiddenIfEmpty: true,
  },
];

/** The values by a column, highest first, those without a figure last; null: the newest day first. */
export function sortedBy<T extends RevenueFigures>(
  values: readonly T[],
  column: ReportColumn | null,
  currency: string,
): readonly T[] {
  if (column === null) return values.toReversed();
  const rank = (figures: T): number => column.valueOf(figures, currency) ?? -Infinity;
  return values.toSorted((a, b) => Math.sign(rank(b) - rank(a)) || 0);
}
