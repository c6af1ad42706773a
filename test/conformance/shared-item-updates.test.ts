import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeItems } from '../../src/domain/catalog/item-lists.ts';
import { WorkSlices } from '../../src/lib/work-slices.ts';
import type { Json } from '../../src/ports/catalog/json.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { sameEverywhere } from './agreement.ts';
import { openEmbedded } from './embedded-shop.ts';
import { fieldsOf, Shop } from './shop.ts';

const count = 30;
const rounds = 12;
const ids = Array.from({ length: count }, (_, no) => `i${no}`);

function change(shop: Shop, changes: readonly Record<string, Json>[]) {
  const inputs = changes.map((value, index) => ({
    value,
    text: JSON.stringify(value),
    path: `data[${index}]`,
  }));
  return changeItems(shop.project.catalog, inputs, { priceOptional: false }, new WorkSlices(1e9));
}

/** Processes on one log, with items of these fields. */
async function onProcesses(
  count: number,
  fields: Record<string, Json>,
  run: (shops: readonly Shop[], first: Shop) => Promise<void>,
): Promise<void> {
  const open = openEmbedded({ shared: new MemoryLogs() });
  const first = await Shop.open(open);
  const shops = [first];
  try {
    while (shops.length < count) shops.push(await Shop.anotherProcess(first, open, `p${shops.length}`));
    await first.put(...ids.map((id) => ({ id, name: `lamp ${id}`, ...fields })));
    for (const shop of shops) await shop.engine.catchUp('shop');
    await run(shops, first);
  } finally {
    for (const shop of shops) await shop[Symbol.asyncDispose]();
  }
}

test('changeItems() of three processes at once loses no field, and counts every version', async () => {
  await onProcesses(3, {}, async (shops, first) => {
    await Promise.all(
      shops.map(async (shop, process) => {
        for (let round = 0; round < rounds; round++) {
          // Text prices are converted: a change that is decided again must have the same outcome.
          const changes = ids.map((id) => ({ id, [`field${process}`]: round, price: '007.50' }));
          const { items, refusals } = await change(shop, [...changes, changes[0]!]);
          assert.deepEqual([items.length, refusals], [count + 1, []]);
        }
      }),
    );
    await sameEverywhere(shops);
    for (const id of ids) {
      const item = await first.project.catalog.get({ id });
      const { field0, field1, field2, price, name } = fieldsOf(item!);
      assert.deepEqual([field0, field1, field2], [rounds - 1, rounds - 1, rounds - 1], id);
      assert.deepEqual([price, name], [7.5, `lamp ${id}`]);
      assert.equal(item?.version, 1 + rounds * 3 * (id === 'i0' ? 2 : 1));
    }
  });
});

test('changeItems() of three processes at once loses no increment and no added element', async () => {
  await onProcesses(3, { stock: { oslo: 0.1 } }, async (shops, first) => {
    await Promise.all(
      shops.map(async (shop, process) => {
        for (let round = 0; round < rounds; round++) {
          const changes = ids.map((id) => ({
            id,
            'stock.oslo': { _operation: 'Increment', value: 0.1 },
            'seen.by': { _operation: 'Add', value: `${process}-${round}` },
          }));
          const { items, refusals } = await change(shop, changes);
          assert.deepEqual([items.length, refusals], [count, []]);
        }
      }),
    );
    await sameEverywhere(shops);
    const added = shops.flatMap((_, process) =>
      Array.from({ length: rounds }, (__, round) => `${process}-${round}`),
    );
    for (const id of ids) {
      const { stock, seen } = fieldsOf((await first.project.catalog.get({ id }))!);
      assert.deepEqual(stock, { oslo: 3.7 }, id);
      assert.deepEqual((seen as { by: string[] }).by.toSorted(), added.toSorted(), id);
    }
  });
});

test('changeItems() of two processes: one of two changes with the same version is made', async () => {
  await onProcesses(2, {}, async (shops) => {
    const outcomes = await Promise.all(
      shops.map((shop, process) =>
        change(
          shop,
          ids.map((id) => ({ id, _version: 1, field: process })),
        ),
      ),
    );
    const changed = outcomes.flatMap(({ items }) => items.map(({ id }) => id));
    assert.deepEqual(changed.sort(), [...ids].sort());
    assert.equal(outcomes.flatMap(({ refusals }) => refusals).length, count);
    for (const { code, ...rest } of outcomes.flatMap(({ refusals }) => refusals))
      assert.deepEqual([code, rest['version']], ['item_changed', 2]);
    await sameEverywhere(shops);
  });
});
