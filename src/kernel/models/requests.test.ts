import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { boughtTogether } from './bought-together.ts';
import { forUser } from './for-user.ts';
import { NOW, applyEvent, applyStep, shopSteps, whatRemains } from './random-shop.fixture.ts';
import { RecommenderState } from './recommender-state.ts';
import type { Scored } from './scored.ts';
import { similar } from './similar.ts';
import { popular, trending } from './trending.ts';

const RUNS = { seed: 20240601, numRuns: 150 };
const HOUR = 3_600_000;
const every = (): boolean => true;

function shopOf(steps: Parameters<typeof whatRemains>[0]): RecommenderState {
  const state = new RecommenderState();
  for (const step of steps) applyStep(state, step);
  return state;
}

/** Every request by name, for one item and one user. */
function requests(
  state: RecommenderState,
  item: number,
  limit: number,
  allow: (index: number) => boolean,
): Record<string, { list: Scored[]; never: number[] }> {
  const common = { now: NOW, limit, allow };
  return {
    forUser: { list: forUser(state, { ...common, user: 'u1' }), never: [] },
    forSession: { list: forUser(state, { ...common, session: [item] }), never: [] },
    similar: { list: similar(state, { ...common, item }), never: [item] },
    boughtTogether: { list: boughtTogether(state, { ...common, items: [item], user: 'u1' }), never: [item] },
    trending: { list: trending(state, common), never: [] },
    popular: { list: popular(state, common), never: [] },
  };
}

test('requests give distinct allowed items, best first, and what a filtered longer list would begin with', () => {
  fc.assert(
    fc.property(
      shopSteps,
      fc.nat(14),
      fc.integer({ min: 1, max: 8 }),
      fc.nat(7),
      (steps, number, limit, mask) => {
        const state = shopOf(steps);
        const item = state.item(`item-${number}`);
        const allow = (index: number): boolean => (state.tieOf(index) & mask) !== mask || mask === 0;
        const allowed = requests(state, item, limit, allow);
        const unfiltered = requests(state, item, 100, every);
        for (const [name, { list, never }] of Object.entries(allowed)) {
          const ids = list.map(({ index }) => index);
          assert.equal(new Set(ids).size, ids.length, name);
          assert.ok(
            ids.every((index) => allow(index) && !never.includes(index)),
            name,
          );
          const scores = list.map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((one, other) => other - one),
            name,
          );
          const expected = unfiltered[name]!.list.filter(({ index }) => allow(index)).slice(0, limit);
          assert.deepEqual(list, expected, name);
        }
      },
    ),
    RUNS,
  );
});

test('requests answer nothing, and do not fail, where nothing is known', () => {
  const state = new RecommenderState();
  const item = state.item('a');
  for (const { list } of Object.values(requests(state, item, 5, every))) assert.deepEqual(list, []);
  assert.deepEqual(forUser(state, { user: 'nobody', now: NOW, limit: 5, allow: every }), []);
});

test('similar() answers from content before the first event, and from the first event on', () => {
  const state = new RecommenderState();
  const [shoe, boot, sock] = [state.item('shoe'), state.item('boot'), state.item('sock')];
  state.setContent(shoe, { attributes: ['category=shoes'], words: ['leather', 'shoe'] });
  state.setContent(boot, { attributes: ['category=shoes'], words: ['leather', 'boot'] });
  state.setContent(sock, { attributes: ['category=socks'], words: ['wool'] });
  const ask = (): Scored[] => similar(state, { item: shoe, now: NOW, limit: 5, allow: every });
  assert.deepEqual(
    ask().map(({ index, source }) => [index, source]),
    [[boot, 'content']],
  );
  applyEvent(state, { type: 'view', who: 'u1', items: ['shoe', 'sock'], at: NOW });
  assert.ok(ask().some(({ index }) => index === sock));
});

test('similar() takes vector neighbours as a part of content', () => {
  const state = new RecommenderState();
  const [one, other] = [state.item('one'), state.item('other')];
  const list = similar(state, {
    item: one,
    now: NOW,
    limit: 5,
    allow: every,
    vectorNeighbours: [
      { index: one, score: 1 },
      { index: other, score: 0.8 },
    ],
  });
  assert.deepEqual(
    list.map(({ index, score, source }) => [index, score, source]),
    [[other, 0.4, 'vectors']],
  );
});

test('forUser() changes with one event, and names the item that led to it', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['a', 'b'], at: NOW - HOUR });
  const ask = (): Scored[] => forUser(state, { user: 'u2', now: NOW, limit: 5, allow: every });
  assert.deepEqual(ask(), []);
  applyEvent(state, { type: 'view', who: 'u2', items: ['a'], at: NOW });
  assert.deepEqual(
    ask().map(({ index, because }) => [state.idOf(index), because.map((id) => state.idOf(id))]),
    [['b', ['a']]],
  );
});

test('forUser() counts a session that was also sent as events once', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['a', 'b', 'c', 'd'], at: NOW - HOUR });
  applyEvent(state, { type: 'view', who: 'u2', items: ['a', 'b'], at: NOW });
  const request = { user: 'u2', now: NOW, limit: 5, allow: every };
  const session = [state.item('a'), state.item('b')];
  assert.deepEqual(forUser(state, { ...request, session }), forUser(state, request));
  assert.notDeepEqual(
    forUser(state, { ...request, session: [...session, state.item('c')] }),
    forUser(state, request),
  );
});

test('forUser() recommends seen items again only where the shop sees repeats', () => {
  const state = new RecommenderState();
  const ask = (): string[] => {
    return forUser(state, { user: 'u1', now: NOW, limit: 9, allow: every }).map(({ index }) =>
      state.idOf(index),
    );
  };
  applyEvent(state, { type: 'purchase', who: 'u1', items: ['milk', 'bread'], at: NOW - 9 * HOUR });
  assert.ok(!ask().includes('milk'));
  for (let week = 0; week < 9; week++) {
    applyEvent(state, { type: 'purchase', who: 'u2', items: ['milk', 'bread'], at: NOW - week * HOUR });
  }
  assert.ok(ask().includes('milk'));
});

test('forUser() brings an item nobody touched yet by its content', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['old'], at: NOW });
  state.setContent(state.item('old'), { attributes: ['brand=x'], words: [] });
  state.setContent(state.item('new'), { attributes: ['brand=x'], words: [] });
  const [first] = forUser(state, { user: 'u1', now: NOW, limit: 5, allow: every });
  assert.equal(first && state.idOf(first.index), 'new');
  assert.equal(first?.source, 'content');
});

test('boughtTogether() gives exact support, confidence and lift', () => {
  fc.assert(
    fc.property(shopSteps, (steps) => {
      const state = shopOf(steps);
      const baskets = whatRemains(steps)
        .events.filter(({ type }) => type === 'purchase')
        .map(({ items }) => new Set(items));
      const having = (...ids: string[]): number =>
        baskets.filter((basket) => ids.every((id) => basket.has(id))).length;
      for (let number = 0; number < 15; number++) {
        const id = `item-${number}`;
        const item = state.item(id);
        for (const { index, parts, source } of boughtTogether(state, {
          items: [item],
          now: NOW,
          limit: 20,
          allow: every,
        })) {
          const other = state.idOf(index);
          assert.equal(parts['support'], having(id, other));
          assert.equal(parts['confidence'], having(id, other) / Math.max(1, having(id)));
          const lift =
            (having(id, other) * baskets.length) / Math.max(1, having(id)) / Math.max(1, having(other));
          assert.ok(Math.abs(parts['lift']! - lift) < 1e-9);
          assert.equal(source, having(id, other) > 0 ? 'baskets' : 'kinds');
        }
      }
    }),
    RUNS,
  );
});

test('boughtTogether() puts what the buyer buys anyway first, and leaves substitutes out', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'purchase', who: 'u1', items: ['pasta', 'sauce'], at: NOW });
  applyEvent(state, { type: 'purchase', who: 'u2', items: ['pasta', 'sauce'], at: NOW });
  applyEvent(state, { type: 'purchase', who: 'u3', items: ['pasta', 'cheese'], at: NOW });
  const ask = (user: string): string[] => {
    const list = boughtTogether(state, {
      items: [state.item('pasta')],
      user,
      now: NOW,
      limit: 5,
      allow: every,
    });
    return list.map(({ index }) => state.idOf(index));
  };
  assert.deepEqual(ask('new'), ['sauce', 'cheese']);
  assert.deepEqual(ask('u3'), ['cheese', 'sauce']);
  for (const id of ['pasta', 'sauce'])
    state.setContent(state.item(id), { attributes: [], words: [], type: 'food' });
  for (let visitor = 0; visitor < 60; visitor++) {
    applyEvent(state, { type: 'view', who: `v${visitor}`, items: ['pasta', 'sauce'], at: NOW });
  }
  assert.deepEqual(ask('new'), ['cheese']);
});

test('trending() scores by observed and expected visitors', () => {
  const state = new RecommenderState();
  for (let day = 30; day >= 6; day--) {
    for (let visitor = 0; visitor < 5; visitor++) {
      applyEvent(state, {
        type: 'view',
        who: `old-${day}-${visitor}`,
        items: ['usual'],
        at: NOW - day * 24 * HOUR,
      });
    }
  }
  for (let visitor = 0; visitor < 8; visitor++) {
    applyEvent(state, { type: 'view', who: `new-${visitor}`, items: ['usual'], at: NOW });
    if (visitor < 6) applyEvent(state, { type: 'view', who: `new-${visitor}`, items: ['fresh'], at: NOW });
  }
  for (let touch = 0; touch < 500; touch++) {
    applyEvent(state, { type: 'view', who: 'script', items: ['scripted'], at: NOW });
  }
  const list = trending(state, { now: NOW, limit: 5, allow: every });
  assert.deepEqual(
    list.map(({ index }) => state.idOf(index)),
    ['fresh', 'scripted'],
  );
  assert.equal(list[0]!.parts['observed'], 6);
  assert.equal(list[0]!.parts['expected'], 0);
  assert.equal(list[0]!.score, 6 / Math.sqrt(state.weights.trendPrior));
  assert.equal(list[1]!.parts['observed'], 1);
});

test('trending() asks of a category only its own items, and leaves out what the user bought', () => {
  const state = new RecommenderState();
  for (const [id, category] of [
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
  ] as const) {
    state.setContent(state.item(id), { attributes: [], words: [], category });
    applyEvent(state, { type: 'purchase', who: `buyer of ${id}`, items: [id], at: NOW });
  }
  const ask = (user: string): string[] => {
    const list = trending(state, { now: NOW, limit: 5, allow: every, category: 'x', user });
    return list.map(({ index }) => state.idOf(index)).sort();
  };
  assert.deepEqual(ask('somebody'), ['a', 'b']);
  assert.deepEqual(ask('buyer of a'), ['b']);
  assert.deepEqual(trending(state, { now: NOW, limit: 5, allow: every, category: 'unknown' }), []);
});
