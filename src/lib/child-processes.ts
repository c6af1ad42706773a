import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

interface ForkOptions {
  /** Options of Node, such as the limit of its heap. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a program of the service. It gets nothing of the service's environment, which may hold secrets; messages may contain typed
 * arrays, and what it writes to stderr is in the service's.
 */
export function forkProgram(program: URL, { execArgv = [], env = {} }: ForkOptions = {}): ChildProcess {
  return fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    env: { ...env },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Tells once why a child process ended, or never came to be. */
export function onChildExit(child: ChildProcess, tell: (cause: string) => void): void {
  let cause: string | null = null;
  child.on('error', (error) => {
    cause = error.message;
    // A process that never came to be has no exit to hear of.
    if (child.pid === undefined) tell(cause);
  });
  child.on('exit', (code, signal) => tell(cause ?? signal ?? `exit code ${code}`));
}

/** Resolves when a child process has ended: as it was asked to, or killed where it takes longer than `msMax`. `ask` null: killed at once. */
export async function terminateChild(
  child: ChildProcess,
  ask: (() => void) | null,
  msMax: number,
): Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (): boolean => child.kill('SIGKILL');
  if (ask === null) kill();
  else ask();
  const timer = setTimeout(kill, msMax);
  await exited;
  clearTimeout(timer);
}

/** Lets a child process run behind others where cores are short. */
export function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // Where that is not allowed, it runs as the others do.
  }
}
