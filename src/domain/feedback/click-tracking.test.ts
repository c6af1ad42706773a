import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClickLog, ResultClick } from '../../ports/click-log.ts';
import type { StoredItem } from '../../ports/catalog.ts';
import type { ShopEvent } from '../../ports/events.ts';
import type { HybridTier } from '../../ports/text.ts';
import type { EventWithAddress } from '../events/events.ts';
import { ClickTracker, type ShownResults } from './click-tracking.ts';

/** Lists and events of one shop, and what is told of them. */
class Watched {
  readonly told: ResultClick[] = [];
  readonly choices: ClickLog = {
    record: (choice) => void this.told.push(choice),
    count: 0,
  };
  readonly watch = new ClickTracker({ now: () => 5_000 });

  show(places: readonly (HybridTier | null)[], more: Partial<ShownResults> = {}): void {
    const hits = places.map((fused, i) => ({ item: { id: `i${i}` } as StoredItem, fused }));
    const list = {
      searchId: 's1',
      query: ' Oak  TABLE',
      model: 'm:1',
      offset: 0,
      user: 'ann',
      session: null,
    };
    this.watch.recordResults(this.choices, { ...list, hits, ...more });
  }

  act(more: Partial<ShopEvent> = {}, address: string | null = null): ResultClick | undefined {
    const event: ShopEvent = {
      id: null,
      type: 'click',
      user: 'bob',
      session: null,
      at: 1,
      items: [{ id: 'i2', quantity: 1, price: null }],
      searchId: 's1',
      recommendationId: null,
      position: null,
      suspectedBot: false,
      ...more,
    };
    this.watch.recordEvents([{ event, address } satisfies EventWithAddress]);
    return this.told.pop();
  }
}

const place = (keywordScore: number, cosine: number | null, level = 7): HybridTier => ({
  keywordScore: keywordScore,
  cosine,
  level,
});
const three = [place(1, 0.5), place(0.5, 0.25), place(0.25, 0.75)];
const toldOfThree: ResultClick = {
  query: 'oak table',
  by: { user: 'ann' },
  at: 5_000,
  model: 'm:1',
  places: [
    { position: 1, keywordScore: 1, cosine: 0.5 },
    { position: 2, keywordScore: 0.5, cosine: 0.25 },
    { position: 3, keywordScore: 0.25, cosine: 0.75 },
  ],
  chosen: 2,
};

void test('ListChoices tells the first item that an event names with its list, once', () => {
  const watched = new Watched();
  watched.show(three);
  assert.equal(watched.act({ type: 'view' }), undefined);
  assert.equal(watched.act({ items: [{ id: 'elsewhere', quantity: 1, price: null }] }), undefined);
  assert.equal(watched.act({ searchId: 's2' }), undefined);
  assert.deepEqual(watched.act(), toldOfThree);
  assert.equal(watched.act({ type: 'purchase' }), undefined);
});

void test('ListChoices tells of places that only the weight puts in order', () => {
  const watched = new Watched();
  watched.show([place(1, 0.9, 8), null, place(0.25, 0.75), place(1, null), place(0.5, 0.5)], { offset: 20 });
  assert.deepEqual(watched.act()?.places, [
    { position: 23, keywordScore: 0.25, cosine: 0.75 },
    { position: 25, keywordScore: 0.5, cosine: 0.5 },
  ]);
  watched.show([place(1, 0.9, 8), place(1, 0.9, 8), place(0.25, 0.75)]);
  assert.equal(watched.act(), undefined, 'one alone is no choice');
  watched.show(three, { model: null });
  assert.equal(watched.act(), undefined, 'words alone');
});

void test('ListChoices names who searched, or who acted where that is not known', () => {
  const watched = new Watched();
  watched.show(three, { user: null });
  assert.deepEqual(watched.act()?.by, { user: 'bob' });
  watched.show(three, { user: null, session: 'v1' });
  assert.deepEqual(watched.act()?.by, { session: 'v1' });
});

void test('ListChoices takes no more of one address, or of a crowd', () => {
  const watched = new Watched();
  const from = (user: string, address: string): ResultClick | undefined => {
    watched.show(three, { user });
    return watched.act({}, address);
  };
  assert.ok(from('u1', '192.0.2.1'));
  assert.ok(from('u2', '192.0.2.1'));
  assert.equal(from('u3', '192.0.2.1'), undefined);
  assert.ok(from('u3', '192.0.2.2'));
  watched.show(three);
  assert.equal(watched.act({ suspectedBot: true }), undefined);
});

void test('ListChoices.forget() forgets what was shown to a user', () => {
  const watched = new Watched();
  watched.show(three);
  watched.watch.forget(watched.choices, { user: 'ann' });
  assert.equal(watched.act(), undefined);
});
