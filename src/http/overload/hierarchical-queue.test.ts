import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HierarchicalQueue } from './hierarchical-queue.ts';

/** Serves `count` values that cost one each; what was served, by name. */
function serve(queue: HierarchicalQueue<string>, count: number): Record<string, number> {
  const served: Record<string, number> = {};
  for (let i = 0; i < count; i++) {
    const next = queue.shift();
    if (next === undefined) break;
    served[next.value] = (served[next.value] ?? 0) + 1;
    queue.charge(next.path, 1);
  }
  return served;
}

test('HierarchicalQueue.shift() serves a new client before the rest of a flood', () => {
  const queue = new HierarchicalQueue<string>();
  for (let i = 0; i < 1_000; i++) queue.push(['shop', 'bot', String(i % 50)], 'bot');
  assert.deepEqual(serve(queue, 100), { bot: 100 });
  queue.push(['shop', 'shopper', '1'], 'shopper');
  queue.push(['other', 'shopper', '1'], 'other shop');
  const { bot = 0, ...others } = serve(queue, 4);
  assert.deepEqual(others, { shopper: 1, 'other shop': 1 });
  assert.ok(bot <= 2);
});

test('HierarchicalQueue.shift() divides by key, then by visitor, then by connection', () => {
  const queue = new HierarchicalQueue<string>();
  for (let i = 0; i < 300; i++) {
    queue.push(['a', 'one', '1'], 'a one 1');
    queue.push(['a', 'one', '2'], 'a one 2');
    queue.push(['a', 'two', '3'], 'a two');
    queue.push(['b', 'three', '4'], 'b');
  }
  assert.deepEqual(serve(queue, 400), { 'a one 1': 50, 'a one 2': 50, 'a two': 100, b: 200 });
});

test('HierarchicalQueue.charge() delays a client by the cost of its requests, not by their number', () => {
  const queue = new HierarchicalQueue<string>();
  for (let i = 0; i < 100; i++) {
    queue.push(['dear'], 'dear');
    queue.push(['cheap'], 'cheap');
  }
  const served = { dear: 0, cheap: 0 };
  for (let i = 0; i < 66; i++) {
    const { path, value } = queue.shift()!;
    served[value as 'dear' | 'cheap']++;
    queue.charge(path, value === 'dear' ? 10 : 1);
  }
  assert.deepEqual(served, { dear: 6, cheap: 60 });
});

test('HierarchicalQueue.push() gives a client that was idle no credit', () => {
  const queue = new HierarchicalQueue<string>();
  queue.push(['late'], 'late');
  serve(queue, 1);
  for (let i = 0; i < 100; i++) queue.push(['early'], 'early');
  serve(queue, 50);
  for (let i = 0; i < 50; i++) queue.push(['late'], 'late');
  const { late = 0 } = serve(queue, 20);
  assert.ok(late >= 9 && late <= 11, `${late} of 20`);
});

test('HierarchicalQueue serves every value once, those of one client in order, and keeps few idle clients', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(2)), { maxLength: 200 }), (paths) => {
      const queue = new HierarchicalQueue<{ client: string; no: number }>();
      paths.forEach((path, no) => {
        queue.push(path.map(String), { client: path.join(), no });
        if (no % 3 === 2) queue.charge(path.map(String), no % 7);
      });
      const last = new Map<string, number>();
      for (let left = paths.length; left > 0; left--) {
        assert.equal(queue.size, left);
        const { path, value } = queue.shift()!;
        assert.equal(path.join(), value.client);
        assert.ok((last.get(value.client) ?? -1) < value.no);
        last.set(value.client, value.no);
        queue.charge(path, 1);
      }
      assert.equal(queue.shift(), undefined);
    }),
  );
});

test('HierarchicalQueue keeps few idle clients if each request has a new connection', () => {
  const queue = new HierarchicalQueue<number>();
  queue.push(['shop', 'busy', '1'], -1);
  queue.charge(['shop', 'busy', '1'], 1e9);
  for (let i = 0; i < 10_000; i++) {
    queue.push(['shop', 'one', String(i)], i);
    const { path, value } = queue.shift()!;
    assert.equal(value, i);
    queue.charge(path, 1);
    assert.ok(queue.shareCount <= 100, `${queue.shareCount} after ${i} requests`);
  }
  assert.equal(queue.shift()?.value, -1, 'who waits is kept');
});

test('HierarchicalQueue.shift() serves an earlier client despite an endless series of new ones', () => {
  const queue = new HierarchicalQueue<string>();
  for (let i = 0; i < 20; i++) queue.push(['old'], 'old');
  serve(queue, 10);
  const served = { old: 0, new: 0 };
  for (let i = 0; i < 100; i++) {
    queue.push([`new ${i}`], 'new');
    const { path, value } = queue.shift()!;
    served[value as 'old' | 'new']++;
    queue.charge(path, 1);
  }
  assert.ok(served.old >= 5, JSON.stringify(served));
});
