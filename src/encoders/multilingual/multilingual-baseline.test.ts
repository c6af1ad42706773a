import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { dot } from '../../kernel/vectors/vector-math.ts';
import { baselineWords } from '../../../tools/multilingual/baseline-words.ts';
import { loadMultilingualBaseline, MultilingualBaseline } from './multilingual-baseline.ts';
import { loadMultilingualModel, openSentenceEncoder } from './multilingual-model.ts';

const modelsDir = fileURLToPath(new URL('../../../models/', import.meta.url));
const encoder = openSentenceEncoder(await loadMultilingualModel(modelsDir));
const file = await loadMultilingualBaseline(modelsDir);
const baseline = new MultilingualBaseline(file);

const queries: readonly (readonly [text: string, language: string])[] = [
  ['wasserdichte wanderschuhe', 'de'],
  ['防水登山靴', 'zh'],
  ['حذاء للمشي', 'ar'],
  ['หูฟังไร้สาย', 'th'],
];

test('the committed words are those of the file, at least 250 for each language', () => {
  assert.deepEqual(baseline.languages, [...baselineWords.keys()]);
  assert.deepEqual(
    [...baseline.languages].toSorted(),
    'ar de en es fr it ja ko nl pl pt ru th tr zh'.split(' '),
  );
  for (const [language, words] of baselineWords) assert.ok(words.length >= 250, language);
});

test('MultilingualBaseline.findStats() has the statistics of vectors that are not quantised to .01', () => {
  for (const [text, language] of queries) {
    const query = encoder.encode(text);
    const cosines = baselineWords
      .get(language)!
      .map((word) => dot(query, 0, encoder.encode(word), 0, query.length))
      .toSorted((a, b) => b - a);
    const stats = baseline.findStats(query, '', language)!;
    const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
    const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
    const expected = { mean, deviation: Math.sqrt(variance) };
    for (const name of ['mean', 'deviation'] as const)
      assert.ok(Math.abs(stats[name] - expected[name]) < 0.01, `${text} ${name} ${stats[name]}`);
    assert.ok(stats.highest > stats.mean + 3 * stats.deviation, text);
  }
});

test('MultilingualBaseline.findStats() leaves out the words of the query', () => {
  for (const [text, language] of [
    ['Hund, katze', 'de'],
    ['犬と猫', 'ja'],
  ] as const) {
    const query = encoder.encode(text);
    const [all, others] = ['', text].map((typed) => baseline.findStats(query, typed, language)!);
    assert.ok(others!.mean < all!.mean, `${text}: ${others!.mean} of ${all!.mean}`);
  }
});

test('MultilingualBaseline.findStats() is null for a language without words', () => {
  assert.equal(baseline.findStats(encoder.encode('rasenmaskine'), 'rasenmaskine', 'da'), null);
});

test('a match exceeds the baseline of its language, and an unrelated name does not', () => {
  for (const [language, text, match, other] of [
    ['de', 'Föhn', 'Haartrockner', 'Wolldecke'],
    ['fr', 'vélo', 'bicyclette', 'confiture de fraises'],
    ['ja', 'イヤホン', 'ヘッドホン', 'オリーブオイル'],
    ['ar', 'سماعات الأذن', 'سماعات رأس', 'زيت زيتون'],
  ] as const) {
    const query = encoder.encode(text);
    const { highest } = baseline.findStats(query, text, language)!;
    const [near, far] = [match, other].map((name) => dot(query, 0, encoder.encode(name), 0, query.length));
    assert.ok(far! < highest, `${text} ${other}: ${far} of ${highest}`);
    assert.ok(near! > highest, `${text} ${match}: ${near} of ${highest}`);
  }
});

test('baselines of two threads share the memory and give equal statistics', async () => {
  const program = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.module).then(({ MultilingualBaseline }) => {
      const baseline = new MultilingualBaseline(workerData.file);
      parentPort.postMessage(workerData.queries.map(([query, text, language]) => baseline.findStats(query, text, language)));
    });`;
  const vectors = queries.map(([text, language]) => [encoder.encode(text), text, language] as const);
  const worker = new Worker(program, {
    eval: true,
    workerData: {
      module: new URL('./multilingual-baseline.ts', import.meta.url).href,
      file,
      queries: vectors,
    },
  });
  const stats = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.deepEqual(
    stats,
    vectors.map(([query, text, language]) => baseline.findStats(query, text, language)),
  );
});

test('loadMultilingualBaseline() rejects missing and damaged files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  try {
    await cp(join(modelsDir, 'manifest.json'), join(folder, 'manifest.json'));
    await assert.rejects(loadMultilingualBaseline(folder), /baseline.bin: restore it from the release/);
    await cp(join(modelsDir, 'multilingual'), join(folder, 'multilingual'), { recursive: true });
    await writeFile(join(folder, 'multilingual/baseline.bin'), 'x', { flag: 'a' });
    await assert.rejects(loadMultilingualBaseline(folder), /is damaged/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
