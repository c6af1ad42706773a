import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { wholeOnly } from '../../../test/support/matrix.ts';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { dot, l2Normalise } from '../../kernel/vectors/vector-math.ts';
import {
  models,
  source,
  featureDimensions,
  start,
  embed,
  killable,
  packshot,
  code,
} from './image-encoder.fixture.ts';
import { createImageEncoders } from './image-encoders.ts';
import { ProcessImageEncoder } from './process-image-encoder.ts';
import { calibrationCount } from './recipe.ts';

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, 0, vector, 0, vector.length));
}

void test('ProcessImageEncoder embeds photos, packshots and scenes', async (t) => {
  const encoder = await start(t);
  assert.deepEqual(encoder.status().ready, true);
  assert.match(encoder.model, /^efficientnet-lite2-int8:[0-9a-f]{64}:unsaturated:r\d+$/);
  const [a, b] = await Promise.all([packshot(1), packshot(2)]);

  const whole = await embed(encoder, a, 'a');
  assert.equal(whole.length, featureDimensions);
  assert(Math.abs(lengthOf(whole) - 1) < 1e-5);
  assert.deepEqual(await embed(encoder, a, 'a'), whole);
  assert.notDeepEqual(await embed(encoder, a, 'a', { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }), whole);

  const feature = await encoder.embedCatalog(a);
  assert(Math.abs(lengthOf(feature) - 1) < 1e-5);
  const refined = await encoder.refine(a, [b]);
  assert(Math.abs(lengthOf(refined.feature) - 1) < 1e-5);
  assert(dot(refined.feature, 0, feature, 0, featureDimensions) > 0.8);
  assert.equal(refined.calibrationSamples.length, calibrationCount * featureDimensions);
  assert.deepEqual(await encoder.refine(a, [b]), refined);
  // The scenes are of this product: their mean is nearer to it than to the other.
  const mean = l2Normalise(refined.augmentedMean!);
  const other = await encoder.embedCatalog(b);
  assert(dot(mean, 0, feature, 0, featureDimensions) > dot(mean, 0, other, 0, featureDimensions));

  const photo = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#853' } })
    .png()
    .toBuffer();
  const ofPhoto = await encoder.refine(photo);
  assert.equal(ofPhoto.augmentedMean, null);
  assert.equal(ofPhoto.calibrationSamples.length, calibrationCount * featureDimensions);
  let asked: Float32Array | undefined;
  const parts = (feature: Float32Array): boolean => (asked = feature).length > 0;
  const withParts = await encoder.embedPhoto({ bytes: a, crop: null, parts }, 'a');
  assert.equal(withParts.feature, asked);
  assert.deepEqual(withParts.feature, whole);
  for (const { part, feature: ofPart } of withParts.parts) {
    assert.deepEqual(ofPart.length, featureDimensions);
    assert(part.x >= 0 && part.x + part.width <= 1 && part.y >= 0 && part.y + part.height <= 1);
  }
  assert.deepEqual((await encoder.embedPhoto({ bytes: photo, crop: null, parts }, 'a')).parts, []);
  const unwanted = await encoder.embedPhoto({ bytes: a, crop: null, parts: () => false }, 'a');
  assert.deepEqual(unwanted, { feature: whole, parts: [], isFlat: false });
});

void test(
  'ProcessImageEncoder makes the same scenes next to an unreadable background',
  wholeOnly,
  async (t) => {
    const encoder = await start(t);
    const picture = await packshot(1);
    const refined = await encoder.refine(picture, [Buffer.from('no picture')]);
    assert.deepEqual(refined, await encoder.refine(picture));
  },
);

void test('ProcessImageEncoder matches the points of readable pictures, and those of damaged bytes to nothing', async (t) => {
  const encoder = await start(t);
  const picture = await readFile(join(models, '..', 'demo', 'groceries', 'pictures', 'oatly-oat-milk.jpg'));
  const points = await encoder.detectKeypoints(picture);
  const otherVersion = points.with(0, 255);
  const pictures = [otherVersion, points, points.subarray(0, 100), new Uint8Array()];
  const found = await encoder.matchPoints({ bytes: picture, crop: null, pictures }, 'a');
  assert(found[1]!.length > 100, `${found[1]!.length} points`);
  assert.deepEqual(
    found.map((pairs) => pairs.length > 0),
    [false, true, false, false],
  );
});

void test('ProcessImageEncoder reports the error of a picture and continues', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  assert.equal(await code(embed(encoder, new Uint8Array(), 'a')), 'image_empty');
  assert.equal(await code(embed(encoder, Buffer.from('<svg/>'), 'a')), 'image_unsupported');
  assert.equal(await code(encoder.embedCatalog(picture.subarray(0, 500))), 'image_broken');
  assert.equal(await code(encoder.refine(new Uint8Array(10 * 1024 * 1024 + 1))), 'image_too_large');
  assert.equal((await embed(encoder, picture, 'a')).length, featureDimensions);
});

void test('ProcessImageEncoder embeds a query before earlier background work', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  const order: string[] = [];
  const work = [
    ...[1, 2].map(() => encoder.refine(picture).then(() => order.push('scenes'))),
    embed(encoder, picture, 'a').then(() => order.push('query')),
  ];
  await Promise.all(work);
  assert.deepEqual(order, ['query', 'scenes', 'scenes']);
});

void test('image-encoder-program.ts exits when the service has crashed', async () => {
  const { spawn } = killable();
  const child = spawn();
  child.send({ type: 'load', source: { model: source } });
  const [ready]: unknown[] = await once(child, 'message');
  assert.equal(Reflect.get(Object(ready), 'type'), 'ready');
  child.kill('SIGTERM');
  child.disconnect();
  const [exitCode] = await once(child, 'exit');
  assert.equal(exitCode, 0);
});

void test('createImageEncoders() knows an intact model before it is loaded, and photos wait for it', async () => {
  const vendored = { make: 'vendored', model: '' } as const;
  const statuses: EncoderStatus[] = [];
  const onSettled = (status: EncoderStatus): void => void statuses.push(status);
  const [encoder] = await createImageEncoders(vendored, { modelsDir: models, cacheDir: '', onSettled });
  await using known = encoder!;
  assert.equal(known.status().ready, false);
  const before = { model: known.model, dimensions: known.dimensions, blankFeature: known.blankFeature };
  assert.equal(before.dimensions, featureDimensions);
  assert.equal((await embed(known, await packshot(1), 'a')).length, featureDimensions);
  await known.load();
  const { model, dimensions, blankFeature } = known;
  assert.deepEqual({ model, dimensions, blankFeature }, before);
  assert.deepEqual(
    statuses.map(({ ready }) => ready),
    [true],
  );
  assert.ok(known.status().referenceSimilarity! > 0.9);
});

void test('createImageEncoders() loads a model that is not intact, which is found unusable', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(join(models, 'manifest.json'), join(folder, 'manifest.json'));
  const statuses: EncoderStatus[] = [];
  const onSettled = (status: EncoderStatus): void => void statuses.push(status);
  const options = { modelsDir: folder, cacheDir: '', onSettled };
  const [encoder] = await createImageEncoders({ make: 'vendored', model: '' }, options);
  await using unusable = encoder!;
  assert.deepEqual([unusable.model, unusable.dimensions, unusable.blankFeature], ['', 0, null]);
  assert.deepEqual(
    statuses.map(({ ready }) => ready),
    [false],
  );
});

void test('ProcessImageEncoder refuses files that are not those of the known model', async () => {
  const known = { identity: { name: 'other', sha256: 'f'.repeat(64) }, blankFeature: null };
  await using encoder = new ProcessImageEncoder({ source, known });
  await encoder.load();
  assert.equal(encoder.status().ready, false);
  assert.match(encoder.status().detail, /^The files of the model were replaced/);
  assert.equal(await code(embed(encoder, await packshot(1), 'a')), 'vision_unavailable');
});

void test('ProcessImageEncoder.start() reports a missing, a damaged and an unlisted model, and rejects work', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  const picture = await packshot(1);
  const expectUnusable = async (detail: RegExp): Promise<void> => {
    await using encoder = await ProcessImageEncoder.start({
      source: { kind: 'vendored', modelsDir: folder },
    });
    assert.equal(encoder.status().ready, false);
    assert.match(encoder.status().detail, detail);
    assert.equal(await code(embed(encoder, picture, 'a')), 'vision_unavailable');
  };
  await expectUnusable(/Cannot read .*manifest\.json/);
  await writeFile(join(folder, 'manifest.json'), '{"text": {}}');
  await expectUnusable(/names no image model/);
  await cp(join(models, 'manifest.json'), join(folder, 'manifest.json'));
  await expectUnusable(/Cannot read .*\.onnx/);
  const model = await readFile(join(models, 'image/efficientnet-lite2-int8.onnx'));
  model[1_000]! ^= 1;
  await cp(join(models, 'image'), join(folder, 'image'), { recursive: true });
  await rm(join(folder, 'image/efficientnet-lite2-int8.onnx'));
  await writeFile(join(folder, 'image/efficientnet-lite2-int8.onnx'), model);
  await expectUnusable(/is damaged: its SHA-256 is/);
});
