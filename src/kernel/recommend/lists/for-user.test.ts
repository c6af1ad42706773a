import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forUser } from './for-user.ts';
import { applyEvent, testNow } from './random-shop.fixture.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';

const hourMs = 3_600_000;
const every = (): boolean => true;

test('forUser() changes after one event, and names the item that caused it', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['a', 'b'], at: testNow - hourMs });
  const request = (): ScoredItem[] => forUser(state, { user: 'u2', now: testNow, limit: 5, allow: every });
  assert.deepEqual(request(), []);
  applyEvent(state, { type: 'view', who: 'u2', items: ['a'], at: testNow });
  assert.deepEqual(
    request().map(({ index, because }) => [state.getId(index), because.map((id) => state.getId(id))]),
    [['b', ['a']]],
  );
});

test('forUser() counts current items once that were also sent as events', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['a', 'b', 'c', 'd'], at: testNow - hourMs });
  applyEvent(state, { type: 'view', who: 'u2', items: ['a', 'b'], at: testNow });
  const request = { user: 'u2', now: testNow, limit: 5, allow: every };
  const seen = [state.item('a'), state.item('b')];
  assert.deepEqual(forUser(state, { ...request, seen }), forUser(state, request));
  assert.notDeepEqual(
    forUser(state, { ...request, seen: [...seen, state.item('c')] }),
    forUser(state, request),
  );
});

test('forUser() recommends seen items again only where the log shows repeats', () => {
  const state = new RecommenderState();
  const request = (): string[] => {
    return forUser(state, { user: 'u1', now: testNow, limit: 9, allow: every }).map(({ index }) =>
      state.getId(index),
    );
  };
  applyEvent(state, { type: 'purchase', who: 'u1', items: ['milk', 'bread'], at: testNow - 9 * hourMs });
  assert.ok(!request().includes('milk'));
  for (let week = 0; week < 9; week++) {
    applyEvent(state, {
      type: 'purchase',
      who: 'u2',
      items: ['milk', 'bread'],
      at: testNow - week * hourMs,
    });
  }
  assert.ok(request().includes('milk'));
});

test('forUser() leaves out other variants of products in the history, unless visitors repeat', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['shoe-40', 'shoe-41', 'sock'], at: testNow - hourMs });
  applyEvent(state, { type: 'view', who: 'u2', items: ['shoe-40'], at: testNow });
  const findProduct = (item: number): string | null => (state.getId(item).startsWith('shoe') ? 'shoe' : null);
  const request = { user: 'u2', now: testNow, limit: 9, allow: every, findProduct };
  const list = (repeats: boolean): string[] =>
    forUser(state, { ...request, repeats }).map(({ index }) => state.getId(index));
  assert.deepEqual(list(false), ['sock']);
  assert.deepEqual(list(true).toSorted(), ['shoe-40', 'shoe-41', 'sock']);
});

test('forUser() recommends an item without interactions by its content', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 'u1', items: ['old'], at: testNow });
  state.setContent(state.item('old'), { attributes: ['brand=x'], words: [] });
  state.setContent(state.item('new'), { attributes: ['brand=x'], words: [] });
  const [first] = forUser(state, { user: 'u1', now: testNow, limit: 5, allow: every });
  assert.equal(first && state.getId(first.index), 'new');
  assert.equal(first?.source, 'content');
});
