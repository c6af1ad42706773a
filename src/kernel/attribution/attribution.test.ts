import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../bits/days.ts';
import { addJourney } from './attribution.ts';
import { amountUnit, figureNames, FigureSums, type FigureName } from './figures.ts';
import type { Journey, JourneyEvent, JourneyImpression } from './journey.ts';

const hour = 3_600_000;
const windows = { directMs: 24 * hour, assistedMs: 7 * dayMs, returnMs: 14 * dayMs };
/** Noon of a day. */
const noon = 20_000 * dayMs + 12 * hour;

function search(id: string, at: number, query = 'shoes'): JourneyImpression {
  const values = [
    ['total', ''],
    ['query', query],
  ] as const;
  return { id, at, query, attempt: query, values };
}

function event(
  type: string,
  at: number,
  more: Partial<JourneyEvent> & { item?: string; price?: number } = {},
) {
  const { item = 'a', price = 10, ...own } = more;
  const items = [{ id: item, product: item, quantity: 1, price, isEstimated: false }];
  return { type, at, items, named: null, order: `#${at}`, hasOrder: false, currency: '', ...own };
}

const named = (id: string) => ({ kind: 'search', id }) as const;

/** The figures of a query, or of another value, over all days, other than 0. */
function figuresOf(
  journey: Partial<Journey>,
  { dimension = 'query', value = 'shoes', currency = '' } = {},
): Partial<Record<FigureName, number>> {
  const sums = new FigureSums();
  addJourney(sums, { impressions: [], events: [], others: new Map(), ...journey }, windows);
  const found: Partial<Record<FigureName, number>> = {};
  for (const row of sums.listRows()) {
    if (row.dimension !== dimension || row.value !== value || row.currency !== currency) continue;
    for (const [i, name] of figureNames.entries())
      if (row.figures[i] !== 0) found[name] = (found[name] ?? 0) + row.figures[i]!;
  }
  return found;
}

test('addJourney() attributes a purchase to the last click on its product: direct for a day, then assisted for a week', () => {
  const impressions = [search('s1', noon, 'boots'), search('s2', noon + hour)];
  const clicks = [
    event('click', noon + 1, { named: named('s1') }),
    event('click', noon + hour + 1, { named: named('s2') }),
  ];
  const bought = (afterMs: number) =>
    figuresOf({ impressions, events: [...clicks, event('purchase', noon + hour + 1 + afterMs)] });
  const shown = { shown: 1, clicked: 1, sessions: 1 };
  const direct = { ...shown, converted: 1, orders: 1, units: amountUnit, revenue: 10 * amountUnit };
  assert.deepEqual(bought(24 * hour), direct);
  assert.deepEqual(bought(24 * hour + 1), { ...shown, assistedOrders: 1, assistedRevenue: 10 * amountUnit });
  assert.deepEqual(bought(7 * dayMs), { ...shown, assistedOrders: 1, assistedRevenue: 10 * amountUnit });
  assert.deepEqual(bought(7 * dayMs + 1), shown);
  // The earlier click gets nothing, and another product is not attributed.
  const events = [...clicks, event('purchase', noon + 2 * hour)];
  assert.deepEqual(figuresOf({ impressions, events }, { value: 'boots' }), shown);
  const other = [...clicks, event('purchase', noon + 2 * hour, { item: 'b' })];
  assert.deepEqual(figuresOf({ impressions, events: other }), shown);
});

test('addJourney() attributes a purchase to the search that it names, and to its channel where that is unknown', () => {
  const impressions = [search('s1', noon)];
  const purchase = (id: string, at: number) => event('purchase', at, { named: named(id), item: 'z' });
  const revenue = 10 * amountUnit;
  assert.equal(figuresOf({ impressions, events: [purchase('s1', noon + 6 * dayMs)] }).revenue, revenue);
  const late = [purchase('s1', noon + 8 * dayMs)];
  const inChannel = { dimension: 'channel', value: 'search' };
  assert.equal(figuresOf({ impressions, events: late }).revenue, undefined);
  assert.deepEqual(figuresOf({ impressions, events: late }, inChannel), {
    orders: 1,
    units: amountUnit,
    revenue,
  });
  assert.deepEqual(figuresOf({ events: [purchase('unknown', noon)] }, inChannel), {
    orders: 1,
    units: amountUnit,
    revenue,
  });
});

test('addJourney() subtracts nothing but counts a return where its purchase belongs, at the price of the purchase', () => {
  const impressions = [search('s1', noon)];
  const purchase = event('purchase', noon + 2, { order: 'o1', hasOrder: true, currency: 'EUR', price: 7 });
  const back = (more: Parameters<typeof event>[2]) =>
    figuresOf(
      {
        impressions,
        events: [
          event('click', noon + 1, { named: named('s1') }),
          purchase,
          event('return', noon + 2 * dayMs, more),
        ],
      },
      { currency: 'EUR' },
    ).returned;
  const estimated = [{ id: 'a', product: 'a', quantity: 1, price: 99, isEstimated: true }];
  assert.equal(back({ items: estimated }), 7 * amountUnit);
  assert.equal(back({ price: 5 }), 5 * amountUnit);
  assert.equal(back({ order: 'o1', hasOrder: true }), 7 * amountUnit, 'at most what was paid');
  assert.equal(back({ order: 'o2', hasOrder: true }), undefined);
  assert.equal(back({ item: 'b' }), undefined);
});

test('addJourney() counts an order once, and the currencies apart', () => {
  const of = (at: number, item: string, currency: string) =>
    event('purchase', at, { item, currency, order: 'o1', hasOrder: true, named: named('s1') });
  const journey = {
    impressions: [search('s1', noon)],
    events: [of(noon, 'a', 'EUR'), of(noon + 1, 'b', 'EUR'), of(noon + 2, 'c', 'USD')],
  };
  assert.equal(figuresOf(journey, { currency: 'EUR' }).orders, 1);
  assert.equal(figuresOf(journey, { currency: 'EUR' }).revenue, 20 * amountUnit);
  assert.equal(figuresOf(journey, { currency: 'USD' }).revenue, 10 * amountUnit);
  assert.equal(
    figuresOf(journey, { dimension: 'total', value: '', currency: 'EUR' }).allRevenue,
    20 * amountUnit,
  );
});

test('addJourney() counts further pages as one search, and leaves out queries that the visitor was typing', () => {
  const shown = (...impressions: JourneyImpression[]) => figuresOf({ impressions }).shown;
  assert.equal(shown(search('1', noon), search('2', noon + 29 * 60_000), search('3', noon + 58 * 60_000)), 1);
  assert.equal(shown(search('1', noon), search('2', noon + 31 * 60_000)), 2);
  const typed = (afterMs: number, next: string) =>
    shown(search('1', noon), search('2', noon + afterMs, next));
  assert.equal(typed(9_999, 'shoes red'), undefined);
  assert.equal(typed(10_000, 'shoes red'), 1);
  assert.equal(typed(1_999, 'boots'), undefined);
  assert.equal(typed(2_000, 'boots'), 1);
  const clicked = {
    impressions: [search('1', noon), search('2', noon + 1_000, 'shoes red')],
    events: [event('click', noon + 900, { named: named('1') })],
  };
  assert.equal(figuresOf(clicked).shown, 1);
});

test('addJourney() is subtracted by its sign', () => {
  const sums = new FigureSums();
  const events = [event('purchase', noon, { named: named('s1') })];
  const journey = { impressions: [search('s1', noon)], events, others: new Map() };
  addJourney(sums, journey, windows);
  assert.ok(sums.listRows().length > 0);
  sums.sign = -1;
  addJourney(sums, journey, windows);
  assert.deepEqual(sums.listRows(), []);
});

test('addJourney() counts returns up to what was bought', () => {
  const units = (count: number, item = 'a', price = 50) => [
    { id: item, product: 'a', quantity: count, price, isEstimated: false },
  ];
  const countReturned = (...events: JourneyEvent[]): number =>
    figuresOf({ events }, { dimension: 'total', value: '' }).allReturned ?? 0;
  const bought = event('purchase', noon, { items: units(2) });
  const back = (at: number, count: number, more: Parameters<typeof event>[2] = {}) =>
    event('return', noon + at, { items: units(count), ...more });
  const price = 50 * amountUnit;
  assert.equal(countReturned(bought, back(1, 3)), 2 * price, 'more than was bought');
  assert.equal(countReturned(bought, back(1, 1), back(2, 1), back(3, 1)), 2 * price, 'sent again');
  assert.equal(countReturned(bought, back(1, 1, { items: units(1, 'a', 90) })), price, 'more than was paid');
  assert.equal(countReturned(bought, back(1, 1, { items: units(1, 'variant') })), price, 'another variant');
  assert.equal(countReturned(back(1, 1)), 0, 'nothing was bought');
  assert.equal(countReturned(back(1, 1), bought), 0, 'bought later');
  const another = event('purchase', noon + 5, { items: units(1, 'a', 30) });
  assert.equal(
    countReturned(bought, another, back(9, 2)),
    30 * amountUnit + price,
    'the last purchase first',
  );
  const ofOrder = event('purchase', noon, { items: units(1), order: 'o1', hasOrder: true });
  const again = { order: 'o1', hasOrder: true };
  assert.equal(countReturned(ofOrder, back(1, 1, again), back(2, 1, again)), price);
  assert.equal(countReturned(back(1, 1, again)), price, 'of an order before the journey');
});
