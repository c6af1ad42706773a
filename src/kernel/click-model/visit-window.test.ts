import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeAction,
  actionKinds,
  decodePosition,
  VisitWindow,
  type ListVisit,
  type VisitLimits,
} from './visit-window.ts';

const limits: VisitLimits = { visits: 6, visitsPerList: 3, visitsPerVisitor: 2, itemsPerVisit: 4 };
const list = (name: string, visitor: string, items: number[], offset = 0, at = 0) => ({
  list: name,
  category: '',
  visitor,
  at,
  offset,
  items,
});
const shownIn = ({ entries }: ListVisit): number[][] =>
  Array.from({ length: entries.length / 2 }, (_, i) => [
    entries[2 * i]!,
    decodePosition(entries[2 * i + 1]!),
    decodeAction(entries[2 * i + 1]!),
  ]);

test('VisitWindow counts a visitor once for a list: first positions, largest actions', () => {
  const window = new VisitWindow(() => undefined, limits);
  assert.equal(window.recordImpression(list('q', 'ann', [7, 8])), true);
  assert.equal(window.recordImpression(list('q', 'ann', [9, 7], 2)), false);
  for (let i = 0; i < 10_000; i++) window.recordAction('q', 'ann', 8, actionKinds.cart);
  window.recordAction('q', 'ann', 8, actionKinds.click);
  window.recordAction('q', 'ann', 5, actionKinds.click);
  window.recordAction('q', 'bob', 8, actionKinds.click);
  assert.deepEqual(window.listItemsIn('q', 'ann'), [7, 8, 9]);
  assert.deepEqual(window.listItemsIn('q', 'bob'), []);
  const [visit, ...others] = window.listVisits('q');
  assert.deepEqual(others, []);
  assert.deepEqual(shownIn(visit!), [
    [7, 1, 0],
    [8, 2, actionKinds.cart],
    [9, 3, 0],
  ]);
  assert.deepEqual(
    [...window.shownTimes],
    [
      [7, 1],
      [8, 1],
      [9, 1],
    ],
  );
});

test('VisitWindow drops the oldest visit beyond each limit, and items beyond that of a visit', () => {
  const window = new VisitWindow(() => undefined, limits);
  const visitors = (name: string): string[] => [...window.listVisits(name)].map(({ visitor }) => visitor);
  for (const visitor of ['a', 'b', 'c', 'd']) window.recordImpression(list('q', visitor, [1]));
  assert.deepEqual(visitors('q'), ['b', 'c', 'd']);
  for (const name of ['r', 's']) window.recordImpression(list(name, 'b', [1]));
  assert.deepEqual([visitors('q'), visitors('r'), visitors('s')], [['c', 'd'], ['b'], ['b']]);
  window.recordImpression(list('s', 'e', [1, 2, 3, 4, 5]));
  assert.equal([...window.listVisits('s')][1]!.entries.length, 8);
  for (const visitor of ['f', 'g']) window.recordImpression(list('t', visitor, [1]));
  assert.equal(window.size, 6);
  assert.deepEqual(visitors('q'), ['d']);
});

test('VisitWindow.forget() leaves what there would be without the visitor', () => {
  const [window, without] = [new VisitWindow(() => undefined), new VisitWindow(() => undefined)];
  for (let i = 0; i < 500; i++) {
    const visitor = `v${i % 50}`;
    const shown = list(`q${i % 20}`, visitor, [i % 7, i % 11, i % 13], i % 3);
    for (const one of visitor === 'v7' ? [window] : [window, without]) {
      one.recordImpression(shown);
      one.recordAction(shown.list, visitor, i % 11, actionKinds.click);
    }
  }
  window.forget('v7');
  const state = (one: VisitWindow): unknown => [
    [...one.lists()].sort().map((name) => [name, [...one.listVisits(name)]]),
    [...one.shownTimes].sort(([a], [b]) => a - b),
    one.size,
  ];
  assert.deepEqual(state(window), state(without));
});
