import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The memory of a thread, from `thread-probe.mjs`, in bytes. */
interface ThreadReport {
  readonly name: string;
  /** Resident pages of its V8 heap. */
  readonly heap: number;
  readonly used: number;
  readonly arrayBuffers: number;
}

const reportMs = 1_000;
const probe = join(import.meta.dirname, 'thread-probe.mjs');

/** Reports of the threads of a service that was started with `environment`. */
export class ThreadReports implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-threads-'));
  readonly #path = join(this.#folder, 'reports');

  /** For the process that is measured. */
  get environment(): Readonly<Record<string, string>> {
    return {
      BENCH_THREAD_REPORTS: this.#path,
      NODE_OPTIONS: `--import=${probe} --heapsnapshot-signal=SIGUSR2`,
    };
  }

  async of(pid: number): Promise<ThreadReport[]> {
    rmSync(this.#path, { force: true });
    process.kill(pid, 'SIGWINCH');
    await sleep(reportMs);
    const lines = readFileSync(this.#path, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as ThreadReport);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Resident memory of a process by kind of mapping (proc(5), `smaps`), in bytes. */
export function residentMappings(pid: number): Map<string, number> {
  const bytes = new Map<string, number>();
  let kind = '';
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const [, permissions, path] = /^[\da-f]+-[\da-f]+ (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
    if (permissions !== undefined) kind = kindOf(permissions, path ?? '');
    const resident = /^Rss:\s+(\d+) kB$/.exec(line)?.[1];
    if (resident !== undefined) bytes.set(kind, (bytes.get(kind) ?? 0) + Number(resident) * 1024);
  }
  return bytes;
}

function kindOf(permissions: string, path: string): string {
  if (path === '[heap]') return 'malloc, small blocks';
  if (path.endsWith('/node')) return 'binary of Node';
  if (path.startsWith('/')) return 'other files';
  return permissions.includes('x') ? 'compiled code' : 'anonymous';
}

/** Resident memory by owner, most first: mappings, with the anonymous ones told apart by what their threads report. */
export function residentOwners(
  pid: number,
  threads: readonly ThreadReport[],
): { owner: string; bytes: number }[] {
  const mappings = residentMappings(pid);
  const main = threads.find(({ name }) => name === 'main');
  const others = threads.filter(({ name }) => name !== 'main');
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const named: [string, number][] = [
    ['V8 heap of the main thread', main?.heap ?? 0],
    [`V8 heaps of ${others.map(({ name }) => name).join(', ')}`, sum(others.map(({ heap }) => heap))],
    ['array buffers of the main thread', main?.arrayBuffers ?? 0],
    ['array buffers of other threads', sum(others.map(({ arrayBuffers }) => arrayBuffers))],
  ];
  const anonymous = mappings.get('anonymous') ?? 0;
  mappings.delete('anonymous');
  // Array buffers of which not every page was written make it less, shared ones and garbage more.
  const rest: [string, number] = ['other anonymous memory', anonymous - sum(named.map(([, bytes]) => bytes))];
  return [...mappings, ...named, rest]
    .map(([owner, bytes]) => ({ owner, bytes }))
    .toSorted((one, other) => other.bytes - one.bytes);
}
