import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { embeddedShop } from './embedded-shop.ts';
import { vectorOf } from './fake-encoder.ts';
import type { Shop } from './shop.ts';
import { until } from '../support/until.ts';

const model = 'fake:1';

async function embeddedItems(): Promise<Shop> {
  const shop = await embeddedShop();
  await shop.put({ id: 'a', name: 'Fridge' }, { id: 'b', name: 'Oak table' });
  const { textEmbeddings } = shop.project;
  textEmbeddings.setTargetModel(model, () => false);
  const jobs = textEmbeddings.take(9);
  await textEmbeddings.finish(
    jobs,
    jobs.map(({ text }) => [vectorOf(text)]),
    model,
  );
  return shop;
}

/** Closes the engine, changes the project's database by SQL, and opens it again. */
async function changed(shop: Shop, sql: string): Promise<string[]> {
  await shop.reopen(() => {
    const database = new DatabaseSync(join(shop.folder, 'projects', 'shop.db'));
    database.exec(sql);
    database.close();
  });
  shop.project.textEmbeddings.setTargetModel(model, () => false);
  return shop.project.textEmbeddings.take(9).map(({ text }) => text);
}

test('a damaged vector is computed again', async () => {
  await using shop = await embeddedItems();
  const damage = "UPDATE text_vectors SET vector = x'0102' WHERE no = (SELECT min(no) FROM items)";
  assert.deepEqual(await changed(shop, damage), ['Fridge']);
});

test('items of a version without text embeddings are embedded', async () => {
  await using shop = await embeddedItems();
  assert.deepEqual(await changed(shop, 'DELETE FROM texts; DELETE FROM text_vectors'), [
    'Fridge',
    'Oak table',
  ]);
  // The stored hashes are durable.
  assert.deepEqual(await changed(shop, 'SELECT 1'), ['Fridge', 'Oak table']);
});

test('the hash of an item whose translations an earlier version did not embed is corrected when they are', async () => {
  await using shop = await embeddedItems();
  await shop.put({ id: 'a', name: 'Fridge', translations: { de: { name: 'Kühlschrank' } } });
  // That version hashed the own text alone, as if there were no translations.
  const before = `UPDATE texts SET hash = (SELECT hash FROM text_vectors WHERE no = texts.no); DELETE FROM text_vectors`;
  assert.deepEqual(await changed(shop, before), ['Oak table']);
  await until('The hash was not corrected', () => {
    const [job] = shop.project.textEmbeddings.take(9);
    return job?.translations[0]?.text === 'Kühlschrank';
  });
});
