import assert from 'node:assert/strict';
import { item, type TestService } from './service.ts';

const facets = [
  'brand',
  'material',
  'price',
  'weight',
  'rating',
  'onSale',
  'categories.lvl0',
  'categories.lvl1',
];

/**
 * A project `shop` for widgets: 30 lamps with facets, a replica for a sort, a rule with data of a banner, and purchases of `lamp-1` with
 * `lamp-2`. Returns a key for it.
 */
export async function lampShop(service: TestService): Promise<string> {
  const key = await service.project('shop', ['search', 'recommend', 'events', 'items:write', 'settings']);
  const data = Array.from({ length: 30 }, (_, i) =>
    item(`lamp-${i}`, {
      name: i === 7 ? 'Lamp & <shade>' : `Lamp ${i}`,
      description: 'A fine lamp for the desk in the living room',
      brand: ['Acme', 'Bolt', 'Cord: 2'][i % 3],
      material: ['oak', 'steel'][i % 2],
      price: 10 + i,
      weight: i % 10,
      rating: 1 + (i % 5),
      onSale: i % 2 === 0,
      categories: { lvl0: 'Home', lvl1: i < 20 ? 'Home > Lamps' : 'Home > Desks' },
      geo: { lat: 50 + i / 10, lng: 8 },
    }),
  );
  const put = async (method: string, path: string, body: object): Promise<void> => {
    const { status, body: reply } = await service.ask(method, path, { key, body });
    assert.ok(status < 300, JSON.stringify(reply));
  };
  await put('POST', '/api/items', { project: 'shop', data });
  await put('PUT', '/api/projects/shop/settings', {
    search: { facets: facets.map((field) => ({ field })) },
    algolia: { replicas: [{ name: 'shop_price_desc', sort: ['price:desc'] }] },
  });
  await put('PUT', '/api/projects/shop/rules', {
    rules: [{ id: 'shade', when: { query: 'shade' }, userData: { banner: 'All shades' } }],
  });
  const purchases = ['ada', 'bob', 'cid'].map((session) => ({
    type: 'purchase',
    session,
    items: ['lamp-1', 'lamp-2'],
  }));
  await put('POST', '/api/events', { project: 'shop', data: purchases });
  return key;
}

/** The number of events of the project. */
export async function eventCount(service: TestService): Promise<number> {
  const headers = await service.signIn();
  const { body } = await service.ask<{ project: { events: number } }>('GET', '/admin/projects/shop', {
    headers,
  });
  return body.project.events;
}
