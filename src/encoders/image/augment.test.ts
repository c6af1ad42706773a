import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene, sceneSide } from './augment.ts';
import { cutOut, hasWhiteBorder } from './packshot.ts';
import type { Raster } from './pixels.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { representative } from '../../../test/support/matrix.ts';

const sideLength = 60;

/** A square of one colour with a white heart, in the middle of a white picture. */
function packshot(border: number, red: number): Raster {
  const data = new Uint8Array(sideLength * sideLength * 3).fill(border);
  for (let y = 15; y < 45; y++) {
    for (let x = 20; x < 40; x++) {
      const isHeart = y >= 25 && y < 35 && x >= 27 && x < 33;
      data.set(isHeart ? [255, 255, 255] : [red, 0, 0], (y * sideLength + x) * 3);
    }
  }
  return { width: sideLength, height: sideLength, data };
}

void test('hasWhiteBorder() distinguishes a packshot from a photo', () => {
  assert.equal(hasWhiteBorder(packshot(250, 200)), true);
  assert.equal(hasWhiteBorder(packshot(120, 200)), false);
  assert.equal(hasWhiteBorder({ width: 1, height: 1, data: Uint8Array.of(255, 255, 255) }), true);
});

void test('cutOut() removes the white around the product and keeps the white inside', () => {
  const product = cutOut(packshot(250, 200));
  assert.deepEqual(product?.box, { left: 20, top: 15, right: 40, bottom: 45 });
  assert.equal(product.opacity[5 * sideLength + 5], 0);
  assert.equal(product.opacity[20 * sideLength + 25], 255);
  assert.equal(product.opacity[30 * sideLength + 30], 255);
});

void test('cutOut() is null where nothing remains, or nothing was removed', () => {
  assert.equal(
    cutOut({
      width: sideLength,
      height: sideLength,
      data: new Uint8Array(sideLength * sideLength * 3).fill(255),
    }),
    null,
  );
  assert.equal(
    cutOut({ width: sideLength, height: sideLength, data: new Uint8Array(sideLength * sideLength * 3) }),
    null,
  );
});

void test('composeScene() is deterministic by seed', () => {
  const product = cutOut(packshot(250, 200))!;
  const behind = packshot(120, 90);
  const kinds = ['single', 'several', 'close'] as const;
  for (const scene of kinds.flatMap((kind) => [null, behind].map((picture) => ({ kind, behind: picture })))) {
    const first = composeScene(product, scene, createRandom(1));
    assert.equal(first.length, sceneSide * sceneSide * 3);
    assert.deepEqual(composeScene(product, scene, createRandom(1)), first);
    assert.notDeepEqual(composeScene(product, scene, createRandom(2)), first);
  }
});

void test('composeScene() shows the product in every scene', () => {
  const product = cutOut(packshot(250, 230))!;
  const behind = { width: 1, height: 1, data: Uint8Array.of(90, 90, 90) };
  const reds = { single: 0, several: 0, close: 0 };
  for (const kind of ['single', 'several', 'close'] as const) {
    for (let seed = 0; seed < representative(10, 30); seed++) {
      const scene = composeScene(product, { kind, behind }, createRandom(seed));
      let red = 0;
      for (let at = 0; at < scene.length; at += 3) if (scene[at]! > scene[at + 1]! + 50) red += 1;
      assert(red > 0.03 * sceneSide * sceneSide, `${kind}, seed ${seed}: ${red} pixels`);
      reds[kind] += red;
    }
  }
  assert(reds.several > reds.single && reds.close > reds.single, JSON.stringify(reds));
});
