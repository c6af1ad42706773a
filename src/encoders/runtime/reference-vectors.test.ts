import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { integerProductModel } from '../../../test/support/onnx-file.ts';
import { dot, l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { computeBlankFeature } from '../image/blank-feature.ts';
import { loadImageModel } from '../image/image-model.ts';
import { ProcessImageEncoder } from '../image/process-image-encoder.ts';
import { embedReferencePicture } from '../image/reference-picture.ts';
import { ProcessTextEncoder } from '../text/process-text-encoder.ts';
import { loadTextModel } from '../text/text-model.ts';
import { isProcessorSaturating, openSession, createSessionOptions, Tensor } from './onnx-runtime.ts';
import {
  encodeNumbers,
  readBlankFeature,
  readReferenceVectors,
  locateReferenceFile,
  referenceSimilarityMin,
  type ModelKind,
  type ReferenceFile,
} from './reference-vectors.ts';

const models = fileURLToPath(new URL('../../../models/', import.meta.url));
const meanMin = 0.998;
/** Processors may round differently. */
const blankSimilarityMin = 0.9999;

async function assertLikeReference(
  kind: ModelKind,
  sha256: string,
  embed: (input: string) => Promise<Float32Array>,
): Promise<void> {
  const references = await readReferenceVectors(models, kind, { name: '', sha256 });
  assert.equal(references?.size, 20, 'run `npm run reference-vectors` after a change of a model');
  const similarities: number[] = [];
  for (const [input, reference] of references!) {
    const similarity = dot(await embed(input), 0, reference, 0, reference.length);
    assert.ok(similarity >= referenceSimilarityMin, `${input}: ${similarity}`);
    similarities.push(similarity);
  }
  const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length;
  assert.ok(mean >= meanMin, `the mean of ${kind} is ${mean}`);
}

void test('loadImageModel() computes the reference vectors on this processor', async (t) => {
  const model = await loadImageModel(models);
  t.after(() => model.release());
  await assertLikeReference('image', model.identity.sha256, (file) => embedReferencePicture(model, file));
});

void test('readBlankFeature() is the blank feature that this processor computes, and null for another model', async (t) => {
  const model = await loadImageModel(models);
  t.after(() => model.release());
  const stored = await readBlankFeature(models, model.identity);
  assert.equal(stored?.length, model.dimensions, 'run `npm run reference-vectors` after a change of a model');
  const [one, other] = [l2Normalise(stored!), l2Normalise(await computeBlankFeature(model))];
  assert.ok(dot(one, 0, other, 0, one.length) > blankSimilarityMin);
  assert.equal(await readBlankFeature(models, { name: '', sha256: 'f'.repeat(64) }), null);
});

void test('loadTextModel() computes the reference vectors on this processor', async (t) => {
  const model = await loadTextModel(models);
  t.after(() => model.release());
  const embed = async (text: string): Promise<Float32Array> => (await model.embed([text], 'query'))[0]!;
  await assertLikeReference('text', model.identity.sha256, embed);
});

void test('isProcessorSaturating() is whether a product of bytes is not the exact one', async () => {
  const session = await openSession(integerProductModel(16), { isSaturating: false });
  const { product } = await session.run({
    a: new Tensor('uint8', new Uint8Array(256).fill(255), [16, 16]),
    b: new Tensor('int8', new Int8Array(256).fill(127), [16, 16]),
  });
  await session.release();
  const isExact = (product!.data as Int32Array).every((one) => one === 16 * 255 * 127);
  assert.equal(await isProcessorSaturating(), !isExact);
});

void test('createSessionOptions() makes weights unsigned where products saturate, also with the threads of a hub model', () => {
  const extra = { session: { x64quantprecision: '1' } };
  const all = { enableMemPattern: false };
  assert.deepEqual(createSessionOptions(true), { ...all, extra });
  assert.deepEqual(createSessionOptions(true, 1), {
    ...all,
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra,
  });
  assert.deepEqual(createSessionOptions(false, 2), { ...all, intraOpNumThreads: 2, interOpNumThreads: 2 });
});

void test('openSession() computes the same vector with unsigned weights, to the bit, unless products saturate', async () => {
  const { image } = JSON.parse(await readFile(join(models, 'manifest.json'), 'utf8')) as {
    image: { file: string };
  };
  const bytes = await readFile(join(models, image.file));
  const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 37) % 256);
  const features: unknown[] = [];
  for (const isSaturating of [false, true]) {
    const session = await openSession(bytes, { isSaturating });
    const { avg } = await session.run({ image: new Tensor('uint8', pixels, [1, 64, 64, 3]) });
    features.push(avg!.data);
    await session.release();
  }
  assert.equal(isDeepStrictEqual(features[0], features[1]), !(await isProcessorSaturating()));
});

/** The models with reference vectors that no processor computes. */
async function modelsWithOtherReferences(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(models, folder, { recursive: true });
  const { image, text } = JSON.parse(await readFile(locateReferenceFile(models), 'utf8')) as ReferenceFile;
  const unit = (length: number): string =>
    encodeNumbers(new Float32Array(length).fill(1 / Math.sqrt(length)));
  const replaced = (of: ReferenceFile[ModelKind], length: number): ReferenceFile[ModelKind] => ({
    sha256: of.sha256,
    vectors: Object.fromEntries(Object.keys(of.vectors).map((input) => [input, unit(length)])),
  });
  const file: ReferenceFile = { image: replaced(image, 1280), text: replaced(text, 384) };
  await writeFile(locateReferenceFile(folder), JSON.stringify(file));
  return folder;
}

void test('ProcessImageEncoder and ProcessTextEncoder work with a warning where their vectors are not the reference', async (t) => {
  for (const isOther of [true, false]) {
    const modelsDir = isOther ? await modelsWithOtherReferences(t) : models;
    const source = { kind: 'vendored', modelsDir } as const;
    await using image = await ProcessImageEncoder.start({ source });
    const settled = Promise.withResolvers<unknown>();
    await using text = new ProcessTextEncoder({
      role: 'english',
      name: 'english',
      source,
      model: '',
      languages: null,
      queryMsMax: 600_000,
      onSettled: settled.resolve,
    });
    text.start();
    await settled.promise;
    for (const { ready, warning, referenceSimilarity: similarity } of [image.status(), text.status()]) {
      assert.equal(ready, true);
      assert.ok(similarity! < referenceSimilarityMin === isOther, `${similarity}`);
      if (isOther) assert.match(warning!, /^The (image|text) model computes other vectors on this processor/);
      else assert.equal(warning, undefined);
    }
    assert.equal((await text.embedQuery('lamp', 'a')).length, 384);
  }
});
