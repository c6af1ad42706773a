import type { Random } from '../../src/lib/seeded-random.ts';
import { productAt } from '../search/products.ts';
import { zipf } from '../search/random.ts';

/** The share of a walking visitor's views that are of an item near the last one, and how far it is at most. */
const nearShare = 0.7;
const nearMax = 30;

/**
 * Events and recommendation requests of a shop with users and products that follow Zipf's law. `walk`: users often go on to an item
 * near their last one, so that there is something to learn.
 */
export function randomEvents(
  ids: readonly string[],
  userCount: number,
  next: Random,
  { walk = false }: { walk?: boolean } = {},
) {
  const lastOf = new Map<string, number>();
  const drawItem = zipf(ids.length, 50);
  const drawUser = zipf(userCount, 200);
  const user = (): string => `user-${drawUser(next)}`;
  /** The popular items are scattered over the catalog. */
  const itemNumber = (): number => (drawItem(next) * 7_919) % ids.length;
  const item = (): string => ids[itemNumber()]!;
  const viewOf = (viewer: string): object => {
    const last = lastOf.get(viewer);
    const isNear = walk && last !== undefined && next() < nearShare;
    const number = isNear ? (last + 1 + Math.floor(nearMax * next() ** 3)) % ids.length : itemNumber();
    if (walk) lastOf.set(viewer, number);
    return { type: 'view', user: viewer, item: ids[number]! };
  };
  /** One in eight is a purchase of two items, the others are views. */
  const event = (): object =>
    next() > 0.125
      ? viewOf(user())
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
