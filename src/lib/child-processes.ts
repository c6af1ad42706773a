import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compileCacheEnvironment } from './compile-cache.ts';

interface ForkOptions {
  /** Options of Node, such as a heap limit. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a program of the service. Of the environment variables, which may contain secrets, it inherits only the
 * folder of the compile cache; messages may contain typed arrays; its stderr goes to the service's.
 */
export function forkProgram(program: URL, { execArgv = [], env = {} }: ForkOptions = {}): ChildProcess {
  return fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    env: { ...compileCacheEnvironment(), ...env },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Reports once why a child process exited or failed to start. */
export function onChildExit(child: ChildProcess, onExit: (cause: string) => void): void {
  let cause: string | null = null;
  child.on('error', (error) => {
    cause = error.message;
    // Without a process there is no exit event.
    if (child.pid === undefined) onExit(cause);
  });
  child.on('exit', (code, signal) => onExit(cause ?? signal ?? `exit code ${code}`));
}

/**
 * Resolves after a running child process exits: on request, or killed after `msMax`. It is killed at once if `ask` is null. Of a
 * process that has exited already, it never resolves.
 */
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

/** Lowers the CPU priority of a child process. */
export function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // Without permission, the priority stays.
  }
}
