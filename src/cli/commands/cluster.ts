import { resolve } from 'node:path';
import { readDataDir, readEngine } from '../../config.ts';
import { prepareCluster, repairCluster, type RepairReport } from '../../maintenance/cluster-maintenance.ts';
import { describeLoss } from '../../service.ts';
import { readOption, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

/**
 * `vitrine cluster prepare` creates the tables of a service in PostgreSQL. `vitrine cluster repair [--yes]` lists the stuck shards of
 * an OpenSearch cluster, or restarts them, and returns false while shards are stuck.
 */
export async function cluster(args: Arguments, output: Output): Promise<boolean> {
  const action = readWord(args, 1, 'prepare or repair');
  const { env } = output.terminal;
  if (action === 'prepare') {
    await prepareCluster(env);
    output.printResult({ ok: true }, ['The tables exist']);
    return true;
  }
  if (action !== 'repair') throw new UsageError(`There is no \`cluster ${action}\`: prepare, repair`);
  if (readEngine(env) === 'postgres') {
    output.printResult({ ok: true, stuck: [] }, ['There is nothing to repair in a PostgreSQL database']);
    return true;
  }
  const folder = resolve(readOption(args, 'data') ?? readDataDir(env));
  const report = await repairCluster(folder, args.options['yes'] === true, env);
  const isFine = report.stuck.length === 0 || report.repaired === true;
  output.printResult({ ok: isFine, ...report }, formatReport(report, folder, output));
  return isFine;
}

function formatReport(
  { stuck, repaired, compared, lost }: RepairReport,
  folder: string,
  output: Output,
): string[] {
  if (stuck.length === 0) return ['No shard is stuck'];
  const table = output.formatTable(
    ['INDEX', 'NODE'],
    stuck.map(({ index, node }) => [index, node]),
  );
  if (repaired === null)
    return [...table, `${countShards(stuck)} stuck. To restart: vitrine cluster repair --yes`];
  if (!repaired) return [...table, 'Restarted, but not all of them accept writes yet: check the cluster'];
  const loss =
    compared === 0
      ? [`No copies in ${folder} to compare with: see vitrine_writes_lost_entries of a running process`]
      : lost.length === 0
        ? [`No entry of the ${compared} logs in ${folder} was lost`]
        : lost.map(({ log, entries }) => describeLoss(log, entries));
  return [...table, `Restarted ${countShards(stuck)}: writes are accepted`, ...loss];
}

const countShards = ({ length }: readonly unknown[]): string =>
  `${length} ${length === 1 ? 'shard' : 'shards'}`;
