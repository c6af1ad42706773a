import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { ImageEncoder, RefinedFeatures } from '../../ports/pictures/vision.ts';
import { decodeFeatures, encodeFeatures, PrecomputedFeatures, readWhenUsed } from './precomputed-features.ts';

const picture = Buffer.from('a picture');
const vector = (...numbers: number[]): Float32Array => Float32Array.from(numbers);
const refined: RefinedFeatures = {
  feature: vector(0.6, -0.8),
  augmentedMean: vector(0.3, 0.1),
  calibrationSamples: vector(1, 0),
};
const file = { model: 'm:1', features: new Map([[hash('sha256', picture), refined]]) };

/** Counts its calls. */
function encoderOf(model: string): ImageEncoder & { calls: number } {
  const encoder = {
    calls: 0,
    model,
    dimensions: 2,
    blankFeature: null,
    status: () => ({ ready: true, detail: '' }),
    embedPhoto: () => Promise.reject(new Error('not asked')),
    embedCatalog: async () => {
      encoder.calls++;
      return vector(9, 9);
    },
    refine: async () => {
      encoder.calls++;
      return { feature: vector(9, 9), augmentedMean: null, calibrationSamples: vector() };
    },
    detectKeypoints: () => Promise.reject(new Error('not asked')),
    matchPoints: () => Promise.reject(new Error('not asked')),
  };
  return encoder;
}

test('decodeFeatures() reads what encodeFeatures() wrote, with eight bits per number', () => {
  const without: RefinedFeatures = {
    feature: vector(1, 0),
    augmentedMean: null,
    calibrationSamples: vector(),
  };
  const other = hash('sha256', Buffer.from('another picture'));
  const all = { ...file, features: new Map([...file.features, [other, without] as const]) };
  const read = decodeFeatures(encodeFeatures(all));
  assert.equal(read.model, 'm:1');
  assert.deepEqual([...read.features.keys()], [...all.features.keys()]);
  assert.deepEqual(read.features.get(other), without);
  const close = read.features.get(hash('sha256', picture))!;
  close.feature.forEach((value, i) => assert.ok(Math.abs(value - refined.feature[i]!) < 0.005));
  assert.deepEqual(close.calibrationSamples, refined.calibrationSamples);
});

test('decodeFeatures() refuses other and incomplete files', () => {
  const bytes = encodeFeatures(file);
  assert.throws(() => decodeFeatures(Buffer.from('something else')), RangeError);
  for (let length = 0; length < bytes.length; length++)
    if (length !== 8 + 4 + 3) assert.throws(() => decodeFeatures(bytes.subarray(0, length)), RangeError);
});

test('PrecomputedFeatures computes only what it does not know, and nothing of another model', async () => {
  const encoder = encoderOf('m:1');
  const known = new PrecomputedFeatures(encoder, async () => file);
  assert.deepEqual(await known.embedCatalog(picture), refined.feature);
  assert.deepEqual(await known.refine(picture, []), refined);
  assert.equal(encoder.calls, 0);
  assert.deepEqual(await known.embedCatalog(Buffer.from('new')), vector(9, 9));
  const changed = encoderOf('m:2');
  await new PrecomputedFeatures(changed, async () => file).embedCatalog(picture);
  assert.deepEqual([encoder.calls, changed.calls], [1, 1]);
});

test('readWhenUsed() reads once, and again after a minute without use', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let reads = 0;
  const read = readWhenUsed(async () => {
    reads++;
    return file;
  });
  assert.equal(reads, 0);
  for (let i = 0; i < 3; i++) {
    assert.equal(await read(), file);
    t.mock.timers.tick(59_999);
  }
  assert.equal(reads, 1);
  t.mock.timers.tick(1);
  await read();
  assert.equal(reads, 2);
});
