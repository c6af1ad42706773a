import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextEmbeddingLoop } from '../../src/domain/catalog/text-embedding-loop.ts';
import { searchByPhoto, type PhotoSearchResult } from '../../src/domain/search/execution/photo-search.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { embeddedShop } from './embedded-shop.ts';
import { FakeEncoder } from './fake-encoder.ts';
import { dimensions, textQuery, type Shop } from './shop.ts';

/** Photo search with words, over a real engine: the photo is a number, the axis of its vector. */
const featureOf = (axis: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  vector[axis] = 1;
  return vector;
};
const encoder = {
  model: 'model-1',
  embedQuery: ([axis = 0]: Uint8Array) => Promise.resolve(featureOf(axis)),
  embedRegions: () => Promise.resolve([]),
};

async function embedAll({ project, now }: Shop): Promise<void> {
  for (const job of await project.pictures.take(10, now, ['embed'])) {
    const feature = featureOf(Number(job.source.at(-1)));
    await project.pictures.finish(job, { step: 'embed', feature, hash: null }, 'model-1');
  }
}

void test('searchByPhoto() uses semantic similarity too, and only the photo where the words match nothing', async () => {
  await using shop = await embeddedShop();
  await shop.put(
    { id: 'fridge', name: 'Fridge', imgs: ['http://p/0'] },
    { id: 'table', name: 'Oak table', imgs: ['http://p/1'] },
    { id: 'chair', name: 'Oak chair', imgs: ['http://p/2'] },
    ...Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, name: `thing number ${i} of many` })),
  );
  await embedAll(shop);
  const texts = new FakeEncoder();
  const queryEmbeddings = new QueryEmbeddings([texts]);
  await using work = new TextEmbeddingLoop({
    engine: shop.engine,
    encoder: texts,
    queryEmbeddings,
    onError: (error) => assert.fail(error as Error),
  });
  await work.start();
  while (shop.project.textEmbeddings.counts().pending > 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const by = (axis: number, text: string, more = {}): Promise<PhotoSearchResult> =>
    searchByPhoto(
      shop.project,
      { encoders: [encoder], queryEmbeddings },
      { bytes: Uint8Array.of(axis), crop: null, client: 'a' },
      textQuery(text, more),
      shop.now,
    );
  const summary = ({ hits, total, fallback }: PhotoSearchResult) => [
    hits.map(({ item }) => item.id),
    total,
    fallback,
  ];
  assert.deepEqual(summary(await by(2, 'oak')), [['chair', 'table'], 2, null]);
  const meant = await by(1, 'chilly', { explain: true });
  assert.deepEqual(summary(meant), [['fridge'], 1, 'semantic']);
  assert.equal(meant.hits[0]!.ranking?.semantic?.added, true);
  assert.equal((await by(2, 'oak chair', { explain: true })).hits[0]!.ranking?.semantic, undefined);
  const [listed, total, fallback] = summary(await by(0, 'blorb'));
  assert.deepEqual([(listed as string[])[0], total, fallback], ['fridge', 3, 'words_dropped']);
  assert.equal((await by(0, 'blorb', { limit: 0 })).total, 0, 'a count does not use the fallback');
  await shop.project.settings.change(
    () => ({ search: { zeroResultsFallback: 'none' } }),
    () => undefined,
  );
  assert.deepEqual(summary(await by(0, 'blorb')), [[], 0, null]);
});
