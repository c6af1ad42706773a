import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Files {
  readonly folder: string;
  readonly limit: string;
  readonly largest: string;
  /** Its text says how many processes were ended. */
  readonly ended: string;
}

/** Control groups of version 2, and of version 1. */
const versions: readonly Files[] = [
  {
    folder: '/sys/fs/cgroup',
    limit: 'memory.max',
    largest: 'memory.peak',
    ended: 'memory.events',
  },
  {
    folder: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    largest: 'memory.max_usage_in_bytes',
    ended: 'memory.oom_control',
  },
];

/** A control group with a limit of memory, for a program and all processes that it starts. It needs the rights of root. */
export class LimitedGroup implements AsyncDisposable {
  readonly #files: Files;
  readonly #folder: string;

  /** @throws where the system has no such groups, or does not allow to make one */
  constructor(bytesMax: number) {
    const files = versions.find(({ folder, limit }) => {
      const group = join(folder, `vitrine-${process.pid}`);
      if (!existsSync(folder)) return false;
      mkdirSync(group, { recursive: true });
      if (existsSync(join(group, limit))) return true;
      rmdirSync(group);
      return false;
    });
    if (files === undefined) throw new Error('This system has no control groups with a limit of memory');
    this.#files = files;
    this.#folder = join(files.folder, `vitrine-${process.pid}`);
    writeFileSync(join(this.#folder, files.limit), String(bytesMax));
  }

  /** The command that runs `command` in the group. */
  wrap(command: readonly string[]): readonly string[] {
    return ['sh', '-c', 'echo $$ > "$0"; exec "$@"', join(this.#folder, 'cgroup.procs'), ...command];
  }

  /** The largest number of bytes so far, with the cached pages of files, and how many processes the system has ended for want of memory. */
  read(): { readonly largestBytes: number; readonly endedCount: number } {
    const largestBytes = Number(readFileSync(join(this.#folder, this.#files.largest), 'utf8'));
    const ended = /^oom_kill (\d+)$/m.exec(readFileSync(join(this.#folder, this.#files.ended), 'utf8'));
    return { largestBytes, endedCount: Number(ended?.[1] ?? 0) };
  }

  /** Its processes have ended: the system forgets them a moment later. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      try {
        rmdirSync(this.#folder);
        return;
      } catch {
        await sleep(500);
      }
    }
  }
}
