import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { root } from '../../lib/package-root.ts';
import { EncoderError } from '../../ports/search/text-embeddings.ts';
import { openSentenceEncoder, readMultilingualIdentity } from './multilingual-model.ts';
import { MultilingualTextEncoder } from './multilingual-text-encoder.ts';

const modelsDir = join(root, 'models');
const identity = readMultilingualIdentity(modelsDir)!;
const texts = ['Wanderschuhe', '登山靴', 'hiking boots', 'أحذية المشي', ''];

test('MultilingualTextEncoder embeds queries here and items in another thread, to the same bits', async () => {
  await using encoder = new MultilingualTextEncoder(identity);
  assert.equal(encoder.status().ready, false);
  await assert.rejects(encoder.embedQuery('x'), EncoderError);
  await encoder.load(modelsDir);
  assert.equal(encoder.status().ready, true);
  const expected = texts.map((text) => openSentenceEncoder(encoder.loaded!).encode(text));
  assert.deepEqual(await encoder.embedQuery('登山靴'), expected[1]);
  assert.deepEqual(await encoder.embedQuery('wanderSCHUHE', '', 'de'), expected[0]);
  assert.deepEqual(await encoder.embedQuery('Hiking boots', '', 'en'), expected[2]);
  assert.deepEqual(await encoder.embedItems(texts), expected);
  assert.deepEqual(await encoder.embedItems([]), []);
  assert.match(encoder.model, new RegExp(`^${identity.name}:${identity.sha256}:`));
});

test('MultilingualTextEncoder in another thread shares the memory of the model', async () => {
  await using encoder = new MultilingualTextEncoder(identity);
  await encoder.load(modelsDir);
  const [expected] = await encoder.embedItems(['Zelt']);
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { MultilingualTextEncoder } from ${JSON.stringify(new URL('./multilingual-text-encoder.ts', import.meta.url).href)};
    const encoder = new MultilingualTextEncoder(workerData.identity, workerData);
    parentPort.postMessage([await encoder.embedQuery('Zelt', '', 'de'), workerData.memory.buffer instanceof SharedArrayBuffer]);`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const worker = new Worker(url, { workerData: encoder.loaded });
  const reply = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  assert.deepEqual(reply, [expected, true]);
  await worker.terminate();
});

test('MultilingualTextEncoder reports files that it cannot read, and a stop', async () => {
  assert.equal(readMultilingualIdentity('/nowhere'), null);
  await using missing = new MultilingualTextEncoder(identity);
  await missing.load('/nowhere');
  assert.equal(missing.status().ready, false);
  await assert.rejects(missing.embedItems(['x']), EncoderError);
  const stopped = new MultilingualTextEncoder(identity);
  await stopped.load(modelsDir);
  const pending = assert.rejects(stopped.embedItems(texts), EncoderError);
  await stopped[Symbol.asyncDispose]();
  await pending;
  await assert.rejects(stopped.embedQuery('x'), EncoderError);
});
