import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureEmbeddingLoop } from '../../src/domain/catalog/picture-embedding-loop.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import type { ImageEncoder } from '../../src/ports/pictures/vision.ts';
import { until } from '../support/until.ts';
import { embeddedShop } from './embedded-shop.ts';
import { feature, model } from './pictures.ts';
import { dimensions } from './shop.ts';

test('PictureEmbeddingLoop keeps refined vectors without keypoints, and extracts these later', async () => {
  await using shop = await embeddedShop();
  const points = Uint8Array.of(1, 2, 3, 4);
  let attempts = 0;
  let refinements = 0;
  /** Fails to extract keypoints twice. */
  const encoder: ImageEncoder = {
    model,
    dimensions,
    blankFeature: null,
    status: () => ({ ready: true, detail: '' }),
    embedPhoto: () => Promise.reject(new Error('no photo is expected')),
    embedCatalog: async () => feature(0),
    refine: async () => {
      refinements++;
      return { feature: feature(1), augmentedMean: null, calibrationSamples: feature(0) };
    },
    detectKeypoints: async () => {
      if (++attempts > 2) return points;
      throw new VitrineError('vision_unavailable', 'The encoder stopped');
    },
    matchPoints: () => Promise.reject(new Error('no photo is expected')),
  };
  await shop.put({ id: 'a', imgs: ['http://p/a.jpg'] });
  await using loop = new PictureEmbeddingLoop({
    engine: shop.engine,
    encoder,
    source: { fetch: async () => Uint8Array.of(0) },
    clock: { now: () => shop.now },
    onError: (error) => assert.fail(error as Error),
  });
  loop.start();
  const { pictures } = shop.project;
  // The encoder fails in the refinement, then in the first job for keypoints.
  await until('The keypoints were not tried twice', () => attempts >= 2);
  assert.deepEqual([pictures.countByState().withoutPoints, pictures.points('a', 0)], [1, null]);
  await until('The keypoints were not extracted', () => {
    // The encoder is tried again later.
    shop.now += 60_000;
    return pictures.points('a', 0) !== null;
  });
  assert.deepEqual([...pictures.points('a', 0)!], [...points]);
  assert.equal(refinements, 1);
  assert.deepEqual(pictures.countByState(), {
    pending: 0,
    embedded: 0,
    refined: 1,
    failed: 0,
    withoutPoints: 0,
  });
});
