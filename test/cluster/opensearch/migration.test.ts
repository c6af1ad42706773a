import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { vitrine, withFolder } from '../../support/command-line.ts';
import { LocalService } from '../../support/local-service.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../support/opensearch/database.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';
import { RunningPostgres } from '../../support/postgres/server.ts';
import { newSchema, sharedServer } from '../../support/postgres/shared-server.ts';
import { item } from '../../support/service.ts';

/** Migration between OpenSearch and PostgreSQL. */

const home = await openSearchHome();
const server = await sharedServer();
const skip = typeof home === 'string' ? home : server instanceof RunningPostgres ? false : server.missing;
let nodes: OpenSearchCluster | null = null;
after(() => nodes?.[Symbol.asyncDispose]());

test(
  'vitrine migrate moves all data from OpenSearch to PostgreSQL and back, and refuses a place in use',
  { skip },
  async () => {
    if (typeof home === 'string' || !(server instanceof RunningPostgres)) return;
    nodes = await OpenSearchCluster.shared(home);
    const onOpenSearch = openSearchEnvironment(nodes.urls);
    const onPostgres = server.environment(newSchema());
    const move = async (from: string, to: string, more: Record<string, string> = {}) =>
      await withFolder(async (folder) => {
        const environment = { ...onPostgres, ...onOpenSearch, VITRINE_DATA: folder, ...more };
        const { status, stdout, stderr } = await vitrine(['migrate', '--from', from, '--to', to, '--json'], {
          environment,
        });
        const result = status === 0 ? (JSON.parse(stdout) as { databases: number; before: number }) : null;
        return { status, stderr, result };
      });
    const put = async (service: LocalService, key: string, id: string): Promise<void> => {
      const body = { project: 'shop', data: item(id, { name: `lamp ${id}` }) };
      assert.equal((await service.ask('POST', '/api/items', { key, body })).status, 201);
    };
    const count = async (service: LocalService, key: string): Promise<number | undefined> =>
      (await service.ask<{ total?: number }>('GET', '/search/shop?q=lamp', { key })).body.total;

    let key: string;
    {
      await using service = await LocalService.start(onOpenSearch);
      key = await service.project('shop');
      for (const id of ['a', 'b', 'c']) await put(service, key, id);
    }
    const there = await move('opensearch', 'postgres');
    assert.equal(there.status, 0, there.stderr);
    assert.equal(there.result!.databases, 2);
    const again = await move('opensearch', 'postgres');
    assert.deepEqual([again.status, again.result?.before], [0, 2], 'repeating it has no effect');
    {
      await using service = await LocalService.start(onPostgres);
      assert.equal(await count(service, key), 3);
      await put(service, key, 'd');
      await service.project('other');
    }
    const used = await move('opensearch', 'postgres');
    assert.equal(used.status, 1);
    assert.match(used.stderr, /already contains a service with this schema or prefix/);
    const other = { VITRINE_OPENSEARCH_PREFIX: 'back' };
    const back = await move('postgres', 'opensearch', other);
    assert.equal(back.status, 0, back.stderr);
    await using service = await LocalService.start({ ...onOpenSearch, ...other });
    assert.equal(await count(service, key), 4);
  },
);
