import type { FaultyDatabase, TestedDatabase } from '../cluster-database.ts';
import { OpenSearchCluster } from './cluster.ts';
import { openSearchHome } from './home.ts';

/** The variables of processes that share these nodes. */
export function openSearchEnvironment(urls: readonly string[]): Readonly<Record<string, string>> {
  return {
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: urls.join(','),
    // Killed nodes rarely leave shards stuck (OpenSearch's issue 19150), for half an hour without a repair.
    VITRINE_CLUSTER_AUTO_REPAIR: 'on',
  };
}

/** The three nodes that the test files of a run share. */
export async function testedOpenSearch(): Promise<TestedDatabase<OpenSearchDatabase>> {
  const home = await openSearchHome();
  return {
    name: 'OpenSearch',
    skip: typeof home === 'string' ? home : false,
    start: async () => {
      if (typeof home === 'string') throw new Error(home);
      return new OpenSearchDatabase(await OpenSearchCluster.shared(home));
    },
  };
}

class OpenSearchDatabase implements FaultyDatabase {
  readonly nodes: OpenSearchCluster;
  readonly outage = 'The cluster has no manager that its nodes agree on';

  constructor(nodes: OpenSearchCluster) {
    this.nodes = nodes;
  }

  get environment(): Readonly<Record<string, string>> {
    return openSearchEnvironment(this.nodes.urls);
  }

  async stop(): Promise<void> {
    const [first, second] = this.nodes.nodes;
    await Promise.all([first!.stop('SIGKILL'), second!.stop('SIGKILL')]);
  }

  recover(): Promise<void> {
    return this.nodes.recover();
  }

  async rejectWrites(on: boolean): Promise<void> {
    const answer = await fetch(`${this.nodes.urls[0]}/vitrine-*/_settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'index.blocks.read_only_allow_delete': on ? true : null }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async leaderLease(): Promise<{ fence: number; renewals: number }> {
    const answer = await fetch(`${this.nodes.urls[0]}/vitrine-leases/_doc/background`);
    return ((await answer.json()) as { _source: { fence: number; renewals: number } })._source;
  }

  report(): Promise<string> {
    return this.nodes.report();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nodes[Symbol.asyncDispose]();
  }
}
