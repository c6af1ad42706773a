/**
 * What faults cost (docs/internals/cluster.md): two processes on three OpenSearch nodes, six people who write, tell and search all the
 * while, and something that breaks. Prints what was acknowledged, what of it is lost, doubled or wrong in the end at any process, the
 * answers that were refused, and the longest that somebody tried until they were served.
 *
 *   npm run bench:faults [-- --pause 30] [--only 'killed|full']
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet, type Traffic } from '../../test/support/fleet.ts';
import { OpenSearchCluster, type OpenSearchNode } from '../../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { NodeNetworks } from '../../test/support/opensearch/networks.ts';

const { values: options } = parseArgs({
  options: { pause: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const home = await openSearchHome();
if (typeof home === 'string') {
  print(`bench:faults needs a cluster: ${home}`);
  process.exit(0);
}
const made = NodeNetworks.make(3);
using networks = typeof made === 'string' ? null : made;
if (typeof made === 'string') print(`No node is cut off. ${made}`);
await using nodes = await OpenSearchCluster.start(home, {
  nodes: 3,
  ...(networks === null ? {} : { networks }),
});
await using fleet = await Fleet.start(nodes.urls, { processes: 2 });
const all: Traffic[] = [];

/** What a node of the cluster tells of it. */
async function cat(path: string): Promise<Record<string, string>[]> {
  for (const url of nodes.urls) {
    try {
      return (await (await fetch(`${url}/_cat/${path}format=json`)).json()) as Record<string, string>[];
    } catch {
      // That one may be down.
    }
  }
  throw new Error('No node answers');
}

const nodeNamed = (name: string): OpenSearchNode => nodes.nodes.find((node) => node.name === name)!;
const manager = async (): Promise<OpenSearchNode> => nodeNamed((await cat('cluster_manager?'))[0]!['node']!);
const primary = async (): Promise<OpenSearchNode> => {
  const shards = await cat('shards/vitrine-log-project-*?');
  return nodeNamed(shards.find(({ prirep }) => prirep === 'p')!['node']!);
};

const pauseMs = Number(options.pause) * 1_000;
const faults: readonly { readonly name: string; readonly happens: () => Promise<void> }[] = [
  { name: 'nothing', happens: () => sleep(8_000) },
  {
    name: 'process killed',
    happens: async () => {
      await fleet.services[1]!.stop('SIGKILL');
      await sleep(3_000);
      await fleet.services[1]!.restart();
    },
  },
  { name: 'manager killed', happens: async () => (await manager()).stop('SIGKILL') },
  { name: 'primary’s node killed', happens: async () => (await primary()).stop('SIGKILL') },
  {
    name: `primary’s node paused ${options.pause} s`,
    happens: async () => {
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
          name: 'primary’s node cut off 60 s',
          happens: async () => {
            const cut = nodes.nodes.indexOf(await primary());
            networks.cutOff(cut);
            await sleep(60_000);
            networks.heal(cut);
          },
        },
      ]),
  {
    name: 'two of three killed',
    happens: async () => {
      const [first, second] = nodes.nodes;
      await Promise.all([first!.stop('SIGKILL'), second!.stop('SIGKILL')]);
      await sleep(5_000);
    },
  },
  {
    name: 'disks full',
    happens: async () => {
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
  '| fault | acknowledged | searches | lost, doubled or wrong | refused (status: times) | longest wait |',
);
print('|---|---|---|---|---|---|');
for (const [at, { name, happens }] of faults.entries()) {
  if (!new RegExp(options.only).test(name)) continue;
  const over = new AbortController();
  const traffic = fleet.traffic(`f${at}`, over.signal);
  await sleep(1_000);
  await happens();
  await sleep(2_000);
  await nodes.whole();
  await sleep(1_000);
  over.abort();
  const went = await traffic;
  all.push(went);
  const wrong = [...went.wrong, ...(await fleet.missing(all))];
  const refused = [...went.errors].map(([status, times]) => `${status}: ${times}`).join(', ');
  const acknowledged = `${went.events.size} events, ${went.writes} writes of items`;
  print(
    `| ${name} | ${acknowledged} | ${went.searches} | ${wrong.length} | ${refused || 'none'} | ${(went.longestMs / 1_000).toFixed(1)} s |`,
  );
  for (const each of wrong.slice(0, 5)) print(`  ${each}`);
}
