import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { ApiKey } from '../../ports/access/projects.ts';
import { ReadConnection } from '../storage/database.ts';
import { migrate } from '../storage/schema.ts';
import { ControlState } from './control-state.ts';

test('ControlState infers the kind of keys stored before kinds existed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-control-'));
  try {
    const path = join(folder, 'vitrine.db');
    using database = new DatabaseSync(path);
    migrate(database, 'control');
    const common = { prefix: 'vtr_', projects: null, expiresAt: null, ratePerMinute: null, createdAt: 1 };
    const oldKey = (id: string, scopes: string[], origins: string[] | null): unknown => ({
      ...common,
      id,
      name: id,
      hash: `hash-${id}`,
      scopes,
      origins,
      revokedAt: null,
    });
    const put = database.prepare('INSERT INTO keys (id, json) VALUES (?, ?)');
    for (const key of [
      oldKey('page', ['search', 'recommend', 'events'], null),
      oldKey('widget', ['search', 'items:read'], ['https://shop.example']),
      oldKey('import', ['search', 'items:write'], null),
      { ...(oldKey('new', ['search'], null) as ApiKey), kind: 'server', filter: 'tier:open' },
    ])
      put.run((key as ApiKey).id, JSON.stringify(key));
    using reads = new ReadConnection(path);
    const { keys, keysByHash } = new ControlState(reads, { now: () => 1 }, false);
    const actual = [...keys.values()].map(({ id, kind, filter }) => [id, kind, filter]);
    assert.deepEqual(actual, [
      ['page', 'web', null],
      ['widget', 'web', null],
      ['import', 'server', null],
      ['new', 'server', 'tier:open'],
    ]);
    assert.equal(keysByHash.get('hash-widget')?.kind, 'web');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
