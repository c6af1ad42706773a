import { seededRandom } from '../lib/seeded-random.ts';
import type { ShopEvent } from '../ports/events.ts';

/**
 * Simulated shoppers of the demo shop: visits within one or two shelves, baskets with companion products, and one trending
 * product. The same seed gives the same events, relative to `now`.
 */
export interface DemoProduct {
  readonly id: string;
  readonly category: string;
  readonly price: number;
}

const shoppers = 160;
const days = 45;
const dayMs = 24 * 60 * 60 * 1000;
/** Shelves: the last category levels that shoppers browse together. */
const shelves: readonly (readonly string[])[] = [
  ['Apple', 'Pear'],
  ['Melon', 'Pineapple', 'Papaya', 'Mango', 'Passion Fruit', 'Pomegranate', 'Kiwi', 'Banana'],
  ['Lemon', 'Lime', 'Orange', 'Satsumas', 'Red Grapefruit'],
  ['Nectarine', 'Peach', 'Plum'],
  ['Juice'],
  ['Milk', 'Oat Milk', 'Soy Milk', 'Sour Milk'],
  ['Yoghurt', 'Soyghurt', 'Oatghurt', 'Sour Cream'],
  ['Tomato', 'Pepper', 'Cucumber', 'Avocado'],
  ['Potato', 'Carrots', 'Onion', 'Leek', 'Garlic', 'Ginger', 'Red Beet', 'Cabbage'],
  ['Asparagus', 'Aubergine', 'Zucchini', 'Mushroom'],
];
/** Products that are often bought together, by id. */
const companions: readonly (readonly string[])[] = [
  ['oatly-oat-milk', 'oatly-natural-oatghurt', 'banana', 'passion-fruit'],
  ['arla-standard-milk', 'arla-natural-yoghurt', 'golden-delicious', 'banana'],
  ['avocado', 'lime', 'red-bell-pepper', 'garlic', 'vine-tomato'],
  ['carrots', 'leek', 'solid-potato', 'yellow-onion', 'garlic'],
  ['tropicana-golden-grapefruit', 'orange', 'satsumas'],
  ['brown-cap-mushroom', 'arla-sour-cream', 'yellow-onion'],
];
const wantedToday = 'mango';

/** Queries with the number of searches and clicks. Some have no match in the catalog. */
export const demoSearches: readonly { query: string; searches: number; clicks: number }[] = [
  { query: 'milk', searches: 9, clicks: 7 },
  { query: 'orange juice', searches: 7, clicks: 5 },
  { query: 'banana', searches: 6, clicks: 6 },
  { query: 'oat milk', searches: 6, clicks: 4 },
  { query: 'yoghurt', searches: 5, clicks: 3 },
  { query: 'bread', searches: 5, clicks: 0 },
  { query: 'avocado', searches: 4, clicks: 4 },
  { query: 'toilet paper', searches: 4, clicks: 0 },
  { query: 'red pepper', searches: 3, clicks: 2 },
  { query: 'dog food', searches: 3, clicks: 0 },
  { query: 'organic apples', searches: 3, clicks: 1 },
];

export function simulateShoppers(products: readonly DemoProduct[], seed: number, now: number): ShopEvent[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const byId = new Map(products.map((product) => [product.id, product]));
  const stocked = shelves.map((leaves) =>
    products.filter(({ category }) => leaves.includes(leafOf(category))),
  );
  const events: ShopEvent[] = [];
  for (let shopper = 0; shopper < shoppers; shopper++) {
    const user = `shopper-${String(shopper + 1).padStart(3, '0')}`;
    const taste = [pick(stocked), pick(stocked), pick(stocked)];
    const bundle = pick(companions);
    const visits = 3 + Math.floor(random() * 6);
    for (let visit = 0; visit < visits; visit++) {
      const at = now - Math.floor(random() * days * dayMs) - dayMs / 2;
      events.push(...oneVisit({ stocked, byId, taste, bundle, user, at, random, pick }));
    }
  }
  for (let visitor = 0; visitor < 25; visitor++) {
    const at = now - Math.floor(random() * 5 * 60 * 60 * 1000);
    events.push(event('view', `visitor-${visitor + 1}`, [wantedToday], byId, at));
  }
  return events.sort((a, b) => a.at - b.at);
}

interface Visit {
  readonly stocked: readonly (readonly DemoProduct[])[];
  readonly byId: ReadonlyMap<string, DemoProduct>;
  readonly taste: readonly (readonly DemoProduct[])[];
  readonly bundle: readonly string[];
  readonly user: string;
  readonly at: number;
  readonly random: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** A visit to one or two shelves, with some cart events and usually a purchase. Products viewed in one visit are related. */
function oneVisit(visit: Visit): ShopEvent[] {
  const { byId, bundle, user, random, pick } = visit;
  const events: ShopEvent[] = [];
  const basket = new Set<string>();
  let at = visit.at;
  for (const products of shelvesOf(visit)) {
    const looks = 3 + Math.floor(random() * 5);
    for (let look = 0; look < looks; look++) {
      const { id } = pick(products);
      at += 15_000 + Math.floor(random() * 60_000);
      events.push(event('view', user, [id], byId, at));
      if (random() < 0.3) {
        events.push(event('cart', user, [id], byId, at + 5_000));
        basket.add(id);
      }
    }
  }
  // Companions are put into the cart without viewing each.
  if (random() < 0.3) for (const id of bundle) if (byId.has(id) && random() < 0.7) basket.add(id);
  if (basket.size > 0 && random() < 0.85)
    events.push(event('purchase', user, [...basket], byId, at + 90_000));
  return events;
}

/** One or two shelves by the shopper's tastes, sometimes another. */
function shelvesOf({ stocked, taste, random, pick }: Visit): Set<readonly DemoProduct[]> {
  const first = random() < 0.8 ? pick(taste) : pick(stocked);
  return new Set(random() < 0.2 ? [first, pick(taste)] : [first]);
}

function leafOf(category: string): string {
  return category.slice(category.lastIndexOf('>') + 1).trim();
}

function event(
  type: string,
  user: string,
  ids: readonly string[],
  byId: ReadonlyMap<string, DemoProduct>,
  at: number,
): ShopEvent {
  const items = ids.map((id) => ({ id, quantity: 1, price: byId.get(id)?.price ?? null }));
  return {
    id: null,
    type,
    user,
    session: null,
    at,
    items,
    searchId: null,
    recommendationId: null,
    position: null,
    suspectedBot: false,
    order: null,
    currency: null,
  };
}
