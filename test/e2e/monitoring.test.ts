import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dashboard, dashboardFile } from '../../tools/grafana-dashboard.ts';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The dashboard and the alerting rules name metrics that a service has. */

/** Only processes of a cluster have them. */
const ofCluster = [
  'projects_held',
  'cluster_members',
  'cluster_reachable',
  'cluster_accepts_writes',
  'writes_lost_entries',
].map((name) => `vitrine_${name}`);

let service: LocalService;
let folder: string;
/** The metrics of the service. */
let metrics: ReadonlySet<string>;
let operations: readonly string[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-monitoring-'));
  service = await LocalService.start({ VITRINE_BACKUP_TO: join(folder, 'backups') });
  const key = await service.project('shop');
  let text = '';
  await until('no backup', async () => {
    await service.ask('GET', '/search/shop', { key });
    text = await (await fetch(`${service.url}/metrics`)).text();
    return text.includes('vitrine_backup_last_duration_seconds');
  });
  metrics = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
  const { body } = await service.ask<{ paths: Record<string, Record<string, { operationId: string }>> }>(
    'GET',
    '/openapi.json',
  );
  operations = Object.values(body.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The metrics that a query names, those of a histogram by its own name. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\bvitrine_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

function assertKnown(text: string, minimum: number): void {
  const named = [...new Set(namedIn(text))].filter((name) => !ofCluster.includes(name));
  assert.ok(named.length >= minimum, `${named.length} metrics`);
  assert.deepEqual(
    named.filter((name) => !metrics.has(name)),
    [],
  );
  for (const [, pattern] of text.matchAll(/operation=~?\\?"([^"\\]+)\\?"/g))
    for (const part of pattern!.split('|'))
      assert.ok(
        operations.some((id) => new RegExp(`^(?:${part})$`).test(id)),
        `no operation is ${part}`,
      );
}

test('each metric and operation of the Grafana dashboard exists, and the file is what the script writes', async () => {
  const text = await readFile(dashboardFile, 'utf8');
  assertKnown(text, 25);
  assert.deepEqual(JSON.parse(text), dashboard(), 'run `npm run dashboard`');
  const { panels } = JSON.parse(text) as {
    panels: { id: number; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
  };
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length, 'panels do not overlap');
});

test('each metric and operation of the Prometheus rules exists', async () => {
  const text = await readFile(join(root, 'deploy', 'prometheus', 'rules.yaml'), 'utf8');
  assertKnown(text, 8);
  assert.equal([...text.matchAll(/- alert: /g)].length, [...text.matchAll(/ summary: /g)].length);
});

test('the metrics of a cluster exist in the sources', async () => {
  const sources = ['src/http/app.ts', 'src/engine/projects/engine.ts'];
  const text = (await Promise.all(sources.map((file) => readFile(join(root, file), 'utf8')))).join('');
  for (const name of ofCluster) assert.ok(text.includes(name.replace('vitrine_', '')), name);
});
