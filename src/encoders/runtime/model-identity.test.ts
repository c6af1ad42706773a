import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEarlierTexts, ProcessTextEncoder } from '../text/process-text-encoder.ts';
import { EarlierFeatures } from '../image/delegating-image-encoder.ts';
import { ProcessImageEncoder, vectorsName } from '../image/process-image-encoder.ts';
import { earlierModelId, modelId } from './model-identity.ts';

const identity = { name: 'lite-int8', sha256: 'f'.repeat(64) };
const earlier = `${identity.name}:${identity.sha256}`;

void test('earlierModelId() is the id without its arithmetic, also within another name; without a model it is empty', () => {
  assert.notEqual(modelId(identity), earlier);
  assert.equal(earlierModelId(modelId(identity)), earlier);
  assert.equal(earlierModelId(''), '');
});

void test('EarlierFeatures and forEarlierTexts() serve the vectors that were stored without the arithmetic', async () => {
  const source = { kind: 'vendored', modelsDir: '/nowhere' } as const;
  await using image = ProcessImageEncoder.fallback({ source, model: vectorsName(identity) });
  assert.match(new EarlierFeatures(image).model, new RegExp(`^${earlier}:r\\d+$`));
  await using text = new ProcessTextEncoder({
    source,
    model: modelId(identity),
    languages: ['en'],
    queryMsMax: 1_000,
  });
  assert.deepEqual([forEarlierTexts(text).model, forEarlierTexts(text).languages], [earlier, ['en']]);
});
