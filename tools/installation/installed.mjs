// Shared first steps of all commands: installs the dependencies of the lock file. Runs on Node 20 with npm alone, before
// anything is installed: plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/folders.mjs';
import { environment, runCaptured } from './captured-program.mjs';
import { takeLock } from './exclusive-lock.mjs';
import { findCause, networkProblem, spaceProblem, writeProblem } from './failure-causes.mjs';
import { refuseOldNodeToInstall } from './node-version.mjs';

/** Node 24, from the dependency `node`. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** Reads version 3 of lock files. */
const npmMajorMin = 7;
const stamps = join(root, 'node_modules', '.vitrine');

/** Installs missing or outdated dependencies. */
export async function ensureInstalled() {
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (existsSync(node) && stampOf('installed') === wanted && hasFolders()) return;
  if (existsSync(node) && isComplete()) return stamp('installed', wanted);
  await install('the dependencies', root, provideNode);
  stamp('installed', wanted);
}

/** Some npm settings disable install scripts, one of which provides Node 24. */
async function provideNode() {
  if (!existsSync(node)) {
    const folder = join(root, 'node_modules', 'node');
    const program = join(folder, 'installArchSpecificPackage.js');
    if (!existsSync(program))
      refuse('install Node 24', { output: 'npm did not install the package `node`\n' });
    const installed = await runCaptured(process.execPath, [program], folder);
    if (installed.status !== 0) refuse('install Node 24', installed);
  }
  // Such as by an npm whose parent was killed.
  if (!isComplete())
    fail(
      'Cannot use the dependencies as another process has removed some during their installation: wait until no npm runs in this folder, then run this command again',
    );
}

/** The packages of the lock file that every installation has, by their folders. */
function requiredPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(
    ([place, { optional, link }]) => place.startsWith('node_modules/') && !optional && !link,
  );
}

/** Whether the folders of all packages that serving needs are there: an interrupted `npm install` of one package may remove others. */
function hasFolders() {
  return requiredPackages()
    .filter(([, { dev, devOptional, peer }]) => !dev && !devOptional && !peer)
    .every(([place]) => existsSync(join(root, place)));
}

/** Whether the installed packages match the lock file, as after a manual `npm ci`. */
function isComplete() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const { packages: installed } = JSON.parse(readFileSync(installedFile, 'utf8'));
  return requiredPackages().every(
    ([place, { version }]) => installed[place]?.version === version && existsSync(join(root, place)),
  );
}

/** Installs the lock file of a folder; from npm's cache if the registry cannot be reached. `complete`: further steps. */
async function install(what, folder, complete = () => Promise.resolve()) {
  refuseOldNodeToInstall();
  const modules = join(folder, 'node_modules');
  // Before npm, which removes what is installed, and waits for minutes for a registry.
  const problem = writeProblem(modules) ?? (existsSync(modules) ? null : spaceProblem(folder));
  if (problem !== null) fail(`Cannot install ${what} as ${problem}`);
  await alone(`install ${what}`, async () => {
    say(`Installing ${what} of the lock file (once) ...`);
    await runInstallation(what, folder);
    await complete();
  });
}

async function runInstallation(what, folder) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const ping = await npmRun(['ping', '--fetch-retries=0', '--fetch-timeout=10000', ...quiet], folder);
  // A registry may have no such operation: then it replies 404.
  const unreachable = ping.status === 0 ? null : networkProblem(ping.output);
  const offline = unreachable === null ? [] : ['--offline'];
  // Whatever the settings of this user: the places in the lock file, with the tools of the build.
  const complete = ['--include=dev', '--install-strategy=hoisted'];
  const installed = await npmRun(['ci', ...complete, ...quiet, ...offline], folder);
  if (installed.status === 0) return;
  const { output: version } = await npmRun(['--version'], folder);
  if (Number.parseInt(version, 10) < npmMajorMin)
    fail(
      `Cannot install ${what} as npm ${version.trim()} cannot read the lock file: run \`npm install --global npm@10\`, then this command again`,
    );
  refuse(`install ${what}`, installed, unreachable);
}

/** Builds the console, the storefront and the scripts for pages of shops if their sources have changed. */
export async function ensurePages() {
  await ensureBuilt({
    name: 'console',
    workspace: 'console',
    sources: ['sdk', 'docs', 'src/domain/query/syntax'],
  });
  const sources = ['sdk', 'react', 'demo/photos'];
  await ensureBuilt({ name: 'storefront', workspace: 'examples/storefront', sources });
  await ensureBuilt({
    name: 'tracker',
    workspace: 'tracker',
    script: 'build:script',
    result: 'vitrine-tracker.js',
  });
  await ensureBuilt({
    name: 'shop script',
    workspace: 'elements',
    sources: ['sdk', 'tracker'],
    script: 'build:script',
    result: 'shop.js',
  });
}

/** Builds a workspace. `sources`: folders besides its own that it is built from; `result`: a file in its `dist`. */
async function ensureBuilt({ name, workspace, sources = [], script = 'build', result = 'index.html' }) {
  const wanted = hashOf([
    ...[workspace, ...sources].flatMap((folder) => filesIn(join(root, folder))),
    join(root, 'package-lock.json'),
  ]);
  const file = join(root, workspace, 'dist', result);
  const stamped = stampOf(name);
  if (existsSync(file) && stamped === wanted) return;
  const problem = writeProblem(file) ?? writeProblem(join(root, 'node_modules', '.vite-temp'));
  // Built by `npm run build`, and served by another user: whether the sources have changed is unknown.
  if (problem !== null && existsSync(file) && stamped === null) return;
  if (problem !== null) fail(`Cannot build the ${name} as ${problem}`);
  const built = await alone(`build the ${name}`, () => {
    say(`Building the ${name} (once) ...`);
    return npmRun(['run', '--silent', script, '-w', workspace, '--', '--logLevel', 'warn']);
  });
  if (built.status !== 0) {
    // A build that failed half-way is not taken for a complete one.
    rmSync(file, { force: true });
    refuse(`build the ${name}`, built);
  }
  process.stderr.write(built.output);
  stamp(name, wanted);
}

/** Installs the generator of the guides, which has a lock file of its own. */
export async function ensureGeneratorInstalled() {
  const folder = join(root, 'site');
  const wanted = hashOf([join(folder, 'package-lock.json')]);
  if (existsSync(join(folder, 'node_modules')) && stampOf('generator') === wanted) return;
  await install('the generator of the guides', folder);
  stamp('generator', wanted);
}

/** Runs npm. @returns its exit status and its output */
function npmRun(parameters, cwd = root) {
  return runCaptured(npm, parameters, cwd);
}

/** Ends this process if another one installs or builds in this checkout. `what`: `install the dependencies`. */
async function alone(what, action) {
  const release = await takeLock(root);
  if (release === null)
    fail(
      `Cannot ${what} as another process installs or builds in ${root}: wait until it is ready, then run this command again`,
    );
  try {
    return await action();
  } finally {
    release();
  }
}

/**
 * Exits with a sentence that names the cause, if it is known; otherwise after the output of the program. `what`: `install Node 24`;
 * `unreachable`: why the registry was not reached.
 */
function refuse(what, { output }, unreachable = null) {
  const isMissing = unreachable !== null && output.includes('ENOTCACHED');
  const known = isMissing ? unreachable : (findCause(output) ?? unreachable);
  if (known !== null) fail(`Cannot ${what} as ${known}`);
  process.stderr.write(output);
  fail(
    `Cannot ${what} for the reason above: delete ${join(root, 'node_modules')}, then run this command again`,
  );
}

/** Runs a program; exits with its status if it fails. */
export function run(program, parameters, cwd = root) {
  // Commands print results on stdout; messages of their first steps go to stderr.
  const { status, error } = spawnSync(program, parameters, {
    cwd,
    stdio: ['ignore', 2, 2],
    env: environment(),
  });
  if (error) say(`Cannot run ${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules'].includes(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort((a, b) => (a < b ? -1 : 1));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) if (existsSync(file) && statSync(file).isFile()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function stampOf(name) {
  const file = join(stamps, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Remembers what was installed or built. Where it cannot, the next command checks or builds again. */
function stamp(name, value) {
  try {
    mkdirSync(stamps, { recursive: true });
    writeFileSync(join(stamps, name), value);
  } catch {
    // The folder belongs to another user, or the disk is full.
  }
}
