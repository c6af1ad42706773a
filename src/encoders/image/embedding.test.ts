import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepQueue } from '../runtime/step-queue.ts';
import { embedPhoto, type EmbeddingTools } from './embedding.ts';
import { packshot } from './image-encoder.fixture.ts';

void test('embedPhoto() decodes a photo once, also for its regions', async () => {
  const bytes = await packshot(1);
  const model = {
    identity: { name: 'none', sha256: '' },
    dimensions: 1,
    side: 16,
    otherSides: [],
    embed: async (input: Uint8Array) => Float32Array.of(input.length),
    release: async () => {},
  };
  let decodes = 0;
  const tools: EmbeddingTools = {
    model,
    steps: new StepQueue(),
    largeDecodes: new StepQueue(),
    watch: async (_, decode) => {
      const result = await decode();
      if (typeof result === 'object' && result !== null && 'data' in result) decodes += 1;
      return result;
    },
    signal: new AbortController().signal,
  };
  for (const [isWanted, count] of [
    [true, 5],
    [false, 1],
  ] as const) {
    decodes = 0;
    const photo = { kind: 'photo', bytes, crop: null, asksForRegions: true } as const;
    const vectors = await embedPhoto(tools, photo, async () => isWanted);
    assert.equal(vectors.length, count);
    assert.equal(decodes, 1);
  }
});
