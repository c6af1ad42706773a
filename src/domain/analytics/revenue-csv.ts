import type { RevenueReport, RevenueValue } from './revenue-report.ts';

const columns = [
  'value',
  'shown',
  'clicked',
  'carted',
  'converted',
  'sessions',
  'currency',
  'orders',
  'units',
  'revenue',
  'assistedOrders',
  'assistedRevenue',
  'returned',
  'estimated',
] as const;

/** A report as CSV (RFC 4180): a row for each value and currency. */
export function writeRevenueCsv({ by, values }: RevenueReport): string {
  const rows = values.flatMap(toRows);
  return [[by, ...columns.slice(1)], ...rows].map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

function toRows(value: RevenueValue): (string | number)[][] {
  const counts = columns.slice(0, 6).map((name) => value[name as 'value' | 'shown']);
  const none = {
    currency: null,
    orders: 0,
    units: 0,
    revenue: 0,
    assistedOrders: 0,
    assistedRevenue: 0,
    returned: 0,
    estimated: 0,
  };
  const money = value.money.length === 0 ? [none] : value.money;
  return money.map((row, i) => [
    // Counts are of all currencies: the first row has them.
    ...(i === 0 ? counts : [value.value, ...counts.slice(1).map(() => 0)]),
    ...columns.slice(6).map((name) => row[name as keyof typeof row] ?? ''),
  ]);
}

/** A text that a spreadsheet would read as a formula is quoted as text. */
function quoteCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
