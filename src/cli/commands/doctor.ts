import { resolve } from 'node:path';
import { ConfigError, readConfig, readDataDir, type Config, type Environment } from '../../config.ts';
import { readModelStatus } from '../../maintenance/model-status.ts';
import { version } from '../../lib/package-root.ts';
import { checkFolder, readFolderFacts, type IntegrityReport } from '../../service.ts';
import { readOption, UsageError, type Arguments } from '../arguments.ts';
import { checkBackups } from '../doctor/backup-check.ts';
import { checkCluster } from '../doctor/cluster-checks.ts';
import { fail, formatChecks, createPassedCheck, warn, type DoctorCheck } from '../doctor/doctor-check.ts';
import {
  checkCertificates,
  checkDisk,
  checkFolderClock,
  checkModel,
  checkNode,
} from '../doctor/environment-checks.ts';
import { checkPictureHosts } from '../doctor/picture-check.ts';
import { checkSite } from '../doctor/site-checks.ts';
import { checkServiceParts } from '../doctor/service-checks.ts';
import { openTarget } from '../target.ts';
import type { Output } from '../output.ts';

/**
 * `vitrine doctor [FOLDER]`: checks the folder of a stopped service with its environment, or a backup; with `--url`, a running service; with
 * `--site`, a page of a shop.
 * False if something fails.
 */
export async function doctor(args: Arguments, output: Output): Promise<boolean> {
  const site = readOption(args, 'site');
  if (site !== null) return await checkShop(site, args, output);
  if (readOption(args, 'project') !== null) throw new UsageError('--project is for doctor --site ADDRESS');
  if (args.url !== undefined) return await checkService(args, output);
  const folderName = args.words[1] ?? readOption(args, 'data');
  const { env } = output.terminal;
  const folder = resolve(folderName ?? readDataDir(env));
  const config = readConfigured(folder, env);
  if (folderName === null && 'cluster' in config && config.cluster !== null)
    return await checkProcess(config, output);
  const report = checkFolder(folder);
  const checks = report.kind === 'data' ? await checkEnvironment(folder, config) : [];
  const failed = checks.filter(({ state }) => state === 'fail').length + report.problems.length;
  output.printResult({ folder, ok: failed === 0, ...report, checks }, [
    ...output.formatTable(['FILE', 'CONTENTS'], toRows(report)),
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
  const checks = await checkServiceParts(client);
  const failed = checks.filter(({ state }) => state === 'fail').length;
  output.printResult({ url: client.url, ok: failed === 0, checks }, [
    ...formatChecks(checks),
    failed === 0 ? `No problems of ${client.url}` : `${failed} problems of ${client.url}`,
  ]);
  return failed === 0;
}

/** The script of a shop on a page of it, at a running service or the folder of a stopped one. */
async function checkShop(site: string, args: Arguments, output: Output): Promise<boolean> {
  if (args.words[1] !== undefined)
    throw new UsageError('doctor checks a folder, or with --site a page of a shop');
  const address = /^https?:\/\//i.test(site) ? site : `https://${site}`;
  if (!URL.canParse(address))
    throw new UsageError(`--site must be an address such as https://shop.example, not ${site}`);
  await using client = await openTarget(args, output.terminal);
  const { feedHosts: allowPrivate } = readConfig(output.terminal.env);
  const checks = await checkSite(client, {
    site: address,
    project: readOption(args, 'project'),
    allowPrivate,
  });
  const failed = checks.filter(({ state }) => state === 'fail').length;
  output.printResult({ site: address, ok: failed === 0, checks }, [
    ...formatChecks(checks),
    failed === 0 ? `No problems of ${address}` : `${failed} problems of ${address}`,
  ]);
  return failed === 0;
}

/** A process of a cluster, running or not: its folder has copies only, so its databases are not checked. */
async function checkProcess(config: Config, output: Output): Promise<boolean> {
  const checks = [
    checkNode(process.versions.node),
    ...(await checkCluster(output.terminal.env)),
    checkDisk(config.dataDir, 0),
    ...(await checkConfigured(config, Date.now())),
  ];
  const failed = checks.filter(({ state }) => state === 'fail').length;
  output.printResult({ kind: 'cluster', ok: failed === 0, checks }, [
    ...formatChecks(checks),
    failed === 0 ? 'No problems' : `${failed} problems`,
  ]);
  return failed === 0;
}

/** Checks the requirements of a start on the folder besides intact databases. */
async function checkEnvironment(
  folder: string,
  config: ReturnType<typeof readConfigured>,
): Promise<DoctorCheck[]> {
  const now = Date.now();
  const facts = readFolderFacts(folder);
  return [
    checkNode(process.versions.node),
    facts.newer.length === 0
      ? createPassedCheck('version', `${version}; it reads the format of the data`)
      : fail(
          'version',
          `${facts.newer.join(', ')} has the format of a newer version than ${version}`,
          'Start the newer version, or restore a backup of before the update',
        ),
    checkFolderClock(facts.writtenAt, now),
    checkDisk(folder, facts.bytes),
    ...('check' in config ? [config.check] : await checkConfigured(config, now)),
    checkPictureHosts(facts.failedPictures),
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
    checkModel('image model', image, { off: 'no photo search', isNeeded: true }),
    checkModel('text model', text, { off: 'keyword search only', isNeeded: false }),
    await checkBackups(config, now),
    ...(config.tracing.problem === null
      ? []
      : [warn('traces', config.tracing.problem, 'Correct the variable: docs/reference/configuration.md')]),
    ...(await checkCertificates(config, now)),
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
