import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { searchByPhoto } from '../../src/domain/search/execution/photo-search.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { allRules, Shop, textQuery } from './shop.ts';

// The replacement of an image model while the previous one serves. A picture is a number, the axis of its vector; the
// models have vectors of different lengths.

const lengths: Readonly<Record<string, number>> = { 'model-1': 8, larger: 12, third: 5 };

function vector(model: string, axis: number): Float32Array {
  const feature = new Float32Array(lengths[model]!);
  feature[axis] = 1;
  return feature;
}

function encoderOf(model: string) {
  return {
    model,
    matchPoints: () => Promise.reject(new Error('no picture has points')),
    embedPhoto: ({ bytes: [axis = 0] }: { bytes: Uint8Array }) =>
      Promise.resolve({ feature: vector(model, axis), parts: [] }),
  };
}

/** Embeds up to `limit` pictures with the shop's model. */
async function embed({ project, model, now }: Shop, limit = 10): Promise<number> {
  const jobs = await project.pictures.take(limit, now, ['embed']);
  for (const job of jobs) {
    const feature = vector(model, Number(job.source.at(-1)));
    await project.pictures.finish(job, { step: 'embed', feature, hash: `h${job.no}` }, model);
  }
  return jobs.length;
}

async function restartWith(shop: Shop, model: string, standIns: readonly string[]): Promise<void> {
  Object.assign(shop, { model, standIns, dimensions: lengths[model] });
  await shop.reopen();
}

async function found(shop: Shop, axis: number, encoders = ['larger', 'model-1']): Promise<string[]> {
  const { hits } = await searchByPhoto(
    shop.project,
    { encoders: encoders.map(encoderOf), queryEmbeddings: new QueryEmbeddings([]) },
    { bytes: Uint8Array.of(axis), crop: null, client: 'a' },
    textQuery('', { limit: 1 }),
    allRules(shop.now),
  );
  return hits.map(({ item }) => item.id);
}

async function threeItems(): Promise<Shop> {
  const shop = await embeddedShop();
  for (const axis of [0, 1, 2]) await shop.put({ id: `i${axis}`, name: 'lamp', imgs: [`http://p/${axis}`] });
  assert.equal(await embed(shop), 3);
  return shop;
}

void test('Pictures are embedded with a new model in the background, and switch to it with the last one', async () => {
  await using shop = await threeItems();
  await restartWith(shop, 'larger', ['model-1']);
  const { pictures } = shop.project;
  assert.equal(pictures.model, 'model-1');
  assert.equal(pictures.countByState().pending, 3);
  assert.deepEqual(await found(shop, 1), ['i1']);
  assert.equal(await embed(shop, 2), 2);
  assert.equal(pictures.model, 'model-1');
  assert.deepEqual(await found(shop, 2), ['i2']);
  // A restart resumes; replaced and removed pictures are not found by their old vectors.
  await shop.put({ id: 'i1', name: 'lamp', imgs: ['http://p/4'] });
  await shop.remove('i0');
  await restartWith(shop, 'larger', ['model-1']);
  assert.equal(shop.project.pictures.model, 'model-1');
  assert.equal(shop.project.pictures.countByState().pending, 2);
  assert.equal(shop.project.pictures.bestMatch(vector('model-1', 1)).score < 0.5, true);
  assert.equal(await embed(shop), 2);
  assert.equal(shop.project.pictures.model, 'larger');
  assert.deepEqual(await found(shop, 4), ['i1']);
  assert.deepEqual(await found(shop, 2), ['i2']);
  await restartWith(shop, 'larger', ['model-1']);
  assert.equal(shop.project.pictures.model, 'larger');
  assert.equal(shop.project.pictures.countByState().pending, 0);
  assert.deepEqual(await found(shop, 4), ['i1']);
});

void test('Pictures of a new model serve immediately where photos cannot be embedded with the previous one', async () => {
  await using shop = await threeItems();
  await restartWith(shop, 'larger', []);
  assert.equal(shop.project.pictures.model, 'larger');
  assert.deepEqual(await found(shop, 0, ['larger']), []);
  await embed(shop, 1);
  assert.deepEqual(await found(shop, 0, ['larger']), ['i0']);
});

void test('Pictures that the new model cannot embed do not delay the switch', async () => {
  await using shop = await threeItems();
  await restartWith(shop, 'larger', ['model-1']);
  const { pictures } = shop.project;
  const [first, ...rest] = await pictures.take(10, shop.now, ['embed']);
  for (const job of rest)
    await pictures.finish(job, { step: 'embed', feature: vector('larger', 3), hash: null }, 'larger');
  assert.equal(pictures.model, 'model-1');
  await pictures.fail(first!, { code: 'image_broken', detail: 'no picture' }, shop.now + 1_000);
  assert.equal(pictures.model, 'larger');
});

void test('Pictures return to the previous model, or move to a third one, during a change', async () => {
  await using shop = await threeItems();
  await restartWith(shop, 'larger', ['model-1']);
  await embed(shop, 1);
  await restartWith(shop, 'third', ['model-1']);
  assert.equal(shop.project.pictures.model, 'model-1');
  assert.equal(shop.project.pictures.countByState().pending, 3);
  assert.deepEqual(await found(shop, 0, ['third', 'model-1']), ['i0']);
  await restartWith(shop, 'model-1', []);
  assert.equal(shop.project.pictures.model, 'model-1');
  assert.deepEqual(await found(shop, 2, ['model-1']), ['i2']);
  await embed(shop);
  assert.equal(shop.project.pictures.countByState().pending, 0);
  assert.deepEqual(await found(shop, 2, ['model-1']), ['i2']);
});

void test('Pictures of a model keep serving where the target model cannot be loaded', async () => {
  await using shop = await threeItems();
  Object.assign(shop, { model: '', standIns: ['model-1'], dimensions: 0 });
  await shop.reopen();
  assert.equal(shop.project.pictures.model, 'model-1');
  assert.equal(shop.project.pictures.countByState().pending, 0);
  assert.deepEqual(await found(shop, 1, ['', 'model-1']), ['i1']);
});

void test('searchByPhoto() embeds the photo again where the model changed in the meantime', async () => {
  await using shop = await threeItems();
  await restartWith(shop, 'larger', ['model-1']);
  const before = encoderOf('model-1');
  let asked = 0;
  const encoders = [
    encoderOf('larger'),
    {
      ...before,
      matchPoints: () => Promise.reject(new Error('no picture has points')),
      embedPhoto: async (photo: { bytes: Uint8Array }) => {
        asked += 1;
        await embed(shop);
        return await before.embedPhoto(photo);
      },
    },
  ];
  const { hits } = await searchByPhoto(
    shop.project,
    { encoders, queryEmbeddings: new QueryEmbeddings([]) },
    { bytes: Uint8Array.of(2), crop: null, client: 'a' },
    textQuery('', { limit: 1 }),
    allRules(shop.now),
  );
  assert.equal(asked, 1);
  assert.equal(shop.project.pictures.model, 'larger');
  assert.equal(hits[0]?.item.id, 'i2');
});

void test('Pictures of processes with different models: each uses its own, and switches when its vectors are complete', async () => {
  const open = openEmbedded({ shared: new MemoryLogs() });
  const one = await Shop.open(open);
  const shops: Shop[] = [one];
  try {
    for (const axis of [0, 1]) await one.put({ id: `i${axis}`, name: 'lamp', imgs: [`http://p/${axis}`] });
    assert.equal(await embed(one), 2);
    const other = await Shop.anotherProcess(one, open, 'b');
    shops.push(other);
    await restartWith(other, 'larger', ['model-1']);
    const fresh = (): Promise<unknown> => Promise.all(shops.map((shop) => shop.engine.project('shop')));
    await fresh();
    // The leader still runs the previous model: its results do not count for the other process.
    assert.equal(await embed(other), 0);
    assert.equal(await embed(one), 2);
    await fresh();
    assert.deepEqual(await found(one, 1, ['model-1']), ['i1']);
    assert.equal(other.project.pictures.model, 'model-1');
    assert.deepEqual(await found(other, 1), ['i1']);
    // Both run the new model: the follower switches as well.
    await restartWith(one, 'larger', ['model-1']);
    await restartWith(other, 'larger', ['model-1']);
    await fresh();
    // The next leader is elected within a few seconds.
    for (let made = 0; made < 2; await sleep(20)) made += (await embed(one)) + (await embed(other));
    await fresh();
    assert.deepEqual([one.project.pictures.model, other.project.pictures.model], ['larger', 'larger']);
    for (const shop of shops) assert.deepEqual(await found(shop, 1), ['i1']);
  } finally {
    for (const shop of shops) await shop[Symbol.asyncDispose]();
  }
});
