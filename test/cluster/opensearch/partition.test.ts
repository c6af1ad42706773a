import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet } from '../../support/fleet.ts';
import { wholeOnly } from '../../support/matrix.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../support/opensearch/database.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';
import { NodeNetworks } from '../../support/opensearch/networks.ts';
import { item, type RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/**
 * A node that is cut off from the other two and does not notice for a while: it has the primary and is the manager.
 * One process reaches only this node, one only the others, and one all three.
 */

const home = wholeOnly.skip ?? (await openSearchHome());
const networks = typeof home === 'string' ? home : NodeNetworks.make(3);
const options = { skip: typeof networks === 'string' ? networks : false };
let nodes: OpenSearchCluster;
let fleet: Fleet;

before(async () => {
  if (typeof home === 'string' || typeof networks === 'string') return;
  nodes = await OpenSearchCluster.start(home, { nodes: 3, networks });
  fleet = await Fleet.start(openSearchEnvironment(nodes.urls), 1);
});
after(async () => {
  await fleet?.[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
  if (typeof networks !== 'string') networks[Symbol.dispose]();
});

interface Watched {
  /** Acknowledged writes. */
  acknowledged: number;
  /** Replies that were older than writes acknowledged before the request. */
  readonly stale: string[];
}

/** One process writes an item repeatedly; the others read it all the time. */
async function watch(
  watched: Watched,
  writer: RunningService,
  readers: ReadonlyMap<string, RunningService>,
  over: AbortSignal,
): Promise<void> {
  const data = (price: number): Record<string, unknown> => item('watched', { name: 'watched', price });
  const first = { project: 'shop', data: data(0) };
  const { body } = await fleet.ask<{ item: { _id: string } }>(writer, 'POST', '/api/items', first);
  const path = `/api/items/${body.item._id}`;
  let newest = 0;
  const write = async (): Promise<void> => {
    for (let price = 1; !over.aborted; price++) {
      const answer = await fleet.ask(writer, 'PUT', path, { project: 'shop', data: data(price) });
      if (answer.status === 200) {
        newest = price;
        watched.acknowledged++;
      }
      await sleep(20);
    }
  };
  const read = async (name: string, reader: RunningService): Promise<void> => {
    while (!over.aborted) {
      const expected = newest;
      const answer = await fleet.ask<{ items: { price: number }[] }>(reader, 'GET', '/search/shop?q=watched');
      const price = answer.body.items?.[0]?.price ?? -1;
      if (answer.status === 200 && price < expected)
        watched.stale.push(`${name} answered ${price} instead of ${expected}`);
      await sleep(20);
    }
  };
  await Promise.all([write(), ...[...readers].map(([name, reader]) => read(name, reader))]);
}

async function ask<T>(method: string, path: string): Promise<T> {
  const answer = await fetch(`${nodes.urls[0]}/${path}`, { method });
  return (await answer.json()) as T;
}

/** The number of the node with the primary of the shop's log, which is also made the manager. */
async function primaryAndManager(): Promise<number> {
  const shards = await ask<{ prirep: string; node: string }[]>(
    'GET',
    '_cat/shards/vitrine-log-project-*?format=json',
  );
  const primary = shards.find(({ prirep }) => prirep === 'p')!.node;
  const others = nodes.nodes.map(({ name }) => name).filter((name) => name !== primary);
  const manager = async (): Promise<string> =>
    (await ask<{ node: string }[]>('GET', '_cat/cluster_manager?format=json'))[0]!.node;
  if ((await manager()) !== primary) {
    const exclusions = '_cluster/voting_config_exclusions';
    await fetch(`${nodes.urls[0]}/${exclusions}?node_names=${others.join(',')}`, { method: 'POST' });
    await until('Another node is made the manager', async () => (await manager()) === primary);
    await fetch(`${nodes.urls[0]}/${exclusions}?wait_for_removal=false`, { method: 'DELETE' });
  }
  return nodes.nodes.findIndex(({ name }) => name === primary);
}

test('a node that is cut off returns nothing outdated, and nothing is lost', options, async () => {
  if (typeof networks === 'string') return;
  const cut = await primaryAndManager();
  const urlsOf = (isCut: boolean): string => nodes.urls.filter((_, no) => (no === cut) === isCut).join(',');
  const away = await fleet.add({ VITRINE_OPENSEARCH_NODES: urlsOf(true) });
  const most = await fleet.add({ VITRINE_OPENSEARCH_NODES: urlsOf(false) });
  const readers = new Map([
    ['the process that reaches all', fleet.services[0]!],
    ['the process that is cut off', away],
  ]);
  const over = new AbortController();
  const watched: Watched = { acknowledged: 0, stale: [] };
  const traffic = fleet.traffic('cut', over.signal, 3);
  const watching = watch(watched, most, readers, over.signal);
  // They are checked when it is over.
  for (const running of [traffic, watching]) running.catch(() => undefined);
  try {
    await until('Writes are not acknowledged', () => watched.acknowledged > 20);
    networks.cutOff(cut);
    // Pending requests are answered; then the others need a while to notice the missing node.
    await sleep(10_000);
    const before = watched.acknowledged;
    await until('The others do not go on', () => watched.acknowledged > before + 100);
    const answer = await fleet.ask(away, 'GET', '/search/shop?q=watched');
    networks.heal(cut);
    await until('It does not heal', async () => {
      const states = await Promise.all(fleet.services.map((service) => fleet.ask(service, 'GET', '/ready')));
      return states.every(({ status }) => status === 200);
    });
    await sleep(2_000);
    over.abort();
    const [went] = await Promise.all([traffic, watching]);
    assert.equal(answer.status, 503);
    assert.equal(answer.body['code'], 'storage_failed');
    assert.deepEqual(watched.stale.slice(0, 5), []);
    assert.deepEqual(went.wrong, []);
    assert.deepEqual(await fleet.missing([went]), []);
  } catch (error) {
    over.abort(error);
    process.stderr.write(`${await nodes.report()}\n${await fleet.report()}\n`);
    throw error;
  }
});
