import { resolve } from 'node:path';
import { readDataDir } from '../../config.ts';
import { checkFolder, type IntegrityReport } from '../../service.ts';
import { optional, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

/** `vitrine doctor [FOLDER]`: checks the folder of a stopped service, or a backup. False if something is missing or damaged. */
export function doctor(args: Arguments, output: Output): boolean {
  const folder = resolve(args.words[1] ?? optional(args, 'data') ?? readDataDir());
  const report = checkFolder(folder);
  const isFine = report.problems.length === 0;
  output.result({ folder, ok: isFine, ...report }, [
    ...output.table(['FILE', 'CONTENTS'], rowsOf(report)),
    ...report.problems.map((problem) => `PROBLEM  ${problem}`),
    isFine ? `No problems in ${folder}` : `${report.problems.length} problems in ${folder}`,
  ]);
  return isFine;
}

function rowsOf({ databases }: IntegrityReport): [string, string][] {
  return databases.map(({ file, counts }) => [
    file,
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  ]);
}
