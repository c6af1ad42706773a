import { resolve } from 'node:path';
import { ConfigError, readConfig, readDataDir, type Config, type Environment } from '../../config.ts';
import { readModelStatus } from '../../maintenance/model-status.ts';
import { version } from '../../lib/package-root.ts';
import { checkFolder, readFolderFacts, type IntegrityReport } from '../../service.ts';
import { optional, UsageError, type Arguments } from '../arguments.ts';
import { backupCheck } from '../doctor/backup-check.ts';
import { clusterChecks } from '../doctor/cluster-checks.ts';
import { fail, formatChecks, ok, warn, type DoctorCheck } from '../doctor/doctor-check.ts';
import {
  certificateChecks,
  diskCheck,
  folderClockCheck,
  modelCheck,
  nodeCheck,
} from '../doctor/environment-checks.ts';
import { pictureCheck } from '../doctor/picture-check.ts';
import { serviceChecks } from '../doctor/service-checks.ts';
import { openTarget } from '../target.ts';
import type { Output } from '../output.ts';

/**
 * `vitrine doctor [FOLDER]`: checks the folder of a stopped service with its environment, or a backup; with `--url`, a running service.
 * False if something fails.
 */
export async function doctor(args: Arguments, output: Output): Promise<boolean> {
  if (args.url !== undefined) return await checkService(args, output);
  const folderName = args.words[1] ?? optional(args, 'data');
  const { env } = output.terminal;
  const folder = resolve(folderName ?? readDataDir(env));
  const config = readConfigured(folder, env);
  if (folderName === null && 'cluster' in config && config.cluster !== null)
    return await checkProcess(config, output);
  const report = checkFolder(folder);
  const checks = report.kind === 'data' ? await environmentChecks(folder, config) : [];
  const failed = checks.filter(({ state }) => state === 'fail').length + report.problems.length;
  output.result({ folder, ok: failed === 0, ...report, checks }, [
    ...output.table(['FILE', 'CONTENTS'], toRows(report)),
    ...report.problems.map((problem) => `PROBLEM  ${problem}`),
    ...formatChecks(checks),
    failed === 0 ? `No problems in ${folder}` : `${failed} problems in ${folder}`,
  ]);
  return failed === 0;
}

async function checkService(args: Arguments, output: Output): Promise<boolean> {
  if (args.words[1] !== undefined)
    throw new UsageError('doctor checks a folder, or with --url a running service');
  await using client = await openTarget(args, output.terminal);
  const checks = await serviceChecks(client);
  const failed = checks.filter(({ state }) => state === 'fail').length;
  output.result({ url: client.url, ok: failed === 0, checks }, [
    ...formatChecks(checks),
    failed === 0 ? `No problems of ${client.url}` : `${failed} problems of ${client.url}`,
  ]);
  return failed === 0;
}

/** A process of a cluster, running or not: its folder has copies only, so its databases are not checked. */
async function checkProcess(config: Config, output: Output): Promise<boolean> {
  const checks = [
    nodeCheck(process.versions.node),
    ...(await clusterChecks(output.terminal.env)),
    diskCheck(config.dataDir, 0),
    ...(await checkConfigured(config, Date.now())),
  ];
  const failed = checks.filter(({ state }) => state === 'fail').length;
  output.result({ kind: 'cluster', ok: failed === 0, checks }, [
    ...formatChecks(checks),
    failed === 0 ? 'No problems' : `${failed} problems`,
  ]);
  return failed === 0;
}

/** Checks the requirements of a start on the folder besides intact databases. */
async function environmentChecks(
  folder: string,
  config: ReturnType<typeof readConfigured>,
): Promise<DoctorCheck[]> {
  const now = Date.now();
  const facts = readFolderFacts(folder);
  return [
    nodeCheck(process.versions.node),
    facts.newer.length === 0
      ? ok('version', `${version}; it reads the format of the data`)
      : fail(
          'version',
          `${facts.newer.join(', ')} has the format of a newer version than ${version}`,
          'Start the newer version, or restore a backup of before the update',
        ),
    folderClockCheck(facts.writtenAt, now),
    diskCheck(folder, facts.bytes),
    ...('check' in config ? [config.check] : await checkConfigured(config, now)),
    pictureCheck(facts.failedPictures),
  ];
}

function readConfigured(folder: string, env: Environment): Config | { readonly check: DoctorCheck } {
  try {
    return { ...readConfig(env), dataDir: folder };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      check: fail('configuration', error.message, 'Correct the variable: docs/reference/configuration.md'),
    };
  }
}

async function checkConfigured(config: Config, now: number): Promise<DoctorCheck[]> {
  const { image, text } = await readModelStatus(config);
  return [
    modelCheck('image model', image, { off: 'no photo search', isNeeded: true }),
    modelCheck('text model', text, { off: 'keyword search only', isNeeded: false }),
    await backupCheck(config, now),
    ...(config.tracing.problem === null
      ? []
      : [warn('traces', config.tracing.problem, 'Correct the variable: docs/reference/configuration.md')]),
    ...(await certificateChecks(config, now)),
  ];
}

function toRows({ databases }: IntegrityReport): [string, string][] {
  return databases.map(({ file, counts }) => [
    file,
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  ]);
}
