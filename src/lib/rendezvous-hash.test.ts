import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankNodes } from './rendezvous-hash.ts';

const nodes = ['a', 'b', 'c', 'd'];
const keys = Array.from({ length: 3_000 }, (_, i) => `shop-${i}`);
const holdersOf = (of: readonly string[], count: number): string[][] =>
  keys.map((key) => rankNodes(of, key, count));

test('rankNodes spreads keys evenly, whatever the order of the nodes', () => {
  const counts = new Map<string, number>();
  for (const node of holdersOf(nodes, 2).flat()) counts.set(node, (counts.get(node) ?? 0) + 1);
  const expected = (keys.length * 2) / nodes.length;
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < expected * 0.1, `${count}`);
  assert.deepEqual(holdersOf(nodes.toReversed(), 2), holdersOf(nodes, 2));
});

test('rankNodes: a node that comes or goes moves only its share', () => {
  const before = holdersOf(nodes, 2);
  const after = holdersOf([...nodes, 'e'], 2);
  let moved = 0;
  for (const [i, holders] of after.entries()) {
    const added = holders.filter((node) => !before[i]!.includes(node));
    assert.ok(added.every((node) => node === 'e'));
    // The others keep their order, and with it the first one its background work.
    const kept = holders.filter((node) => node !== 'e');
    assert.deepEqual(kept, before[i]!.slice(0, kept.length));
    moved += added.length;
  }
  const share = (keys.length * 2) / 5;
  assert.ok(Math.abs(moved - share) < share * 0.15, `${moved}`);
});

test('rankNodes returns all nodes where there are fewer', () => {
  assert.deepEqual(rankNodes(['a'], 'shop', 2), ['a']);
  assert.deepEqual(rankNodes([], 'shop', 2), []);
  assert.equal(new Set(rankNodes(nodes, 'shop', 9)).size, nodes.length);
});
