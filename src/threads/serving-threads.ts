import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThreadHandle, type ThreadHandleOptions } from './thread-handle.ts';

/** Number of checks of the threads within the time that they may pause. */
const checksPerPause = 10;
/** Pause before a thread that ended soon after its start is started again. */
const restartPauseMs = 1_000;

interface Options extends ThreadHandleOptions {
  /** Number of threads, at least 1. */
  readonly count: number;
  /** A thread that does not run for this long is ended. */
  readonly pauseMsMax: number;
  /** Called when a thread has ended, before another one takes its place. */
  readonly onReplaced: (thread: number) => void;
  /** Called when a thread listens in place of one that ended `ms` ago. */
  readonly onListening: (thread: number, ms: number) => void;
}

/**
 * The serving threads of a process. A thread that throws, ends or does not run any more is replaced; connections to it are closed,
 * those to other threads are not.
 */
export class ServingThreads {
  /** The address on which the threads listen. */
  readonly url: string;
  readonly #options: Options;
  readonly #handles = new Map<number, ThreadHandle>();
  readonly #timer: NodeJS.Timeout;
  readonly #port: number;
  #isClosing = false;

  private constructor(options: Options, first: ThreadHandle, { url, port }: { url: string; port: number }) {
    this.#options = options;
    this.url = url;
    this.#port = port;
    this.#watch(1, first);
    this.#timer = setInterval(() => void this.#check(), options.pauseMsMax / checksPerPause).unref();
  }

  /** Resolves when all threads listen. @throws Error where one cannot */
  static async start(options: Options): Promise<ServingThreads> {
    if (options.thread.reusePort) await refuseUsedPort(options.thread.host, options.thread.port);
    const first = new ThreadHandle(options);
    let threads: ServingThreads | null = null;
    try {
      const started = (threads = new ServingThreads(options, first, await first.listening));
      const others = Array.from({ length: options.count - 1 }, (_, i) => started.#start(i + 2));
      await Promise.all(others.map(({ listening }) => listening));
      return threads;
    } catch (error) {
      await (threads?.close(0) ?? first.terminate());
      throw error;
    }
  }

  /** Processes what the threads have reported. */
  receive(): void {
    this.#options.searches.receive();
    for (const handle of this.#handles.values()) handle.receive();
  }

  /** Resolves when what the threads observed before the call is processed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#handles.values()].map((handle) => handle.flush()));
  }

  /** Finishes requests in progress for up to `graceMs`, then ends the threads. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#handles.values()].map((handle) => handle.close(graceMs)));
  }

  #start(thread: number): ThreadHandle {
    const { thread: shared } = this.#options;
    const handle = new ThreadHandle({
      ...this.#options,
      thread: { ...shared, thread, port: this.#port },
    });
    this.#watch(thread, handle);
    return handle;
  }

  /** Restarts a thread that ended at `endedAt`. */
  #restart(thread: number, endedAt: number): void {
    const handle = this.#start(thread);
    handle.listening.then(
      () => this.#options.onListening(thread, performance.now() - endedAt),
      (error: unknown) => {
        this.#options.onError(error);
        // A thread that cannot listen does not end by itself. The next attempt follows its end.
        void handle.terminate();
      },
    );
  }

  #watch(thread: number, handle: ThreadHandle): void {
    this.#handles.set(thread, handle);
    const startedAt = performance.now();
    void handle.ended.then(async () => {
      this.#handles.delete(thread);
      if (this.#isClosing) return;
      this.#options.onReplaced(thread);
      const endedAt = performance.now();
      if (endedAt - startedAt < restartPauseMs) await sleep(restartPauseMs);
      if (!this.#isClosing) this.#restart(thread, endedAt);
    });
  }

  async #check(): Promise<void> {
    const { pauseMsMax, heapMegabytes, onError } = this.#options;
    for (const [thread, handle] of this.#handles) {
      const reason =
        handle.msSinceHeartbeat() > pauseMsMax
          ? 'does not run'
          : (await handle.heapMegabytes()) > heapMegabytes
            ? `has a heap of more than ${heapMegabytes} MB`
            : null;
      if (reason === null) continue;
      onError(new Error(`Serving thread ${thread} ${reason} and is ended`));
      void handle.terminate();
    }
  }
}

/** Creates the path of a Unix socket, or a pipe on Windows, that only this user can connect to. Disposal removes its folder. */
export async function createPrivateSocket(): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-socket-'));
  return {
    path: process.platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'state'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Listens for a moment to find out whether the port is free: sockets with `reusePort` would share it with another process.
 * @throws Error of the system: EADDRINUSE, EADDRNOTAVAIL, EACCES
 */
export async function refuseUsedPort(host: string, port: number): Promise<void> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
