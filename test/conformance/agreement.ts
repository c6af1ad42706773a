import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { readLogPosition } from '../../src/engine/storage/shared-log-position.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import { allLists } from './events.ts';
import type { Shop } from './shop.ts';

const triesMax = 10;
const users = ['u0', 'u1', 'u2', 'u3'];

const projectFile = join('projects', 'shop.db');
const controlFile = 'vitrine.db';

/** The whole state of a process, except its log position. */
export function rowsOf(shop: Shop, file = projectFile): Record<string, unknown[]> {
  using database = new DatabaseSync(join(shop.folder, file), { readOnly: true });
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const where = name === 'state' ? `WHERE name NOT LIKE 'shared-%'` : '';
      return [String(name), database.prepare(`SELECT * FROM ${String(name)} ${where}`).all()];
    }),
  );
}

/** The log positions of a process. */
const logPositionsOf = (shop: Shop): unknown[] =>
  [projectFile, controlFile].map((file) => {
    using database = new DatabaseSync(join(shop.folder, file), { readOnly: true });
    return readLogPosition(database);
  });

/** Asserts that processes have the same rows, replies and lists, to the last bit. */
export async function sameEverywhere(shops: readonly Shop[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    const states: State[] = [];
    for (const shop of shops) states.push(await stateOf(shop));
    const [first, ...others] = states;
    // Pending writes, such as counted searches, may have been flushed in between.
    const isSameMoment = states.every(({ positions }) => isDeepStrictEqual(positions, first!.positions));
    if (!isSameMoment && tries < triesMax) continue;
    for (const [i, { parts }] of others.entries())
      for (const name of Object.keys({ ...first!.parts, ...parts }))
        assert.deepEqual(parts[name], first!.parts[name], `${name} of process ${i + 2}`);
    return;
  }
}

interface State {
  /** The log positions before and after the comparison. */
  readonly positions: readonly unknown[];
  readonly parts: Readonly<Record<string, unknown>>;
}

async function stateOf(shop: Shop): Promise<State> {
  await shop.engine.catchUp();
  shop.project = await shop.engine.project('shop');
  await (shop.project as EmbeddedProject).indexUpdater.reindexed;
  const positionsBefore = logPositionsOf(shop);
  const found = await shop.search('lamp', { facets: [] });
  const parts = {
    ...named('table', rowsOf(shop)),
    ...named('table of all projects', rowsOf(shop, controlFile)),
    projects: shop.engine.store.projects(),
    total: found.total,
    hits: found.hits.map(({ item, score }) => [item.id, item.version, score]),
    events: shop.project.events.count(),
    ...named('list', await allLists(shop, users)),
  };
  return { positions: [...positionsBefore, ...logPositionsOf(shop)], parts };
}

const named = (kind: string, parts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${kind} ${name}`, part]));
