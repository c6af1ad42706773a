import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageLists } from './page-lists.ts';

test('PageLists gives each list of a group the items of those before it, once these are loaded', () => {
  const lists = new PageLists();
  const [first, other, second] = [lists.add(), lists.add(), lists.add()];
  lists.change(first.list, { group: 'home', ids: null });
  lists.change(other.list, { group: null, ids: ['x'] });
  assert.equal(lists.itemsBefore(null, 'home'), null, 'it is not on the page yet');
  assert.equal(lists.itemsBefore(second.list, 'home'), null);
  assert.deepEqual(lists.itemsBefore(second.list, 'cart'), []);
  assert.deepEqual(lists.itemsBefore(second.list, undefined), []);
  lists.change(first.list, { group: 'home', ids: ['a', 'b'] });
  assert.deepEqual(lists.itemsBefore(second.list, 'home'), ['a', 'b']);
  assert.deepEqual(lists.itemsBefore(first.list, 'home'), []);
  first.remove();
  assert.deepEqual(lists.itemsBefore(second.list, 'home'), []);
});

test('PageLists notifies of changes only, and remembers the groups of placements', () => {
  const lists = new PageLists();
  let count = 0;
  lists.subscribe(() => count++);
  const { list, remove } = lists.add();
  lists.change(list, { group: 'home', ids: ['a'] });
  lists.change(list, { group: 'home', ids: ['a'] });
  assert.equal(count, 1);
  assert.equal(lists.groupOf('top'), undefined);
  lists.learnGroup('top', null);
  lists.learnGroup('top', null);
  remove();
  assert.deepEqual([count, lists.groupOf('top')], [3, null]);
});
