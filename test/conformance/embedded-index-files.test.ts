import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { representative } from '../support/matrix.ts';
import { embeddedShop } from './embedded-shop.ts';
import { seeded, type Shop } from './shop.ts';

/** The snapshot of the text index: a cache, never the source. */

const folderOf = (shop: Shop): string => join(shop.folder, 'projects', 'shop.index');

const item = (no: number, word: string): JsonObject => ({
  id: `i${no}`,
  name: `Lamp ${word}`,
  description: `Brass lamp of ${word}`,
  active: word !== 'off',
});
const words = ['oak', 'beech', 'pine', 'off'];

/** Writes one item, a few, many, and deletions, as a shop does. */
async function change(shop: Shop, next: () => number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const from = Math.floor(next() * 300);
    const count = [1, 3, 100][Math.floor(next() * 3)]!;
    const word = words[Math.floor(next() * words.length)]!;
    await shop.put(...Array.from({ length: count }, (_, i) => item(from + i, word)));
    if (next() < 0.5) await shop.remove(`i${Math.floor(next() * 400)}`);
  }
}

const answers = (shop: Shop) =>
  Promise.all(['lamp', ...words, 'brass pine', 'lmap'].map((asked) => shop.found(asked, { limit: 500 })));

test('EmbeddedEngine returns the same results from a snapshot of the index, an old one with the newer log, and none', async () => {
  await using shop = await embeddedShop();
  const next = seeded(3);
  const old = join(shop.folder, 'old.index');
  for (let round = 0; round < representative(2, 6); round++) {
    await change(shop, next, 5);
    await shop.reopen();
    cpSync(folderOf(shop), old, { recursive: true });
    await change(shop, next, 5);
    const expected = await answers(shop);
    await shop.reopen();
    assert.deepEqual(await answers(shop), expected, 'from the final snapshot');
    await shop.reopen(() => {
      // As after a kill: the log is ahead of the files.
      rmSync(folderOf(shop), { recursive: true });
      cpSync(old, folderOf(shop), { recursive: true });
    });
    assert.deepEqual(await answers(shop), expected, 'from a snapshot older than the last writes');
    await shop.reopen(() => rmSync(folderOf(shop), { recursive: true }));
    assert.deepEqual(await answers(shop), expected, 'from the database alone');
    rmSync(old, { recursive: true });
  }
});

test('EmbeddedEngine rebuilds its index where the snapshot is damaged, incomplete or of another log', async () => {
  await using shop = await embeddedShop();
  await change(shop, seeded(4), 6);
  const expected = await answers(shop);
  await shop.reopen();
  const segment = (): string =>
    join(
      folderOf(shop),
      readdirSync(folderOf(shop)).find((name) => name.endsWith('.segment'))!,
    );
  const manifest = (): string => join(folderOf(shop), 'manifest');
  const damages: (() => void)[] = [
    () => rmSync(segment()),
    () => {
      const bytes = readFileSync(segment());
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(segment(), bytes);
    },
    () => writeFileSync(segment(), readFileSync(segment()).subarray(0, 100)),
    () => writeFileSync(manifest(), readFileSync(manifest()).subarray(0, 100)),
    () => writeFileSync(manifest(), ''),
    () => {
      // Intact, but of another log.
      const text = readFileSync(manifest(), 'utf8')
        .split('\n', 2)[1]!
        .replace(/"at":\d+/, '"at":1');
      writeFileSync(manifest(), `${crc32(text)}\n${text}`);
    },
    () => rmSync(manifest()),
  ];
  for (const damage of damages) {
    await shop.reopen(damage);
    assert.deepEqual(await answers(shop), expected);
  }
});

test('EmbeddedEngine deletes the index snapshot with its project', async () => {
  await using shop = await embeddedShop();
  await change(shop, seeded(5), 2);
  await shop.reopen();
  assert.ok(readdirSync(folderOf(shop)).includes('manifest'));
  await shop.engine.store.deleteProject('shop');
  assert.deepEqual(readdirSync(join(shop.folder, 'projects')), []);
});
