import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Sales {
  readonly totals: {
    readonly sales: readonly { orders: number; revenue: number; returned: number }[];
  };
}

suite('orders that are sent more than once', () => {
  let service: LocalService;
  let projects = 0;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service[Symbol.asyncDispose]());

  const openShop = async (): Promise<{ project: string; key: string }> => {
    const project = `shop-${++projects}`;
    const key = await service.project(project, [
      'search',
      'recommend',
      'items:read',
      'items:write',
      'events',
      'users',
      'analytics',
    ]);
    const data = ['lamp', 'bulb', 'cable'].map((id) => item(id, { price: 50 }));
    await service.ask('POST', '/api/items', { key, body: { project, data } });
    return { project, key };
  };
  const send = async (shop: { project: string; key: string }, data: object): Promise<object> => {
    const { status, body } = await service.ask('POST', '/api/events', {
      key: shop.key,
      body: { project: shop.project, data },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const stored = { accepted: 1, duplicates: 0, errors: [] };
  const duplicate = { accepted: 0, duplicates: 1, errors: [] };
  const readSales = async ({ project, key }: { project: string; key: string }) => {
    const { status, body } = await service.ask<Sales>('GET', `/api/projects/${project}/analytics/revenue`, {
      key,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const [sales = { orders: 0, revenue: 0, returned: 0 }] = body.totals.sales;
    return [sales.orders, sales.revenue, sales.returned];
  };
  const readSupport = async ({ project, key }: { project: string; key: string }) => {
    const { body } = await service.ask<{ items: { id: string; _reason: { parts?: unknown } }[] }>(
      'POST',
      '/reco/fbt',
      { key, body: { index: project, item: 'lamp', explain: true } },
    );
    return JSON.stringify(body.items.map(({ id, ...own }) => [id, own]));
  };

  test('an order counts once, whatever ids, names of the order and visitors its events have', async () => {
    const shop = await openShop();
    const items = [
      { id: 'lamp', quantity: 1, price: 50 },
      { id: 'bulb', quantity: 2, price: 10 },
    ];
    const order = { type: 'purchase', user: 'ann', items };
    assert.deepEqual(await send(shop, { ...order, order: '1001' }), stored);
    const lists = await readSupport(shop);
    for (const again of [
      { ...order, order: '1001' },
      { ...order, orderId: '1001', id: 'another id' },
      { ...order, order_id: 1001 },
      { ...order, transactionId: '1001', user: 'the same person elsewhere' },
      { ...order, transaction_id: '1001', items: ['bulb'] },
    ])
      assert.deepEqual(await send(shop, again), duplicate, JSON.stringify(again));
    assert.deepEqual(await readSales(shop), [1, 70, 0]);
    assert.equal(await readSupport(shop), lists);
    await service.crash();
    await service.restart();
    assert.deepEqual(await send(shop, { ...order, orderID: '1001', id: 'after a restart' }), duplicate);
    assert.equal(await readSupport(shop), lists);
    assert.deepEqual(await readSales(shop), [1, 70, 0]);
  });

  test('a later event of an order adds its other items alone, also in one request', async () => {
    const shop = await openShop();
    const buy = (order: string, ...ids: string[]) => ({
      type: 'purchase',
      user: 'ann',
      order,
      items: ids.map((id) => ({ id, quantity: 1, price: 10 })),
    });
    const sent = [buy('1', 'lamp'), buy('1', 'lamp', 'bulb'), buy('1', 'bulb'), buy('2', 'lamp')];
    assert.deepEqual(await send(shop, sent), { accepted: 3, duplicates: 1, errors: [] });
    assert.deepEqual(await readSales(shop), [2, 30, 0]);
    assert.deepEqual(await send(shop, buy('1', 'cable', 'bulb')), stored);
    assert.deepEqual(await readSales(shop), [2, 40, 0]);
    assert.deepEqual(await send(await openShop(), buy('1', 'lamp')), stored, 'another project');
  });

  test('events without an order count each, and those with one that failed can be sent again', async () => {
    const shop = await openShop();
    const buy = { type: 'purchase', user: 'ann', items: [{ id: 'lamp', price: 10 }] };
    await send(shop, [buy, buy]);
    assert.deepEqual(await readSales(shop), [2, 20, 0]);
    const { body } = await service.ask<{ errors: unknown[] }>('POST', '/api/events', {
      key: shop.key,
      body: { project: shop.project, data: { ...buy, order: '1', currency: 'no currency' } },
    });
    assert.equal(body.errors.length, 1);
    assert.deepEqual(await send(shop, { ...buy, order: '1' }), stored);
  });

  test('returns count up to what was bought, and one of a whole order needs no items', async () => {
    const shop = await openShop();
    const who = { user: 'ann', order: '7' };
    const items = [
      { id: 'lamp', quantity: 1, price: 50 },
      { id: 'bulb', quantity: 3, price: 10 },
    ];
    await send(shop, { type: 'purchase', ...who, items });
    await send(shop, { type: 'return', ...who, items: [{ id: 'bulb', quantity: 5, price: 10 }] });
    assert.deepEqual(await readSales(shop), [1, 50, 30]);
    assert.deepEqual(await send(shop, { type: 'return', user: 'ann', transaction_id: '7' }), stored);
    assert.deepEqual(await readSales(shop), [1, 0, 80]);
    assert.deepEqual(await send(shop, { type: 'return', user: 'ann', order: 'unknown' }), duplicate);
    const { body } = await service.ask<{ errors: { code: string }[] }>('POST', '/api/events', {
      key: shop.key,
      body: { project: shop.project, data: { type: 'return', user: 'ann' } },
    });
    assert.equal(body.errors[0]?.code, 'required');
  });

  test('times in seconds are read as such, and the reply says so', async () => {
    const shop = await openShop();
    const at = Math.floor(Date.now() / 1_000) - 60;
    const reply = await send(shop, [
      { type: 'view', user: 'ann', item: 'lamp' },
      { type: 'purchase', user: 'ann', item: 'lamp', at },
      { type: 'view', user: 'ann', item: 'lamp', at: String(at) },
    ]);
    const { warnings = [], ...counts } = reply as {
      warnings?: { code: string; path: string; detail: string }[];
    };
    assert.deepEqual(counts, { accepted: 3, duplicates: 0, errors: [] });
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['time_unit', 'data[1].at']],
    );
    assert.match(warnings[0]!.detail, new RegExp(new Date(at * 1_000).toISOString()));
    assert.equal((await readSales(shop))[0], 1);
    const milliseconds = await send(shop, { type: 'view', user: 'ann', item: 'lamp', at: at * 1_000 });
    assert.deepEqual(milliseconds, stored);
  });
});
