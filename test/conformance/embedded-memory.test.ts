import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import { arrayBufferBytes } from '../support/heap-bytes.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { Shop } from './shop.ts';

/** Memory of cached items: an item must not keep more memory alive than itself. */
const itemCount = 400;
/** Memory of the text index and of SQLite's statements in addition to the items. */
const besidesBytesMax = 12 * 1024 * 1024;

const idOf = (i: number): string => `a-longer-item-id-${i}`;
const fieldsOf = (i: number) => ({
  id: idOf(i),
  name: `Oak chair ${i}`,
  description: 'solid wood '.repeat(20),
});

/** Reads all items, which caches them; returns the bytes of their JSON. */
function readItems(shop: Shop): number {
  const { catalog } = shop.project as EmbeddedProject;
  return Array.from({ length: itemCount }, (_, i) => catalog.findById(idOf(i))!.json.byteLength).reduce(
    (a, b) => a + b,
  );
}

function cacheBytes(shop: Shop): number {
  return (shop.project as EmbeddedProject).catalog.cacheBytes;
}

/** Checks that items are cached when they are read, not when they are written, and that a change replaces what is cached. */
async function checkCache(shop: Shop): Promise<void> {
  assert.equal(cacheBytes(shop), 0);
  const bytes = readItems(shop);
  const counted = cacheBytes(shop);
  assert.ok(counted > bytes && counted < 2 * bytes, `${counted} bytes of items`);
  await shop.put({ ...fieldsOf(0), name: 'changed' });
  const { catalog } = shop.project as EmbeddedProject;
  assert.match(Buffer.from(catalog.findById(idOf(0))!.json).toString(), /"name":"changed"/);
}

suite('memory of an embedded project', () => {
  test('EmbeddedCatalog keeps no bytes of items that are written one by one, and those of items that are read', async () => {
    await using shop = await embeddedShop();
    const before = arrayBufferBytes();
    for (let i = 0; i < itemCount; i++) {
      await shop.put(fieldsOf(i));
      // Requests and replies use the pool of small buffers, too.
      for (let reply = 0; reply < 20; reply++) Buffer.from('x'.repeat(4_000));
    }
    const grown = arrayBufferBytes() - before;
    assert.ok(grown < besidesBytesMax, `${grown} bytes of buffers`);
    await checkCache(shop);
  });

  test('EmbeddedCatalog keeps only the bytes of items of another process that are read', async () => {
    const logs = new MemoryLogs();
    const open = openEmbedded({ shared: logs });
    await using first = await Shop.open(open);
    await using second = await Shop.anotherProcess(first, open, 'b');
    await first.put(...Array.from({ length: itemCount }, (_, i) => fieldsOf(i)));
    second.project = await second.engine.project('shop');
    await checkCache(second);
  });
});
