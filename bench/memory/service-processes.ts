import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPassword, root } from '../../test/support/service.ts';
import { descendantCpuSeconds, listChildren, unlessEnded } from '../search/process-meter.ts';

/** The memory of one process of the service, in bytes. */
interface ProcessMemory {
  readonly role: string;
  readonly pid: number;
  /** Each shared page is divided among its processes. */
  readonly proportional: number;
  readonly resident: number;
}

/** The program in the arguments of a process: the path of its file without ending. */
const program = /\/([\w-]+\/[\w-]+)\.m?[jt]s /;
const roles: Readonly<Record<string, string>> = { 'cli/main': 'main', 'bin/vitrine': 'launcher' };

const startMsMax = 300_000;
const readyLine = /^ready (\S+)$/m;

/** A service that was started by `bin/vitrine.mjs`, as users start it. */
export class LaunchedService implements AsyncDisposable {
  readonly url: string;
  readonly #launcher: ChildProcess;
  readonly #folder: string;
  readonly #output: () => string;

  private constructor(launcher: ChildProcess, folder: string, url: string, output: () => string) {
    this.#launcher = launcher;
    this.#folder = folder;
    this.#output = output;
    this.url = url;
  }

  /** @param wrap makes the command that runs the launcher from the launcher's own */
  static async start(
    environment: Readonly<Record<string, string>>,
    wrap: (command: readonly string[]) => readonly string[] = (command) => command,
  ): Promise<LaunchedService> {
    const [command, ...parameters] = wrap([process.execPath, join(root, 'bin', 'vitrine.mjs')]);
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
    const launcher = spawn(command!, parameters, {
      cwd: root,
      env: {
        // As npm has it: the Node of the dependency comes first.
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
        PORT: '0',
        VITRINE_DATA: folder,
        VITRINE_ADMIN_PASSWORD: adminPassword,
        VITRINE_LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Not ready: ${printed}`)), startMsMax);
      launcher.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const ready = readyLine.exec(printed)?.[1];
        if (ready === undefined) return;
        clearTimeout(timer);
        resolve(ready);
      });
      launcher.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${printed}`)));
    });
    return new LaunchedService(launcher, folder, url, () => printed);
  }

  /** What it has printed on stdout. */
  get output(): string {
    return this.#output();
  }

  /** Its processes, those that started others first. */
  processes(): ProcessMemory[] {
    return listTree(this.#launcher.pid!);
  }

  /** CPU time of all of them. */
  cpuSeconds(): number {
    return descendantCpuSeconds(this.#launcher.pid!);
  }

  get mainPid(): number {
    return this.processes().find(({ role }) => role === 'main')!.pid;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#launcher.once('exit', resolve));
    this.#launcher.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function listTree(pid: number): ProcessMemory[] {
  const own = unlessEnded(() => [readMemory(pid)], []);
  return [...own, ...unlessEnded(() => listChildren(pid), []).flatMap(listTree)];
}

function readMemory(pid: number): ProcessMemory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string): number =>
    1024 * Number(new RegExp(String.raw`^${name}:\s+(\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const file = program.exec(command)?.[1] ?? 'shell';
  const role = roles[file] ?? file;
  return { role, pid, proportional: read('Pss'), resident: read('Rss') };
}
