import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../../ports/errors.ts';
import type { PhotoHit } from '../../../ports/pictures/pictures.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import type { PhotoToMatch, PointPair } from '../../../ports/pictures/vision.ts';
import { computeBonus, verifyCandidates } from './photo-verification.ts';

const photo = { bytes: Uint8Array.of(9), client: 'anyone', feature: new Float32Array(), part: null };
const pair: PointPair = { photo: [0, 0], picture: [1, 1] };
const query = { text: '', offset: 0, limit: 10, sort: [] } as unknown as TextQuery;

/** Verifies items with pictures with this many points in the photo; null: without keypoints. */
async function verified(
  counts: Readonly<Record<string, number | null>>,
  { asked = query, error = null as Error | null, isFlat = false } = {},
) {
  const ids = Object.keys(counts);
  const calls: PhotoToMatch[] = [];
  const result = await verifyCandidates(
    {
      candidates: async (_, { sort }) =>
        (sort.length > 0 ? [] : ids).map(
          (id) => ({ item: { id }, picture: { source: id, position: 0 } }) as unknown as PhotoHit,
        ),
      points: (id) => (counts[id] === null ? null : Uint8Array.of(ids.indexOf(id))),
    },
    {
      matchPoints: async (sent) => {
        calls.push(sent);
        if (error !== null) throw error;
        return sent.pictures.map(([at]) => Array.from({ length: counts[ids[at!]!]! }, () => pair));
      },
    },
    { ...photo, isFlat },
    asked,
  );
  return {
    found: [...result].map(([id, { matchedPoints }]) => [id, matchedPoints.length]),
    calls: calls.length,
  };
}

void test('verifyCandidates() returns the items with enough matched points; those without keypoints are not compared', async () => {
  assert.deepEqual(await verified({ a: 6, b: null, c: 7, d: 90 }), {
    found: [
      ['c', 7],
      ['d', 90],
    ],
    calls: 1,
  });
  assert.deepEqual(await verified({ a: null }), { found: [], calls: 0 });
  assert.deepEqual(await verified({}), { found: [], calls: 0 });
});

void test('verifyCandidates() compares nothing for later pages, totals alone and sorted lists, except for flat photos', async () => {
  for (const asked of [
    { ...query, offset: 10 },
    { ...query, limit: 0 },
    { ...query, sort: [{ field: 'price', order: 'asc' }] } as unknown as TextQuery,
  ]) {
    assert.deepEqual(await verified({ a: 90 }, { asked }), { found: [], calls: 0 });
    assert.deepEqual(await verified({ a: 90 }, { asked, isFlat: true }), { found: [['a', 90]], calls: 1 });
  }
});

void test('verifyCandidates() leaves the list as it is if the encoder cannot compare the photo, and reports other errors', async () => {
  for (const code of ['overloaded', 'vision_unavailable', 'image_broken', 'image_too_slow'] as const)
    assert.deepEqual(await verified({ a: 90 }, { error: new VitrineError(code, '') }), {
      found: [],
      calls: 1,
    });
  await assert.rejects(verified({ a: 90 }, { error: new RangeError('a fault') }), /a fault/);
});

void test('computeBonus() grows with the number of points, from 0 to 1', () => {
  const bonuses = [0, 6, 7, 12, 50, 400].map(computeBonus);
  assert.deepEqual(bonuses.slice(0, 2), [0, 0]);
  assert.deepEqual(
    bonuses,
    bonuses.toSorted((a, b) => a - b),
  );
  assert(bonuses[2]! > 0 && bonuses.at(-1)! <= 1);
});
