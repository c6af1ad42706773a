import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { descriptorLength } from './descriptors.ts';
import { PointMatcher } from './point-matching.ts';
import type { PointSet } from './point-set.ts';

/** Points at random places with random descriptors, or ones slightly different from those of `near`. */
function randomSet(count: number, seed: number, near: PointSet | null = null): PointSet {
  const random = createRandom(seed);
  const descriptors = Int8Array.from({ length: count * descriptorLength }, (_, i) => {
    const noise = Math.floor(random() * 20);
    return near === null ? Math.floor(random() * 100) : (near.descriptors[i] ?? 50) + noise;
  });
  const positions = Float32Array.from({ length: count * 2 }, () => random() * 100);
  return { width: 100, height: 100, positions, descriptors };
}

/** The matches by their definition. */
function naiveMatches(first: PointSet, second: PointSet): [number, number][] {
  const indexes = (set: PointSet): number[] => Array.from({ length: set.positions.length / 2 }, (_, i) => i);
  const distance = (i: number, j: number): number =>
    Math.hypot(
      ...Array.from(
        { length: descriptorLength },
        (_, k) =>
          first.descriptors[i * descriptorLength + k]! - second.descriptors[j * descriptorLength + k]!,
      ),
    );
  return indexes(first).flatMap((i) => {
    const [j, next] = indexes(second).toSorted((a, b) => distance(i, a) - distance(i, b));
    const back = indexes(first).toSorted((a, b) => distance(a, j!) - distance(b, j!))[0];
    return back === i && distance(i, j!) < 0.8 * distance(i, next!) ? [[i, j!] as [number, number]] : [];
  });
}

void test('PointMatcher.match() finds the pairs of closest points that are clearly closer than the next', () => {
  const matcher = new PointMatcher();
  for (const [count, more] of [
    [2, 0],
    [7, 3],
    [20, 11],
  ] as const) {
    const first = randomSet(count, count);
    const second = randomSet(count + more, count + 1, first);
    const expected = naiveMatches(first, second);
    assert(expected.length > 0);
    assert.deepEqual(matcher.match(first, second), expected);
    assert.deepEqual(matcher.match(randomSet(count, 99), second), naiveMatches(randomSet(count, 99), second));
  }
});

void test('PointMatcher.match() needs two points to compare', () => {
  const matcher = new PointMatcher();
  const [none, one, some] = [0, 1, 5].map((count) => randomSet(count, 1)) as [PointSet, PointSet, PointSet];
  assert.deepEqual(matcher.match(some, none), []);
  assert.deepEqual(matcher.match(some, one), []);
  assert.deepEqual(matcher.match(none, some), []);
});
