import { inspectConfigured } from '../../maintenance/cluster-maintenance.ts';
import { fail, ok, warn, type DoctorCheck } from './doctor-check.ts';
import { clockCheck } from './environment-checks.ts';
import type { Environment } from '../../config.ts';

/** The configured cluster: whether it replies, its health, the versions of its nodes and its clock. */
export async function clusterChecks(env: Environment): Promise<DoctorCheck[]> {
  const before = Date.now();
  try {
    const { status, nodes, details } = await inspectConfigured(env);
    const ours = (before + Date.now()) / 2;
    const health = `${status}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
    const hint = 'Start the missing nodes, or see “Repair stuck shards” in the guide to clusters';
    return [
      status === 'green'
        ? ok('cluster', health)
        : status === 'yellow'
          ? warn('cluster', health, hint)
          : fail('cluster', health, hint),
      ...(details === null
        ? [warn('opensearch', 'versions and clock are unknown', 'Allow the user cluster:monitor/stats')]
        : [versionCheck(details.versions), clockCheck('the cluster', details.now, ours)]),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fail('cluster', reason, 'Check VITRINE_OPENSEARCH_* and whether the nodes run')];
  }
}

function versionCheck(versions: readonly string[]): DoctorCheck {
  const versionList = versions.join(', ');
  return versions.length > 1
    ? warn('opensearch', `nodes of different versions: ${versionList}`, 'Complete the update of the nodes')
    : ok('opensearch', versionList);
}
