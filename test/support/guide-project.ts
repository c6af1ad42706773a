import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { guideBlocks } from './guide-blocks.ts';
import { packWorkspaces, projectWith } from './packed-package.ts';
import { item, type RunningService } from './service.ts';

/** The address in guides. */
const addressOfGuide = 'http://127.0.0.1:4700';

/**
 * The project of a guide: its files, with the address and the web key of a service, and what its block `install` installs: the packed
 * packages, and others as they are in this repository.
 */
export async function createGuideProject(
  guide: string,
  folder: string,
  {
    url,
    key,
    isLinked = true,
  }: {
    readonly url: string;
    readonly key: string;
    /** False: a folder above has the other packages. */
    readonly isLinked?: boolean;
  },
): Promise<void> {
  const blocks = guideBlocks(guide);
  const words = (blocks.get('install') ?? '').trim().split(' ').slice(2);
  const packed = words.flatMap((word) => /vitrine-(\w+)-[\d.]+\.tgz$/.exec(word)?.[1] ?? []);
  assert.ok(packed.length > 0, `${guide} installs no package`);
  mkdirSync(folder, { recursive: true });
  projectWith(
    await packWorkspaces(packed, folder),
    isLinked ? words.filter((word) => !word.endsWith('.tgz')) : [],
    folder,
  );
  for (const [name, text] of blocks) {
    if (extname(name) === '') continue;
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(addressOfGuide, url).replaceAll('YOUR_WEB_KEY', key));
  }
}

/** A project `shop` with chairs and tables; returns a web key of it. */
export async function createGuideShop(service: RunningService): Promise<string> {
  const key = await service.project('shop', ['items:write']);
  const data = ['Oak', 'Elm', 'Ash', 'Fir'].flatMap((wood, no) => [
    item(`${wood}-chair`, {
      name: `${wood} chair`,
      category: 'Chairs',
      brand: no % 2 === 0 ? 'Acme' : 'Birch',
      color: 'brown',
      price: 50 + no,
    }),
    item(`${wood}-table`, {
      name: `${wood} table`,
      category: 'Tables',
      brand: 'Birch',
      color: 'white',
      price: 150 + no,
    }),
  ]);
  const added = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(added.status, 201);
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { kind: 'web', scopes: ['search', 'recommend', 'events'], projects: ['shop'] },
    headers: await service.signIn(),
  });
  return body.key;
}
