import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { compileCacheEnvironment } from './compile-cache.ts';
import { openProcessShell, type StartedProcess } from './process-shell.ts';

interface RunOptions {
  /** Options of Node, such as a heap limit. */
  readonly execArgv?: readonly string[];
  /** Kills the process. */
  readonly signal: AbortSignal;
  /** Called with the CPU time of a process that started, when it has ended: with a reply, with an error, or killed. */
  readonly onCpuSeconds?: (seconds: number) => void;
}

/** The outcome of a task, as `runTask` writes it. */
export type TaskOutcome = { readonly cpuSeconds: number } & (
  | { readonly reply: unknown }
  | { readonly error: string }
);

/** The lowest POSIX priority: requests have precedence. */
const niceness = 19;
/** Windows starts processes without a copy. */
const usesShell = process.platform !== 'win32';

/** Runs programs in the background that take a task, reply once and exit; see `runTask`. */
export class ProgramRunner implements AsyncDisposable {
  readonly #running = new Set<StartedProcess>();

  constructor() {
    // While this process is small.
    if (usesShell) openProcessShell();
  }

  /**
   * The reply of a program; null if it was aborted.
   * @throws Error if the task fails, or the process ends without a reply
   */
  async run<Reply>(program: URL, task: unknown, options: RunOptions): Promise<Reply | null> {
    const { execArgv = [], signal, onCpuSeconds = ignoreError } = options;
    if (signal.aborted) return null;
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-task-'));
    try {
      const files = [join(folder, 'task'), join(folder, 'outcome')] as const;
      const timesPath = join(folder, 'times');
      await writeFile(files[0], serialize(task));
      const command = [process.execPath, ...execArgv, fileURLToPath(program), ...files];
      const started = this.#start(command, timesPath);
      this.#running.add(started);
      const kill = (): void => killProcess(started);
      void started.pid.then((pid) => setPriority(pid, niceness)).catch(ignoreError);
      signal.addEventListener('abort', kill, { once: true });
      if (signal.aborted) kill();
      const cause = await started.ended;
      this.#running.delete(started);
      signal.removeEventListener('abort', kill);
      const outcome = await readFile(files[1]).then(
        (bytes) => deserialize(bytes) as TaskOutcome,
        () => null,
      );
      onCpuSeconds((await measureChildSeconds(timesPath)) ?? outcome?.cpuSeconds ?? 0);
      if (signal.aborted) return null;
      if (outcome === null) throw new Error(`The process ended: ${cause}`);
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.reply as Reply;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Kills the programs that still run. */
  async [Symbol.asyncDispose](): Promise<void> {
    const running = [...this.#running];
    for (const one of running) killProcess(one);
    await Promise.all(running.map(({ ended }) => ended));
  }

  #start(command: readonly string[], timesPath: string): StartedProcess {
    if (usesShell) return openProcessShell().start(command, timesPath);
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
    pid.catch(ignoreError);
    return { pid, ended };
  }
}

function killProcess({ pid }: StartedProcess): void {
  void pid.then((id) => process.kill(id, 'SIGKILL')).catch(ignoreError);
}

/** CPU seconds of a shell's children, from the output of `times`, or null if there is none. */
async function measureChildSeconds(path: string): Promise<number | null> {
  const output = await readFile(path, 'utf8').catch(() => '');
  const times = output.split('\n')[1]?.match(/^(\d+)m([\d.]+)s (\d+)m([\d.]+)s/);
  if (times == null) return null;
  const [userMinutes = 0, userSeconds = 0, systemMinutes = 0, systemSeconds = 0] = times.slice(1).map(Number);
  return 60 * (userMinutes + systemMinutes) + userSeconds + systemSeconds;
}

function ignoreError(): void {
  // The process has ended, or its priority may not be changed.
}
