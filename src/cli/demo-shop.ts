import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addItems, readItems } from '../domain/catalog/items.ts';
import { createKey, createProject } from '../domain/projects/projects.ts';
import { root, type Service } from '../service.ts';
import { simulateShoppers, type DemoProduct } from './demo-shoppers.ts';

export const demoProject = 'demo';
const seed = 20_260_101;
const eventBatch = 1_000;
const scopes = ['search', 'recommend', 'items:read', 'events'];

/** Creates the demo shop and returns a key for it. @throws VitrineError project_exists */
export async function loadDemo(service: Service): Promise<string> {
  const { engine, clock, ids } = service;
  await createProject(engine.store, clock, { id: demoProject, name: 'Grocery demo', currency: 'SEK', demo: true });
  const project = await engine.project(demoProject);
  const products = await readProducts();
  const text = JSON.stringify(products);
  const { refusals } = await addItems(project.catalog, readItems(JSON.parse(text), text).inputs);
  if (refusals[0] !== undefined) throw new Error(`Cannot load the demo shop: ${refusals[0].detail}`);
  const events = simulateShoppers(products as unknown as DemoProduct[], seed, clock.now());
  for (let start = 0; start < events.length; start += eventBatch) {
    await project.events.append(events.slice(start, start + eventBatch));
  }
  const { secret } = await createKey(engine.store, clock, ids, { name: 'Demo', scopes, projects: [demoProject] });
  return secret;
}

/** The products with their pictures inside, as a shop would send them. */
async function readProducts(): Promise<Record<string, unknown>[]> {
  const folder = join(root, 'demo');
  const lines = (await readFile(join(folder, 'products.ndjson'), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const { picture, ...product } = JSON.parse(line) as { picture: string; name: string };
      const bytes = await readFile(join(folder, 'pictures', picture));
      return { ...product, imgs: [{ url: `data:image/jpeg;base64,${bytes.toString('base64')}`, alt: product.name }] };
    }),
  );
}
