import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog, ItemContent } from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { CatalogReplacement } from './catalog-replacement.ts';

/** The catalog is empty: what is added is new. */
const catalog = { get: async () => null } as unknown as Catalog;

const texts = new Map<number, string>();

/** Contents of the same size share their text. */
function content(id: string, bytes: number): ItemContent {
  const fieldsJson = texts.get(bytes) ?? `"id":"${'x'.repeat(bytes - 7)}"`;
  texts.set(bytes, fieldsJson);
  return { id, sku: id, active: true, fields: {}, fieldsJson, pictures: [], media: [] };
}

function replacement(allowsRejected = false): CatalogReplacement {
  return new CatalogReplacement(catalog, { allowsRejected, report: async () => undefined });
}

const isRefused = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'catalog_not_replaced';

test('CatalogReplacement takes items of 256 MiB, with 100 bytes for each, and not one byte more', async () => {
  const filled = async (last: number): Promise<void> => {
    const one = replacement();
    const step = limits.replacedBytesMax / 1_024;
    for (let no = 0; no < 1_023; no++) await one.add(content(`i${no}`, step - 100), []);
    await one.add(content('last', last), []);
  };
  await filled(limits.replacedBytesMax / 1_024 - 100);
  await assert.rejects(filled(limits.replacedBytesMax / 1_024 - 99), isRefused);
});

test('CatalogReplacement counts the last line of an id only', async () => {
  const one = replacement();
  for (let no = 0; no < 20; no++) await one.add(content('same', limits.replacedBytesMax / 10), []);
});

test('CatalogReplacement.commit() refuses rejected lines and files without items', async () => {
  await assert.rejects(replacement().commit(), isRefused);
  await assert.rejects(replacement(true).commit(), isRefused);
  const rejected = replacement();
  await rejected.add(content('a', 20), []);
  await rejected.reject('b');
  await assert.rejects(rejected.commit(), /a line was rejected/);
  const unread = replacement(true);
  await unread.add(content('a', 20), []);
  await unread.reject(null);
  await assert.rejects(unread.commit(), /no readable id/);
});
