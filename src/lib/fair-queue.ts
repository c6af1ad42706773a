export interface FairQueueOptions {
  /** Maximum of queued work, in total and per client. */
  readonly countMax: number;
  readonly countPerClientMax: number;
  /** Maximum sum of the sizes of queued work, such as bytes. */
  readonly sizeMax?: number;
  /** Assumed cost of work in progress, until `done()` reports it. */
  readonly costExpected?: number;
}

interface Waiting<T> {
  readonly work: T;
  readonly size: number;
}

interface Client<T> {
  readonly waiting: Waiting<T>[];
  size: number;
  active: number;
  /** Start of the client plus the cost of its work. */
  virtualTime: number;
}

/**
 * A queue that serves clients fairly by cost: start-time fair queueing (Goyal et al. 1996). The client with the lowest
 * virtual time is next: expensive work delays only its own client, and a new client is served next. A full queue drops the
 * newest work of the client with the longest queue (longest queue drop).
 */
export class FairQueue<T> {
  readonly #options: Required<FairQueueOptions>;
  readonly #clients = new Map<string, Client<T>>();
  /** Start of new clients. */
  #virtualTime = 0;
  #length = 0;
  #size = 0;

  constructor(options: FairQueueOptions) {
    this.#options = { sizeMax: Infinity, costExpected: 1, ...options };
  }

  /** Number of queued works. */
  get length(): number {
    return this.#length;
  }

  /** Adds work. Returns the dropped work: of other clients, or the new work itself. */
  push(client: string, work: T, size = 0): T[] {
    const state = this.#getClient(client);
    const { countMax, countPerClientMax, sizeMax } = this.#options;
    this.#add(state, { work, size }, state.waiting.length);
    if (state.waiting.length > countPerClientMax) return [this.#remove(state, countPerClientMax)];
    const dropped: T[] = [];
    while (this.#length > countMax || this.#size > sizeMax) {
      const longest = this.#findLongest(state, this.#size > sizeMax);
      dropped.push(this.#remove(longest, longest.waiting.length - 1));
    }
    return dropped;
  }

  /** Returns work in progress to the front of its client's queue. */
  putBack(client: string, work: T, size = 0): void {
    const state = this.#getClient(client);
    state.active -= 1;
    state.virtualTime -= this.#options.costExpected;
    this.#add(state, { work, size }, 0);
  }

  /** Takes the next work, in progress until `done()` or `putBack()`. Skips clients with `activePerClientMax` in progress. */
  take(activePerClientMax = Infinity): T | undefined {
    let next: Client<T> | undefined;
    for (const candidate of this.#clients.values()) {
      if (candidate.waiting.length === 0 || candidate.active >= activePerClientMax) continue;
      if (next === undefined || candidate.virtualTime < next.virtualTime) next = candidate;
    }
    if (next === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, next.virtualTime);
    next.virtualTime += this.#options.costExpected;
    next.active += 1;
    return this.#remove(next, 0);
  }

  /** Ends work in progress with its cost. */
  finish(client: string, cost: number): void {
    const state = this.#getClient(client);
    const sharing = [...this.#clients.values()].filter((other) => !isIdle(other)).length;
    state.active -= 1;
    state.virtualTime += cost - this.#options.costExpected;
    // Half of a fair share: a new client is served first, but an endless series of new clients cannot starve the others.
    this.#virtualTime += cost / sharing / 2;
    this.#forget();
  }

  /** Removes queued work. */
  remove(client: string, work: T): void {
    const state = this.#getClient(client);
    const at = state.waiting.findIndex((item) => item.work === work);
    if (at !== -1) this.#remove(state, at);
    this.#forget();
  }

  /** Removes and returns all queued work. */
  drain(): T[] {
    const all = [...this.#clients.values()].flatMap(({ waiting }) => waiting.map(({ work }) => work));
    for (const state of this.#clients.values()) while (state.waiting.length > 0) this.#remove(state, 0);
    this.#forget();
    return all;
  }

  /** The client with the longest queue, by size or count; `preferred` among equal ones. */
  #findLongest(preferred: Client<T>, bySize: boolean): Client<T> {
    const measureQueue = (candidate: Client<T>): number =>
      bySize ? candidate.size : candidate.waiting.length;
    let longest = preferred;
    for (const candidate of this.#clients.values())
      if (measureQueue(candidate) > measureQueue(longest)) longest = candidate;
    return longest;
  }

  #getClient(name: string): Client<T> {
    let state = this.#clients.get(name);
    if (state === undefined) {
      state = { waiting: [], size: 0, active: 0, virtualTime: this.#virtualTime };
      this.#clients.set(name, state);
    }
    // An idle client saves no credit.
    if (state.waiting.length === 0) state.virtualTime = Math.max(state.virtualTime, this.#virtualTime);
    return state;
  }

  #add(state: Client<T>, item: Waiting<T>, at: number): void {
    state.waiting.splice(at, 0, item);
    state.size += item.size;
    this.#length += 1;
    this.#size += item.size;
  }

  #remove(state: Client<T>, at: number): T {
    const [item] = state.waiting.splice(at, 1) as [Waiting<T>];
    state.size -= item.size;
    this.#length -= 1;
    this.#size -= item.size;
    return item.work;
  }

  /** Drops idle clients that are not ahead of the queue's virtual time, or all if the queue is idle. */
  #forget(): void {
    const isQuiet = this.#length === 0 && [...this.#clients.values()].every(isIdle);
    for (const [name, state] of this.#clients)
      if (isIdle(state) && (isQuiet || state.virtualTime <= this.#virtualTime)) this.#clients.delete(name);
    if (isQuiet) this.#virtualTime = 0;
  }
}

function isIdle({ waiting, active }: Client<unknown>): boolean {
  return waiting.length === 0 && active === 0;
}
