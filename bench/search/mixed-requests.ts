import { createRandom } from '../../src/lib/seeded-random.ts';
import type { Ask } from '../../test/support/api-client.ts';
import { productAt } from './products.ts';
import { benchQueries } from './queries.ts';
import { zipf } from './random.ts';
import { searchPath } from './vitrine-http.ts';

const shoppers = 20_000;

/** Sends the request of this index. */
type Send = (index: number) => Promise<unknown>;

/** The requests of a shop with these products. Shoppers and products follow Zipf's law. */
export function mixedRequests(ask: Ask, productCount: number) {
  const random = createRandom(16);
  const drawProduct = zipf(productCount, 1);
  const drawShopper = zipf(shoppers, 0.7);
  const idOf = (index: number): string => productAt(index).id;
  const shopper = (): string => `shopper-${drawShopper(random)}`;
  const post = (path: string, body: unknown): Promise<unknown> => ask('POST', path, JSON.stringify(body));
  const paths = benchQueries(4_000, productCount).map(searchPath);
  return {
    paths,
    search: (i) => ask('GET', `${paths[i % paths.length]!}&session=${shopper()}`),
    update: (i) => {
      const data = { price: 1 + (i % 500), stock: i % 90 };
      const body = JSON.stringify({ project: 'bench', data });
      return ask('PUT', `/api/items/${idOf((i * 7_919) % productCount)}?by=id`, body);
    },
    event: (i) => {
      const type = i % 30 === 0 ? 'purchase' : i % 8 === 0 ? 'cart' : 'view';
      const data = { type, session: shopper(), item: idOf(drawProduct(random)) };
      return post('/api/events', { project: 'bench', data });
    },
    list: (i) => {
      const item = idOf(drawProduct(random));
      const bodies = [
        ['/reco/user-recommendations', { index: 'bench', user: shopper() }],
        ['/reco/similar', { index: 'bench', item }],
        ['/reco/fbt', { index: 'bench', item }],
        ['/rec/trendings', { index: 'bench' }],
      ] as const;
      const [path, body] = bodies[i % bodies.length]!;
      return post(path, body);
    },
  } satisfies Record<string, Send | readonly string[]>;
}

/** Imports the products in batches. */
export async function importProducts(
  ask: Ask,
  productCount: number,
  batchSize: number,
  productOf: (index: number) => unknown = productAt,
): Promise<void> {
  for (let first = 0; first < productCount; first += batchSize) {
    const count = Math.min(batchSize, productCount - first);
    const lines = Array.from({ length: count }, (_, i) => JSON.stringify(productOf(first + i)));
    await ask('POST', '/api/items/import?project=bench', lines.join('\n'), 'application/x-ndjson');
    process.stdout.write(`${first + count} of ${productCount} products\n`);
  }
}
