import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysLoaded, measureOf, shopDays } from '../console/src/views/overview/shop-days.ts';
import type { RevenueReport, SalesFigures, SearchReport } from '../sdk/src/contract.ts';

const numbers = Array.from({ length: daysLoaded }, (_, i) => i);

test('measureOf() compares today and yesterday with the same weekdays, and whole weeks without today', () => {
  assert.deepEqual(measureOf(numbers), {
    today: 14,
    beforeToday: 7,
    yesterday: 13,
    beforeYesterday: 6,
    week: [7, 8, 9, 10, 11, 12, 13],
    weekBefore: [0, 1, 2, 3, 4, 5, 6],
  });
});

const createdAt = Date.parse('2026-01-01');

test('shopDays() has shares, the sales in the currency of the project, and those of today in others', () => {
  const figures = { bought: 0, clickPosition: null };
  const days = numbers.map((i) => ({
    ...figures,
    day: `2026-03-${String(i + 1).padStart(2, '0')}`,
    searches: i * 10,
    withoutResults: i === 5 ? 0 : i,
    filtered: 0,
    filteredWithoutResults: 0,
    clicked: i * 3,
    clickShare: i === 0 ? null : 1 / 3,
  }));
  const sales = (currency: string, revenue: number): SalesFigures => ({
    currency,
    orders: 2,
    units: 2,
    revenue,
    returned: 0,
    estimated: 0,
  });
  const searches: Pick<SearchReport, 'days'> = { days };
  const revenue = {
    values: numbers.map((i) => ({ sales: i === 13 ? [] : [sales('USD', 7), sales('EUR', i)] })),
  } as unknown as Pick<RevenueReport, 'values'>;
  const shop = shopDays(searches, revenue, { currency: 'EUR', createdAt });
  assert.equal(shop.days.at(-1), '2026-03-15');
  assert.deepEqual([shop.searches.today, shop.searches.beforeToday], [140, 70]);
  assert.deepEqual([shop.withoutResultsShare.today, shop.withoutResultsShare.weekBefore[0]], [0.1, null]);
  assert.deepEqual([shop.revenue.today, shop.orders.today], [14, 2]);
  assert.deepEqual([shop.revenue.yesterday, shop.orders.yesterday], [0, 0], 'a day without a purchase');
  assert.deepEqual(shop.otherSales, [sales('USD', 7)]);
  const young = shopDays(searches, revenue, {
    currency: 'EUR',
    createdAt: Date.parse('2026-03-15T08:00:00Z'),
  });
  assert.equal(young.revenue.yesterday, null, 'before the project was created, no sale says nothing');
  assert.equal(young.revenue.beforeYesterday, 6, 'an imported order does');
  assert.equal(shop.searches.weekBefore[0], 0);
  assert.equal(young.searches.weekBefore[0], null);
  assert.equal(young.withoutResultsShare.weekBefore[5], 0, 'imported searches that all found something');
});
