import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { compileCacheEnvironment } from './compile-cache.ts';
import { ProcessShell, type StartedProcess } from './process-shell.ts';

interface RunOptions {
  /** Options of Node, such as a heap limit. */
  readonly execArgv?: readonly string[];
  /** Kills the process. */
  readonly signal: AbortSignal;
}

/** The outcome of a task, as `runTask` writes it. */
export type TaskOutcome = { readonly reply: unknown } | { readonly error: string };

/** The lowest POSIX priority: requests have precedence. */
const niceness = 19;
/** Windows starts processes without a copy. */
const usesShell = process.platform !== 'win32';

/** Runs programs in the background that take a task, reply once and exit; see `runTask`. */
export class ProgramRunner implements AsyncDisposable {
  #shell: ProcessShell | null = usesShell ? new ProcessShell() : null;

  /**
   * The reply of a program; null if it was aborted.
   * @throws Error if the task fails, or the process ends without a reply
   */
  async run<Reply>(program: URL, task: unknown, options: RunOptions): Promise<Reply | null> {
    const { execArgv = [], signal } = options;
    if (signal.aborted) return null;
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-task-'));
    try {
      const files = [join(folder, 'task'), join(folder, 'outcome')] as const;
      await writeFile(files[0], serialize(task));
      const started = this.#start([process.execPath, ...execArgv, fileURLToPath(program), ...files]);
      const kill = (): void => void started.pid.then((pid) => process.kill(pid, 'SIGKILL')).catch(ignored);
      void started.pid.then((pid) => setPriority(pid, niceness)).catch(ignored);
      signal.addEventListener('abort', kill, { once: true });
      if (signal.aborted) kill();
      const cause = await started.ended;
      signal.removeEventListener('abort', kill);
      if (signal.aborted) return null;
      const outcome = await readFile(files[1]).catch(() => null);
      if (outcome === null) throw new Error(`The process ended: ${cause}`);
      const result = deserialize(outcome) as TaskOutcome;
      if ('error' in result) throw new Error(result.error);
      return result.reply as Reply;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Kills the programs that still run. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell?.[Symbol.asyncDispose]();
  }

  #start(command: readonly string[]): StartedProcess {
    if (usesShell) {
      if (this.#shell?.isOpen !== true) this.#shell = new ProcessShell();
      return this.#shell.start(command);
    }
    const [file, ...parameters] = command;
    const child = spawn(file!, parameters, {
      env: compileCacheEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
    });
    const pid =
      child.pid === undefined
        ? Promise.reject(new Error('The process did not start'))
        : Promise.resolve(child.pid);
    pid.catch(ignored);
    return { pid, ended };
  }
}

function ignored(): void {
  // The process has ended, or its priority may not be changed.
}
