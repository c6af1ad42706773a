import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** CPU seconds of this process, over all threads. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function heldBytes(): number {
  // Only the second collection releases the buffers that the first one freed.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs some work and returns its CPU seconds and the growth of memory in bytes. */
export function metered<T>(work: () => T): { result: T; cpuSeconds: number; bytes: number } {
  const bytesBefore = heldBytes();
  const start = cpuSeconds();
  const result = work();
  const seconds = cpuSeconds() - start;
  return { result, cpuSeconds: seconds, bytes: Math.max(0, heldBytes() - bytesBefore) };
}

const reportEveryMs = 5000;

/** Prints the progress of a long loop to stderr every five seconds. */
export function progress(title: string, total: number): (done: number) => void {
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - last < reportEveryMs) return;
    last = now;
    console.error(
      `${title}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${Math.floor((100 * done) / total)} %`,
    );
  };
}
