import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { asJson, vitrine } from '../support/command-line.ts';
import { OpenSearchCluster } from '../support/opensearch/cluster.ts';
import { openSearchHome } from '../support/opensearch/home.ts';
import { item, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Scheduled backups of two processes on a real cluster, each of which holds a part of the projects. */

const home = await openSearchHome();
const options = { skip: typeof home === 'string' ? home : false };
const projects = ['one', 'two', 'three', 'four'];

let nodes: OpenSearchCluster;
let folder: string;
let environment: Record<string, string>;
const services: RunningService[] = [];

before(async () => {
  if (typeof home === 'string') return;
  folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-backups-'));
  nodes = await OpenSearchCluster.shared(home);
  environment = {
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: nodes.urls.join(','),
    VITRINE_CLUSTER_COPIES: '1',
    VITRINE_LOG_LEVEL: 'info',
  };
  for (let i = 0; i < 2; i++) services.push(await RunningService.start(environment));
  for (const id of projects) {
    const key = await services[0]!.project(id, ['items:write']);
    const body = { project: id, data: [item('a'), item('b')] };
    assert.ok((await services[0]!.ask('POST', '/api/items', { key, body })).status < 300);
  }
});
after(async () => {
  for (const service of services) await service[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const stored = async ({ url }: RunningService): Promise<boolean> =>
  (await (await fetch(`${url}/metrics`)).text()).includes('vitrine_backups_stored 1');

test('doctor checks a process of a cluster by its environment', options, async () => {
  const run = async (more: Record<string, string>) => {
    const own = { ...environment, VITRINE_DATA: join(folder, 'none'), VITRINE_TEXT_MODEL: 'off', ...more };
    const { status, stdout } = await vitrine(['doctor', '--json'], { environment: own });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] };
    return { status, checks: new Map(checks.map((check) => [check.name, check])) };
  };
  const health = `${nodes.urls[0]}/_cluster/health?wait_for_status=green&timeout=5s`;
  await until('The copies of new indexes are not made', async () => (await fetch(health)).ok);
  const { status, checks } = await run({});
  assert.equal(status, 0);
  assert.match(checks.get('cluster')!.detail, /^green, 3 nodes$/);
  assert.match(checks.get('opensearch')!.detail, /^\d+\.\d+\.\d+$/);
  for (const name of ['cluster', 'opensearch', 'clock', 'node', 'image model'])
    assert.equal(checks.get(name)?.state, 'ok', name);
  const away = await run({ VITRINE_OPENSEARCH_NODES: 'http://127.0.0.1:1' });
  assert.deepEqual([away.status, away.checks.get('cluster')?.state], [1, 'fail']);
  assert.match(away.checks.get('cluster')!.detail, /VITRINE_OPENSEARCH_NODES must name nodes that run/);
});

test('one process backs up all projects, and every process reports it', options, async () => {
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
});
