import { createRandom } from '../../src/lib/seeded-random.ts';
import { createJsonSlices } from '../../src/domain/contract/json-document.ts';
import { unrestricted } from '../../src/domain/access/restrictions.ts';
import { addEvents, readEvents } from '../../src/domain/events/events.ts';
import type { Json, JsonObject } from '../../src/ports/catalog/json.ts';
import { Shop, type OpenEngine } from './shop.ts';

/**
 * A shop with months of simulated shoppers, deterministic by seed, with planted patterns: bundles, substitutes, a
 * trend, scripts, a past season, a new product, and fortnightly purchases. All data is sent as a shop would send it.
 */
export interface PlantedShop extends AsyncDisposable {
  readonly shop: Shop;
  readonly shoppers: readonly Shopper[];
  /** Often bought together, of different categories. */
  readonly bundles: readonly (readonly [string, string])[];
  /** Viewed together and bought instead of each other. */
  readonly substitutes: readonly (readonly [string, string])[];
  readonly trend: string;
  /** Viewed in many sessions of one address, and endlessly by one visitor. */
  readonly scripted: readonly [crowd: string, single: string];
  readonly outOfSeason: readonly string[];
  readonly hit: string;
  /** Bought every fourteen days by `regular`, last fourteen days ago; and one bought yesterday. */
  readonly due: { readonly regular: string; readonly item: string; readonly notYet: string };
}

export interface Shopper {
  readonly user: string;
  /** The categories of their interest. */
  readonly taste: readonly string[];
}

const categories = 12;
const itemsPerCategory = 20;
const shopperCount = 240;
const days = 60;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const adjectives = 'plain striped light heavy folding soft hard small large double'.split(' ');
const nouns = 'lamp chair kettle rug tent jacket drill vase helmet puzzle notebook blanket'.split(' ');

const categoryId = (category: number): string => `Shelf ${nouns[category]}`;
const itemId = (category: number, number: number): string => `${nouns[category]}-${number}`;

function productOf(category: number, number: number): JsonObject {
  const name = `${adjectives[number % adjectives.length]} ${nouns[category]} no ${number}`;
  return {
    id: itemId(category, number),
    name,
    category: categoryId(category),
    brand: `brand ${number % 5}`,
    price: 10 + number,
  };
}

/** Sends what the simulation makes, oldest first, in batches as a shop's import would. */
class Sender {
  readonly #events: JsonObject[] = [];
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  add(
    type: string,
    who: { user?: string; session?: string },
    items: readonly string[],
    at: number,
    more: JsonObject = {},
  ): void {
    this.#events.push({ type, ...who, items: items.map((id) => ({ id })), at, ...more });
  }

  async send(): Promise<void> {
    const ordered = this.#events.toSorted((a, b) => Number(a['at']) - Number(b['at']));
    for (let first = 0; first < ordered.length; first += 1_000) {
      const batch: Json = ordered.slice(first, first + 1_000);
      const records = batch.map((value) => ({ value: value as Json, text: '', fault: null }));
      const sent = { isList: true, records, count: records.length };
      const { events } = await readEvents(sent, this.#shop.now, createJsonSlices(), {
        ports: this.#shop.project,
        restrictions: unrestricted,
      });
      await addEvents(this.#shop.project.events, events);
    }
  }
}

export async function plantedShop(open: OpenEngine, seed: number): Promise<PlantedShop> {
  const shop = await Shop.open(open);
  const next = createRandom(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const { now } = shop;
  const sender = new Sender(shop);
  await shop.put(
    ...Array.from({ length: categories * itemsPerCategory }, (_, at) =>
      productOf(Math.floor(at / itemsPerCategory), at % itemsPerCategory),
    ),
  );
  const bundles = [0, 1, 2, 3].map((at): [string, string] => [itemId(at, 0), itemId(at + 4, 1)]);
  const substitutes = [4, 5, 6].map((at): [string, string] => [itemId(at, 10), itemId(at, 11)]);
  const outOfSeason = [2, 3, 4].map((number) => itemId(9, number));
  const shoppers = Array.from({ length: shopperCount }, (_, at): Shopper => {
    const first = below(categories);
    return {
      user: `shopper-${at}`,
      taste: [categoryId(first), categoryId((first + 1 + below(3)) % categories)],
    };
  });
  for (const { user, taste } of shoppers) {
    const visits = 4 + below(8);
    for (let visit = 0; visit < visits; visit++)
      visitShelves(user, taste, now - (0.5 + next() * days) * dayMs);
  }
  plantPairs();
  plantTimes();
  await shop.put(productOf(0, 99));
  for (let visitor = 0; visitor < 25; visitor++)
    sender.add(
      'view',
      { session: `today-${visitor}` },
      [itemId(0, 99), itemId(0, below(8))],
      now - below(2 * hourMs),
    );
  await sender.send();
  return {
    shop,
    shoppers,
    bundles,
    substitutes,
    trend: itemId(7, 7),
    scripted: [itemId(8, 13), itemId(8, 14)],
    outOfSeason,
    hit: itemId(0, 99),
    due: { regular: 'regular', item: itemId(10, 3), notYet: itemId(10, 4) },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };

  /** A few views in one's preferred categories, sometimes ending in a purchase. */
  function visitShelves(user: string, taste: readonly string[], at: number): void {
    const category = nouns.findIndex((_, number) => categoryId(number) === taste[below(taste.length)]);
    // The first items of a category are viewed more often than the last.
    const seen = Array.from({ length: 3 + below(4) }, () =>
      itemId(category, Math.floor(next() ** 2 * itemsPerCategory)),
    );
    seen.forEach((item, step) => sender.add('view', { user }, [item], at + step * 60_000));
    if (next() < 0.35) sender.add('purchase', { user }, [...new Set([seen[0]!, seen[1]!])], at + 10 * 60_000);
  }

  function plantPairs(): void {
    for (const [one, other] of bundles) {
      for (let buyer = 0; buyer < 30; buyer++) {
        const user = shoppers[below(shopperCount)]!.user;
        sender.add('purchase', { user }, next() < 0.7 ? [one, other] : [one], now - next() * days * dayMs);
      }
    }
    for (const [one, other] of substitutes) {
      for (let visitor = 0; visitor < 60; visitor++) {
        const { user } = shoppers[below(shopperCount)]!;
        const at = now - next() * days * dayMs;
        sender.add('view', { user }, [one], at);
        sender.add('view', { user }, [other], at + 1_000);
        if (next() < 0.3)
          sender.add('purchase', { user }, [next() < 0.5 ? one : other, itemId(11, below(10))], at + 2_000);
      }
    }
  }

  function plantTimes(): void {
    for (let visitor = 0; visitor < 40; visitor++)
      sender.add('view', { session: `trend-${visitor}` }, [itemId(7, 7)], now - below(5 * hourMs));
    for (let visit = 0; visit < 400; visit++) {
      const at = now - below(5 * hourMs);
      sender.add('view', { session: `script-${visit}` }, [itemId(8, 13)], at, { address: '203.0.113.9' });
      sender.add('view', { user: 'one script' }, [itemId(8, 14)], at);
    }
    for (const item of outOfSeason) {
      for (let visitor = 0; visitor < 120; visitor++)
        sender.add(
          'view',
          { session: `season-${item}-${visitor}` },
          [item],
          now - (80 + next() * 30) * dayMs,
        );
    }
    for (const ago of [56, 42, 28, 14])
      sender.add('purchase', { user: 'regular' }, [itemId(10, 3)], now - ago * dayMs);
    for (const ago of [43, 29, 15, 1])
      sender.add('purchase', { user: 'regular' }, [itemId(10, 4)], now - ago * dayMs);
  }
}
