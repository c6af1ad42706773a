// Runs one of the project's programs as this process: with its output, its signals and its exit status.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compileCache, node, root } from './installed.mjs';

const parentLookMs = 500;
/** Threads of V8's own, that collect garbage and compile: with as many as it has by itself they take every core of a small machine from the one that answers. */
const v8Threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** `file`: path in the project. */
export function runNode(file, parameters) {
  const child = spawn(node, [`--v8-pool-size=${v8Threads}`, join(root, file), ...parameters], {
    stdio: 'inherit',
    env: {
      // With an arena of malloc for each thread, and large arrays in them rather than in mappings of their own, two fifths of the
      // memory are what was let go of.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_TRIM_THRESHOLD_: '1048576',
      // What is read here and there in arrays of hundreds of megabytes is mostly waits for page tables: large pages have few.
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
    },
  });
  // A signal for the whole terminal reaches both; one for this process alone is passed on.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm ends the shell that it runs this in, and the shell tells nobody: then this process has another parent.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), parentLookMs).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
