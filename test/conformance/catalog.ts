import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemChange, StoredItem } from '../../src/ports/catalog/catalog.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { representative } from '../support/matrix.ts';
import {
  content,
  fieldsOf,
  plain,
  seeded,
  Shop,
  stored,
  text,
  upsert,
  withCode,
  type OpenEngine,
} from './shop.ts';

/** The contract of `ports/catalog/catalog.ts`. */
export function testCatalog(name: string, open: OpenEngine): void {
  test(`${name} Catalog.change() stores an item with the service's own fields first and the shop's to the byte`, async () => {
    await using shop = await Shop.open(open);
    const made = content({ id: 'a', name: 'Ä' });
    const change: ItemChange = {
      address: { id: 'a' },
      decide: () => ({ ...made, fieldsJson: '"id":"a","sku":"s","price":1.50,"x":1e2' }),
    };
    const item = stored((await shop.project.catalog.change([change]))[0]);
    const at = new Date(shop.now).toISOString();
    const expected = `{"_id":"${item._id}","_version":1,"_createdAt":"${at}","_updatedAt":"${at}","id":"a","sku":"s","price":1.50,"x":1e2}`;
    assert.equal(Buffer.from(item.json).toString('utf8'), expected);
    assert.equal(item.version, 1);
    assert.deepEqual(plain(await shop.project.catalog.get({ _id: item._id })), plain(item));
    assert.deepEqual(plain(await shop.project.catalog.get({ id: 'a' })), plain(item));
  });

  test(`${name} Catalog.change() keeps _id and the creation time, and counts versions`, async () => {
    await using shop = await Shop.open(open);
    const [first] = await shop.put({ id: 'a', name: 'one' });
    shop.now += 60_000;
    const [second] = await shop.put({ id: 'a', name: 'two' });
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(second._id, first._id);
    assert.equal(second.version, 2);
    const fields = fieldsOf(second);
    assert.equal(fields['_createdAt'], fieldsOf(first)['_createdAt']);
    assert.equal(fields['_updatedAt'], new Date(shop.now).toISOString());
  });

  test(`${name} Catalog.change() never reuses an _id, even where an id returns`, async () => {
    await using shop = await Shop.open(open);
    const [first] = await shop.put({ id: 'a' });
    await shop.remove('a');
    assert.equal(await shop.project.catalog.get({ id: 'a' }), null);
    const [second] = await shop.put({ id: 'a' });
    assert.notEqual(second?._id, first?._id);
    assert.equal(second?.version, 1);
    assert.equal(await shop.project.catalog.get({ _id: first?._id ?? '' }), null);
    await shop.reopen();
    assert.equal((await shop.project.catalog.get({ id: 'a' }))?._id, second?._id);
  });

  test(`${name} Catalog.change() returns outcomes in order, and one rejection does not affect the others`, async () => {
    await using shop = await Shop.open(open);
    const refusal = new VitrineError('item_exists', 'no');
    const outcomes = await shop.project.catalog.change([
      upsert({ id: 'a' }),
      {
        address: { id: 'b' },
        decide: () => {
          throw refusal;
        },
      },
      { address: { id: 'c' }, decide: () => null },
      upsert({ id: 'd' }),
      { address: { id: 'd' }, decide: () => null },
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['stored', 'refused', 'absent', 'stored', 'deleted'],
    );
    assert.deepEqual(shop.project.catalog.count(), { total: 1, active: 1 });
  });

  test(`${name} Catalog.change() applies several changes of one item in one batch in order`, async () => {
    await using shop = await Shop.open(open);
    const seen: (number | null)[] = [];
    const bump: ItemChange = {
      address: { id: 'a' },
      decide: (current) => {
        seen.push(current?.version ?? null);
        return content({ id: 'a', name: `state ${(current?.version ?? 0) + 1}` });
      },
    };
    await shop.project.catalog.change([bump, bump, { address: { id: 'a' }, decide: () => null }, bump, bump]);
    assert.deepEqual(seen, [null, 1, null, 1]);
    const item = plain(await shop.project.catalog.get({ id: 'a' }));
    assert.equal(item?.version, 2);
    assert.deepEqual(await shop.found('state'), ['a']);
    await shop.reopen();
    assert.deepEqual(plain(await shop.project.catalog.get({ id: 'a' })), item);
    assert.deepEqual(shop.project.catalog.count(), { total: 1, active: 1 });
  });

  test(`${name} Catalog.change() decides on accepted writes that are not durable yet`, async () => {
    await using shop = await Shop.open(open);
    const { catalog } = shop.project;
    const [made] = await shop.put({ id: 'a' });
    const rename: ItemChange = {
      address: { _id: made?._id ?? '' },
      decide: (current) => (current === null ? null : content({ id: 'a', name: `v${current.version + 1}` })),
    };
    const all = await Promise.all([
      catalog.change([rename]),
      shop.remove('a'),
      catalog.change([rename]),
      catalog.change([upsert({ id: 'a', name: 'again' })]),
      catalog.change([rename]),
      shop.remove('a'),
      catalog.change([upsert({ id: 'a', name: 'last' })]),
    ]);
    assert.deepEqual(
      all.flat().map(({ kind }) => kind),
      ['stored', 'deleted', 'absent', 'stored', 'absent', 'deleted', 'stored'],
    );
    assert.deepEqual(await shop.found('last'), ['a']);
    assert.deepEqual(await shop.found('again'), []);
  });

  test(`${name} Catalog.change() leaves no trace where the decision throws`, async () => {
    await using shop = await Shop.open(open);
    const broken: ItemChange = {
      address: { id: 'b' },
      decide: () => {
        throw new TypeError('a fault');
      },
    };
    await assert.rejects(shop.project.catalog.change([upsert({ id: 'a' }), broken]), TypeError);
    const fresh: ItemChange = {
      address: { id: 'a' },
      decide: (current) => {
        assert.equal(current, null);
        return content({ id: 'a' });
      },
    };
    assert.equal(stored((await shop.project.catalog.change([fresh]))[0]).version, 1);
    assert.deepEqual(await shop.found(''), ['a']);
  });

  test(`${name} Catalog.list() lists oldest first, with exact totals of its conditions`, async () => {
    await using shop = await Shop.open(open);
    for (const id of ['c', 'a', 'b']) {
      await shop.put({ id, sku: id === 'b' ? 'same' : 'other', active: id !== 'a' });
      shop.now += 1_000;
    }
    await shop.put({ id: 'c', sku: 'same' });
    const list = async (more: object) => {
      const { items, total } = await shop.project.catalog.list({ limit: 10, offset: 0, ...more });
      return [items.map(({ id }) => id).join(''), total];
    };
    assert.deepEqual(await list({}), ['cab', 3]);
    assert.deepEqual(await list({ limit: 1, offset: 1 }), ['a', 3]);
    assert.deepEqual(await list({ offset: 3 }), ['', 3]);
    assert.deepEqual(await list({ limit: 0 }), ['', 3]);
    assert.deepEqual(await list({ id: 'b' }), ['b', 1]);
    assert.deepEqual(await list({ sku: 'same' }), ['cb', 2]);
    assert.deepEqual(await list({ sku: 'same', limit: 1 }), ['c', 2]);
    assert.deepEqual(await list({ active: true }), ['cb', 2]);
    assert.deepEqual(await list({ active: false }), ['a', 1]);
    assert.deepEqual(await list({ id: 'a', active: true }), ['', 0]);
    assert.deepEqual(shop.project.catalog.count(), { total: 3, active: 2 });
  });

  test(`${name} Catalog.export() returns every item once, oldest first, during writes`, async () => {
    await using shop = await Shop.open(open);
    const ids = Array.from({ length: 1_200 }, (_, at) => `i${String(at).padStart(4, '0')}`);
    await shop.put(...ids.map((id) => ({ id })));
    const exported: string[] = [];
    for await (const item of shop.project.catalog.export()) {
      exported.push(item.id);
      if (exported.length === 100) await shop.put({ id: 'i0003', name: 'changed' });
    }
    assert.deepEqual(exported, ids);
  });

  test(`${name} Catalog.readMedia() keeps uploaded files while an item uses them`, async () => {
    await using shop = await Shop.open(open);
    const { catalog } = shop.project;
    const file = (letter: string) => ({
      hash: letter.repeat(64),
      contentType: 'image/png',
      bytes: Buffer.from(letter),
    });
    const [a, b] = [file('a'), file('b')];
    const address = ({ hash }: { hash: string }): string => `/media/${hash}`;
    await catalog.change([
      upsert({ id: '1', imgs: [address(a)] }, [a]),
      upsert({ id: '2', imgs: [address(a)] }, [a]),
    ]);
    const kept = await catalog.readMedia(a.hash);
    assert.equal(kept?.contentType, 'image/png');
    assert.equal(Buffer.from(kept?.bytes ?? []).toString(), 'a');
    await shop.remove('1');
    assert.notEqual(await catalog.readMedia(a.hash), null);
    // Two concurrent changes, and one that a later change of its batch replaces.
    await Promise.all([
      catalog.change([upsert({ id: '2', imgs: [address(b)] }, [b])]),
      catalog.change([upsert({ id: '2', imgs: [] })]),
      catalog.change([
        upsert({ id: '3', imgs: [address(b)] }, [b]),
        upsert({ id: '3', imgs: [address(a)] }, [a]),
      ]),
    ]);
    assert.equal(await catalog.readMedia(b.hash), null);
    assert.notEqual(await catalog.readMedia(a.hash), null);
    // Two pictures swap positions: both stay.
    await catalog.change([upsert({ id: '3', imgs: [address(a), address(b)] }, [a, b])]);
    await catalog.change([upsert({ id: '3', imgs: [address(b), address(a)] })]);
    assert.notEqual(await catalog.readMedia(a.hash), null);
    assert.notEqual(await catalog.readMedia(b.hash), null);
    await shop.remove('3');
    assert.equal(await catalog.readMedia(a.hash), null);
    assert.equal(await catalog.readMedia(b.hash), null);
  });

  test(`${name} Catalog equals a map after many concurrent changes, also after a restart`, async () => {
    const seed = 20_261_121;
    const random = seeded(seed);
    await using shop = await Shop.open(open);
    const oracle = new Map<string, JsonObject>();
    for (let round = 0; round < representative(20, 60); round++) {
      const writes: Promise<unknown>[] = [];
      for (let write = 0; write < 8; write++) {
        const batch = Array.from(
          { length: 1 + Math.floor(random() * (random() < 0.1 ? 90 : 4)) },
          (_, at): ItemChange => {
            const id = `i${Math.floor(random() * 60)}`;
            if (random() < 0.3) {
              oracle.delete(id);
              return { address: { id }, decide: () => null };
            }
            const fields = { id, name: `word${Math.floor(random() * 5)}`, active: random() < 0.8, at, round };
            oracle.set(id, fields);
            return upsert(fields);
          },
        );
        writes.push(shop.project.catalog.change(batch));
        // Searches in between must never meet a deleted item.
        writes.push(shop.found('word1'));
      }
      await Promise.all(writes);
      if (round % 20 === 19) {
        await sameAs(shop, oracle, seed);
        await shop.reopen();
        await sameAs(shop, oracle, seed);
      }
    }
  });

  test(`${name} Catalog rejects writes to a deleted project, and earlier writes are complete`, async () => {
    await using shop = await Shop.open(open);
    const { catalog } = shop.project;
    const writes = Array.from({ length: 20 }, (_, at) => catalog.change([upsert({ id: `i${at}` })]));
    const deletion = shop.engine.store.deleteProject('shop');
    const late = Array.from({ length: 20 }, (_, at) => catalog.change([upsert({ id: `j${at}` })]));
    const outcomes = await Promise.allSettled([...writes, ...late]);
    await deletion;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        assert.ok(withCode('project_not_found')(outcome.reason), String(outcome.reason));
    }
    await assert.rejects(catalog.change([upsert({ id: 'z' })]), withCode('project_not_found'));
    await assert.rejects(catalog.get({ _id: 'z' }), withCode('project_not_found'));
    await assert.rejects(shop.engine.project('shop'), withCode('project_not_found'));
  });
}

async function sameAs(shop: Shop, oracle: ReadonlyMap<string, JsonObject>, seed: number): Promise<void> {
  const { items, total } = await shop.project.catalog.list({ limit: 1_000, offset: 0 });
  const found: [string, JsonObject][] = items.map((item: StoredItem) => {
    const own = Object.entries(fieldsOf(item)).filter(([name]) =>
      ['id', 'name', 'active', 'at', 'round'].includes(name),
    );
    return [item.id, Object.fromEntries(own)];
  });
  const sorted = (entries: [string, JsonObject][]) => entries.sort(([a], [b]) => a.localeCompare(b, 'en'));
  assert.deepEqual(sorted(found), sorted([...oracle]), `seed ${seed}`);
  assert.equal(total, oracle.size);
  const active = [...oracle.values()].filter((fields) => fields['active'] === true);
  assert.deepEqual(shop.project.catalog.count(), { total: oracle.size, active: active.length });
  for (const word of ['word0', 'word1', 'word4']) {
    const expected = active.filter((fields) => fields['name'] === word).map((fields) => text(fields['id']));
    assert.deepEqual((await shop.found(word)).sort(), expected.sort(), `seed ${seed}, ${word}`);
  }
}
