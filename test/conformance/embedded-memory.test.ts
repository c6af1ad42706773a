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

/** Reads all items, which caches them, and returns the bytes of their JSON. */
function readAll(shop: Shop): number {
  const { catalog } = shop.project as EmbeddedProject;
  return Array.from({ length: itemCount }, (_, i) => catalog.byId(idOf(i))!.json.byteLength).reduce(
    (a, b) => a + b,
  );
}

/** Besides twice the live items, the cache may hold two segments of 1 MB with replaced ones. */
const countedMax = (json: number): number => 2 * json + 2 * 1024 * 1024;

function cacheBytes(shop: Shop): number {
  return (shop.project as EmbeddedProject).catalog.cacheBytes;
}

suite('memory of an embedded project', () => {
  test('EmbeddedCatalog keeps only the bytes of items that are written one by one', async () => {
    await using shop = await embeddedShop();
    const before = arrayBufferBytes();
    // The second time, cached items are replaced.
    for (const price of [10, 20]) {
      for (let i = 0; i < itemCount; i++) {
        await shop.put({ ...fieldsOf(i), price });
        // Requests and replies use the pool of small buffers, too.
        for (let reply = 0; reply < 20; reply++) Buffer.from('x'.repeat(4_000));
      }
      readAll(shop);
    }
    const grown = arrayBufferBytes() - before;
    const json = readAll(shop);
    const counted = cacheBytes(shop);
    assert.ok(counted > json && counted < countedMax(json), `${counted} bytes of items`);
    assert.ok(grown < counted + besidesBytesMax, `${grown} bytes of buffers for ${counted} counted`);
  });

  test('EmbeddedCatalog keeps only the bytes of items that another process wrote', async () => {
    const logs = new MemoryLogs();
    const open = openEmbedded({ shared: logs });
    await using first = await Shop.open(open);
    await using second = await Shop.anotherProcess(first, open, 'b');
    await first.put(...Array.from({ length: itemCount }, (_, i) => fieldsOf(i)));
    second.project = await second.engine.project('shop');
    const json = readAll(second);
    const counted = cacheBytes(second);
    assert.ok(counted > json && counted < countedMax(json), `${counted} bytes of items`);
  });
});
