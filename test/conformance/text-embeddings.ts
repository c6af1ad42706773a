import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextEmbeddingJob } from '../../src/ports/text-embeddings.ts';
import type { QueryEmbedding } from '../../src/ports/text.ts';
import { vectorOf } from './fake-encoder.ts';
import { Shop, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

const model = 'fake:1';
const any = (): boolean => true;
const none = (): boolean => false;

/** So many other items that chance can be told from likeness. */
const others = Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, name: `thing number ${i} of many` }));

/** What `ports/text-embeddings.ts` promises of `Meanings`. */
export function testTextEmbeddings(name: string, open: OpenEngine): void {
  test(`${name} Meanings.take() gives texts without a vector once, the oldest item first, until they ended`, async () => {
    await using shop = await withItems(open);
    const { textEmbeddings } = shop.project;
    assert.deepEqual(textEmbeddings.take(5), []);
    textEmbeddings.setTargetModel(model, none);
    const first = textEmbeddings.take(2);
    assert.deepEqual(
      first.map(({ text }) => text),
      ['Fridge Coldly', 'Oak table'],
    );
    assert.deepEqual(textEmbeddings.counts(), { embedded: 0, pending: 3, refused: 0 });
    const [third, ...more] = textEmbeddings.take(9);
    assert.deepEqual([third?.text, more], ['Lamp', []]);
    textEmbeddings.release(first);
    assert.deepEqual(textEmbeddings.take(9), first);
    // What was taken and not ended is taken again after a restart.
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.equal(shop.project.textEmbeddings.take(9).length, 3);
  });

  test(`${name} Meanings.finish() makes items findable by meaning, durably, and is not asked twice`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
    await shop.reopen();
    assert.equal(shop.project.textEmbeddings.model, null);
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.equal(shop.project.textEmbeddings.model, model);
    assert.deepEqual(shop.project.textEmbeddings.take(99), []);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
  });

  test(`${name} Meanings embeds a changed text again, and nothing else of an item`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.put({ id: 'a', name: 'Fridge', brand: 'Coldly', price: 7, description: 'Now with a light' });
    assert.deepEqual(shop.project.textEmbeddings.take(9), []);
    await shop.put({ id: 'a', name: 'Oven', brand: 'Coldly' });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), []);
    const [job] = shop.project.textEmbeddings.take(9);
    assert.equal(job?.text, 'Oven Coldly');
  });

  test(`${name} Meanings.finish() drops what was made of a text that changed meanwhile`, async () => {
    await using shop = await withItems(open, true);
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel(model, none);
    const jobs = textEmbeddings.take(99);
    await shop.put({ id: 'a', name: 'Oven' });
    await finish(shop, jobs);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), []);
    assert.deepEqual(
      textEmbeddings.take(9).map(({ text }) => text),
      ['Oven'],
    );
    await shop.remove('a');
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.deepEqual(shop.project.textEmbeddings.take(9), []);
  });

  test(`${name} Meanings shows neither deleted nor inactive items, and an item again that comes back`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    const fridge = { id: 'a', name: 'Fridge', brand: 'Coldly' };
    await shop.put({ ...fridge, active: false });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), []);
    await shop.put(fridge);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
    assert.deepEqual(shop.project.textEmbeddings.take(9), []);
    await shop.remove('a');
    assert.deepEqual(await bySimilarity(shop, 'chilly'), []);
  });

  test(`${name} Meanings.want() lets another model’s vectors serve until all of the wanted one are there`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.reopen();
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel('fake:2', (other) => other === model);
    assert.equal(textEmbeddings.model, model);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
    const jobs = textEmbeddings.take(99);
    await finish(shop, jobs.slice(1), 'fake:2');
    assert.equal(textEmbeddings.model, model);
    assert.equal(textEmbeddings.counts().pending, 1);
    await finish(shop, jobs.slice(0, 1), 'fake:2');
    assert.equal(textEmbeddings.model, 'fake:2');
    assert.deepEqual(await bySimilarity(shop, 'chilly', 'fake:2'), ['a']);
    // A query of the other model says nothing of these vectors.
    assert.equal((await ask(shop, 'chilly', model)).added, null);
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, any);
    assert.equal(shop.project.textEmbeddings.model, 'fake:2');
    assert.equal(shop.project.textEmbeddings.counts().pending, 43);
  });

  test(`${name} Meanings.want() takes what there is of the wanted model where no other can serve`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.reopen();
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel('fake:2', none);
    // Too few have one yet.
    assert.equal(textEmbeddings.model, null);
    await finish(shop, textEmbeddings.take(22), 'fake:2');
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], [null, 21]);
    await finish(shop, textEmbeddings.take(1), 'fake:2');
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], ['fake:2', 20]);
    textEmbeddings.setTargetModel(null, any);
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], [null, 0]);
  });

  test(`${name} Meanings.want() brings back what served when it was switched off, less what changed meanwhile`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel(null, any);
    assert.deepEqual([textEmbeddings.model, await bySimilarity(shop, 'chilly')], [null, []]);
    await shop.put({ id: 'b', name: 'Icebox' });
    await shop.remove('c');
    textEmbeddings.setTargetModel(model, any);
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
    assert.deepEqual(
      textEmbeddings.take(9).map(({ text }) => text),
      ['Icebox'],
    );
  });

  test(`${name} Meanings.finish() takes no vector of another length than the others`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.put({ id: 'd', name: 'Icebox' });
    const [job] = shop.project.textEmbeddings.take(9);
    await shop.project.textEmbeddings.finish([job!], [Float32Array.of(1, 0)], model);
    assert.deepEqual(shop.project.textEmbeddings.counts(), { embedded: 43, pending: 0, refused: 1 });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
  });

  test(`${name} Meanings.refuse() leaves a text alone until it changes`, async () => {
    await using shop = await withItems(open);
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel(model, none);
    await textEmbeddings.refuse(textEmbeddings.take(1)[0]!, model);
    assert.deepEqual(textEmbeddings.counts(), { embedded: 0, pending: 2, refused: 1 });
    assert.deepEqual(
      textEmbeddings.take(9).map(({ text }) => text),
      ['Oak table', 'Lamp'],
    );
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.deepEqual(shop.project.textEmbeddings.counts(), { embedded: 0, pending: 2, refused: 1 });
    await shop.put({ id: 'a', name: 'Icebox' });
    assert.deepEqual(
      shop.project.textEmbeddings.take(9).map(({ text }) => text),
      ['Oak table', 'Lamp', 'Icebox'],
    );
    assert.equal(shop.project.textEmbeddings.counts().refused, 0);
  });

  test(`${name} Meanings wakes whoever works for it when there is something to do`, async () => {
    await using shop = await withItems(open);
    let woken = 0;
    shop.project.textEmbeddings.onWork(() => woken++);
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.ok(woken > 0);
    const before = woken;
    await shop.put({ id: 'd', name: 'Chair' });
    assert.ok(woken > before);
  });

  test(`${name} Meanings follows the settings that say which fields are the name`, async () => {
    await using shop = await withItems(open);
    const { textEmbeddings, settings } = shop.project;
    textEmbeddings.setTargetModel(model, none);
    await finish(shop, textEmbeddings.take(9));
    await shop.put({ id: 'b', name: 'Oak table', title: 'Table of oak' });
    let woken = 0;
    textEmbeddings.onWork(() => void woken++);
    const { rebuilt } = await settings.change(
      () => ({ search: { name: { fields: ['title', 'name'] } } }),
      () => undefined,
    );
    await rebuilt;
    // It is woken for the settings at once, and again when the texts were looked at.
    const texts: string[] = [];
    await until('There is no work', () => {
      texts.push(...textEmbeddings.take(9).map(({ text }) => text));
      return texts.length > 0;
    });
    assert.deepEqual(texts, ['Table of oak Oak table']);
    assert.ok(woken > 0);
  });

  test(`${name} TextIndex.search() lists by meaning under filters and rules, and says how`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    const { hits, total, fallback, added } = await ask(shop, 'chilly', model, true);
    assert.deepEqual([total, fallback, added], [1, 'semantic', 1]);
    const { semantic, words, wordsTotal } = hits[0]!.ranking!;
    assert.deepEqual([words, wordsTotal, semantic?.added], [0, 1, true]);
    const text = shop.project.text;
    const query = { ...plainQuery('chilly'), embedding: semanticOf('chilly') };
    const cheap = { kind: 'range', field: 'price', max: 0.5 } as const;
    assert.equal((await text.search({ ...query, filter: cheap })).total, 0);
    const why = await text.explain(query, [], 'a');
    assert.deepEqual([why?.position, why?.total, why?.semantic?.added], [1, 1, true]);
    const hidden = [{ rule: 'r', items: { ids: ['a'] } }];
    assert.equal((await text.search({ ...query, rules: { hidden, boosts: [], pins: [] } })).total, 0);
  });
}

async function withItems(open: OpenEngine, crowd = false): Promise<Shop> {
  const shop = await Shop.open(open);
  await shop.put({ id: 'a', name: 'Fridge', brand: 'Coldly' });
  await shop.put({ id: 'b', name: 'Oak table' });
  await shop.put({ id: 'c', name: 'Lamp', brand: 'lamp' }, { id: 'e', name: '' });
  if (crowd) await shop.put(...others);
  return shop;
}

async function embedAll(shop: Shop): Promise<void> {
  shop.project.textEmbeddings.setTargetModel(model, none);
  await finish(shop, shop.project.textEmbeddings.take(99));
}

async function finish(shop: Shop, jobs: readonly TextEmbeddingJob[], by = model): Promise<void> {
  await shop.project.textEmbeddings.finish(
    jobs,
    jobs.map(({ text }) => vectorOf(text)),
    by,
  );
}

const semanticOf = (text: string, by = model): QueryEmbedding => ({
  vector: vectorOf(text),
  model: by,
  weight: 0.5,
  baseline: null,
});

const plainQuery = (text: string) => ({
  text,
  facets: [],
  sort: [],
  offset: 0,
  limit: 10,
  highlight: [],
  explain: false,
  grouped: true,
  variants: 0,
});

const ask = (shop: Shop, text: string, by = model, explain = false) =>
  shop.project.text.search({ ...plainQuery(text), explain, embedding: semanticOf(text, by) });

/** Ids of what is listed by its meaning alone. */
async function bySimilarity(shop: Shop, text: string, by = model): Promise<string[]> {
  const { hits } = await ask(shop, text, by);
  return hits.map(({ item }) => item.id);
}
