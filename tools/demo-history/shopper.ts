import { hash } from 'node:crypto';
import type { Random } from '../../src/lib/seeded-random.ts';
import { callOperation, type ApiAddress, type JsonAnswer } from '../../src/cli/api-client.ts';
import { demoProject } from '../../src/domain/projects/storefront-key.ts';
import { categoriesByGood, knownProducts, rateComparison, type KnownProduct } from './catalog.ts';
import { drawCompanions, drawSecondCompanions, replaces } from './companions.ts';
import { goods, type Good } from './goods.ts';
import type { Persona } from './personas.ts';

/** An item that a shopper sees. */
export interface Shown {
  readonly id: string;
  readonly groupId?: string;
  readonly name: string;
  readonly price: number;
  readonly stock?: number;
  readonly brand?: string;
  readonly color?: string;
  readonly gender?: string;
  readonly tags?: readonly string[];
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
  /** Draws a good of the persona to look for. */
  readonly drawGood: () => Good;
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
/** Share of visits that look for something. The others look around until they find it. */
const planShare = 0.9;
/** Shares of visits that begin on the home page, and of those that scroll down to the trends. */
const homeShare = 0.5;
const trendingShare = 0.5;
/** Shares of visits with a plan that begin with a query of their persona, and with the name of a good; the others open its category. */
const queryShare = 0.25;
const nameShare = 0.3;
/** Share of visits that found nothing by a query, and open the category. */
const secondTryShare = 0.6;
/** Maximum number of products that a shopper compares with the first one. */
const comparedMax = 2;
/** Share of shoppers who compare with similar products on the product page; the others open the category. */
const similarShare = 0.5;
/** Share of visits that opened a product and put one into the cart, and of those that look at what is bought with it. */
const cartShare = 0.7;
const togetherShare = 0.4;
/** How likely a product of another good than was looked for is put into the cart. */
const otherGoodFactor = 0.3;
/** Share of carts of an earlier visit that are bought at once. */
const laterShare = 0.4;
/** Share of carts that are bought. */
const purchaseShare = 0.85;
/** Share of companions whose page is opened; the others are put into the cart from a list. */
const openShare = 0.05;
/** Share of clicks after which shoppers leave the list. */
const leaveShare = 0.5;
/** Share of bought products of which shoppers take two. */
const twoShare = 0.12;
/** The chance that a product of full appeal is clicked once it is looked at, by list. */
const interest = {
  home: 0.5,
  trending: 0.4,
  category: 0.6,
  search: 0.8,
};

interface Opened {
  readonly item: Shown;
  readonly origin: ShownList['origin'];
}

/**
 * A visit: lists and searches, what is clicked, put into the cart and bought. Requests are sent at the times of the clock. A shopper opens
 * what they look for only, and then adds what is bought with it, see `goods.txt`.
 */
export class ShopperVisit {
  readonly #options: VisitOptions;
  readonly #cart = new Map<string, Opened>();
  readonly #opened = new Map<string, Opened>();
  /** The goods that the shopper looks for; null until something appeals. */
  #wanted: ReadonlySet<Good> | null = null;
  /** Lists of product pages and the cart, and category pages by category. */
  readonly #offers: ShownList[] = [];
  readonly #pages = new Map<string, ShownList>();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /** Returns what is left in the cart. */
  async run(): Promise<readonly Shown[]> {
    const { random, persona, linked, left, drawGood } = this.#options;
    if (left.length > 0 && random() < laterShare) {
      this.#wait(20, 90);
      await this.#order(left.map((item) => ({ item, origin: {} })));
      return [];
    }
    const query =
      random() < queryShare
        ? weighted(
            persona.queries.map((each) => [each, each[1]]),
            random,
          )
        : null;
    if (linked !== null) await this.#land(linked);
    else if (query !== null) this.#wanted = new Set(query.slice(2).map((name) => goods.get(String(name))!));
    else if (random() < planShare) this.#wanted = new Set([drawGood()]);
    if (linked === null && random() < homeShare) await this.#lookAround();
    if (this.#opened.size === 0) await this.#lookFor(query?.[0] ?? null);
    if (this.#opened.size > 0) await this.#compare();
    await this.#takeOne();
    return (await this.#buy()) ? [] : [...this.#cart.values()].map(({ item }) => item);
  }

  /** A product page that no list led to. */
  async #land(item: Shown): Promise<void> {
    this.#wanted = new Set([findKnown(item).good]);
    await this.#send('view', { item: item.id });
    this.#opened.set(getProductId(item), { item, origin: {} });
  }

  async #lookAround(): Promise<void> {
    const { random } = this.#options;
    await this.#choose(await this.#placement('home-for-you', {}), interest.home);
    if (random() < trendingShare)
      await this.#choose(await this.#placement('home-trending', {}), interest.trending);
  }

  /** Searches what is wanted, or opens its category and reads all of it. */
  async #lookFor(query: string | null): Promise<void> {
    const { random, persona } = this.#options;
    const wanted = this.#wanted;
    if (wanted === null) {
      await this.#choose(await this.#browse(pick(persona.categories, random)), interest.category);
      return;
    }
    const [good] = wanted;
    const text = query ?? (random() < nameShare ? good!.name : null);
    if (text !== null) await this.#choose(await this.#search(text), interest.search);
    if (good === undefined || this.#opened.size > 0 || (text !== null && random() > secondTryShare)) return;
    const page = await this.#browse(pick(categoriesByGood.get(good)!, random));
    const found = page.items.filter((item) => findKnown(item).good === good);
    if (found.length === 0) return;
    const item = weighted(
      found.map((each) => [each, 0.2 + this.#computeAppeal(each)]),
      random,
    );
    await this.#open(item, { origin: page.origin, position: page.items.indexOf(item) + 1 });
  }

  /** Looks at a list from the top, and opens what is wanted and appeals. */
  async #choose({ items, origin }: ShownList, clickShare: number): Promise<void> {
    const { random, persona } = this.#options;
    for (const [index, item] of items.entries()) {
      const { good } = findKnown(item);
      const isWanted = this.#wanted?.has(good) ?? good.shopper === (persona.shopper ?? persona.name);
      const isSeen = random() < (index + 1) ** -positionBias;
      if (this.#opened.has(getProductId(item))) continue;
      if (!isWanted || !isSeen || random() > clickShare * (0.3 + 0.7 * this.#computeAppeal(item))) continue;
      this.#wanted ??= new Set([good]);
      await this.#open(item, { origin, position: index + 1 });
      if (random() < leaveShare) return;
    }
  }

  /** Opens products like the first one: from its similar products, or from its category. */
  async #compare(): Promise<void> {
    const { random } = this.#options;
    const [first] = [...this.#opened.values()].map(({ item }) => item);
    const known = findKnown(first!);
    const rate = (item: Shown): number =>
      this.#opened.has(getProductId(item)) ? 0 : rateComparison(known, findKnown(item));
    const lists: ShownList[] = [];
    if (random() < similarShare) lists.push(await this.#placement('product-similar', { item: first!.id }));
    const count = Math.floor(random() * (comparedMax + 1));
    for (let i = 0; i < count; i++) {
      const list =
        lists.find(({ items }) => items.some((item) => rate(item) > 0)) ??
        (await this.#browse(known.category.split(' > ').slice(0, 2).join(' > ')));
      const alike = list.items.filter((item) => rate(item) > 0);
      if (alike.length === 0) return;
      const item = weighted(
        alike.map((each) => [
          each,
          rate(each) * computeFit(each, first!) ** 2 * (0.2 + this.#computeAppeal(each)),
        ]),
        random,
      );
      await this.#open(item, { origin: list.origin, position: list.items.indexOf(item) + 1 });
    }
  }

  /** Puts one of the opened products into the cart, rather of what was looked for. */
  async #takeOne(): Promise<void> {
    const { random } = this.#options;
    const inStock = [...this.#opened.values()].filter(({ item }) => item.stock !== 0);
    if (inStock.length === 0 || random() > cartShare) return;
    const { item, origin } = weighted(
      inStock.map((each) => [each, this.#wanted?.has(findKnown(each.item).good) ? 1 : otherGoodFactor]),
      random,
    );
    this.#wait(10, 90);
    await this.#putIntoCart(item, origin);
    if (random() < togetherShare)
      this.#offers.push(await this.#placement('product-together', { item: item.id }));
  }

  /** A product page. */
  async #open(
    item: Shown,
    { origin, position }: { origin: ShownList['origin']; position: number },
  ): Promise<void> {
    this.#wait(4, 25);
    await this.#send('click', { item: item.id, position, ...origin });
    this.#wait(1, 2);
    await this.#send('view', { item: item.id });
    this.#opened.set(getProductId(item), { item, origin });
  }

  async #putIntoCart(item: Shown, origin: ShownList['origin']): Promise<void> {
    await this.#send('cart', { item: item.id, ...origin });
    this.#cart.set(getProductId(item), { item, origin });
  }

  /** Returns whether the cart was bought. */
  async #buy(): Promise<boolean> {
    const { random } = this.#options;
    if (this.#cart.size === 0) return false;
    const buys = random() < purchaseShare;
    const inCart = [...this.#cart.values()].map(({ item }) => item);
    this.#wait(10, 60);
    this.#offers.push(await this.#placement('cart-cross-sell', { items: inCart.map(({ id }) => id) }));
    if (buys || random() < purchaseShare) await this.#addCompanions(inCart);
    if (!buys) return false;
    this.#wait(40, 200);
    await this.#order([...this.#cart.values()]);
    return true;
  }

  async #order(bought: readonly Opened[]): Promise<void> {
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

  /** Adds what is bought with the products of the cart, and with that. */
  async #addCompanions(inCart: readonly Shown[]): Promise<void> {
    const { random } = this.#options;
    for (const anchor of inCart) {
      const { good } = findKnown(anchor);
      for (const companion of drawCompanions(good, random)) {
        if (!(await this.#addCompanion(companion, anchor))) continue;
        for (const second of drawSecondCompanions(good, companion, random))
          await this.#addCompanion(second, anchor);
      }
    }
  }

  /** Adds a product of a good, from a list that shows one or from its category. Returns whether there is one that the cart lacks. */
  async #addCompanion(good: Good, anchor: Shown): Promise<boolean> {
    const { random } = this.#options;
    const inCart = [...this.#cart.values()].map(({ item }) => findKnown(item).good);
    if (good !== findKnown(anchor).good && inCart.some((one) => replaces(one, good))) return false;
    const isFit = (item: Shown): boolean =>
      findKnown(item).good === good && item.stock !== 0 && !this.#cart.has(getProductId(item));
    const list =
      this.#offers.find(({ items }) => items.some(isFit)) ??
      (await this.#browse(pick(categoriesByGood.get(good)!, random)));
    const fits = list.items.filter(isFit);
    if (fits.length === 0) return false;
    const item = weighted(
      fits.map((each) => [each, computeFit(each, anchor) * (0.2 + 0.8 * this.#computeAppeal(each)) ** 2]),
      random,
    );
    if (random() < openShare)
      await this.#open(item, { origin: list.origin, position: list.items.indexOf(item) + 1 });
    this.#wait(3, 20);
    await this.#putIntoCart(item, list.origin);
    return true;
  }

  async #search(q: string): Promise<ShownList> {
    this.#wait(5, 30);
    return this.#shown(await this.#ask(`/search/${demoProject}`, { q, limit: 20 }));
  }

  /** Opens the page of a category, once in a visit. */
  async #browse(category: string): Promise<ShownList> {
    const known = this.#pages.get(category);
    if (known !== undefined) return known;
    this.#wait(4, 20);
    const filters = `category:${JSON.stringify(category)}`;
    const page = this.#shown(await this.#ask(`/search/${demoProject}`, { filters, limit: 60 }));
    this.#pages.set(category, page);
    return page;
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
  #computeAppeal(item: Shown): number {
    const { persona } = this.#options;
    return Number.parseInt(hash('sha256', `${getProductId(item)} ${persona.name}`).slice(0, 4), 16) / 0xffff;
  }

  #wait(secondsMin: number, secondsMax: number): void {
    const { clock, random } = this.#options;
    clock.at += Math.round((secondsMin + random() * (secondsMax - secondsMin)) * 1_000);
  }
}

function getProductId({ id, groupId = id }: Shown): string {
  return groupId;
}

function findKnown(item: Shown): KnownProduct {
  return knownProducts.get(getProductId(item))!;
}

/** How well a product goes with another one: by price level, colour, brand, use and who it is for. */
function computeFit(item: Shown, anchor: Shown): number {
  const distance = Math.abs(findKnown(item).priceLevel - findKnown(anchor).priceLevel);
  const isForOthers =
    item.gender !== undefined &&
    anchor.gender !== undefined &&
    item.gender !== anchor.gender &&
    ![item.gender, anchor.gender].includes('unisex');
  const isOfColour = item.color !== undefined && item.color === anchor.color;
  const isOfBrand = item.brand !== undefined && item.brand === anchor.brand;
  const isOfUse = item.tags?.some((tag) => anchor.tags?.includes(tag)) ?? false;
  return (
    (1 - 0.6 * distance) *
    (isForOthers ? 0.03 : 1) *
    (isOfColour ? 1.6 : 1) *
    (isOfBrand ? 1.3 : 1) *
    (isOfUse ? 1.5 : 1)
  );
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
