import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyEverything } from '../../src/engine/data-folder/backup-folder.ts';
import type { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import { checkBackup } from '../../src/engine/data-folder/integrity-check.ts';
import { readListedProjects } from '../../src/engine/data-folder/listed-projects.ts';
import { writeManifest } from '../../src/engine/data-folder/manifest.ts';
import { embeddedShop } from './embedded-shop.ts';
import { aProject, type Shop } from './shop.ts';

/** A backup of projects that are deleted and created while it is written. */

const createdAtIn =
  ({ engine }: Shop) =>
  (id: string): number | null =>
    (engine as EmbeddedEngine).store.project(id)?.createdAt ?? null;

async function emptyFolder(shop: Shop, name: string): Promise<string> {
  const folder = join(shop.folder, name);
  await mkdir(join(folder, 'projects'), { recursive: true });
  return folder;
}

test('copyEverything() pairs the list of projects with their own databases, also where ids are reused', async () => {
  // The second project of an id is created after the first was deleted, or not at all.
  for (const second of [2, null]) {
    await using shop = await embeddedShop();
    const { store } = shop.engine as EmbeddedEngine;
    await store.createProject(aProject('other', { createdAt: 1 }));
    let opened = 0;
    const open = async (id: string): Promise<void> => {
      // The list was copied before.
      if (opened++ === 0) {
        await store.deleteProject(id);
        if (second !== null) await store.createProject(aProject(id, { createdAt: second }));
      }
      await shop.engine.project(id);
    };
    const into = await emptyFolder(shop, 'copy');
    const source = { dataDir: shop.folder, isShared: false, open, readCreationTime: createdAtIn(shop) };
    const entries = await copyEverything(source, into);
    const listed = readListedProjects(join(into, 'vitrine.db')).map(({ id, createdAt }) => [id, createdAt]);
    assert.deepEqual(
      listed,
      store.projects().map(({ id, createdAt }) => [id, createdAt]),
    );
    await writeManifest(into, shop.now, entries);
    assert.deepEqual(checkBackup(into).problems, []);
  }
});

test('checkBackup() names a database of an earlier project of an id', async () => {
  await using shop = await embeddedShop();
  const { store } = shop.engine as EmbeddedEngine;
  const open = (id: string): Promise<unknown> => shop.engine.project(id);
  const source = { dataDir: shop.folder, isShared: false, open, readCreationTime: createdAtIn(shop) };
  const [before, after] = [await emptyFolder(shop, 'before'), await emptyFolder(shop, 'after')];
  const [, project] = await copyEverything(source, before);
  await store.deleteProject('shop');
  await store.createProject(aProject('shop', { createdAt: 3 }));
  const [control] = await copyEverything(source, after);
  await copyFile(join(before, 'projects', 'shop.db'), join(after, 'projects', 'shop.db'));
  await writeManifest(after, shop.now, [control!, project!]);
  assert.match(checkBackup(after).problems.join(), /projects\/shop\.db: .* an earlier project of this id/);
});
