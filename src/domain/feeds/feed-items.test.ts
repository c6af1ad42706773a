import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog, ItemChange } from '../../ports/catalog/catalog.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import { FeedItems } from './feed-items.ts';

/** Files in memory, and the ids that were removed. */
class Shop {
  readonly stored = new Map<string, Uint8Array>();
  readonly removed: string[] = [];
  readonly files: StoredFiles = {
    get: (name) => this.stored.get(name) ?? null,
    put: async (name, bytes) => {
      if (bytes === null) this.stored.delete(name);
      else this.stored.set(name, bytes);
    },
    names: () => [...this.stored.keys()],
  };
  readonly catalog = {
    change: async (changes: readonly ItemChange[]) =>
      changes.map(({ address }) => {
        this.removed.push('id' in address ? address.id : '');
        return { kind: 'deleted' };
      }),
  } as unknown as Catalog;

  async run(
    ids: readonly (string | null)[],
    options: Partial<ConstructorParameters<typeof FeedItems>[0]> = {},
  ): Promise<number> {
    const feed = { id: 'erp', absent: 'delete', removedShareMax: 0.2, ...options } as const;
    const items = new FeedItems(feed, this, { priceOptional: false });
    for (const id of ids) items.onId(id);
    return items.removeAbsent();
  }
}
const ids = (count: number): string[] => Array.from({ length: count }, (_, no) => `i${no}`);

test('FeedItems removes what the last run had, up to the share that the feed allows', async () => {
  const shop = new Shop();
  assert.equal(await shop.run(ids(10)), 0);
  await assert.rejects(
    shop.run(ids(7)),
    /lacks 3 of the 10 items of its last run, more than 20 %: none was removed/,
  );
  assert.equal(await shop.run(ids(8)), 2);
  assert.deepEqual(shop.removed, ['i8', 'i9']);
  assert.equal(await shop.run(ids(8)), 0);
  assert.equal(await shop.run(ids(4), { removedShareMax: 0.5 }), 4);
});

test('FeedItems removes nothing after a record whose id cannot be read, and remembers all items', async () => {
  const shop = new Shop();
  await shop.run(ids(10));
  assert.equal(await shop.run([...ids(8), null, 'new']), 0);
  assert.equal(await shop.run(ids(9)), 2);
  assert.deepEqual(shop.removed, ['i9', 'new']);
});

test('FeedItems keeps absent items if the feed says so, and does not remove them later', async () => {
  const shop = new Shop();
  await shop.run(ids(10));
  assert.equal(await shop.run(ids(2), { absent: 'keep' }), 0);
  assert.equal(await shop.run(ids(2)), 0);
});

test('FeedItems accepts 500,000 records, also of one id', () => {
  const shop = new Shop();
  const items = new FeedItems({ id: 'erp', absent: 'keep', removedShareMax: 0 }, shop, {
    priceOptional: false,
  });
  for (let no = 0; no < limits.feedRecordsMax; no++) items.onId(`i${no % 10}`);
  assert.throws(() => items.onId('i0'), /The feed has more than 500000 items/);
});
