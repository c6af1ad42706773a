/**
 * Fault injection (docs/internals/cluster.md): two processes on three OpenSearch nodes, with six clients that write items, send events
 * and search. Prints, for each fault, the acknowledged writes, those that are lost, duplicated or wrong at any process afterwards, the
 * error replies, and the longest time until a retried request succeeded.
 *
 *   npm run bench:faults [-- --pause 30] [--only 'killed|full'] [--staleness latest]
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet, type Traffic } from '../../test/support/fleet.ts';
import { OpenSearchCluster } from '../../test/support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../test/support/opensearch/database.ts';
import type { OpenSearchNode } from '../../test/support/opensearch/node.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { NodeNetworks } from '../../test/support/opensearch/networks.ts';

const { values: options } = parseArgs({
  options: {
    pause: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    staleness: { type: 'string', default: 'latest' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const home = await openSearchHome();
if (typeof home === 'string') {
  print(`bench:faults needs a cluster: ${home}`);
  process.exit(0);
}
const made = NodeNetworks.make(3);
using networks = typeof made === 'string' ? null : made;
if (typeof made === 'string') print(`Network partitions are skipped: ${made}`);
await using nodes = await OpenSearchCluster.start(home, {
  nodes: 3,
  ...(networks === null ? {} : { networks }),
});
await using fleet = await Fleet.start(
  { ...openSearchEnvironment(nodes.urls), VITRINE_CLUSTER_STALENESS_MS: options.staleness },
  2,
);
const all: Traffic[] = [];

/** Rows of a `_cat` API, from the first node that replies. */
async function cat(path: string): Promise<Record<string, string>[]> {
  for (const url of nodes.urls) {
    try {
      return (await (await fetch(`${url}/_cat/${path}format=json`)).json()) as Record<string, string>[];
    } catch {
      // This node may be down.
    }
  }
  throw new Error('No node replies');
}

const nodeNamed = (name: string): OpenSearchNode => nodes.nodes.find((node) => node.name === name)!;
const manager = async (): Promise<OpenSearchNode> => nodeNamed((await cat('cluster_manager?'))[0]!['node']!);
const primary = async (): Promise<OpenSearchNode> => {
  const shards = await cat('shards/vitrine-log-project-*?');
  return nodeNamed(shards.find(({ prirep }) => prirep === 'p')!['node']!);
};

const pauseMs = Number(options.pause) * 1_000;
const faults: readonly { readonly name: string; readonly inject: () => Promise<void> }[] = [
  { name: 'no fault', inject: () => sleep(8_000) },
  {
    name: 'process killed',
    inject: async () => {
      await fleet.services[1]!.stop('SIGKILL');
      await sleep(3_000);
      await fleet.services[1]!.restart();
    },
  },
  { name: 'cluster manager killed', inject: async () => (await manager()).stop('SIGKILL') },
  { name: 'node of the primary shard killed', inject: async () => (await primary()).stop('SIGKILL') },
  {
    name: `node of the primary shard paused for ${options.pause} s`,
    inject: async () => {
      const node = await primary();
      process.kill(node.pid, 'SIGSTOP');
      await sleep(pauseMs);
      process.kill(node.pid, 'SIGCONT');
    },
  },
  ...(networks === null
    ? []
    : [
        {
          name: 'node of the primary shard partitioned for 60 s',
          inject: async () => {
            const node = nodes.nodes.indexOf(await primary());
            networks.cutOff(node);
            await sleep(60_000);
            networks.heal(node);
          },
        },
      ]),
  {
    name: 'two of three nodes killed',
    inject: async () => {
      const [first, second] = nodes.nodes;
      await Promise.all([first!.stop('SIGKILL'), second!.stop('SIGKILL')]);
      await sleep(5_000);
    },
  },
  {
    name: 'disks full',
    inject: async () => {
      await block(true);
      await sleep(5_000);
      await block(false);
    },
  },
];

async function block(on: boolean): Promise<void> {
  await fetch(`${nodes.urls[0]}/vitrine-*/_settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ 'index.blocks.read_only_allow_delete': on ? true : null }),
  });
}

print(
  '| fault | acknowledged | searches | lost, duplicated or wrong | errors (status: count) | longest time to success |',
);
print('|---|---|---|---|---|---|');
for (const [index, { name, inject }] of faults.entries()) {
  if (!new RegExp(options.only).test(name)) continue;
  const finished = new AbortController();
  const traffic = fleet.traffic(`f${index}`, finished.signal);
  await sleep(1_000);
  await inject();
  await sleep(2_000);
  await nodes.recover();
  await sleep(1_000);
  finished.abort();
  const result = await traffic;
  all.push(result);
  const wrong = [...result.wrong, ...(await fleet.missing(all))];
  const errors = [...result.errors].map(([status, count]) => `${status}: ${count}`).join(', ');
  const acknowledged = `${result.events.size} events, ${result.writes} item writes`;
  print(
    `| ${name} | ${acknowledged} | ${result.searches} | ${wrong.length} | ${errors || 'none'} | ${(result.longestMs / 1_000).toFixed(1)} s |`,
  );
  for (const each of wrong.slice(0, 5)) print(`  ${each}`);
}
