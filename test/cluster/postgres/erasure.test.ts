import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PostgresLogs } from '../../../src/cluster/postgres/shared-logs.ts';
import { projectLog } from '../../../src/engine/log/log-names.ts';
import type { EmbeddedProject } from '../../../src/engine/projects/project.ts';
import { openEmbedded } from '../../conformance/embedded-shop.ts';
import { event, Shop } from '../../conformance/shop.ts';
import { findPostgres, PostgresServer } from '../../support/postgres/server.ts';

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const marker = 'remember-me-by-this-very-long-id';

/** The files of a server that contain the marker, by the folder that they are in. */
function filesWith(server: PostgresServer): string[] {
  const data = join(server.folder, 'data');
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const containing = files.filter(({ parentPath, name }) =>
    readFileSync(join(parentPath, name)).includes(marker),
  );
  return [
    ...new Set(containing.map(({ parentPath }) => parentPath.slice(data.length + 1).split('/')[0]!)),
  ].sort();
}

test(
  'erased data leaves the tables with the snapshot, their files with VACUUM FULL, and the WAL as it is removed',
  { skip },
  async () => {
    await using server = await PostgresServer.start('folder' in found ? found.folder : '', [
      'wal_recycle=off',
    ]);
    await using logs = await PostgresLogs.connect(server.options('vitrine'));
    await using shop = await Shop.open(openEmbedded({ shared: logs }));
    await shop.put({ id: 'a', name: 'lamp' });
    await shop.project.events.append([event('view', { user: 'gone' }, ['a'], { id: marker })]);
    await server.query('CHECKPOINT');
    assert.deepEqual(filesWith(server), ['base', 'pg_wal']);
    const read = (): Promise<Record<string, unknown>[]> =>
      server.query(`SELECT 1 FROM vitrine.entries WHERE position('${marker}'::bytea IN entry) > 0`);
    assert.equal((await read()).length, 1);

    await shop.project.events.eraseUser('gone');
    assert.equal(await (shop.project as EmbeddedProject).compact(), true);
    // A minute later the leader removes what a reader could still need until then.
    await (await logs.open(projectLog(shop.engine.store.project('shop')!))).removeObsolete();
    assert.deepEqual(await read(), [], 'the leader replaced the entries by a snapshot');
    // The commands of docs/guide/cluster.md.
    await server.query('VACUUM FULL vitrine.entries', 'VACUUM FULL vitrine.snapshots');
    await server.query('CHECKPOINT', 'SELECT pg_switch_wal()', 'CHECKPOINT');
    assert.deepEqual(filesWith(server), []);
  },
);
