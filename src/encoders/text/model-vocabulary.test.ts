import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WordVectorCache, readBaselineWords } from './model-vocabulary.ts';

void test('readBaselineWords() returns a thousand distinct whole words, and none without a vocabulary', async () => {
  const words = await readBaselineWords(new URL('../../../models', import.meta.url).pathname);
  assert.equal(words.length, 1_000);
  assert.equal(new Set(words).size, 1_000);
  assert.ok(words.every((word) => /^[a-z]{4,}$/.test(word)));
  assert.deepEqual(await readBaselineWords('/nowhere'), []);
});

void test('WordVectorCache stores vectors by model and words, and ignores truncated files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-words-'));
  try {
    const cache = new WordVectorCache(join(folder, 'models'));
    const words = ['one', 'other'];
    const vectors = Float32Array.of(1, 2, 3, 4);
    assert.equal(await cache.read('m:1', words), null);
    await cache.write('m:1', words, vectors);
    assert.deepEqual(await cache.read('m:1', words), vectors);
    assert.equal(await cache.read('m:2', words), null);
    assert.equal(await cache.read('m:1', ['one']), null);
    const [file = ''] = await readdir(join(folder, 'models'));
    await writeFile(join(folder, 'models', file), new Uint8Array(15));
    assert.equal(await cache.read('m:1', words), null);
  } finally {
    await rm(folder, { recursive: true });
  }
});
