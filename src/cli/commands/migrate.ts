import { resolve } from 'node:path';
import { migrate } from '../../maintenance/cluster-maintenance.ts';
import { readDataDir } from '../../config.ts';
import { optional, required, UsageError, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

const clusters = ['postgres', 'opensearch'] as const;

/** `vitrine migrate --from embedded --to postgres`, or the other direction; the same with `opensearch`. */
export async function migrateAll(args: Arguments, output: Output): Promise<void> {
  const [from, to] = [required(args, 'from'), required(args, 'to')];
  const cluster = clusters.find((name) => name === from || name === to);
  if (cluster === undefined || (from !== 'embedded' && to !== 'embedded'))
    throw new UsageError('--from and --to must be embedded, and postgres or opensearch, in either order');
  const folder = resolve(optional(args, 'data') ?? readDataDir(output.terminal.env));
  const started = Date.now();
  const progress = output.progress('Migrating', null);
  const moved = await migrate(
    folder,
    { to: to === 'embedded' ? 'embedded' : 'cluster', cluster },
    (doing, done, all) => progress.update(done, doing, all),
    output.terminal.env,
  );
  progress.end();
  const seconds = (Date.now() - started) / 1000;
  const earlier = moved.before === 0 ? '' : `, ${moved.before} of them by an earlier run`;
  output.result({ folder, ...moved, seconds }, [
    `${moved.databases} databases, ${(moved.bytes / 1e6).toFixed(1)} MB, moved from ${from} to ${to} and compared row by row${earlier}, in ${seconds.toFixed(1)} s`,
  ]);
}
