import { FairQueue } from './fair-queue.ts';

export interface FairSemaphoreOptions {
  /** Work in hand at once, of all clients and of one. */
  readonly inHandMax: number;
  readonly inHandPerClientMax: number;
  /** Work that may wait, of all clients and of one. */
  readonly waitingMax: number;
  readonly waitingPerClientMax: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly drop: () => void;
}

/** What waiting ends with where it does not end with a turn. */
export interface SemaphoreErrors {
  /** Too much work of this client waits. */
  readonly full: () => Error;
  /** No turn came within this time. */
  readonly late?: { readonly msMax: number; readonly error: () => Error };
}

/** Limits how much work runs at once. What waits is served by turns of its clients (see `FairQueue`). */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #queue: FairQueue<Waiting>;
  #inHand = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#queue = new FairQueue({
      countMax: options.waitingMax,
      countPerClientMax: options.waitingPerClientMax,
    });
  }

  /** Runs work of a client when its turn comes. @throws what `refusals` say, or the work throws */
  async run<T>(client: string, work: () => Promise<T>, refusals: SemaphoreErrors): Promise<T> {
    await this.#turn(client, refusals);
    try {
      return await work();
    } finally {
      this.#inHand -= 1;
      this.#queue.done(client, 1);
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
      // Work that can begin at once does not wait: only what waits may be too much.
      const dropped = this.#queue.push(client, waiting);
      this.#next();
      for (const one of dropped) one.drop();
    });
  }

  #next(): void {
    const { inHandMax, inHandPerClientMax } = this.#options;
    while (this.#inHand < inHandMax) {
      const next = this.#queue.take(inHandPerClientMax);
      if (next === undefined) return;
      this.#inHand += 1;
      next.begin();
    }
  }
}
