import { FairQueue } from './fair-queue.ts';

export interface FairSemaphoreOptions {
  /** Concurrent work, in total and per client. */
  readonly activeMax: number;
  readonly activePerClientMax: number;
  /** Queued work, in total and per client. */
  readonly waitingMax: number;
  readonly waitingPerClientMax: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly drop: () => void;
}

/** The errors of work that is not run. */
export interface SemaphoreErrors {
  /** The queue of the client is full. */
  readonly full: () => Error;
  /** Timeout in the queue. */
  readonly late?: { readonly msMax: number; readonly error: () => Error };
}

/** Limits concurrent work; queued clients are served in turn (see `FairQueue`). */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #queue: FairQueue<Waiting>;
  #active = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#queue = new FairQueue({
      countMax: options.waitingMax,
      countPerClientMax: options.waitingPerClientMax,
    });
  }

  /** Runs work of a client in its turn. @throws an error of `refusals`, or of the work */
  async run<T>(client: string, work: () => Promise<T>, refusals: SemaphoreErrors): Promise<T> {
    await this.#turn(client, refusals);
    try {
      return await work();
    } finally {
      this.#active -= 1;
      this.#queue.finish(client, 1);
      this.#next();
    }
  }

  async #turn(client: string, { full, late }: SemaphoreErrors): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        drop: () => {
          clearTimeout(timer);
          reject(full());
        },
      };
      if (late !== undefined) {
        timer = setTimeout(() => {
          this.#queue.remove(client, waiting);
          reject(late.error());
        }, late.msMax);
      }
      // Work that can start immediately is never dropped.
      const dropped = this.#queue.push(client, waiting);
      this.#next();
      for (const one of dropped) one.drop();
    });
  }

  #next(): void {
    const { activeMax, activePerClientMax } = this.#options;
    while (this.#active < activeMax) {
      const next = this.#queue.take(activePerClientMax);
      if (next === undefined) return;
      this.#active += 1;
      next.begin();
    }
  }
}
