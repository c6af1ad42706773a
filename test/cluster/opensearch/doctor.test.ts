import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { vitrine } from '../../support/command-line.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../support/opensearch/database.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';
import { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const home = await openSearchHome();
const options = { skip: typeof home === 'string' ? home : false };

test('doctor checks a process of a cluster by its environment', options, async (t) => {
  if (typeof home === 'string') return;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  await using nodes = await OpenSearchCluster.shared(home);
  const run = async (more: Record<string, string>) => {
    const own = {
      ...openSearchEnvironment(nodes.urls),
      VITRINE_DATA: join(folder, 'none'),
      VITRINE_TEXT_MODEL: 'off',
      ...more,
    };
    const { status, stdout } = await vitrine(['doctor', '--json'], { environment: own });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] };
    return { status, checks: new Map(checks.map((check) => [check.name, check])) };
  };
  await (await RunningService.start(openSearchEnvironment(nodes.urls)))[Symbol.asyncDispose]();
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
