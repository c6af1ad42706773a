import { hash } from 'node:crypto';
import type { Random } from '../../src/lib/seeded-random.ts';
import { callOperation, type ApiAddress, type JsonAnswer } from '../../src/cli/api-client.ts';
import { demoProject } from '../../src/domain/projects/storefront-key.ts';
import { bundles, type Persona } from './personas.ts';

export interface Shown {
  readonly id: string;
  readonly groupId?: string;
  readonly name: string;
  readonly category: string;
  readonly price: number;
  readonly stock?: number;
}

/** A list that a shopper sees, with the member of events that names it. */
interface ShownList {
  readonly items: readonly Shown[];
  readonly origin: { readonly searchId?: string; readonly recommendationId?: string };
}

/** An event as it was sent; further members depend on its type. */
export interface SentEvent {
  readonly type: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly items?: readonly object[];
}

/** A clock that the visit moves on. */
export interface VisitClock {
  at: number;
}

export interface VisitOptions {
  readonly client: ApiAddress;
  readonly clock: VisitClock;
  readonly random: Random;
  readonly persona: Persona;
  readonly session: string;
  readonly user: string | null;
  readonly device: string;
  readonly country: string;
  /** Number of the order, if the visit has one. */
  readonly order: string;
  /** A product whose page the visit begins on, as of a link in a newsletter; null: none. */
  readonly linked: Shown | null;
  /** What the user left in the cart in an earlier visit. */
  readonly left: readonly Shown[];
  /** Receives each event that was sent. */
  readonly onEvent: (event: SentEvent) => void;
}

/** The chance that position p is looked at is p to the power of minus this. */
const positionBias = 0.7;
/** Shares of visits that begin on the home page, scroll down to the trends, open a category page, and search. */
const homeShare = 0.6;
const trendingShare = 0.5;
const categoryShare = 0.35;
const searchShare = 0.75;
/** Shares of product pages whose product is put into the cart, and whose similar products are looked at. */
const cartShare = 0.26;
const similarShare = 0.45;
/** Share of carts of an earlier visit that are bought at once. */
const laterShare = 0.4;
/** Share of linked products that are put into the cart. */
const linkedCartShare = 0.3;
/** Share of carts that are bought. */
const purchaseShare = 0.34;
/** Share of products in carts whose bundle is searched for. */
const bundleShare = 0.35;
/** Share of clicks after which shoppers leave the list. */
const leaveShare = 0.4;
/** The factor of the chance that a similar product is clicked where it is of another kind than the product of the page. */
const otherKindFactor = 0.15;
/** Share of bought products of which shoppers take two. */
const twoShare = 0.12;
/** The chance that a product of full appeal is clicked once it is looked at, by list. */
const interest = {
  home: 0.1,
  trending: 0.08,
  category: 0.3,
  search: 0.6,
  similar: 0.3,
  crossSell: 0.15,
};

/** A visit: lists and searches, what is clicked, put into the cart and bought. Requests are sent at the times of the clock. */
export class ShopperVisit {
  readonly #options: VisitOptions;
  readonly #cart = new Map<string, { readonly item: Shown; readonly origin: ShownList['origin'] }>();
  readonly #seen = new Set<string>();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /** Returns what is left in the cart. */
  async run(): Promise<readonly Shown[]> {
    const { random, persona, linked, left } = this.#options;
    if (left.length > 0 && random() < laterShare) {
      this.#wait(20, 90);
      await this.#order(left.map((item) => ({ item, origin: {} })));
      return [];
    }
    if (linked !== null) await this.#land(linked);
    if (random() < homeShare) {
      await this.#choose(await this.#placement('home-for-you', {}), interest.home);
      if (random() < trendingShare)
        await this.#choose(await this.#placement('home-trending', {}), interest.trending);
    }
    if (random() < categoryShare)
      await this.#choose(await this.#browse(pick(persona.categories, random)), interest.category);
    const searches = random() < searchShare ? 1 + Math.floor(random() * 2) : 0;
    for (let i = 0; i < searches; i++)
      await this.#choose(await this.#search(weighted(persona.queries, random)), interest.search);
    return (await this.#buy()) ? [] : [...this.#cart.values()].map(({ item }) => item);
  }

  /** A product page that no list led to. */
  async #land(item: Shown): Promise<void> {
    const { random } = this.#options;
    this.#seen.add(item.groupId ?? item.id);
    await this.#send('view', { item: item.id });
    if (random() > linkedCartShare || item.stock === 0) return;
    this.#wait(10, 90);
    await this.#send('cart', { item: item.id });
    this.#cart.set(item.groupId ?? item.id, { item, origin: {} });
  }

  /** Looks at a list from the top, and clicks what appeals. `compared`: the product of the page that shows the list. */
  async #choose({ items, origin }: ShownList, clickShare: number, compared?: Shown): Promise<void> {
    const { random } = this.#options;
    for (const [index, item] of items.entries()) {
      const isSeen = random() < (index + 1) ** -positionBias;
      const isOfKind = compared === undefined || kindOf(item) === kindOf(compared);
      const chance = clickShare * (isOfKind ? 1 : otherKindFactor) * this.#appealOf(item);
      if (!isSeen || random() > chance) continue;
      await this.#open(item, { origin, position: index + 1 });
      if (random() < leaveShare) return;
    }
  }

  /** A product page. */
  async #open(
    item: Shown,
    { origin, position }: { origin: ShownList['origin']; position: number },
  ): Promise<void> {
    const { random } = this.#options;
    const product = item.groupId ?? item.id;
    if (this.#seen.has(product)) return;
    this.#seen.add(product);
    this.#wait(4, 25);
    await this.#send('click', { item: item.id, position, ...origin });
    this.#wait(1, 2);
    await this.#send('view', { item: item.id });
    if (random() < cartShare && item.stock !== 0) {
      this.#wait(10, 90);
      await this.#send('cart', { item: item.id, ...origin });
      this.#cart.set(product, { item, origin });
    }
    if (random() < similarShare)
      await this.#choose(await this.#placement('product-similar', { item: item.id }), interest.similar, item);
  }

  /** Returns whether the cart was bought. */
  async #buy(): Promise<boolean> {
    const { random } = this.#options;
    if (this.#cart.size === 0) return false;
    const inCart = [...this.#cart.values()].map(({ item }) => item.id);
    this.#wait(10, 60);
    await this.#choose(await this.#placement('cart-cross-sell', { items: inCart }), interest.crossSell);
    await this.#addBundle();
    if (random() > purchaseShare) return false;
    this.#wait(40, 200);
    await this.#order([...this.#cart.values()]);
    return true;
  }

  async #order(
    bought: readonly { readonly item: Shown; readonly origin: ShownList['origin'] }[],
  ): Promise<void> {
    const { random, order } = this.#options;
    const items = bought.map(({ item }) => ({
      id: item.id,
      quantity: random() < twoShare ? 2 : 1,
      price: item.price,
    }));
    // An event can name one list only.
    const [first] = bought;
    const isOne = bought.every(({ origin }) => isSameList(origin, first!.origin));
    await this.#send('purchase', { items, order, currency: 'EUR', ...(isOne ? first!.origin : {}) });
  }

  /** What goes with the cart is often bought with it. */
  async #addBundle(): Promise<void> {
    const { random } = this.#options;
    for (const { item } of Array.from(this.#cart.values())) {
      const bundle = bundles.find((words) => item.name.includes(words[0]!));
      if (bundle === undefined || random() > bundleShare) continue;
      for (const word of bundle.slice(1)) {
        const { items, origin } = await this.#search(word.toLowerCase());
        const found = items.find(({ name, stock }) => name.includes(word) && stock !== 0);
        if (found !== undefined) await this.#open(found, { origin, position: items.indexOf(found) + 1 });
      }
    }
  }

  async #search(q: string): Promise<ShownList> {
    this.#wait(5, 30);
    return this.#shown(await this.#ask(`/search/${demoProject}`, { q, limit: 20 }));
  }

  async #browse(category: string): Promise<ShownList> {
    this.#wait(4, 20);
    return this.#shown(
      await this.#ask(`/search/${demoProject}`, { filters: `category:"${category}"`, limit: 20 }),
    );
  }

  async #placement(id: string, page: object): Promise<ShownList> {
    this.#wait(1, 3);
    return this.#shown(await this.#ask(`/reco/placements/${id}`, { index: demoProject, ...page }));
  }

  #shown({ items, searchId, recommendationId }: JsonAnswer): ShownList {
    const origin = searchId === undefined ? { recommendationId } : { searchId };
    return { items: items as Shown[], origin: origin as ShownList['origin'] };
  }

  #ask(path: string, body: object): Promise<JsonAnswer> {
    const { client, device, country } = this.#options;
    return callOperation(client, 'POST', path, { ...body, ...this.#visitor, context: { device, country } });
  }

  async #send(type: string, event: object): Promise<void> {
    const { client, clock, session, onEvent } = this.#options;
    const id = hash('sha256', `${session} ${clock.at} ${type} ${JSON.stringify(event)}`).slice(0, 16);
    const data = { type, id, at: clock.at, ...this.#visitor, ...event };
    await callOperation(client, 'POST', '/api/events', { project: demoProject, data });
    onEvent(data);
  }

  get #visitor(): object {
    const { session, user } = this.#options;
    return user === null ? { session } : { session, user };
  }

  /** From 0 to 1: the same for all shoppers of a kind, as some products are simply better. */
  #appealOf({ id, groupId = id }: Shown): number {
    const { persona } = this.#options;
    return Number.parseInt(hash('sha256', `${groupId} ${persona.name}`).slice(0, 4), 16) / 0xffff;
  }

  #wait(secondsMin: number, secondsMax: number): void {
    const { clock, random } = this.#options;
    clock.at += Math.round((secondsMin + random() * (secondsMax - secondsMin)) * 1_000);
  }
}

/** The first two levels of the category. */
function kindOf({ category }: Shown): string {
  return category.split(' > ').slice(0, 2).join(' > ');
}

export function pick<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)]!;
}

export function weighted<T>(values: readonly (readonly [value: T, weight: number])[], random: Random): T {
  let rest = random() * values.reduce((sum, [, weight]) => sum + weight, 0);
  return (values.find(([, weight]) => (rest -= weight) < 0) ?? values[0]!)[0];
}

function isSameList(a: ShownList['origin'], b: ShownList['origin']): boolean {
  return a.searchId === b.searchId && a.recommendationId === b.recommendationId;
}
