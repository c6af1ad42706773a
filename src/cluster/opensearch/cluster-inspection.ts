import { Cluster, type ClusterAddress } from './cluster.ts';

/** The state of a cluster, for operators. */
export interface ClusterFacts {
  /** `green`, `yellow` or `red`. */
  readonly status: string;
  readonly nodes: number;
  /** Different versions of its nodes, and its time in ms since 1970, or null if the user may not read them. */
  readonly details: { readonly versions: readonly string[]; readonly now: number } | null;
}

/** @throws VitrineError storage_failed where the cluster does not reply, or refuses the user */
export async function inspectCluster(address: ClusterAddress): Promise<ClusterFacts> {
  await using cluster = new Cluster(address);
  await cluster.reach();
  const health = await cluster.request((client) => client.cluster.health({}));
  const stats = await cluster.request((client) => client.cluster.stats(), [403]);
  const versions: readonly string[] = stats?.nodes?.versions ?? [];
  const now = stats?.timestamp ?? 0;
  return {
    status: health?.status ?? 'red',
    nodes: health?.number_of_nodes ?? 0,
    details: stats === null || now === 0 ? null : { versions, now },
  };
}
