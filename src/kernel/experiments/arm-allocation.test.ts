import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { allocateArms, allocationBuckets, assignArm, type ArmRange } from './arm-allocation.ts';
import { hashStringWithSeed } from '../bits/hashing.ts';

const half = allocateArms([
  { arm: 'a', share: 0.5 },
  { arm: 'b', share: 0.5 },
]);
const users = (count: number): string[] => Array.from({ length: count }, (_, i) => `user-${i}`);

function bucketsOf(ranges: readonly ArmRange[], arm: string): Set<number> {
  const buckets = new Set<number>();
  for (const range of ranges)
    if (range.arm === arm) for (let i = range.from; i < range.to; i++) buckets.add(i);
  return buckets;
}

void test('seededStringHash() equals MurmurHash3_x86_32 of the UTF-16 code units', () => {
  // Of Austin Appleby's reference implementation: of no bytes with two seeds, and of the bytes 21 43 65 87.
  assert.equal(hashStringWithSeed('', 0), 0);
  assert.equal(hashStringWithSeed('', 1), 0x514e28b7);
  assert.equal(hashStringWithSeed('', 0xffffffff), 0x81f16f39);
  assert.equal(hashStringWithSeed('\u4321\u8765', 0), 0xf55b516b);
  assert.equal(hashStringWithSeed('\u4321\u8765', 0x5082edee), 0x2362f9de);
  assert.equal(hashStringWithSeed('\u4321', 0), 0xa0f7b07a);
});

void test('assignArm() divides users by the shares, and leaves the rest outside', () => {
  const ranges = allocateArms([
    { arm: 'a', share: 0.1 },
    { arm: 'b', share: 0.25 },
    { arm: 'c', share: 0.05 },
  ]);
  const counts = new Map<string | null, number>();
  for (const user of users(100_000)) {
    const arm = assignArm(ranges, 'new order', user);
    counts.set(arm, (counts.get(arm) ?? 0) + 1);
  }
  for (const [arm, share] of [
    ['a', 0.1],
    ['b', 0.25],
    ['c', 0.05],
    [null, 0.6],
  ] as const) {
    const z = (counts.get(arm)! - 100_000 * share) / Math.sqrt(100_000 * share * (1 - share));
    assert.ok(Math.abs(z) < 3.5, `${arm}: ${counts.get(arm)}`);
  }
});

void test('assignArm() is uniform over tenths of the buckets for similar ids', () => {
  const tenths = allocateArms(Array.from({ length: 10 }, (_, i) => ({ arm: `arm ${i}`, share: 0.1 })));
  const counts = new Map<string, number>();
  for (const user of users(50_000)) {
    const arm = assignArm(tenths, 'x', user)!;
    counts.set(arm, (counts.get(arm) ?? 0) + 1);
  }
  let chiSquare = 0;
  for (const count of counts.values()) chiSquare += (count - 5_000) ** 2 / 5_000;
  // The .999 quantile with 9 degrees of freedom.
  assert.ok(chiSquare < 27.9, String(chiSquare));
});

void test('assignArm() assigns independently in experiments with similar ids', () => {
  const names = ['1', '2', 'experiment-1', 'experiment-2', 'new order', 'new orders'];
  for (const [index, one] of names.entries())
    for (const other of names.slice(index + 1)) {
      let same = 0;
      for (const user of users(20_000))
        if (assignArm(half, one, user) === assignArm(half, other, user)) same++;
      assert.ok(Math.abs(same - 10_000) < 3.5 * Math.sqrt(5_000), `${one}, ${other}: ${same}`);
    }
});

void test('allocateArms() keeps the buckets of arms whose shares stay', () => {
  const random = createRandom(21);
  for (let run = 0; run < 60; run++) {
    let shares = ['a', 'b', 'c', 'd'].map((arm) => ({ arm, share: Math.floor(random() * 2_500) / 10_000 }));
    let ranges = allocateArms(shares);
    for (let step = 0; step < 5; step++) {
      const changed = Math.floor(random() * 4);
      const next = shares.map((one, i) =>
        i === changed ? { ...one, share: Math.floor(random() * 2_500) / 10_000 } : one,
      );
      const moved = allocateArms(next, ranges);
      for (const { arm, share } of next) {
        const [before, after] = [bucketsOf(ranges, arm), bucketsOf(moved, arm)];
        assert.equal(after.size, Math.round(share * allocationBuckets));
        const [smaller, larger] = before.size < after.size ? [before, after] : [after, before];
        assert.ok(smaller.isSubsetOf(larger), `${run}: ${arm}`);
      }
      const sum = moved.reduce((total, { from, to }) => total + to - from, 0);
      assert.equal(sum, moved.reduce((all, { arm }) => all.union(bucketsOf(moved, arm)), new Set()).size);
      [shares, ranges] = [next, moved];
    }
  }
});

void test('allocateArms() refuses shares of more than 1 and arms named twice', () => {
  assert.equal(allocateArms([{ arm: 'a', share: 1 }]).length, 1);
  const refused = [
    [
      { arm: 'a', share: 0.5 },
      { arm: 'b', share: 0.5001 },
    ],
    [{ arm: 'a', share: 1.1 }],
    [{ arm: 'a', share: -0.1 }],
    [{ arm: 'a', share: Number.NaN }],
    [
      { arm: 'a', share: 0.1 },
      { arm: 'a', share: 0.1 },
    ],
  ];
  for (const shares of refused) assert.throws(() => allocateArms(shares), RangeError);
});
