import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dot } from '../../kernel/vectors/vector-math.ts';
import { loadTextModel } from './text-model.ts';

const models = fileURLToPath(new URL('../../../models/', import.meta.url));

/** A copy of the models that a test can damage. */
async function copyOfModels(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(join(models, 'manifest.json'), join(folder, 'manifest.json'));
  await cp(join(models, 'text'), join(folder, 'text'), { recursive: true });
  return folder;
}

void test('loadTextModel() computes normalised vectors that are near for similar texts', async (t) => {
  const model = await loadTextModel(models);
  t.after(() => model.release());
  assert.match(model.identity.sha256, /^[0-9a-f]{64}$/);
  const vectors = await model.embed(['something to keep drinks cold', 'fridge', 'laser printer'], 'query');
  assert.deepEqual(
    vectors.map(({ length }) => length),
    [384, 384, 384],
  );
  const near = (a: number, b: number): number => dot(vectors[a]!, 0, vectors[b]!, 0, 384);
  for (const row of [0, 1, 2]) assert.ok(Math.abs(near(row, row) - 1) < 1e-5);
  assert.ok(near(0, 1) > near(0, 2) + 0.1);
});

void test('loadTextModel() computes about the same vector for a text alone and in a batch with longer ones', async (t) => {
  const model = await loadTextModel(models);
  t.after(() => model.release());
  const [alone] = await model.embed(['red wine glass'], 'query');
  const [batched] = await model.embed(['red wine glass', 'a '.repeat(300)], 'background');
  assert.ok(dot(alone!, 0, batched!, 0, 384) > 0.99);
});

void test('loadTextModel() reports the missing or damaged file, and a remedy', async (t) => {
  const folder = await copyOfModels(t);
  const model = join(folder, 'text', 'all-MiniLM-L6-v2-int8.onnx');
  await truncate(model, 1_000_000);
  await assert.rejects(
    loadTextModel(folder),
    /all-MiniLM-L6-v2-int8\.onnx is damaged.*Restore the original file/,
  );
  await rm(model);
  await assert.rejects(loadTextModel(folder), /Cannot read models\/text\/all-MiniLM.*Restore it/);
  await writeFile(join(folder, 'manifest.json'), '{"text": {"name": "x"}}');
  await assert.rejects(loadTextModel(folder), /names no text model/);
});
