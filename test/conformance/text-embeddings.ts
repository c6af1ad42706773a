import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextEmbeddingJob } from '../../src/ports/search/text-embeddings.ts';
import type { QueryEmbedding } from '../../src/ports/search/text.ts';
import { vectorOf } from './fake-encoder.ts';
import { Shop, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

const model = 'fake:1';
const any = (): boolean => true;
const none = (): boolean => false;

/** Enough other items for chance to be distinguishable from similarity. */
const others = Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, name: `thing number ${i} of many` }));

/** The contract of `TextEmbeddings` in `ports/search/text-embeddings.ts`. */
export function testTextEmbeddings(name: string, open: OpenEngine): void {
  test(`${name} TextEmbeddings.take() returns texts without a vector once, the oldest item first, until they end`, async () => {
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
    // Jobs that were taken and did not end are taken again after a restart.
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.equal(shop.project.textEmbeddings.take(9).length, 3);
  });

  test(`${name} TextEmbeddings.finish() makes items semantically searchable, durably, and is not requested twice`, async () => {
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

  test(`${name} TextEmbeddings embeds a changed text again, but not after other changes of an item`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.put({ id: 'a', name: 'Fridge', brand: 'Coldly', price: 7, description: 'Now with a light' });
    assert.deepEqual(shop.project.textEmbeddings.take(9), []);
    await shop.put({ id: 'a', name: 'Oven', brand: 'Coldly' });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), []);
    const [job] = shop.project.textEmbeddings.take(9);
    assert.equal(job?.text, 'Oven Coldly');
  });

  test(`${name} TextEmbeddings.finish() drops the vector of a text that changed in the meantime`, async () => {
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

  test(`${name} Recommenders.similar() compares the meaning of names once they are embedded, and not of private ones`, async () => {
    await using shop = await withItems(open, true);
    await shop.put({ id: 'box', name: 'Icebox' });
    const listed = async (): Promise<string[]> => {
      const list = await shop.project.recommenders.similar({
        item: 'a',
        conditions: { limit: 5, exclude: new Set(), soldOut: true, explain: false },
      });
      return list.map(({ item }) => item.id);
    };
    assert.ok(!(await listed()).includes('box'));
    await embedAll(shop);
    assert.equal((await listed())[0], 'box');
    await shop.put({ id: 'box', name: 'Ladder' });
    await finish(shop, shop.project.textEmbeddings.take(9));
    assert.notEqual((await listed())[0], 'box');
    await shop.put({ id: 'box', name: 'Icebox' });
    await finish(shop, shop.project.textEmbeddings.take(9));
    assert.equal((await listed())[0], 'box');
    const { rebuilt } = await shop.project.settings.change(
      () => ({ items: { privateFields: ['name'] } }),
      () => undefined,
    );
    await rebuilt;
    // The texts are checked in the background.
    await until('A private name is compared', async () => !(await listed()).includes('box'));
  });

  test(`${name} TextEmbeddings returns neither deleted nor inactive items, and a returning item again`, async () => {
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

  test(`${name} TextEmbeddings.setTargetModel() lets another model's vectors serve until the target's are complete`, async () => {
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
    // A query embedding of the other model cannot be compared with these vectors.
    assert.equal((await ask(shop, 'chilly', model)).added, null);
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, any);
    assert.equal(shop.project.textEmbeddings.model, 'fake:2');
    assert.equal(shop.project.textEmbeddings.counts().pending, 43);
  });

  test(`${name} TextEmbeddings.setTargetModel() uses the target's existing vectors where no other model can serve`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.reopen();
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel('fake:2', none);
    // Too few items have a vector yet.
    assert.equal(textEmbeddings.model, null);
    await finish(shop, textEmbeddings.take(22), 'fake:2');
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], [null, 21]);
    await finish(shop, textEmbeddings.take(1), 'fake:2');
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], ['fake:2', 20]);
    textEmbeddings.setTargetModel(null, any);
    assert.deepEqual([textEmbeddings.model, textEmbeddings.counts().pending], [null, 0]);
  });

  test(`${name} TextEmbeddings.setTargetModel() restores the vectors after disabling, except of texts that changed in the meantime`, async () => {
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

  test(`${name} TextEmbeddings.finish() rejects a vector of another length`, async () => {
    await using shop = await withItems(open, true);
    await embedAll(shop);
    await shop.put({ id: 'd', name: 'Icebox' });
    const [job] = shop.project.textEmbeddings.take(9);
    await shop.project.textEmbeddings.finish([job!], [[Float32Array.of(1, 0)]], model);
    assert.deepEqual(shop.project.textEmbeddings.counts(), { embedded: 43, pending: 0, refused: 1 });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
  });

  test(`${name} TextEmbeddings.refuse() skips a text until it changes`, async () => {
    await using shop = await withItems(open);
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel(model, none);
    await textEmbeddings.refuse(textEmbeddings.take(1), model);
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

  test(`${name} TextEmbeddings wakes its worker when there is work`, async () => {
    await using shop = await withItems(open);
    let woken = 0;
    shop.project.textEmbeddings.onWork(() => woken++);
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.ok(woken > 0);
    const before = woken;
    await shop.put({ id: 'd', name: 'Chair' });
    assert.ok(woken > before);
  });

  test(`${name} TextEmbeddings follows changes of the name fields in the settings`, async () => {
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
    // It is woken immediately for the settings, and again after the texts were checked.
    const texts: string[] = [];
    await until('There is no work', () => {
      texts.push(...textEmbeddings.take(9).map(({ text }) => text));
      return texts.length > 0;
    });
    assert.deepEqual(texts, ['Table of oak Oak table']);
    assert.ok(woken > 0);
  });

  test(`${name} TextEmbeddings finds an item by the nearest of its texts, durably`, async () => {
    await using shop = await withItems(open, true);
    const translations = { de: { name: 'Icebox' }, fr: { name: 'Buffet' } };
    await shop.put({ id: 'd', name: 'Sideboard', translations });
    const { textEmbeddings } = shop.project;
    textEmbeddings.setTargetModel(model, none);
    const jobs = textEmbeddings.take(99);
    const job = jobs.find(({ text }) => text === 'Sideboard')!;
    assert.deepEqual(job.translations, [
      { language: 'de', text: 'Icebox', name: 'Icebox' },
      { language: 'fr', text: 'Buffet', name: 'Buffet' },
    ]);
    await textEmbeddings.finish(
      jobs,
      jobs.map(({ text, translations: others }) => [text, ...others.map((one) => one.text)].map(vectorOf)),
      model,
    );
    const expected = ['a', 'd'];
    assert.deepEqual((await bySimilarity(shop, 'chilly')).toSorted(), expected);
    await shop.reopen();
    shop.project.textEmbeddings.setTargetModel(model, none);
    assert.deepEqual((await bySimilarity(shop, 'chilly')).toSorted(), expected);
    // A translation less is a change of the texts.
    await shop.put({ id: 'd', name: 'Sideboard', translations: { fr: translations.fr } });
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
    await finish(shop, shop.project.textEmbeddings.take(9));
    assert.deepEqual(await bySimilarity(shop, 'chilly'), ['a']);
  });

  test(`${name} TextEmbeddings.crossLingual has a model of its own, whose vectors remain when the other one changes`, async () => {
    await using shop = await withItems(open, true);
    const other = 'fake:many';
    const setModels = (own: string): void => {
      shop.project.textEmbeddings.crossLingual.setTargetModel(other, any);
      shop.project.textEmbeddings.setTargetModel(own, any);
    };
    setModels(model);
    const { crossLingual } = shop.project.textEmbeddings;
    const jobs = crossLingual.take(99);
    await crossLingual.finish(
      jobs,
      jobs.map(({ text }) => [vectorOf(text)]),
      other,
    );
    assert.deepEqual([crossLingual.model, shop.project.textEmbeddings.model], [other, null]);
    assert.deepEqual(await bySimilarity(shop, 'chilly', other), ['a']);
    await finish(shop, shop.project.textEmbeddings.take(99));
    setModels('fake:2');
    await finish(shop, shop.project.textEmbeddings.take(99), 'fake:2');
    assert.deepEqual(
      [crossLingual.counts().embedded, await bySimilarity(shop, 'chilly', other)],
      [43, ['a']],
    );
    await shop.reopen();
    setModels('fake:2');
    assert.deepEqual(await bySimilarity(shop, 'chilly', other), ['a']);
    assert.deepEqual(await bySimilarity(shop, 'chilly', 'fake:2'), ['a']);
    shop.project.textEmbeddings.crossLingual.setTargetModel(null, any);
    assert.equal((await ask(shop, 'chilly', other)).added, null);
  });

  test(`${name} TextIndex.search() lists semantic matches under filters and rules, and reports them`, async () => {
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
    jobs.map(({ text }) => [vectorOf(text)]),
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

/** Ids of semantic matches. */
async function bySimilarity(shop: Shop, text: string, by = model): Promise<string[]> {
  const { hits } = await ask(shop, text, by);
  return hits.map(({ item }) => item.id);
}
