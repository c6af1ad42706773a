import type { Random } from '../../src/lib/seeded-random.ts';
import { productAt } from '../search/products.ts';
import { zipf } from '../search/random.ts';

/** Events and recommendation requests of a shop with users and products that follow Zipf's law. */
export function randomEvents(ids: readonly string[], userCount: number, next: Random) {
  const drawItem = zipf(ids.length, 50);
  const drawUser = zipf(userCount, 200);
  const user = (): string => `user-${drawUser(next)}`;
  /** The popular items are scattered over the catalog. */
  const item = (): string => ids[(drawItem(next) * 7_919) % ids.length]!;
  /** One in eight is a purchase of two items, the others are views. */
  const event = (): object =>
    next() > 0.125
      ? { type: 'view', user: user(), item: item() }
      : { type: 'purchase', user: user(), items: [{ id: item() }, { id: item() }] };
  return {
    user,
    item,
    /** The body of a request of `count` events. */
    body: (count: number): string =>
      JSON.stringify({ project: 'bench', data: Array.from({ length: count }, event) }),
  };
}

/** The ids of the first products. */
export const productIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => productAt(index).id);
