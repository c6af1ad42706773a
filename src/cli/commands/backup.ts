import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { readConfig } from '../../config.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { restoreBackup } from '../../service.ts';
import { callOperation, type ApiClient } from '../api-client.ts';
import { readOption, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import { runRestoreDrill, type DrilledProject } from '../restore-drill.ts';
import { findBackups, openLocalBackup } from '../stored-backup.ts';

/** Whether the command reads stored backups, instead of making one. */
export const readsStoredBackups = ({ words: [command, action] }: Arguments): boolean =>
  command === 'backup' && (action === 'list' || action === 'verify');

/** `vitrine backup [NAME]` */
export async function backUp(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const surplus = args.words[2] ?? (readOption(args, 'temp') === null ? undefined : '--temp');
  if (surplus !== undefined) throw new UsageError(`\`backup NAME\` does not take ${JSON.stringify(surplus)}`);
  const name = args.words[1] ?? new Date().toISOString().replaceAll(/[:.]/g, '-');
  const answer = await callOperation(client, 'POST', '/admin/backup', { name });
  output.printResult(answer, [`Backed up into ${String(answer['folder'])}`]);
}

/** `vitrine backup list [WHERE]` and `vitrine backup verify [WHERE]`. False if the drill found a problem. */
export async function inspectBackups(args: Arguments, output: Output): Promise<boolean> {
  if (args.url !== undefined || args.data !== undefined)
    throw new UsageError(
      'backup list and backup verify take the location of the backups instead of --url and --data',
    );
  const where = args.words[2] ?? null;
  if (args.words[1] === 'verify') return await verify(where, readOption(args, 'temp') ?? tmpdir(), output);
  if (readOption(args, 'temp') !== null) throw new UsageError('`backup list` has no option --temp');
  const { place, backups } = await findBackups(where, output.terminal.env);
  const listed = backups.map(({ name, at, bytes, isComplete }) => ({
    name,
    at: new Date(at).toISOString(),
    bytes,
    complete: isComplete,
  }));
  const rows = listed.map(({ name, bytes, complete }): [string, string, string] => [
    name,
    `${(bytes / 1e6).toFixed(1)} MB`,
    complete ? 'complete' : 'incomplete',
  ]);
  output.printResult({ place, backups: listed }, [
    ...(rows.length === 0 ? [] : output.formatTable(['NAME', 'SIZE', 'STATE'], rows)),
    `Backups in ${place}: ${listed.length}`,
  ]);
  return true;
}

/** `vitrine restore WHERE [--data DIR]` */
export async function restore(args: Arguments, output: Output): Promise<void> {
  const from = readWord(args, 1, 'The folder of the backup');
  const into = resolve(readOption(args, 'data') ?? readConfig(output.terminal.env).dataDir);
  // A backup of a remote store is copied to the disk of the new data first, as that has the space for it.
  makeFolder(dirname(into));
  await using backup = await openLocalBackup(from, dirname(into), output.terminal.env);
  const restored = await restoreBackup(backup.folder, into);
  output.printResult({ folder: into, from: backup.place, ...restored }, [
    `Restored ${restored.files} databases from ${backup.place} into ${into}`,
  ]);
}

async function verify(where: string | null, temporary: string, output: Output): Promise<boolean> {
  const started = Date.now();
  await using backup = await openLocalBackup(where, temporary, output.terminal.env);
  const report = await runRestoreDrill(backup.folder, temporary, output.terminal.env);
  const seconds = (Date.now() - started) / 1_000;
  const ok = report.problems.length === 0;
  output.printResult({ ok, from: backup.place, seconds, ...report }, [
    ...output.formatTable(['PROJECT', 'ITEMS', 'EVENTS', 'SEARCH'], report.projects.map(toRow)),
    ...report.problems.map((problem) => `PROBLEM  ${problem}`),
    `${ok ? 'Restored and checked' : 'Restored with problems:'} ${backup.place} of ${report.createdAt}, in ${seconds.toFixed(1)} s`,
  ]);
  return ok;
}

function toRow({ project, items, events, search }: DrilledProject): [string, string, string, string] {
  const formatCount = ({ expected, found }: { expected: number; found: number }): string =>
    expected === found ? String(found) : `${found} of ${expected}`;
  return [
    project,
    formatCount(items),
    formatCount(events),
    search === null ? 'no visible item' : `${JSON.stringify(search.query)}: ${search.results}`,
  ];
}
