import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../service.ts';
import { ask, type ApiAddress, type ApiClient } from './api-client.ts';
import { demoSearches, simulateShoppers, type DemoProduct } from './demo-shoppers.ts';

export const demoProject = 'demo';
const seed = 20_260_101;
const eventBatch = 1_000;
const scopes = ['search', 'recommend', 'items:read', 'events'];

/** Creates the demo shop and returns a key for it. @throws CommandError where there is one already */
export async function loadDemo(client: ApiClient, now: number): Promise<string> {
  await ask(client, 'POST', '/admin/projects', {
    id: demoProject,
    name: 'Grocery demo',
    currency: 'SEK',
    demo: true,
  });
  const products = await readProducts();
  await ask(client, 'POST', '/api/items', { project: demoProject, data: products });
  const events = simulateShoppers(products as unknown as DemoProduct[], seed, now);
  for (let start = 0; start < events.length; start += eventBatch) {
    await ask(client, 'POST', '/api/events', {
      project: demoProject,
      data: events.slice(start, start + eventBatch),
    });
  }
  const created = await ask(client, 'POST', '/admin/keys', { name: 'Demo', scopes, projects: [demoProject] });
  const key = String(created['key']);
  await search({ ...client, headers: { 'x-api-key': key } });
  return key;
}

/** Has the simulated shoppers search, as shoppers do: with the shop's key, and an event where they click. */
async function search(shop: ApiAddress): Promise<void> {
  let visitor = 0;
  for (const { query, searches, clicks } of demoSearches) {
    for (let i = 0; i < searches; i++) {
      const session = `visitor-${++visitor}`;
      const body = { q: query, session, limit: 10 };
      const { searchId, items } = await ask(shop, 'POST', `/search/${demoProject}`, body);
      const listed = items as { id: string }[];
      // Most take the first, some the third.
      const item = listed[i % 3 === 2 ? 2 : 0]?.id;
      if (i >= clicks || item === undefined) continue;
      const data = { type: 'click', session, item, searchId };
      await ask(shop, 'POST', '/api/events', { project: demoProject, data });
    }
  }
}

/** The products with their pictures inside, as a shop would send them. */
async function readProducts(): Promise<Record<string, unknown>[]> {
  const folder = join(root, 'demo');
  const lines = (await readFile(join(folder, 'products.ndjson'), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const { picture, ...product } = JSON.parse(line) as { picture: string; name: string };
      const bytes = await readFile(join(folder, 'pictures', picture));
      return {
        ...product,
        imgs: [{ url: `data:image/jpeg;base64,${bytes.toString('base64')}`, alt: product.name }],
      };
    }),
  );
}
