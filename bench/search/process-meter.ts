import { readdirSync, readFileSync } from 'node:fs';
import type { Meter } from './engine.ts';

/** The length of a clock tick, the unit of CPU time in `/proc`, on nearly all kernels. */
const tickSeconds = 0.01;

/** The name and the CPU time of a process or a thread, and that of its children that have ended, from its `stat` file. */
function readCpuTimes(folder: string): { name: string; cpuSeconds: number; endedChildrenSeconds: number } {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  // The second field is the name in parentheses and may contain spaces. User and system time are fields 14 and 15, those of children follow.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const childTicks = Number(fields[13]) + Number(fields[14]);
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    cpuSeconds: ticks * tickSeconds,
    endedChildrenSeconds: childTicks * tickSeconds,
  };
}

/** The CPU time of a process by names of threads, in seconds, most first. Threads that have ended are missing. */
export function cpuByThreadName(pid: number): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const { name, cpuSeconds } = readCpuTimes(`/proc/${pid}/task/${task}`);
    seconds.set(name, (seconds.get(name) ?? 0) + cpuSeconds);
  }
  return new Map([...seconds].toSorted(([, one], [, other]) => other - one));
}

/** The resource use of another process, from `/proc`. */
export function processMeter(pid: number): Meter {
  const { cpuSeconds } = readCpuTimes(`/proc/${pid}`);
  // A zombie has none.
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
  return { cpuSeconds, memoryBytes: Number(rss) * 1024 };
}

/** Resident memory of a process in mapped files, and in the heap of the C library without its large blocks, which are mapped. */
export function residentKinds(pid: number): { files: number; malloc: number } {
  const smaps = readFileSync(`/proc/${pid}/smaps`, 'utf8');
  const files = /^RssFile:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
  const heaps = smaps.matchAll(/\[heap\]\n(?:\w+:.*\n)*?Rss:\s+(\d+) kB/g);
  const malloc = heaps.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
  return { files: Number(files) * 1024, malloc: malloc * 1024 };
}

/** The processes that a process has started and that still run. */
export function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
}

/** The value of a process that may end at any moment, as those of a database do: `ended` once it has. */
export function unlessEnded<T>(read: () => T, ended: T): T {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ended;
    throw error;
  }
}

/** Resident memory of a process and its descendants; shared pages count once per process. */
export function residentBytes(pid: number): number {
  return listChildren(pid).reduce(
    (sum, child) => sum + unlessEnded(() => residentBytes(child), 0),
    processMeter(pid).memoryBytes,
  );
}

/** Memory of a process and its descendants, where each shared page is divided among its processes. */
export function proportionalBytes(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0;
  return listChildren(pid).reduce(
    (sum, child) => sum + unlessEnded(() => proportionalBytes(child), 0),
    Number(pss) * 1024,
  );
}

/** CPU time of a process and its descendants, with those that have ended, in seconds. */
export function descendantCpuSeconds(pid: number): number {
  const { cpuSeconds, endedChildrenSeconds } = readCpuTimes(`/proc/${pid}`);
  return listChildren(pid).reduce(
    (sum, child) => sum + unlessEnded(() => descendantCpuSeconds(child), 0),
    cpuSeconds + endedChildrenSeconds,
  );
}

/** Steal time of all cores since boot, in seconds (proc(5), `steal`). */
export function stolenSeconds(): number {
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(steal) * tickSeconds;
}

/** The CPU seconds of several processes together. */
export function sumCpuSeconds(processes: readonly { readonly pid: number }[]): number {
  return processes.reduce((sum, { pid }) => sum + processMeter(pid).cpuSeconds, 0);
}
