import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncoderError, type TextEncoder } from '../../../ports/search/text-embeddings.ts';
import { SimilarityBaseline } from './similarity-baseline.ts';
import { cos, sin } from '../../../math/trigonometry.ts';

const words = Array.from({ length: 70 }, (_, i) => `word${i}`);
const vectorOf = (text: string): Float32Array => {
  const angle = Number(text.slice(4));
  return Float32Array.of(cos(angle), sin(angle));
};

/** A model of two numbers, and a store, both in memory. */
function made() {
  const asked: number[] = [];
  const kept = new Map<string, Float32Array>();
  const faults: unknown[] = [];
  let fault: Error | null = null;
  const encoder: TextEncoder = {
    role: 'configured',
    name: 'two',
    model: 'two:1',
    languages: null,
    status: () => ({ ready: true, detail: '' }),
    embedQuery: () => assert.fail('not asked'),
    embedItems: (texts) => {
      asked.push(texts.length);
      return fault === null ? Promise.resolve(texts.map(vectorOf)) : Promise.reject(fault);
    },
  };
  const open = (): SimilarityBaseline =>
    new SimilarityBaseline({
      words,
      store: {
        read: (model) => Promise.resolve(kept.get(model) ?? null),
        write: (model, _, vectors) => Promise.resolve(void kept.set(model, vectors)),
      },
      onError: (error) => void faults.push(error),
    });
  return { asked, encoder, faults, open, fail: (error: Error | null) => void (fault = error) };
}

void test('SimilarityBaseline.findStats() returns the mean and deviation of all cosines once the word vectors are ready', async () => {
  const { asked, encoder, open } = made();
  const background = open();
  const query = Float32Array.of(0.6, 0.8);
  assert.equal(background.findStats(encoder, query, 'Word3 of all'), null);
  await background.prepare(encoder);
  // The first call starts the computation; waits until it is done.
  for (let tries = 0; tries < 100 && background.findStats(encoder, query, 'Word3 of all') === null; tries++)
    await new Promise((resolve) => setImmediate(resolve));
  const cosines = words.flatMap((word) => {
    if (word === 'word3') return [];
    const [x = 0, y = 0] = vectorOf(word);
    return [0.6 * x + 0.8 * y];
  });
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const square = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  const usual = background.findStats(encoder, query, 'Word3 of all')!;
  assert.ok(Math.abs(usual.highest - Math.max(...cosines)) < 1e-6);
  assert.ok(Math.abs(usual.mean - mean) < 1e-6 && Math.abs(usual.deviation - Math.sqrt(square)) < 1e-6);
  const pairs = words.flatMap((_, i) =>
    Array.from({ length: 20 }, (__, step) => {
      const [x = 0, y = 0] = vectorOf(words[i]!);
      const [otherX = 0, otherY = 0] = vectorOf(words[(i + Math.floor(((step + 1) * 70) / 21)) % 70]!);
      return x * otherX + y * otherY;
    }),
  );
  // One pair in forty of 1,400.
  assert.ok(Math.abs(usual.betweenBaselineWords - pairs.sort((a, b) => b - a)[34]!) < 1e-6);
  assert.deepEqual(asked, [32, 32, 6]);
  const again = open();
  await again.prepare(encoder);
  assert.deepEqual(again.findStats(encoder, query, 'Word3 of all'), usual);
  assert.equal(asked.length, 3, 'kept over a restart');
});

void test('SimilarityBaseline retries an unavailable model, and reports other errors', async () => {
  const { encoder, faults, open, fail } = made();
  const background = open();
  const query = Float32Array.of(1, 0);
  fail(new EncoderError('unavailable', 'away'));
  await background.prepare(encoder);
  assert.deepEqual(faults, []);
  fail(new Error('broken'));
  await background.prepare(encoder);
  assert.equal(faults.length, 1);
  fail(null);
  await background.prepare(encoder);
  assert.notEqual(background.findStats(encoder, query, 'Word3 of all'), null);
});
