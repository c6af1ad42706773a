import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { compileCacheEnvironment } from './compile-cache.ts';

/**
 * Runs each line of its input, which ends with this process. Then it kills its process group: all that still run. A process group in a
 * session of its own is on Linux an autogroup, too, whose niceness counts instead of that of its processes (sched(7)).
 */
const script = `
{ echo 19 >/proc/self/autogroup; } 2>/dev/null
background=''
chrt -i 0 true 2>/dev/null && background='chrt -i 0'
while IFS= read -r line; do eval "$line"; done
kill -s KILL -- -$$`;
const report = /^(started|ended) (\d+) (\d+)$/;
/** Shells report a process that was ended by a signal as 128 and its number. */
const signalBase = 128;

/** A started process. */
export interface StartedProcess {
  readonly pid: Promise<number>;
  /** Resolves with the reason: `exit code 0`, `signal 9`. */
  readonly ended: Promise<string>;
}

interface Listener {
  readonly pid: PromiseWithResolvers<number>;
  readonly ended: PromiseWithResolvers<string>;
}

/**
 * Starts processes by a small shell. Node forks, which copies the page tables of the whole process: with 800 MB in use the
 * caller stopped for 60 to 100 ms, and pages cost 300 to 400 ms more when they were next written
 * (docs/internals/experiments/memory.md). A shell that was started while this process was small has neither cost: see
 * {@link openProcessShell}. The processes inherit no environment variables but the folder of the compile cache, and end with this process. They run
 * in the background: on Linux with the policy SCHED_IDLE, so that a woken thread of the service takes their core instead of waiting for one
 * that is shared.
 */
export class ProcessShell {
  readonly #shell: ChildProcess & { readonly stdin: Writable };
  readonly #listeners = new Map<string, Listener>();
  #count = 0;
  #isOpen = true;

  constructor() {
    this.#shell = spawn('/bin/sh', ['-c', script], {
      // A process group of its own, which the end of the script kills.
      detached: true,
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    }) as ChildProcess & { readonly stdin: Writable };
    const onEnd = (cause: string): void => {
      this.#isOpen = false;
      for (const listener of this.#listeners.values()) fail(listener, cause);
      this.#listeners.clear();
    };
    this.#shell.on('error', (error) => onEnd(error.message));
    this.#shell.on('exit', () => onEnd('the shell ended'));
    // A write to a shell that has ended is reported by its exit.
    this.#shell.stdin.on('error', () => undefined);
    createInterface(this.#shell.stdout!).on('line', (line) => this.#onReport(line));
    this.#shell.unref();
    this.#hold(false);
  }

  /** Whether it can start processes. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Starts a program with its arguments; it reads nothing, and what it prints on stdout is dropped. When it has ended, `timesPath` has
   * its CPU time, as the shell's `times` prints it: on the second line, in user and system mode. Killed programs have one, too. It is missing
   * if it cannot be written.
   */
  start(program: readonly string[], timesPath: string): StartedProcess {
    const id = `${++this.#count}`;
    const listener: Listener = { pid: Promise.withResolvers(), ended: Promise.withResolvers() };
    // The error may have no listener.
    listener.pid.promise.catch(() => undefined);
    if (this.#isOpen) {
      this.#listeners.set(id, listener);
      this.#hold(true);
      const environment = Object.entries(compileCacheEnvironment()).map(
        ([name, value]) => `${name}=${quoteArgument(value)} `,
      );
      const command = program.map(quoteArgument).join(' ');
      // Run by `command`, as a shell exits if it cannot write the output of its special built-in `times`, such as on a full disk.
      this.#shell.stdin.write(
        `{ ${environment.join('')}$background ${command} </dev/null >/dev/null & echo "started ${id} $!"; { wait $!; } 2>/dev/null; code=$?; { command times >${quoteArgument(timesPath)}; } 2>/dev/null; echo "ended ${id} $code"; } &\n`,
      );
    } else fail(listener, 'the shell ended');
    return { pid: listener.pid.promise, ended: listener.ended.promise };
  }

  #onReport(line: string): void {
    const [, kind, id = '', number] = report.exec(line) ?? [];
    const listener = this.#listeners.get(id);
    if (listener === undefined) return;
    if (kind === 'started') return listener.pid.resolve(Number(number));
    const code = Number(number);
    listener.ended.resolve(code > signalBase ? `signal ${code - signalBase}` : `exit code ${code}`);
    this.#listeners.delete(id);
    this.#hold(this.#listeners.size > 0);
  }

  /** Whether a process that runs keeps this one alive. */
  #hold(isHeld: boolean): void {
    const pipe = this.#shell.stdout as unknown as { ref(): void; unref(): void };
    if (isHeld) pipe.ref();
    else pipe.unref();
  }
}

let shared: ProcessShell | null = null;

/** The shell of this process, started with the first call, or again if it has ended. */
export function openProcessShell(): ProcessShell {
  if (shared?.isOpen !== true) shared = new ProcessShell();
  return shared;
}

function fail({ pid, ended }: Listener, cause: string): void {
  pid.reject(new Error(cause));
  ended.resolve(cause);
}

/** A word that the shell does not change. */
function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
