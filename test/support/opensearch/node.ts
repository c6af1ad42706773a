import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** User and group id of an account without privileges (the overflow id of Linux), as OpenSearch does not run as root. */
export const unprivilegedId = 65_534;

/** How to start a node. */
export interface NodeDescription {
  readonly name: string;
  readonly url: string;
  readonly folder: string;
  readonly command: readonly string[];
}

/** A line of `opensearch.yml`. */
export const settingLine = ([key, value]: readonly [string, unknown]): string =>
  `${key}: ${JSON.stringify(value)}\n`;

/** A node process, which any process of the tests may stop and start. */
export class OpenSearchNode {
  readonly description: NodeDescription;
  #child: ChildProcess | null = null;

  constructor(description: NodeDescription) {
    this.description = description;
  }

  get name(): string {
    return this.description.name;
  }

  get url(): string {
    return this.description.url;
  }

  /** -1: never started. */
  get pid(): number {
    return existsSync(this.#pidFile) ? Number(readFileSync(this.#pidFile, 'utf8')) : -1;
  }

  get running(): boolean {
    // A child that ended remains a process until its exit is read.
    if (this.#child !== null && this.#child.pid === this.pid)
      return this.#child.exitCode === null && this.#child.signalCode === null;
    return isRunning(this.pid, this.description.folder);
  }

  /** The end of its log. */
  get log(): string {
    return readFileSync(join(this.description.folder, 'logs', 'console.log'), 'utf8').slice(-8_000);
  }

  get #pidFile(): string {
    return join(this.description.folder, 'pid');
  }

  /** Adds a line to its `opensearch.yml`, effective at its next start. */
  configure(setting: string, value: unknown): void {
    appendFileSync(join(this.description.folder, 'config', 'opensearch.yml'), settingLine([setting, value]));
  }

  start(): void {
    const { folder, command } = this.description;
    const output = openSync(join(folder, 'logs', 'console.log'), 'a');
    const [program, ...parameters] = command;
    this.#child = spawn(program!, parameters, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', output, output],
      ...(process.getuid?.() === 0 && program !== 'ip' ? { uid: unprivilegedId, gid: unprivilegedId } : {}),
    });
    // A restarted node of a shared cluster outlives the test file that restarted it.
    this.#child.unref();
    writeFileSync(this.#pidFile, String(this.#child.pid));
  }

  /** Sends a signal, if it runs. */
  kill(signal: NodeJS.Signals): void {
    if (this.running) process.kill(this.pid, signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.kill(signal);
    while (this.running) await sleep(20);
  }
}

/** Whether a node runs as this process: the id may be that of another process now, or of one that ended and was not reaped yet. */
function isRunning(pid: number, folder: string): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}
