import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { proposeRegions } from './region-proposals.ts';
import type { Raster } from './pixels.ts';

const sideLength = 240;

/** A plain wall with a patterned square at each position, given by left and top. */
function wallWith(positions: readonly (readonly [number, number])[], side: number): Raster {
  const random = createRandom(1);
  const data = new Uint8Array(sideLength * sideLength * 3).fill(120);
  for (const [left, top] of positions) {
    for (let y = top; y < top + side; y++)
      for (let x = left; x < left + side; x++)
        data.fill(random() * 256, (y * sideLength + x) * 3, (y * sideLength + x) * 3 + 3);
  }
  return { width: sideLength, height: sideLength, data };
}

void test('proposeRegions() finds objects on a plain background', () => {
  for (const [left, top] of [
    [10, 10],
    [150, 20],
    [80, 150],
  ] as const) {
    const [part] = proposeRegions(wallWith([[left, top]], 70));
    assert.ok(part !== undefined);
    const [centreX, centreY] = [(left + 35) / sideLength, (top + 35) / sideLength];
    assert.ok(part.x <= centreX && centreX <= part.x + part.width, `${left}, ${top}: ${part.x}`);
    assert.ok(part.y <= centreY && centreY <= part.y + part.height, `${left}, ${top}: ${part.y}`);
    assert.ok(part.width <= 0.5 && part.x + part.width <= 1 && part.y + part.height <= 1);
  }
});

void test('proposeRegions() returns two separate objects, and none in a uniform picture', () => {
  const parts = proposeRegions(
    wallWith(
      [
        [5, 5],
        [165, 165],
      ],
      70,
    ),
  );
  assert.equal(parts.length, 2);
  assert.notEqual(parts[0]!.x < 0.4, parts[1]!.x < 0.4);
  assert.deepEqual(proposeRegions(wallWith([], 0)), []);
  assert.deepEqual(proposeRegions(wallWith([[0, 0]], sideLength)), []);
  assert.deepEqual(proposeRegions({ width: 1, height: 1, data: Uint8Array.of(1, 2, 3) }), []);
});
