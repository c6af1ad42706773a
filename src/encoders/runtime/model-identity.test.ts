import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLegacyTextEncoder, ProcessTextEncoder } from '../text/process-text-encoder.ts';
import { LegacyImageEncoder } from '../image/delegating-image-encoder.ts';
import { ProcessImageEncoder } from '../image/process-image-encoder.ts';
import { formatLegacyModelId, modelId } from './model-identity.ts';

const identity = { name: 'lite-int8', sha256: 'f'.repeat(64) };
const earlier = `${identity.name}:${identity.sha256}`;

void test('formatLegacyModelId() is the id without its arithmetic, also within another name; without a model it is empty', () => {
  assert.notEqual(modelId(identity), earlier);
  assert.equal(formatLegacyModelId(modelId(identity)), earlier);
  assert.equal(formatLegacyModelId(''), '');
});

void test('LegacyImageEncoder and createLegacyTextEncoder() serve the vectors that were stored without the arithmetic', async () => {
  const source = { kind: 'vendored', modelsDir: '/nowhere' } as const;
  await using image = new ProcessImageEncoder({ source, known: { identity, blankFeature: null } });
  assert.match(new LegacyImageEncoder(image).model, new RegExp(`^${earlier}:r\\d+$`));
  await using text = new ProcessTextEncoder({
    role: 'english',
    name: 'english',
    source,
    model: modelId(identity),
    languages: ['en'],
    queryMsMax: 1_000,
  });
  assert.deepEqual(
    [createLegacyTextEncoder(text).model, createLegacyTextEncoder(text).languages],
    [earlier, ['en']],
  );
});
