export interface FairQueueOptions {
  /** Work that waits, of all clients and of one. */
  readonly countMax: number;
  readonly countPerClientMax: number;
  /** The sizes of the work that waits, added up: bytes, where it holds some. */
  readonly sizeMax?: number;
  /** What work is taken to cost until its cost is known. */
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
  /** What its work has cost, and where it began. */
  cost: number;
}

/**
 * Work that waits, shared among clients by what it costs (start-time fair queueing, Goyal et al. 1996): the next is of the client
 * whose work has cost least. So a client with much or expensive work waits for its own, and one that comes now is served next.
 * Where the queue is full, the client with the most in it loses its newest.
 */
export class FairQueue<T> {
  readonly #options: Required<FairQueueOptions>;
  readonly #clients = new Map<string, Client<T>>();
  /** Where a client that comes begins: the virtual time. */
  #cost = 0;
  #length = 0;
  #size = 0;

  constructor(options: FairQueueOptions) {
    this.#options = { sizeMax: Infinity, costExpected: 1, ...options };
  }

  /** How much work waits. */
  get length(): number {
    return this.#length;
  }

  /** Adds work. What has no place for it, this one or another client's newest, is returned: null where all have one. */
  push(client: string, work: T, size = 0): T | null {
    const own = this.#client(client);
    const { countMax, countPerClientMax, sizeMax } = this.#options;
    this.#add(own, { work, size }, own.waiting.length);
    if (own.waiting.length > countPerClientMax) return this.#remove(own, countPerClientMax);
    const isOverSize = this.#size > sizeMax;
    if (this.#length <= countMax && !isOverSize) return null;
    const held = (one: Client<T>): number => (isOverSize ? one.size : one.waiting.length);
    let longest = own;
    for (const one of this.#clients.values()) if (held(one) > held(longest)) longest = one;
    return this.#remove(longest, longest.waiting.length - 1);
  }

  /** Gives work back that was in hand, before all other work of its client. */
  putBack(client: string, work: T, size = 0): void {
    const own = this.#client(client);
    own.inHand -= 1;
    own.cost -= this.#options.costExpected;
    this.#add(own, { work, size }, 0);
  }

  /**
   * Takes the next work in hand, until `done()` or `putBack()`: of clients that have less than so much in hand; undefined where there
   * is none.
   */
  take(inHandPerClientMax = Infinity): T | undefined {
    let next: Client<T> | undefined;
    for (const one of this.#clients.values()) {
      if (one.waiting.length === 0 || one.inHand >= inHandPerClientMax) continue;
      if (next === undefined || one.cost < next.cost) next = one;
    }
    if (next === undefined) return undefined;
    this.#cost = Math.max(this.#cost, next.cost);
    next.cost += this.#options.costExpected;
    next.inHand += 1;
    return this.#remove(next, 0);
  }

  /** Work that was in hand has ended, at this cost. */
  done(client: string, cost: number): void {
    const own = this.#client(client);
    const sharing = [...this.#clients.values()].filter((one) => !isIdle(one)).length;
    own.inHand -= 1;
    own.cost += cost - this.#options.costExpected;
    // Half of what each had as its share: those that come now go first, and yet an endless row of them not before all others.
    this.#cost += cost / sharing / 2;
    this.#forget();
  }

  /** Removes work that waits. */
  remove(client: string, work: T): void {
    const own = this.#client(client);
    const at = own.waiting.findIndex((one) => one.work === work);
    if (at !== -1) this.#remove(own, at);
    this.#forget();
  }

  /** Removes all work that waits, and gives it. */
  drain(): T[] {
    const all = [...this.#clients.values()].flatMap(({ waiting }) => waiting.map(({ work }) => work));
    for (const own of this.#clients.values()) while (own.waiting.length > 0) this.#remove(own, 0);
    this.#forget();
    return all;
  }

  #client(name: string): Client<T> {
    let own = this.#clients.get(name);
    if (own === undefined) {
      own = { waiting: [], size: 0, inHand: 0, cost: this.#cost };
      this.#clients.set(name, own);
    }
    // Time that a client did not use is not saved up.
    if (own.waiting.length === 0) own.cost = Math.max(own.cost, this.#cost);
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

  /** Clients without work are forgotten where their work cost no more than others', and all where there is none: nothing is owed then. */
  #forget(): void {
    const isQuiet = this.#length === 0 && [...this.#clients.values()].every(isIdle);
    for (const [name, one] of this.#clients)
      if (isIdle(one) && (isQuiet || one.cost <= this.#cost)) this.#clients.delete(name);
    if (isQuiet) this.#cost = 0;
  }
}

function isIdle({ waiting, inHand }: Client<unknown>): boolean {
  return waiting.length === 0 && inHand === 0;
}
