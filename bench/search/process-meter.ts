import { readdirSync, readFileSync } from 'node:fs';
import type { Meter } from './engine.ts';

/** Clock ticks per second, in which Linux counts CPU time; kernels with another value are rare. */
const tickSeconds = 0.01;

/** The meter of another process, from what Linux tells of it. */
export function processMeter(pid: number): Meter {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and may hold blanks; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: ticks * tickSeconds, memoryBytes: Number(rss) * 1024 };
}

/** Resident memory of a process and of those it started, pages that they share counted once for each. */
export function residentBytes(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + residentBytes(Number(child)), processMeter(pid).memoryBytes);
}

/** Seconds of all cores that the hypervisor gave to other machines since the start (proc(5), `steal`). */
export function stolenSeconds(): number {
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(steal) * tickSeconds;
}
