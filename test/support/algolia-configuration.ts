import assert from 'node:assert/strict';
import type { IndexSettings } from 'algoliasearch';
import { AlgoliaShop, type Values } from './algolia-shop.ts';
import { item } from './service.ts';

/** A shop with two sofas and a lamp, whose key may change private fields. */
export async function startSofaShop(): Promise<AlgoliaShop> {
  const shop = await AlgoliaShop.start(['private']);
  const data = [
    item('a', { name: 'Oak sofa', brand: 'Acme', price: 30, color: 'red', margin: 3, maker: 'Juniper' }),
    item('b', { name: 'Steel sofa', brand: 'Bolt', price: 20, color: 'blue', margin: 1, maker: 'Maple' }),
    item('c', { name: 'Glass lamp', brand: 'Acme', price: 10, color: 'red', margin: 2, maker: 'Juniper' }),
  ];
  const body = { project: 'shop', data };
  assert.equal((await shop.service.ask('POST', '/api/items', { key: shop.key, body })).status, 201);
  return shop;
}

/** Changes settings and waits until they are in effect. Returns what the reply tells. */
export async function setSettings(
  shop: AlgoliaShop,
  indexSettings: IndexSettings,
  indexName = 'shop',
): Promise<string | undefined> {
  const { taskID, ...reply } = await shop.client().setSettings({ indexName, indexSettings });
  await shop.client().waitForTask({ indexName, taskID });
  return (reply as { message?: string }).message;
}

/** The ids of the items that a search finds. */
export async function foundIds(
  shop: AlgoliaShop,
  query: string,
  parameters: Values = {},
  indexName = 'shop',
): Promise<string[]> {
  const { results } = await shop.client().search({ requests: [{ indexName, query, ...parameters }] });
  return (results[0] as unknown as { hits: { objectID: string }[] }).hits.map(({ objectID }) => objectID);
}

/** Whether an error of the client has a status and a message. */
export const refused = (status: number, message: RegExp) => (error: { status?: number; message: string }) => {
  assert.equal(error.status, status, error.message);
  assert.match(error.message, message);
  return true;
};
