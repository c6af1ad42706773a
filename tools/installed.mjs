// What every command does first: bring the dependencies to what the lock file says. Runs on Node 20 and npm alone,
// before anything is installed, so it is plain JavaScript without imports from outside.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Node 24, as the dependency `node` brings it. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Where Node keeps the sources without their types, compiled: a third of a start goes into that. As safe as what is installed. */
export const compileCache = join(root, 'node_modules', '.cache', 'compiled');

const stamps = join(root, 'node_modules', '.vitrine');

/** Installs the dependencies where they are missing or not those of the lock file. */
export function ensureInstalled() {
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (existsSync(node) && stampOf('installed') === wanted) return;
  if (existsSync(node) && isComplete()) return stamp('installed', wanted);
  say('Installing the dependencies of the lock file (once) ...');
  // The summary on stdout says nothing more; errors, and the progress on a terminal, go to stderr.
  runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], ['ignore', 'ignore', 2]);
  if (!existsSync(node)) {
    // npm keeps install scripts back in some settings; this one puts Node 24 in place.
    run(
      process.execPath,
      [join(root, 'node_modules', 'node', 'installArchSpecificPackage.js')],
      join(root, 'node_modules', 'node'),
    );
  }
  stamp('installed', wanted);
}

/** Whether what is installed is what the lock file asks for, as after an `npm ci` by hand: that is left in peace. */
function isComplete() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(installedFile, 'utf8'));
  return Object.entries(wanted)
    .filter(([place, { optional, link }]) => place.startsWith('node_modules/') && !optional && !link)
    .every(([place, { version }]) => installed[place]?.version === version && existsSync(join(root, place)));
}

/** Builds the console where its sources changed since it was built. */
export function ensureConsole() {
  const wanted = hashOf([
    ...filesIn(join(root, 'console')),
    ...filesIn(join(root, 'sdk')),
    join(root, 'package-lock.json'),
  ]);
  if (existsSync(join(root, 'console', 'dist', 'index.html')) && stampOf('console') === wanted) return;
  say('Building the console (once) ...');
  runNpm(['run', '--silent', 'build', '-w', 'console', '--', '--logLevel', 'warn']);
  stamp('console', wanted);
}

/** Commands print results on stdout; what is said about installing and building goes beside them. */
const besideResults = ['ignore', 2, 2];

function runNpm(parameters, stdio = besideResults) {
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters, root, {}, stdio);
}

/** Runs a program to its end; ends this one with its status where that is not 0. */
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
    .sort();
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
