import { resolve } from 'node:path';
import { migrate, type DataPlace } from '../../maintenance/cluster-maintenance.ts';
import { readDataDir } from '../../config.ts';
import { readOption, readRequired, UsageError, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

const places = ['embedded', 'postgres', 'opensearch'] as const;

/** `vitrine migrate --from embedded --to postgres`, or any other direction between a folder, PostgreSQL and OpenSearch. */
export async function migrateAll(args: Arguments, output: Output): Promise<void> {
  const [from, to] = [readPlace(args, 'from'), readPlace(args, 'to')];
  if (from === to) throw new UsageError('--from and --to must be two of embedded, postgres and opensearch');
  const folder = resolve(readOption(args, 'data') ?? readDataDir(output.terminal.env));
  const started = Date.now();
  const progress = output.showProgress('Migrating', null);
  const moved = await migrate(
    folder,
    { from, to },
    (doing, done, all) => progress.update(done, doing, all),
    output.terminal.env,
  );
  progress.end();
  const seconds = (Date.now() - started) / 1000;
  const earlier = moved.before === 0 ? '' : `, ${moved.before} of them by an earlier run`;
  output.printResult({ folder, ...moved, seconds }, [
    `${moved.databases} databases, ${(moved.bytes / 1e6).toFixed(1)} MB, moved from ${from} to ${to} and compared row by row${earlier}, in ${seconds.toFixed(1)} s`,
  ]);
}

function readPlace(args: Arguments, option: 'from' | 'to'): DataPlace {
  const named = readRequired(args, option);
  const place = places.find((one) => one === named);
  if (place === undefined) throw new UsageError(`--${option} must be embedded, postgres or opensearch`);
  return place;
}
