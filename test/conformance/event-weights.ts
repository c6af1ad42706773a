import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventSettings } from '../../src/ports/configuration/settings.ts';
import { representative } from '../support/matrix.ts';
import { allLists } from './events.ts';
import { event, seeded, Shop, type OpenEngine } from './shop.ts';

const nothing = (): void => undefined;
const users = ['u', 'u0', 'u1', 'u2'];
const types = ['view', 'purchase', 'wish', 'hide', 'click'];

/** The contract of `SettingsStore` for event weights. */
export function testEventWeights(name: string, open: OpenEngine): void {
  test(`${name} lists use changed weights as if they had always been in effect, including concurrent writes`, async () => {
    const next = seeded(11);
    await using shop = await withItems(open);
    await using always = await withItems(open);
    const weights = { view: 0.5, wish: 3, hide: -1, click: 0 };
    await set(always, { weights });
    const step = stepsOf(shop, always, next);
    for (let i = 0; i < representative(60, 150); i++) await step();
    assert.notDeepEqual(await allLists(shop, users), await allLists(always, users));
    const { rebuilt } = await shop.project.settings.change(() => ({ events: { weights } }), nothing);
    assert.ok(rebuilt !== null);
    for (let i = 0; i < 20; i++) await step();
    for (const one of [shop, always]) await one.project.events.eraseUser('u2');
    for (let i = 0; i < 20; i++) await step();
    assert.equal(await rebuilt, true);
    assert.deepEqual(await allLists(shop, users), await allLists(always, users));
    for (let i = 0; i < 20; i++) await step();
    const expected = await allLists(always, users);
    assert.deepEqual(await allLists(shop, users), expected);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, users), expected);
    assert.equal(shop.project.events.count(), always.project.events.count());
  });

  test(`${name} SettingsStore.change() replays nothing where weights are unchanged, and ends with the last of several`, async () => {
    await using shop = await withItems(open);
    const step = stepsOf(shop, null, seeded(12));
    for (let i = 0; i < 30; i++) await step();
    const { settings } = shop.project;
    const plain = await allLists(shop, users);
    assert.equal(await set(shop, { otherWeight: settings.defaults.events.otherWeight }), null);
    // Which replays complete depends on timing; only the last one counts.
    await Promise.all([{ otherWeight: 2 }, { weights: { view: 2 } }, {}].map((events) => set(shop, events)));
    assert.deepEqual(await allLists(shop, users), plain);
    assert.equal(await set(shop, { weights: { view: 0 } }), true);
    assert.notDeepEqual(await allLists(shop, users), plain);
  });
}

/** Changes the weights and waits until they are in effect; null where they were immediately. */
async function set(shop: Shop, events: Partial<EventSettings>): Promise<boolean | null> {
  const { rebuilt } = await shop.project.settings.change(() => ({ events }), nothing);
  return rebuilt;
}

/** Sends the same events to both shops. */
function stepsOf(shop: Shop, other: Shop | null, next: () => number): () => Promise<void> {
  const below = (count: number): number => Math.floor(next() * count);
  const both = other === null ? [shop] : [shop, other];
  return async () => {
    const id = 'abcde'[below(5)]!;
    const at = shop.now + 60_000;
    const one = event(types[below(types.length)]!, { user: `u${below(3)}` }, [id, 'abcde'[below(5)]!], {
      at,
    });
    const change = next() < 0.2 ? { id, name: ['red hat', 'blue shoe'][below(2)]!, stock: below(2) } : null;
    for (const each of both) {
      each.now = at;
      await each.project.events.append([one]);
      if (change !== null) await each.put(change);
    }
  };
}

async function withItems(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  const names = ['red shoe', 'blue shoe', 'green hat', 'red hat', 'blue scarf'];
  await shop.put(
    ...['a', 'b', 'c', 'd', 'e'].map((id, at) => ({ id, name: names[at] ?? '', category: 'x' })),
  );
  return shop;
}
