import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Catalog,
  ChangeOutcome,
  ItemAddress,
  ItemChange,
  StoredItem,
} from '../../ports/catalog/catalog.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import type { ItemInput } from './item-input.ts';
import { changeItems } from './item-lists.ts';

const settings = { priceOptional: false };
const idle = (): WorkSlices => new WorkSlices(1e9);
const inputs = (changes: readonly object[]): ItemInput[] =>
  changes.map((value, index) => ({
    value: value as Json,
    text: JSON.stringify(value),
    path: `data[${index}]`,
  }));

/** A catalog in memory, which counts its writes. */
class CountedCatalog {
  readonly items = new Map<string, StoredItem>();
  readonly writes: number[] = [];
  /** Called before a write is decided. */
  beforeWrite: () => void = () => undefined;

  constructor(count: number, text = '') {
    for (let no = 0; no < count; no++) this.put(`i${no}`, 1, `"price":1,"text":"${text}"`);
  }

  put(id: string, version: number, more: string): StoredItem {
    const fields = `"_id":"_${id}","_version":${version},"id":"${id}","sku":"s","name":"n","imgs":[],"description":""`;
    const json = Buffer.from(`{${fields},${more}}`);
    const item = { _id: `_${id}`, id, sku: 's', active: true, version, json };
    this.items.set(id, item);
    return item;
  }

  get catalog(): Catalog {
    const find = (address: ItemAddress): StoredItem | null =>
      this.items.get('id' in address ? address.id : address._id.slice(1)) ?? null;
    return {
      get: async (address: ItemAddress) => find(address),
      change: async (changes: readonly ItemChange[]): Promise<ChangeOutcome[]> => {
        this.writes.push(changes.length);
        this.beforeWrite();
        return changes.map(({ address, decide }): ChangeOutcome => {
          const current = find(address);
          try {
            const { id, fieldsJson } = decide(current)!;
            const more = fieldsJson.replace(/^.*?"description":"",/, '');
            return {
              kind: 'stored',
              item: this.put(id, (current?.version ?? 0) + 1, more),
              created: false,
            };
          } catch (error) {
            return { kind: 'refused', error: error as Error };
          }
        });
      },
    } as Partial<Catalog> as Catalog;
  }

  text(id: string): string {
    return String(this.items.get(id)?.json);
  }
}

test('changeItems() makes one write of 1,000 changes', async () => {
  const counted = new CountedCatalog(1_000);
  const changes = Array.from({ length: 1_000 }, (_, no) => ({ id: `i${no}`, price: no }));
  const { items, refusals } = await changeItems(counted.catalog, inputs(changes), settings, idle());
  assert.deepEqual([counted.writes, items.length, refusals], [[1_000], 1_000, []]);
  assert.match(counted.text('i999'), /"price":999/);
});

test('changeItems() makes several writes of at most 16 MB of large items', async () => {
  const counted = new CountedCatalog(400, 'x'.repeat(99_000));
  const changes = Array.from({ length: 400 }, (_, no) => ({ id: `i${no}`, price: no }));
  const { items } = await changeItems(counted.catalog, inputs(changes), settings, idle());
  assert.deepEqual([counted.writes, items.length], [[170, 170, 60], 400]);
});

test('changeItems() decides again where an item has changed since it was read, with the same conversions', async () => {
  const counted = new CountedCatalog(2);
  counted.beforeWrite = () => counted.put('i0', 2, '"price":5,"stock":3,"text":"new"');
  const changes = [
    { id: 'i0', price: '007.50' },
    { id: 'i1', stock: 1 },
    { id: 'i0', tags: ['a'] },
  ];
  const { items } = await changeItems(counted.catalog, inputs(changes), settings, idle());
  assert.match(counted.text('i0'), /"price":7\.50,"stock":3,"text":"new","tags":\["a"\]}$/);
  assert.deepEqual(
    items.map(({ version }) => version),
    [3, 2, 4],
  );
});

test('changeItems() changes nothing of an item whose version is not the expected one when it is written', async () => {
  const counted = new CountedCatalog(2);
  counted.beforeWrite = () => counted.put('i0', 2, '"price":5');
  const changes = [
    { id: 'i0', _version: 1, price: 9 },
    { _id: '_i1', _version: 1, price: 9 },
  ];
  const { items, refusals } = await changeItems(counted.catalog, inputs(changes), settings, idle());
  assert.deepEqual(
    refusals.map(({ index, code, ...rest }) => [index, code, rest['version']]),
    [[0, 'item_changed', 2]],
  );
  assert.equal(items.length, 1);
  assert.match(counted.text('i0'), /"price":5}$/);
});
