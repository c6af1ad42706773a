import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoProject } from '../domain/projects/storefront-key.ts';
import { root } from '../service.ts';
import { ask, type ApiAddress, type ApiClient } from './api-client.ts';
import { demoSearches, simulateShoppers, type DemoProduct } from './demo-shoppers.ts';

const seed = 20_260_101;
const eventBatch = 1_000;
const scopes = ['search', 'recommend', 'items:read', 'events'];

/** Two places of the shop, to try and change in the console. */
const placements = {
  'home-top': { title: 'Recommended for you', list: 'user', rotation: 0.2, limit: 12 },
  'cart-cross-sell': {
    title: 'Goes well with your cart',
    list: 'together',
    fallbacks: ['popular', 'content'],
    caps: [{ field: 'category', max: 2 }],
    limit: 6,
  },
};

/** The loaded demo shop. */
export interface DemoShop {
  readonly key: string;
  readonly products: number;
  readonly events: number;
}

/** Progress: completed steps, all steps, current step. */
type OnStep = (done: number, all: number, doing: string) => void;

/** Creates the demo shop and a key. @throws CommandError if it exists */
export async function loadDemo(client: ApiClient, now: number, onStep: OnStep): Promise<DemoShop> {
  await ask(client, 'POST', '/admin/projects', {
    id: demoProject,
    name: 'Grocery demo',
    currency: 'SEK',
    demo: true,
  });
  const products = await readProducts();
  const events = simulateShoppers(products as unknown as DemoProduct[], seed, now);
  const searches = demoSearches.flatMap(({ query, searches: count, clicks }) =>
    Array.from({ length: count }, (_, at) => ({ query, at, isClicked: at < clicks })),
  );
  const steps = 1 + Math.ceil(events.length / eventBatch) + searches.length;
  let done = 0;
  const step = (doing: string): void => onStep(done++, steps, doing);
  step('products');
  await ask(client, 'POST', '/api/items', { project: demoProject, data: products });
  for (const [id, placement] of Object.entries(placements))
    await ask(client, 'PUT', `/api/projects/${demoProject}/placements/${id}`, {
      placement: { id, ...placement },
    });
  for (let start = 0; start < events.length; start += eventBatch) {
    step('shoppers');
    await ask(client, 'POST', '/api/events', {
      project: demoProject,
      data: events.slice(start, start + eventBatch),
    });
  }
  const created = await ask(client, 'POST', '/admin/keys', { name: 'Demo', scopes, projects: [demoProject] });
  const key = String(created['key']);
  const shop = { ...client, headers: { 'x-api-key': key } };
  for (const [visitor, search] of searches.entries()) {
    step('searches');
    await searchAs(shop, `visitor-${visitor + 1}`, search);
  }
  return { key, products: products.length, events: events.length };
}

/** Simulates a shopper's search with the shop's key, and an event for a click. */
async function searchAs(
  shop: ApiAddress,
  session: string,
  { query, at, isClicked }: { query: string; at: number; isClicked: boolean },
): Promise<void> {
  const body = { q: query, session, limit: 10 };
  const { searchId, items } = await ask(shop, 'POST', `/search/${demoProject}`, body);
  // Most shoppers choose the first result, some the third.
  const item = (items as { id: string }[])[at % 3 === 2 ? 2 : 0]?.id;
  if (!isClicked || item === undefined) return;
  const data = { type: 'click', session, item, searchId };
  await ask(shop, 'POST', '/api/events', { project: demoProject, data });
}

/** The products with embedded pictures, as a shop would send them. */
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
