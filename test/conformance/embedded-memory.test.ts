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

/** The bytes of the items' JSON, all of which must be cached. */
function jsonBytes(shop: Shop): number {
  const { catalog } = shop.project as EmbeddedProject;
  return Array.from({ length: itemCount }, (_, i) => catalog.findById(idOf(i))!.json.byteLength).reduce(
    (a, b) => a + b,
  );
}

function cacheBytes(shop: Shop): number {
  return (shop.project as EmbeddedProject).catalog.cacheBytes;
}

suite('memory of an embedded project', () => {
  test('EmbeddedCatalog keeps only the bytes of items that are written one by one', async () => {
    await using shop = await embeddedShop();
    const before = arrayBufferBytes();
    for (let i = 0; i < itemCount; i++) {
      await shop.put(fieldsOf(i));
      // Requests and replies use the pool of small buffers, too.
      for (let reply = 0; reply < 20; reply++) Buffer.from('x'.repeat(4_000));
    }
    const grown = arrayBufferBytes() - before;
    const counted = cacheBytes(shop);
    assert.ok(counted > jsonBytes(shop) && counted < 2 * jsonBytes(shop), `${counted} bytes of items`);
    assert.ok(grown < counted + besidesBytesMax, `${grown} bytes of buffers for ${counted} counted`);
  });

  test('EmbeddedCatalog keeps only the bytes of items that another process wrote', async () => {
    const logs = new MemoryLogs();
    const open = openEmbedded({ shared: logs });
    await using first = await Shop.open(open);
    await using second = await Shop.anotherProcess(first, open, 'b');
    await first.put(...Array.from({ length: itemCount }, (_, i) => fieldsOf(i)));
    second.project = await second.engine.project('shop');
    const counted = cacheBytes(second);
    assert.ok(counted > jsonBytes(second) && counted < 2 * jsonBytes(second), `${counted} bytes of items`);
  });
});
