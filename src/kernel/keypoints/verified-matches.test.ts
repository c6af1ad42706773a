import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import type { GreyPicture } from './grey-picture.ts';
import { type Appearance, photoOf, printedPicture } from './pictures.fixture.ts';
import { decodePoints, encodePoints, extractPoints } from './point-set.ts';
import { verifyMatches } from './verified-matches.ts';
import { cos, sin } from '../../math/trigonometry.ts';

const side = 200;
const picture = printedPicture(side, 1);
const stored = decodePoints(encodePoints(extractPoints(picture, 400)));

/** The matched points of a photo and the picture: x and y in the photo, x and y in the picture. */
function matchesIn(photo: GreyPicture): [number, number, number, number][] {
  const numbers = [...verifyMatches(extractPoints(photo, 400), stored, createRandom(1))];
  return Array.from({ length: numbers.length / 4 }, (_, i) => numbers.slice(4 * i, 4 * i + 4) as never);
}

const appearances: Record<string, Appearance> = {
  'as it is': {},
  'upside down': { angle: Math.PI },
  turned: { angle: 0.6 },
  smaller: { scale: 0.6 },
  larger: { scale: 1.5 },
  'turned, smaller and noisy': { angle: -0.4, scale: 0.8, noise: 8 },
};

for (const [name, appearance] of Object.entries(appearances)) {
  void test(`verifyMatches() finds a picture in a photo: ${name}`, () => {
    const photoSide = 280;
    const matches = matchesIn(photoOf(picture, photoSide, appearance));
    assert(matches.length >= 10, `${matches.length} matches`);
    const { angle = 0, scale = 1 } = appearance;
    for (const [x, y, u, v] of matches) {
      const [a, b] = [(u - 0.5) * side * scale, (v - 0.5) * side * scale];
      const expected = [cos(angle) * a - sin(angle) * b, sin(angle) * a + cos(angle) * b];
      const off = Math.hypot((x - 0.5) * photoSide - expected[0]!, (y - 0.5) * photoSide - expected[1]!);
      assert(off < 0.04 * photoSide, `${name}: ${off} pixels`);
    }
  });
}

void test('verifyMatches() finds few points of another picture', () => {
  for (const seed of [2, 3, 4]) {
    const matches = matchesIn(printedPicture(side, seed));
    assert(matches.length < 7, `${matches.length} matches with picture ${seed}`);
  }
});

void test('verifyMatches() is deterministic, and each place counts once', () => {
  const photo = photoOf(picture, side, { angle: 0.2 });
  const matches = matchesIn(photo);
  assert.deepEqual(matchesIn(photo), matches);
  for (const [i, [x, y]] of matches.entries()) {
    for (const [u, v] of matches.slice(i + 1)) assert(Math.hypot(x - u, y - v) >= 0.002);
  }
});

void test('extractPoints() finds nothing in even and tiny pictures, which match nothing', () => {
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [15, 400],
    [100, 100],
  ] as const) {
    const blank = { width, height, data: new Float32Array(width * height).fill(200) };
    const points = extractPoints(blank, 400);
    assert.equal(points.positions.length, 0);
    assert.deepEqual([...verifyMatches(points, stored, createRandom(1))], []);
    assert.deepEqual([...verifyMatches(stored, points, createRandom(1))], []);
  }
});

void test('extractPoints() keeps the points with the most contrast, up to the limit', () => {
  const all = extractPoints(picture, 10_000).positions;
  const some = extractPoints(picture, 20).positions;
  assert(all.length > 40);
  assert.equal(some.length, 40);
  assert.deepEqual(some, all.subarray(0, 40));
});
