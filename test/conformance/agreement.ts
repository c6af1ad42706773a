import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EmbeddedTextIndex } from '../../src/engines/embedded/search/text-index.ts';
import { allLists } from './events.ts';
import type { Shop } from './shop.ts';

const users = ['u0', 'u1', 'u2', 'u3'];

/** All that a process holds, but where it is in the log. */
export function rowsOf(shop: Shop, file = join('projects', 'shop.db')): Record<string, unknown[]> {
  const database = new DatabaseSync(join(shop.folder, file), { readOnly: true });
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const where = name === 'state' ? `WHERE name NOT LIKE 'shared-%'` : '';
        return [String(name), database.prepare(`SELECT * FROM ${String(name)} ${where}`).all()];
      }),
    );
  } finally {
    database.close();
  }
}

/** Holds processes to the same rows, answers and lists, to the last bit. */
export async function sameEverywhere(shops: readonly Shop[]): Promise<void> {
  const answers = [];
  for (const shop of shops) {
    await shop.engine.fresh();
    shop.project = await shop.engine.project('shop');
    await (shop.project.text as EmbeddedTextIndex).reindexed;
    const found = await shop.search('lamp', { facets: [] });
    const hits = found.hits.map(({ item, score }) => [item.id, item.version, score]);
    answers.push({
      rows: rowsOf(shop),
      control: rowsOf(shop, 'vitrine.db'),
      projects: shop.engine.store.projects(),
      total: found.total,
      hits,
      events: shop.project.events.count(),
      lists: await allLists(shop, users),
    });
  }
  for (const answer of answers.slice(1)) assert.deepEqual(answer, answers[0]);
}
