import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemKeysMax, type ItemChange, type ItemKey } from '../../src/ports/catalog/catalog.ts';
import { representative } from '../support/matrix.ts';
import { fieldsOf, seeded, Shop, text, upsert, type OpenEngine } from './shop.ts';

const defineKey = (field: string): ItemKey => ({
  name: field,
  read: (item) => text(fieldsOf(item)[field] ?? '') || null,
});

/** The contract of `Catalog.findByKey()`. */
export function testItemKeys(name: string, open: OpenEngine): void {
  test(`${name} Catalog.findByKey() finds what a scan finds, during random writes, while its index is built, and after a restart`, async () => {
    for (const seed of representative([20_261_130], [20_261_130, 7, 99])) {
      await using shop = await Shop.open(open);
      const random = seeded(seed);
      const pick = (count: number): number => Math.floor(random() * count);
      const oracle = new Map<string, string>();
      const page = defineKey('page');
      const change = (): ItemChange => {
        const id = `i${pick(80)}`;
        if (random() < 0.25) {
          oracle.delete(id);
          return { address: { id }, decide: () => null };
        }
        // One address is that of most items, others of few, and some items have none.
        const value = random() < 0.1 ? '' : random() < 0.5 ? 'p0' : `p${pick(30)}`;
        oracle.set(id, value);
        return upsert({ id, page: value });
      };
      // The first lookup reads them in several steps.
      const many = Array.from({ length: 600 }, (_, at) => {
        oracle.set(`first-${at}`, `p${at % 30}`);
        return upsert({ id: `first-${at}`, page: `p${at % 30}` });
      });
      await shop.project.catalog.change(many);
      const checkAll = async (): Promise<void> => {
        for (let at = 0; at < 31; at++) {
          const found = await shop.project.catalog.findByKey(page, `p${at}`, 2_000);
          const expected = [...oracle].filter(([, value]) => value === `p${at}`).map(([id]) => id);
          assert.deepEqual(found.map(({ id }) => id).sort(), expected.sort(), `seed ${seed}, p${at}`);
        }
      };
      for (let round = 0; round < 12; round++) {
        const calls: Promise<unknown>[] = [];
        for (let write = 0; write < 6; write++) {
          calls.push(shop.project.catalog.change(Array.from({ length: 1 + pick(5) }, change)));
          calls.push(shop.project.catalog.findByKey(page, `p${pick(30)}`, 10));
        }
        await Promise.all(calls);
        if (round % 3 === 2) await checkAll();
        if (round === 7) await shop.reopen();
      }
    }
  });

  test(`${name} Catalog.findByKey() gives the oldest items, up to a limit, as far as they have the key now`, async () => {
    await using shop = await Shop.open(open);
    const group = defineKey('group');
    await shop.put({ id: 'c', group: 'g' }, { id: 'a', group: 'g' }, { id: 'b', group: 'h' });
    const ids = async (value: string, limit = 10): Promise<string[]> =>
      (await shop.project.catalog.findByKey(group, value, limit)).map(({ id }) => id);
    assert.deepEqual(await ids('g'), ['c', 'a']);
    assert.deepEqual(await ids('g', 1), ['c']);
    await shop.put({ id: 'c', group: 'h' });
    assert.deepEqual([await ids('g'), await ids('h')], [['a'], ['c', 'b']]);
    await shop.remove('b');
    await shop.put({ id: 'b', group: 'g', active: false });
    assert.deepEqual([await ids('g'), await ids('h'), await ids('')], [['a', 'b'], ['c'], []]);
  });

  test(`${name} Catalog.findByKey() keeps few indexes and builds a dropped one again`, async () => {
    await using shop = await Shop.open(open);
    const fields = Array.from({ length: itemKeysMax + 2 }, (_, at) => `f${at}`);
    await shop.put({ id: 'a', ...Object.fromEntries(fields.map((field) => [field, `${field}-a`])) });
    for (const field of [...fields, ...fields]) {
      const found = await shop.project.catalog.findByKey(defineKey(field), `${field}-a`, 10);
      assert.deepEqual(
        found.map(({ id }) => id),
        ['a'],
      );
    }
  });
}
