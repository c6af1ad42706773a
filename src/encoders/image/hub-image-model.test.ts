import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { dot } from '../../kernel/vectors/vector-math.ts';
import { gridModel } from '../../../test/support/onnx-file.ts';
import { loadHubImageModel } from './hub-image-model.ts';
import { ProcessImageEncoder } from './process-image-encoder.ts';

const packageName = '@huggingface/transformers';
const isInstalled = await import(packageName).then(
  () => true,
  () => false,
);
const unlessInstalled = {
  skip: !isInstalled && `${packageName} is not installed: a model of a hub is not tried`,
};

/** A folder in a hub's format: a model of the CLIP class whose vector is the colours of a 4 x 4 grid. */
async function clipFolder(t: TestContext, file = 'vision_model'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-hub-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'onnx'));
  await writeFile(join(folder, 'onnx', `${file}.onnx`), gridModel('image_embeds'));
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({ model_type: 'clip', vision_config: { model_type: 'clip_vision_model' } }),
  );
  await writeFile(
    join(folder, 'preprocessor_config.json'),
    JSON.stringify({
      image_processor_type: 'CLIPImageProcessor',
      do_resize: true,
      size: { shortest_edge: 64 },
      do_center_crop: true,
      crop_size: { height: 64, width: 64 },
      do_rescale: true,
      rescale_factor: 1 / 255,
      do_normalize: true,
      image_mean: [0.5, 0.5, 0.5],
      image_std: [0.5, 0.5, 0.5],
    }),
  );
  return folder;
}

/** A picture with two halves of different colours. */
async function halves(left: string, right: string): Promise<Buffer> {
  const half = sharp({ create: { width: 100, height: 200, channels: 3, background: right } });
  const input = await half.png().toBuffer();
  const whole = sharp({ create: { width: 200, height: 200, channels: 3, background: left } });
  return await whole
    .composite([{ input, left: 100, top: 0 }])
    .png()
    .toBuffer();
}

async function embed(encoder: ProcessImageEncoder, bytes: Uint8Array): Promise<Float32Array> {
  return (await encoder.embedPhoto({ bytes, crop: null }, 'a')).feature;
}

void test(
  'loadHubImageModel() says how to install what it needs, where that is missing',
  { skip: isInstalled && `${packageName} is installed` },
  async () => {
    const failure = loadHubImageModel({ model: '/nowhere', cacheDir: null });
    await assert.rejects(failure, /npm install @huggingface\/transformers/);
  },
);

void test('ProcessImageEncoder reports why a hub model cannot be loaded', async (t) => {
  const source = { kind: 'hub', model: '/nowhere/clip', cacheDir: null } as const;
  const encoder = await ProcessImageEncoder.start({ source });
  t.after(() => encoder.close());
  const { ready, detail } = encoder.status();
  assert.equal(ready, false);
  assert.match(detail, isInstalled ? /^Cannot load the model clip: / : /npm install/);
  assert.equal(encoder.model, '');
  const refused = embed(encoder, await halves('#fff', '#000'));
  await assert.rejects(refused, { code: 'vision_unavailable' });
});

void test(
  'loadHubImageModel() loads a CLIP model from a folder: its vision half, or one file',
  unlessInstalled,
  async (t) => {
    for (const file of ['vision_model', 'vision_model_quantized', 'model']) {
      const folder = await clipFolder(t, file);
      const model = await loadHubImageModel({ model: folder, cacheDir: null });
      assert.equal(model.side, 64);
      assert.equal(model.dimensions, 48);
      assert.match(model.identity.sha256, /^[0-9a-f]{64}$/);
      const { side } = model;
      const red = new Uint8Array(side * side * 3).map((_, at) => (at % 3 === 0 ? 255 : 0));
      const vector = await model.embed(red);
      // Each cell of the grid is red: (1, -1, -1) after subtracting the mean and dividing by the deviation,
      // normalised.
      const expected = 1 / Math.sqrt(48);
      vector.forEach((value, at) =>
        assert.ok(Math.abs(value - (at < 16 ? expected : -expected)) < 1e-3, `${at}: ${value}`),
      );
      await model.release();
    }
  },
);

void test('ProcessImageEncoder works with a hub model', unlessInstalled, async (t) => {
  const source = { kind: 'hub', model: await clipFolder(t), cacheDir: null } as const;
  const encoder = await ProcessImageEncoder.start({ source });
  t.after(() => encoder.close());
  assert.deepEqual(
    [encoder.status().ready, encoder.dimensions, encoder.blankFeature?.length],
    [true, 48, 48],
  );
  assert.match(encoder.model, /^vitrine-hub-.+:[0-9a-f]{64}:unsaturated:r\d+$/);
  const [picture, same, other] = await Promise.all([
    halves('#d02020', '#2020d0'),
    halves('#c03030', '#3030c0'),
    halves('#20d020', '#d0d020'),
  ]);
  const feature = await encoder.embedCatalog(picture);
  const near = dot(feature, 0, await embed(encoder, same), 0, 48);
  const far = dot(feature, 0, await embed(encoder, other), 0, 48);
  assert.ok(near > 0.9 && far < near - 0.5, `${near} and ${far}`);
  const refined = await encoder.refine(picture, []);
  assert.deepEqual(
    [refined.feature.length, refined.augmentedMean, refined.calibrationSamples.length],
    [48, null, 4 * 48],
  );
  const { parts } = await encoder.embedPhoto({ bytes: picture, crop: null, parts: () => true }, 'a');
  for (const { feature: ofPart } of parts) assert.equal(ofPart.length, 48);
});
