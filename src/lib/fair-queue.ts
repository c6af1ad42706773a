export interface FairQueueOptions {
  /** How much work may wait, of all clients and of one. */
  readonly countMax: number;
  readonly countPerClientMax: number;
  /** The sum of the sizes of waiting work, such as bytes. */
  readonly sizeMax?: number;
  /** The cost of work in hand, until `done()` tells it. */
  readonly costExpected?: number;
}

interface Waiting<T> {
  readonly work: T;
  readonly size: number;
}

interface Client<T> {
  readonly waiting: Waiting<T>[];
  size: number;
  inHand: number;
  /** Where it began, plus what its work has cost since. */
  virtualTime: number;
}

/**
 * A queue that serves clients fairly by cost (start-time fair queueing, Goyal et al. 1996): the next work is that of the client with
 * the lowest virtual time. A client with much or expensive work waits for its own, and a new client is served next. A full queue
 * drops the newest work of the client with the most (longest queue drop).
 */
export class FairQueue<T> {
  readonly #options: Required<FairQueueOptions>;
  readonly #clients = new Map<string, Client<T>>();
  /** Where a new client begins. */
  #virtualTime = 0;
  #length = 0;
  #size = 0;

  constructor(options: FairQueueOptions) {
    this.#options = { sizeMax: Infinity, costExpected: 1, ...options };
  }

  /** How much work waits. */
  get length(): number {
    return this.#length;
  }

  /** Adds work. Returns the work that was dropped for it: that of other clients, or the new one itself. */
  push(client: string, work: T, size = 0): T[] {
    const own = this.#client(client);
    const { countMax, countPerClientMax, sizeMax } = this.#options;
    this.#add(own, { work, size }, own.waiting.length);
    if (own.waiting.length > countPerClientMax) return [this.#remove(own, countPerClientMax)];
    const dropped: T[] = [];
    while (this.#length > countMax || this.#size > sizeMax) {
      const longest = this.#longest(own, this.#size > sizeMax);
      dropped.push(this.#remove(longest, longest.waiting.length - 1));
    }
    return dropped;
  }

  /** Returns work in hand to the front of its client's queue. */
  putBack(client: string, work: T, size = 0): void {
    const own = this.#client(client);
    own.inHand -= 1;
    own.virtualTime -= this.#options.costExpected;
    this.#add(own, { work, size }, 0);
  }

  /** Takes the next work in hand, until `done()` or `putBack()`. Clients with `inHandPerClientMax` in hand already are passed over. */
  take(inHandPerClientMax = Infinity): T | undefined {
    let next: Client<T> | undefined;
    for (const one of this.#clients.values()) {
      if (one.waiting.length === 0 || one.inHand >= inHandPerClientMax) continue;
      if (next === undefined || one.virtualTime < next.virtualTime) next = one;
    }
    if (next === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, next.virtualTime);
    next.virtualTime += this.#options.costExpected;
    next.inHand += 1;
    return this.#remove(next, 0);
  }

  /** Ends work in hand, which cost this much. */
  done(client: string, cost: number): void {
    const own = this.#client(client);
    const sharing = [...this.#clients.values()].filter((one) => !isIdle(one)).length;
    own.inHand -= 1;
    own.virtualTime += cost - this.#options.costExpected;
    // Half of a fair share: a new client still goes first, but an endless row of new clients cannot starve the others.
    this.#virtualTime += cost / sharing / 2;
    this.#forget();
  }

  /** Removes work that waits. */
  remove(client: string, work: T): void {
    const own = this.#client(client);
    const at = own.waiting.findIndex((one) => one.work === work);
    if (at !== -1) this.#remove(own, at);
    this.#forget();
  }

  /** Removes all waiting work and returns it. */
  drain(): T[] {
    const all = [...this.#clients.values()].flatMap(({ waiting }) => waiting.map(({ work }) => work));
    for (const own of this.#clients.values()) while (own.waiting.length > 0) this.#remove(own, 0);
    this.#forget();
    return all;
  }

  /** The client with the most that waits, by size or by count: of equal ones `own`. */
  #longest(own: Client<T>, bySize: boolean): Client<T> {
    const held = (one: Client<T>): number => (bySize ? one.size : one.waiting.length);
    let longest = own;
    for (const one of this.#clients.values()) if (held(one) > held(longest)) longest = one;
    return longest;
  }

  #client(name: string): Client<T> {
    let own = this.#clients.get(name);
    if (own === undefined) {
      own = { waiting: [], size: 0, inHand: 0, virtualTime: this.#virtualTime };
      this.#clients.set(name, own);
    }
    // An idle client does not save up credit.
    if (own.waiting.length === 0) own.virtualTime = Math.max(own.virtualTime, this.#virtualTime);
    return own;
  }

  #add(own: Client<T>, one: Waiting<T>, at: number): void {
    own.waiting.splice(at, 0, one);
    own.size += one.size;
    this.#length += 1;
    this.#size += one.size;
  }

  #remove(own: Client<T>, at: number): T {
    const [one] = own.waiting.splice(at, 1) as [Waiting<T>];
    own.size -= one.size;
    this.#length -= 1;
    this.#size -= one.size;
    return one.work;
  }

  /** Forgets idle clients that owe nothing: those that are not ahead of the queue's virtual time, or all when the queue is idle. */
  #forget(): void {
    const isQuiet = this.#length === 0 && [...this.#clients.values()].every(isIdle);
    for (const [name, one] of this.#clients)
      if (isIdle(one) && (isQuiet || one.virtualTime <= this.#virtualTime)) this.#clients.delete(name);
    if (isQuiet) this.#virtualTime = 0;
  }
}

function isIdle({ waiting, inHand }: Client<unknown>): boolean {
  return waiting.length === 0 && inHand === 0;
}
