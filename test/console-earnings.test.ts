import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earningsLine } from '../console/src/parts/earnings.ts';
import { reportColumns, sortedBy } from '../console/src/views/revenue/report-columns.ts';
import type { CurrencyFigures, RevenueFigures } from '../sdk/src/contract.ts';

const currencyFigures = (currency: string, revenue: number, assistedRevenue = 0): CurrencyFigures => ({
  currency,
  orders: 1,
  units: 1,
  revenue,
  assistedOrders: 0,
  assistedRevenue,
  returned: 0,
  estimated: 0,
});
const figuresOf = (shown: number, ...money: CurrencyFigures[]): RevenueFigures => ({
  shown,
  clicked: 1,
  carted: 0,
  converted: 0,
  sessions: 1,
  clickRate: shown === 0 ? null : 1 / shown,
  cartRate: null,
  conversionRate: null,
  money,
});

test('earningsLine() has the direct and assisted revenue in each currency', () => {
  const earnings = new Map([
    ['sale', figuresOf(1_000, currencyFigures('EUR', 2_710, 640), currencyFigures('USD', 5))],
    ['once', figuresOf(1)],
  ]);
  assert.equal(
    earningsLine(earnings, 'sale', 'EUR'),
    'Last 30 days: shown 1,000 times, click-through rate 0.1%, revenue €2,710.00 direct, €640.00 assisted; $5.00 direct, $0.00 assisted.',
  );
  assert.equal(
    earningsLine(earnings, 'once', 'EUR'),
    'Last 30 days: shown 1 time, click-through rate 100%, revenue €0.00 direct, €0.00 assisted.',
  );
  assert.equal(earningsLine(earnings, 'other', 'EUR'), 'Last 30 days: not shown.');
  assert.equal(earningsLine(null, 'sale', 'EUR'), 'Last 30 days: …');
});

test('sortedBy() has the highest first, amounts in one currency only, and those without a figure last', () => {
  const none = figuresOf(0);
  const euros = figuresOf(10, currencyFigures('EUR', 7, 2));
  const dollars = figuresOf(20, currencyFigures('USD', 100));
  const all = [none, dollars, euros];
  const by = (id: string) =>
    sortedBy(
      all,
      reportColumns.find((column) => column.id === id)!,
      'EUR',
    );
  assert.deepEqual(by('shown'), [dollars, euros, none]);
  assert.deepEqual(by('revenue'), [euros, none, dollars]);
  assert.deepEqual(by('clickRate'), [euros, dollars, none]);
  assert.deepEqual(sortedBy(all, null, 'EUR'), [euros, dollars, none], 'days: the newest first');
});
