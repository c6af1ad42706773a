import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopK } from './top-k.ts';

test('TopK returns the best entries in order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(500)),
      fc.integer({ min: 0, max: 100 }),
      fc.nat(105),
      (numbers, capacity, from) => {
        const expected = numbers.toSorted((a, b) => a - b).slice(0, capacity);
        const top = new TopK<number>(capacity, (a, b) => a - b);
        for (const number of numbers) {
          const { threshold } = top;
          if (threshold !== undefined) assert.ok(expected.at(-1)! <= threshold);
          top.offer(number);
        }
        assert.deepEqual(top.takeSorted(from), expected.slice(from));
        assert.deepEqual(top.takeSorted(), expected);
      },
    ),
    { seed: 17, numRuns: 500 },
  );
});

test('TopK needs a few comparisons for each entry, even with a capacity of ten thousand', () => {
  const offered = 100_000;
  const orders: ((i: number) => number)[] = [
    (i) => (i * 48_271) % 1_000_003,
    (i) => i,
    (i) => -i,
    (i) => Math.abs(i - offered / 2) * 2 + (i & 1),
  ];
  for (const order of orders) {
    let comparisons = 0;
    const top = new TopK<number>(10_000, (a, b) => {
      comparisons++;
      return a - b;
    });
    for (let i = 0; i < offered; i++) top.offer(order(i));
    assert.equal(top.takeSorted(9_950).length, 50);
    assert.ok(comparisons < 7 * offered, `${comparisons / offered} comparisons`);
    assert.equal(top.takeSorted().length, 10_000);
    assert.ok(comparisons < 9 * offered, `${comparisons / offered} comparisons`);
  }
});
