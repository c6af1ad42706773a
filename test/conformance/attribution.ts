import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributionDimension } from '../../src/ports/recommendations/attribution-figures.ts';
import { attributionDimensions } from '../../src/ports/recommendations/attribution-figures.ts';
import type { ShopEvent } from '../../src/ports/recommendations/events.ts';
import type { Impression } from '../../src/ports/recommendations/impression-log.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { naiveAttribution, type Owned } from './naive-attribution.ts';
import { representative } from '../support/matrix.ts';
import { event, Shop, type OpenEngine } from './shop.ts';

const dayMs = 86_400_000;
const windows = { directMs: dayMs, assistedMs: 7 * dayMs, returnMs: 14 * dayMs };
const steps = 240;
const queries = ['sho', 'shoes', 'shoes red', 'boots', 'ann@example.com'];

/** What a shop sent, for the oracle. */
class Sent {
  impressions: Impression[] = [];
  events: ShopEvent[] = [];
  /** The user that each session, or merged user, belongs to. */
  readonly owners = new Map<string, string>();

  ownerOf(key: string): string {
    const owner = this.owners.get(key);
    return owner === undefined ? key : this.ownerOf(owner);
  }

  join(session: string | null, user: string | null): void {
    if (session === null || user === null) return;
    if (!this.owners.has(`s:${session}`)) this.owners.set(`s:${session}`, `u:${user}`);
  }

  owned<T extends Impression | ShopEvent>(one: T): Owned<T> {
    const { user = null, session = null } =
      'kind' in one ? ((one.visitor ?? {}) as { user?: string; session?: string }) : one;
    const key = user !== null ? `u:${user}` : session !== null ? `s:${session}` : null;
    return { ...one, owner: key === null ? null : this.ownerOf(key) };
  }

  erase(owner: string): void {
    const isOther = (one: Impression | ShopEvent): boolean =>
      this.owned<Impression | ShopEvent>(one).owner !== owner;
    this.impressions = this.impressions.filter(isOther);
    this.events = this.events.filter(isOther);
    const erased = [...this.owners.keys()].filter((key) => this.ownerOf(key) === owner);
    for (const key of erased) this.owners.delete(key);
  }
}

const shownTo = (user: string, at: number): Impression => ({
  id: '',
  at,
  kind: 'search',
  visitor: { user },
  query: 'shoes',
  filters: [],
  isSorted: false,
  offset: 0,
  collection: null,
  rules: [],
  list: null,
  placement: null,
  device: null,
  about: [],
  category: null,
  country: null,
  assignments: [],
  teams: '',
  total: 1,
  items: ['a'],
});

/** The figures other than 0: `day dimension value currency figure`. */
async function storedFigures(shop: Shop): Promise<Map<string, number>> {
  const { attribution } = shop.project;
  // Each process has impressions of its own to write.
  await attribution.refresh();
  await attribution.refresh();
  await attribution.refresh();
  const figures = new Map<string, number>();
  for (const dimension of attributionDimensions satisfies readonly AttributionDimension[])
    for await (const row of attribution.readRows(dimension, { from: 0, to: 1e6 }))
      for (const [name, figure] of Object.entries(row.figures))
        if (figure !== 0) figures.set([row.day, dimension, row.value, row.currency, name].join('|'), figure);
  return figures;
}

const sorted = (figures: ReadonlyMap<string, number>) => [...figures].sort(([a], [b]) => (a < b ? -1 : 1));

export function testAttribution(engine: string, open: OpenEngine): void {
  for (const seed of representative([1], [1, 2, 3])) {
    test(`${engine}: Attribution equals its naive definition under late events, duplicates, merges, erasures and restarts (seed ${seed})`, async () => {
      await using shop = await Shop.open(open);
      await history(shop, seed, { spanDays: 3, isImported: false });
    });
  }
  for (const seed of representative([4], [4, 5])) {
    test(`${engine}: Attribution.countFrom() counts an imported history as its naive definition (seed ${seed})`, async () => {
      await using shop = await Shop.open(open);
      await history(shop, seed, { spanDays: 20, isImported: true });
    });
  }

  test(`${engine}: Attribution.countFrom() leaves final days of which impressions may have expired`, async () => {
    await using shop = await Shop.open(open);
    const { attribution, events } = shop.project;
    const sale = (daysAgo: number): ShopEvent =>
      event('purchase', { user: 'ann' }, ['a'], { at: shop.now - daysAgo * dayMs });
    const days = async (): Promise<number[]> => {
      const today = Math.floor(shop.now / dayMs);
      const figures = [...(await storedFigures(shop)).keys()].map((key) => Number(key.split('|')[0]) - today);
      return [...new Set(figures)].sort((a, b) => a - b);
    };
    await shop.put({ id: 'a', price: 3 });
    await events.append([sale(20), sale(1)]);
    assert.deepEqual(await days(), [-1], 'events of final days do not count');
    await attribution.countFrom(Math.floor(shop.now / dayMs) - 20);
    assert.deepEqual(await days(), [-20, -1]);
    shop.now += 40 * dayMs;
    await events.append([sale(20), sale(2)]);
    await attribution.countFrom(Math.floor(shop.now / dayMs) - 20);
    assert.deepEqual(await days(), [-60, -41, -2]);
  });

  test(`${engine}: Attribution.countFrom() leaves final days after impressions expired under an earlier setting`, async () => {
    await using shop = await Shop.open(open);
    const { attribution, events, impressionLog, settings } = shop.project;
    const shown = (id: string): Impression => ({ ...shownTo('ann', shop.now), id });
    await shop.put({ id: 'a', price: 3 });
    impressionLog.record(shown('first'));
    await events.append([event('purchase', { user: 'ann' }, ['a'], { at: shop.now, searchId: 'first' })]);
    const before = sorted(await storedFigures(shop));
    shop.now += 40 * dayMs;
    impressionLog.record(shown('second'));
    await attribution.refresh();
    await settings.change(
      () => ({ analytics: { impressionDays: 90 } }),
      () => undefined,
    );
    const day = Math.floor(shop.now / dayMs) - 60;
    await attribution.countFrom(day);
    const after = sorted(await storedFigures(shop));
    assert.deepEqual(after.slice(0, before.length), before);
  });
}

async function history(
  shop: Shop,
  seed: number,
  { spanDays, isImported }: { readonly spanDays: number; readonly isImported: boolean },
): Promise<void> {
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const sent = new Sent();
  const base = shop.now;
  await shop.put(
    { id: 'a', price: 3 },
    { id: 'b', price: 5, groupId: 'g' },
    { id: 'c', price: 7, groupId: 'g' },
  );
  const products = new Map([
    ['b', 'g'],
    ['c', 'g'],
  ]);
  const prices = new Map([
    ['a', 3],
    ['b', 5],
    ['c', 7],
  ]);
  let made = 0;
  /** A time of its own in the last days. */
  const time = (): number => shop.now - below(spanDays * dayMs) - below(40) * 1_000;
  const visitor = (): { user?: string; session?: string } =>
    random() < 0.5 ? { user: `u${below(4)}` } : { session: `s${below(6)}` };

  const show = async (): Promise<void> => {
    const at = Math.floor(
      random() < 0.5 && sent.impressions.length > 0 ? oneOf(sent.impressions).at + below(40_000) : time(),
    );
    const kind = oneOf(['search', 'search', 'browse', 'photo', 'list'] as const);
    const id =
      Math.floor(shop.now / 1_000)
        .toString(16)
        .padStart(8, '0') + (++made).toString(16).padStart(16, '0');
    if (sent.impressions.some((one) => one.at === at)) return;
    const impression: Impression = {
      id,
      at,
      kind,
      visitor: random() < 0.15 ? null : (visitor() as { user: string }),
      query: kind === 'search' ? oneOf(queries) : '',
      filters: random() < 0.3 ? ['brand:Nike', 'price < 10'].slice(below(2)) : [],
      isSorted: false,
      offset: 0,
      collection: random() < 0.2 ? 'summer' : null,
      rules: random() < 0.3 ? ['r1', 'r2'].slice(below(2)) : [],
      list: kind === 'list' ? 'similar' : null,
      placement: kind === 'list' ? 'home' : null,
      device: oneOf([null, 'phone', 'desktop']),
      about: [],
      category: null,
      country: null,
      assignments: [],
      teams: '',
      total: 3,
      items: ['a', 'b'],
    };
    sent.impressions.push(impression);
    if (isImported) await shop.project.impressionLog.add([impression]);
    else shop.project.impressionLog.record(impression);
  };

  const act = async (): Promise<void> => {
    const shown = sent.impressions.length > 0 && random() < 0.7 ? oneOf(sent.impressions) : null;
    const who = shown?.visitor !== null && shown !== null && random() < 0.7 ? shown.visitor : visitor();
    const joined = 'session' in who && random() < 0.2 ? { ...who, user: `u${below(4)}` } : who;
    const type = oneOf(['click', 'click', 'cart', 'view', 'purchase', 'purchase', 'return']);
    const items = Array.from({ length: 1 + below(2) }, () => ({
      id: oneOf(['a', 'b', 'c']),
      quantity: 1 + below(3),
      price: random() < 0.6 ? 1 + below(1_000) / 100 : null,
    }));
    const isNamed = shown !== null && type !== 'return' && random() < 0.8;
    const at = Math.floor(shown === null ? time() : shown.at + below(random() < 0.2 ? 3 * dayMs : 4_000_000));
    if (sent.events.some((one) => one.at === at)) return;
    const own = event(type, joined, [], {
      at: Math.min(at, shop.now),
      items,
      id: random() < 0.3 ? `e${below(1_000)}` : null,
      searchId: isNamed && shown.kind !== 'list' ? shown.id : null,
      recommendationId: isNamed && shown.kind === 'list' ? shown.id : null,
      order: type === 'purchase' || type === 'return' ? oneOf([null, 'o1', `o${below(40)}`]) : null,
      currency: random() < 0.3 ? 'USD' : null,
    });
    if (sent.events.some((one) => one.at === own.at)) return;
    await shop.project.events.append([own]);
    if (own.id !== null && sent.events.some(({ id }) => id === own.id)) return;
    const isOrdered = type === 'purchase' && own.order !== null;
    const known = sent.events.filter((one) => one.type === type && one.order === own.order);
    const isKnown = ({ id }: { id: string }): boolean =>
      isOrdered && known.some((one) => one.items.some((item) => item.id === id));
    const counted = own.items.filter((item) => !isKnown(item));
    if (counted.length === 0) return;
    sent.join(own.session, own.user);
    const hasMoney = type === 'purchase' || type === 'return';
    sent.events.push({
      ...own,
      items: counted.map((item) => ({
        ...item,
        ...(hasMoney && item.price === null
          ? { price: prices.get(item.id)!, isEstimated: true as const }
          : {}),
        ...((hasMoney || isNamed) && products.has(item.id) ? { product: products.get(item.id)! } : {}),
      })),
    });
  };

  const merge = async (): Promise<void> => {
    const into = `u${below(4)}`;
    const from = visitor() as { user: string } | { session: string };
    const merged = await shop.project.events.merge(from, into);
    const owner = sent.ownerOf('user' in from ? `u:${from.user}` : `s:${from.session}`);
    if (merged && owner !== sent.ownerOf(`u:${into}`)) sent.owners.set(owner, `u:${into}`);
  };

  const erase = async (): Promise<void> => {
    const user = `u${below(4)}`;
    const owner = sent.ownerOf(`u:${user}`);
    await shop.project.events.eraseUser(user);
    sent.erase(owner);
  };

  const agrees = async (own: typeof windows, message: string): Promise<void> => {
    const expected = naiveAttribution(
      sent.impressions.map((one) => sent.owned(one)),
      sent.events.map((one) => sent.owned(one)),
      own,
    );
    for (const [key, figure] of expected) if (figure === 0) expected.delete(key);
    if (isImported) await shop.project.attribution.countFrom(Math.floor(base / dayMs) - spanDays - 1);
    assert.deepEqual(sorted(await storedFigures(shop)), sorted(expected), message);
  };

  for (let step = 0; step < steps; step++) {
    const chance = random();
    if (chance < 0.4) await show();
    else if (chance < 0.93) await act();
    else if (chance < 0.97) await merge();
    else await erase();
    if (step % 40 === 39) {
      if (step === 119) await shop.reopen();
      await agrees(windows, `after step ${step}`);
      // Days of which something was sent stay open.
      if (shop.now - base < 2 * dayMs) shop.now += below(2) * dayMs;
    }
  }
  // A changed window counts the days that are not final again.
  if (isImported) return;
  // Other windows, then the first ones: everything is counted again.
  const change = async (directHours: number, assistedDays: number): Promise<void> => {
    const analytics = { directHours, assistedDays };
    await shop.project.settings.change(
      () => ({ analytics }),
      () => undefined,
    );
  };
  await change(1, 1);
  await agrees({ ...windows, directMs: 3_600_000, assistedMs: dayMs }, 'with short windows');
  await change(24, 7);
  await agrees(windows, 'with the first windows again');
}
