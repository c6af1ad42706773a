import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextEmbeddingLoop } from '../../src/domain/catalog/text-embedding-loop.ts';
import { searchByPhoto, type PhotoSearchResult } from '../../src/domain/search/execution/photo-search.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import type { PhotoToEmbed } from '../../src/ports/pictures/vision.ts';
import { embeddedShop } from './embedded-shop.ts';
import { FakeEncoder } from './fake-encoder.ts';
import { allRules, dimensions, type Shop, textQuery } from './shop.ts';

/** Photo search with words on a real engine. The one byte of a photo is the axis of its unit vector. */
const featureOf = (axis: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  vector[axis] = 1;
  return vector;
};
const encoder = {
  model: 'model-1',
  matchPoints: () => Promise.reject(new Error('no picture has points')),
  embedPhoto: ({ bytes: [axis = 0] }: { bytes: Uint8Array }) =>
    Promise.resolve({ feature: featureOf(axis), parts: [] }),
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
      allRules(shop.now),
    );
  const summary = ({ hits, total, fallback }: PhotoSearchResult) => [
    hits.map(({ item }) => item.id),
    total,
    fallback,
  ];
  assert.deepEqual(summary(await by(2, 'oak')), [['chair', 'table'], 2, null]);
  const wrapped = await by(2, 'do you have oak, please');
  assert.deepEqual(
    [summary(wrapped), wrapped.ignored],
    [
      [['chair', 'table'], 2, null],
      ['do you have', 'please'],
    ],
  );
  assert.equal((await by(2, 'do you have tabel, please')).correctedQuery, 'do you have table, please');
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

void test('searchByPhoto() compares all pictures once, and again where the query has a filter', async (t) => {
  await using shop = await embeddedShop();
  for (const axis of [0, 1, 2]) await shop.put({ id: `i${axis}`, name: 'lamp', imgs: [`http://p/${axis}`] });
  await embedAll(shop);
  const asking = {
    model: 'model-1',
    matchPoints: () => Promise.reject(new Error('no picture has points')),
    embedPhoto: async ({ parts }: PhotoToEmbed) => {
      const feature = featureOf(0);
      assert.equal(parts?.(feature), false);
      return { feature, parts: [] };
    },
  };
  const compare = t.mock.method(PictureIndex.prototype, 'search');
  const filter = { kind: 'exists', field: 'name' } as const;
  for (const [more, count] of [
    [{}, 1],
    [{ filter }, 2],
  ] as const) {
    compare.mock.resetCalls();
    const { hits } = await searchByPhoto(
      shop.project,
      { encoders: [asking], queryEmbeddings: new QueryEmbeddings([]) },
      { bytes: new Uint8Array(), crop: null, client: 'a' },
      textQuery('', more),
      allRules(shop.now),
    );
    assert.equal(hits.length, 3);
    assert.equal(hits[0]?.picture?.source, 'http://p/0');
    assert.equal(compare.mock.callCount(), count);
  }
});
