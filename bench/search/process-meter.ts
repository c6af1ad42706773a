import { readdirSync, readFileSync } from 'node:fs';
import type { Meter } from './engine.ts';

/** The length of a clock tick, the unit of CPU time in `/proc`, on nearly all kernels. */
const tickSeconds = 0.01;

/** The resource use of another process, from `/proc`. */
export function processMeter(pid: number): Meter {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and may contain spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  // A zombie has none.
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
  return { cpuSeconds: ticks * tickSeconds, memoryBytes: Number(rss) * 1024 };
}

/** Resident memory of a process and its descendants; shared pages count once per process. */
export function residentBytes(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + residentBytes(Number(child)), processMeter(pid).memoryBytes);
}

/** Steal time of all cores since boot, in seconds (proc(5), `steal`). */
export function stolenSeconds(): number {
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(steal) * tickSeconds;
}
