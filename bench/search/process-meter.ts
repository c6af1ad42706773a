import { readFileSync } from 'node:fs';
import type { Meter } from './engine.ts';

/** Of a second, in which Linux counts the CPU time of processes; a kernel with another one is rare by now. */
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

/** Seconds of all cores since the machine began that whoever lends it gave to others (proc(5), `steal`). */
export function stolenSeconds(): number {
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(steal) * tickSeconds;
}
