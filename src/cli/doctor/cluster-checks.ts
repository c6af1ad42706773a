import { inspectConfigured, inspectDatabase } from '../../maintenance/cluster-maintenance.ts';
import { fail, createPassedCheck, warn, type DoctorCheck } from './doctor-check.ts';
import { checkClock } from './environment-checks.ts';
import { readEngine, type Environment } from '../../config.ts';

/** Checks what the processes of a service share: the database, or the OpenSearch cluster. */
export function checkCluster(env: Environment): Promise<DoctorCheck[]> {
  return readEngine(env) === 'postgres' ? checkDatabase(env) : openSearchChecks(env);
}

/** The configured database: whether it replies and accepts writes, its version, its clock, and where its commits are. */
async function checkDatabase(env: Environment): Promise<DoctorCheck[]> {
  const before = Date.now();
  try {
    const { version, now, synchronousStandbys } = await inspectDatabase(env);
    const localTime = (before + Date.now()) / 2;
    return [
      createPassedCheck('database', `PostgreSQL ${version}`),
      checkClock('the database', now, localTime),
      synchronousStandbys === ''
        ? warn(
            'standby',
            'a commit is on one machine alone',
            'Set synchronous_standby_names to survive the loss of its disk',
          )
        : createPassedCheck('standby', `commits wait for ${synchronousStandbys}`),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fail('database', reason, 'Check VITRINE_POSTGRES_* and whether the server runs')];
  }
}

/** The configured cluster: whether it replies, its health, the versions of its nodes and its clock. */
async function openSearchChecks(env: Environment): Promise<DoctorCheck[]> {
  const before = Date.now();
  try {
    const { status, nodes, details } = await inspectConfigured(env);
    const localTime = (before + Date.now()) / 2;
    const health = `${status}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
    const hint = 'Start the missing nodes, or see “Repair stuck shards” in the guide to clusters';
    return [
      status === 'green'
        ? createPassedCheck('cluster', health)
        : status === 'yellow'
          ? warn('cluster', health, hint)
          : fail('cluster', health, hint),
      ...(details === null
        ? [warn('opensearch', 'versions and clock are unknown', 'Allow the user cluster:monitor/stats')]
        : [checkVersions(details.versions), checkClock('the cluster', details.now, localTime)]),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fail('cluster', reason, 'Check VITRINE_OPENSEARCH_* and whether the nodes run')];
  }
}

function checkVersions(versions: readonly string[]): DoctorCheck {
  const versionList = versions.join(', ');
  return versions.length > 1
    ? warn('opensearch', `nodes of different versions: ${versionList}`, 'Complete the update of the nodes')
    : createPassedCheck('opensearch', versionList);
}
