// Runs a program of the project in place of this process.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';
import { compileCache, root } from './folders.mjs';
import { watchParent } from './parent-watch.mjs';

/** Whether this is the package, which has JavaScript, as Node strips no types in `node_modules`. */
export const isPackage = !existsSync(join(root, 'src', 'main.ts'));

/** When this process began: a first start installs for a minute before it runs the service. */
const parent = process.ppid;
const isBelowNpm = process.env.npm_lifecycle_event !== undefined;
const isWindows = process.platform === 'win32';
const belowNpm = fileURLToPath(new URL('./run-below-npm.mjs', import.meta.url));
/**
 * V8 worker threads for garbage collection and compilation: the default number would occupy all cores of a small machine and
 * starve the main thread.
 */
const v8Threads = Math.max(1, Math.min(4, cores() - 1));
/**
 * Megabytes of a semi-space of V8's young generation. The default of 64 takes 100 MB more in the main thread and up to that in each
 * other one, and was not faster (docs/internals/experiments/memory.md).
 */
const semiSpace = isSmall() ? 2 : 16;
/** V8 collects when the heap has grown by this percentage since the last time: by default, it grows to up to four times its size. */
const heapGrowing = 100;
const v8Flags = [
  `--v8-pool-size=${v8Threads}`,
  `--max-semi-space-size=${semiSpace}`,
  `--heap-growing-percent=${heapGrowing}`,
  // For threads that collect their garbage when they are idle (src/lib/idle-collection.ts).
  '--expose-gc',
];

/** Whether the profile for small machines applies: as `readMemoryProfile()` in src/environment/memory-variables.ts, also before Node 19.6. */
function isSmall() {
  const profile = process.env.VITRINE_MEMORY?.trim() || 'auto';
  if (profile !== 'auto') return profile === 'small';
  const limit = process.constrainedMemory?.() || Infinity;
  return Math.min(limit, os.totalmem()) < 1024 ** 3;
}

/**
 * Random access to arrays of hundreds of megabytes waits for page tables, of which huge pages have few. With less data they save nothing, and the
 * kernel fills the free parts of such pages again, which were returned to it: 60 MB of a small shop (docs/internals/experiments/memory.md).
 */
const largeDataBytes = 512 * 1024 * 1024;

/** Whether the databases of all projects are large. */
function hasLargeData() {
  const folder = resolve(process.env.VITRINE_DATA?.trim() || 'data', 'projects');
  try {
    const databases = readdirSync(folder)
      .sort()
      .filter((name) => name.endsWith('.db'));
    const bytes = databases.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return bytes >= largeDataBytes;
  } catch {
    // There is no such folder yet, or it is not readable, which the service reports.
    return false;
  }
}

/** By Node 16 as well, which has no `availableParallelism`. */
function cores() {
  return os.availableParallelism?.() ?? os.cpus().length;
}

/** `program`: path in `src` without its ending. */
export function runNode(program, parameters) {
  const file = isPackage ? join(root, 'dist', `${program}.js`) : join(root, 'src', `${program}.ts`);
  const node = findNode();
  const environment = {
    // With more malloc arenas, and large arrays inside them, two fifths of the memory would be freed but not returned.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...(hasLargeData() ? { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } : {}),
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
  };
  if (process.execve === undefined || isWindows) return runBeside(node, [file, ...parameters], environment);
  refuseUnusable(node);
  const watched = isBelowNpm ? [belowNpm, String(parent)] : [];
  // The service takes the place of this process: nothing waits, and its signals and its exit status are its own.
  process.execve(node, [node, ...v8Flags, ...watched, file, ...parameters], environment);
}

/** Ends with a message where a Node cannot be run, as a failed `execve` ends this process without one. */
function refuseUnusable(node) {
  if (node === process.execPath) return;
  const { error } = spawnSync(node, ['--version'], { stdio: 'ignore' });
  if (error !== undefined) fail(node, error);
}

/** Runs a program in a process of its own, where one cannot be replaced: on Windows, and before Node 22.15. */
function runBeside(node, parameters, env) {
  const child = spawn(node, [...v8Flags, ...parameters], { stdio: 'inherit', env });
  // A signal to the terminal reaches both processes; one to this process is forwarded.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (isBelowNpm) watchParent(parent, () => child.kill('SIGTERM'));
  child.on('error', (error) => fail(node, error));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function fail(node, { code }) {
  process.stderr.write(
    `Cannot start as ${node} cannot be run (${code}): make it executable by this user, on a file system without the option noexec\n`,
  );
  process.exit(1);
}
