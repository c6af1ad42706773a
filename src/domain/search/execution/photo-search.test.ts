import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhotoConfidence } from '../../../ports/pictures/pictures.ts';
import type { Crop } from '../../../ports/pictures/vision.ts';
import { embedPhotoView } from './photo-search.ts';

const bytes = new Uint8Array();
const [left, right]: Crop[] = [
  { x: 0, y: 0, width: 0.5, height: 0.5 },
  { x: 0.5, y: 0, width: 0.5, height: 0.5 },
];

interface Look {
  readonly score: number;
  readonly confidence?: PhotoConfidence;
}

/** Which part is chosen where the whole and the two parts look so; and how often parts were made. */
async function chosen(whole: Look, parts: readonly [Look, Look], crop: Crop | null = null) {
  const looks = [whole, ...parts];
  let made = 0;
  const view = await embedPhotoView(
    {
      embedPhoto: async ({ parts: wants }) => {
        const feature = Float32Array.of(0);
        if (wants?.(feature) !== true) return { feature, parts: [] };
        made += 1;
        return {
          feature,
          parts: [
            { part: left!, feature: Float32Array.of(1) },
            { part: right!, feature: Float32Array.of(2) },
          ],
        };
      },
    },
    { bestMatch: ([at]) => ({ confidence: 'low', ...looks[at!]! }) },
    { bytes, crop, client: 'anyone' },
  );
  return { part: view.part, feature: view.feature[0], made };
}

void test('embedPhotoView() returns the whole photo if it matches something, and a requested crop', async () => {
  const better = [{ score: 0.9 }, { score: 0.9 }] as const;
  assert.deepEqual(await chosen({ score: 0.3 }, better), { part: null, feature: 0, made: 0 });
  assert.deepEqual(await chosen({ score: 0 }, better, left), { part: left, feature: 0, made: 0 });
});

void test('embedPhotoView() returns the most similar region if it matches clearly better than the photo and is not out of catalog', async () => {
  const weak = { score: 0.2, confidence: 'out_of_catalog' } as const;
  assert.deepEqual(await chosen(weak, [{ score: 0.31 }, { score: 0.4 }]), {
    part: right,
    feature: 2,
    made: 1,
  });
  assert.deepEqual(await chosen(weak, [{ score: 0.4 }, { score: 0.31 }]), {
    part: left,
    feature: 1,
    made: 1,
  });
  assert.deepEqual(await chosen(weak, [{ score: 0.3 }, { score: 0.1 }]), { part: null, feature: 0, made: 1 });
  const foreign = { score: 0.5, confidence: 'out_of_catalog' } as const;
  assert.deepEqual(await chosen(weak, [foreign, { score: 0.35 }]), { part: right, feature: 2, made: 1 });
});
