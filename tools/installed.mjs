// Shared first steps of all commands: installs the dependencies of the lock file. Runs on Node 20 with npm alone, before
// anything is installed: plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/folders.mjs';

/** Node 24, from the dependency `node`. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const stamps = join(root, 'node_modules', '.vitrine');

/** Installs missing or outdated dependencies. */
export function ensureInstalled() {
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (existsSync(node) && stampOf('installed') === wanted) return;
  if (existsSync(node) && isComplete()) return stamp('installed', wanted);
  say('Installing the dependencies of the lock file (once) ...');
  // npm's summary on stdout is suppressed; errors and progress go to stderr.
  runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], ['ignore', 'ignore', 2]);
  if (!existsSync(node)) {
    // Some npm settings disable install scripts; this one provides Node 24.
    run(
      process.execPath,
      [join(root, 'node_modules', 'node', 'installArchSpecificPackage.js')],
      join(root, 'node_modules', 'node'),
    );
  }
  stamp('installed', wanted);
}

/** Whether the installed packages match the lock file, as after a manual `npm ci`. */
function isComplete() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(installedFile, 'utf8'));
  return Object.entries(wanted)
    .filter(([place, { optional, link }]) => place.startsWith('node_modules/') && !optional && !link)
    .every(([place, { version }]) => installed[place]?.version === version && existsSync(join(root, place)));
}

/** Builds the console, the storefront and the script of the tracker if their sources have changed. */
export function ensurePages() {
  ensureBuilt({ name: 'console', workspace: 'console', sources: ['sdk'] });
  const sources = ['sdk', 'react', 'demo/photos'];
  ensureBuilt({ name: 'storefront', workspace: 'examples/storefront', sources });
  ensureBuilt({
    name: 'tracker',
    workspace: 'tracker',
    script: 'build:script',
    result: 'vitrine-tracker.js',
  });
}

/** Builds a workspace. `sources`: folders besides its own that it is built from; `result`: a file in its `dist`. */
function ensureBuilt({ name, workspace, sources = [], script = 'build', result = 'index.html' }) {
  const wanted = hashOf([
    ...[workspace, ...sources].flatMap((folder) => filesIn(join(root, folder))),
    join(root, 'package-lock.json'),
  ]);
  if (existsSync(join(root, workspace, 'dist', result)) && stampOf(name) === wanted) return;
  say(`Building the ${name} (once) ...`);
  runNpm(['run', '--silent', script, '-w', workspace, '--', '--logLevel', 'warn']);
  stamp(name, wanted);
}

/** Installs the generator of the guides, which has a lock file of its own. */
export function ensureGeneratorInstalled() {
  const folder = join(root, 'site');
  const wanted = hashOf([join(folder, 'package-lock.json')]);
  if (existsSync(join(folder, 'node_modules')) && stampOf('generator') === wanted) return;
  say('Installing the generator of the guides (once) ...');
  runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], ['ignore', 'ignore', 2], folder);
  stamp('generator', wanted);
}

/** Commands print results on stdout; messages of installation and build go to stderr. */
const besideResults = ['ignore', 2, 2];

function runNpm(parameters, stdio = besideResults, cwd = root) {
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters, cwd, {}, stdio);
}

/** Runs a program; exits with its status if it fails. */
export function run(program, parameters, cwd = root, env = {}, stdio = besideResults) {
  const { status, error } = spawnSync(program, parameters, {
    cwd,
    stdio,
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip', ...env },
  });
  if (error) say(`Cannot run ${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function say(line) {
  process.stderr.write(`${line}\n`);
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

function stamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}
