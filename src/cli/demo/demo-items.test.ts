import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../lib/package-root.ts';
import { readDemoItems } from './demo-items.ts';

test('readDemoItems() gives each item an id and a SKU of its own', async () => {
  const items = (await readDemoItems(join(root, 'demo'))) as readonly { id: string; sku: string }[];
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  const skus = items.map(({ sku }) => sku);
  assert.deepEqual(
    skus.filter((sku, at) => skus.indexOf(sku) < at),
    [],
  );
});
