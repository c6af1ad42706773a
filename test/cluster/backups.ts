import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ClusterDatabase, TestedDatabase } from '../support/cluster-database.ts';
import { asJson } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

const projects = ['one', 'two', 'three', 'four'];

const stored = async ({ url }: LocalService): Promise<boolean> =>
  (await (await fetch(`${url}/metrics`)).text()).includes('vitrine_backups_stored 1');

/** Scheduled backups of two processes on a real database, each of which holds a part of the projects. */
export function testBackups(tested: TestedDatabase): void {
  const options = { skip: tested.skip };
  let database: ClusterDatabase;
  let folder: string;
  const services: LocalService[] = [];

  before(async () => {
    if (tested.skip !== false) return;
    folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-backups-'));
    database = await tested.start();
    const environment = {
      ...database.environment,
      VITRINE_CLUSTER_COPIES: '1',
      VITRINE_LOG_LEVEL: 'info',
    };
    for (let i = 0; i < 2; i++) services.push(await LocalService.start(environment));
    for (const id of projects) {
      const key = await services[0]!.project(id, ['items:write']);
      const body = { project: id, data: [item('a'), item('b')] };
      assert.ok((await services[0]!.ask('POST', '/api/items', { key, body })).status < 300);
    }
  });
  after(async () => {
    if (tested.skip !== false) return;
    for (const service of services) await service[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    `one process on ${tested.name} backs up all projects, and every process reports it`,
    options,
    async () => {
      const to = join(folder, 'backups');
      for (const service of services) await service.stop();
      for (const service of services) await service.restart({ VITRINE_BACKUP_TO: to });
      await until(
        () => `No process stored a backup: ${services.map(({ output }) => output).join('\n')}`,
        async () => (await Promise.all(services.map(stored))).some(Boolean),
      );
      const made = services.filter(({ output }) => output.includes('backup stored and verified'));
      assert.equal(made.length, 1);
      assert.equal((await readdir(to)).length, 1);
      // The other one reads the store when it starts.
      const other = services.find((service) => !made.includes(service))!;
      await other.stop();
      await other.restart({ VITRINE_BACKUP_TO: to });
      await until('the other process does not report the backup', () => stored(other));
      assert.equal((await readdir(to)).length, 1);

      const drill = await asJson<{
        ok: boolean;
        projects: { project: string; items: { expected: number; found: number } }[];
      }>(['backup', 'verify', to]);
      assert.ok(drill.ok);
      const found = new Map(drill.projects.map(({ project, items }) => [project, items]));
      for (const id of projects) assert.deepEqual(found.get(id), { expected: 2, found: 2 }, id);
    },
  );
}
