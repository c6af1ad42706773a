import { FairQueue } from '../../lib/fair-queue.ts';
import type { Priority } from './step-queue.ts';

/** A task with the callbacks of its caller. */
export interface EncoderJob<Task> {
  readonly id: number;
  readonly task: Task;
  /** Bytes held while it waits. */
  readonly size: number;
  readonly priority: Priority;
  /** The client of a query; empty for background work. */
  readonly client: string;
  /** Answers the process's question whether the rest of the task is wanted. */
  readonly wants: ((vector: Float32Array) => boolean) | undefined;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | null;
  /** Whether it timed out but is still in progress. */
  isAbandoned: boolean;
  /** Whether the process crashed or was killed while several jobs were in progress: this one is repeated alone. */
  isSuspect: boolean;
  /** Whether no other job was in progress since its start. */
  isAlone: boolean;
  /** The time of its start, in ms of the process's clock. */
  takenAt: number;
}

export interface EncoderQueueLimits {
  /**
   * Maximum concurrent queries. One client may have two, so that one is prepared during the inference of the other; beyond
   * two in total, each client has one, so that slow queries of one client do not use all slots. Background work runs one
   * by one.
   */
  readonly queriesInFlightMax: number;
  /** Maximum waiting queries, of all clients and of one; further ones are dropped. */
  readonly queriesWaitingMax: number;
  readonly queriesWaitingPerClientMax: number;
  readonly queriesWaitingBytesMax?: number;
  readonly backgroundWaitingMax?: number;
}

const queriesOfOneClientMax = 2;
/** The assumed cost of a query in ms, until it has ended. */
const queryMsExpected = 50;

/** The jobs of an encoder: waiting ones, scheduled fairly among clients, and those in progress in its process. */
export class EncoderJobQueue<Task> {
  readonly #queries: FairQueue<EncoderJob<Task>>;
  readonly #background: EncoderJob<Task>[] = [];
  readonly #queriesInFlightMax: number;
  readonly #backgroundWaitingMax: number;
  /** Jobs in progress at a crash or kill: each is repeated alone, to find the responsible one. */
  readonly #suspects: EncoderJob<Task>[] = [];
  readonly #inFlight = new Map<number, EncoderJob<Task>>();

  constructor(limits: EncoderQueueLimits) {
    this.#queries = new FairQueue({
      countMax: limits.queriesWaitingMax,
      countPerClientMax: limits.queriesWaitingPerClientMax,
      sizeMax: limits.queriesWaitingBytesMax ?? Infinity,
      costExpected: queryMsExpected,
    });
    this.#queriesInFlightMax = limits.queriesInFlightMax;
    this.#backgroundWaitingMax = limits.backgroundWaitingMax ?? Infinity;
  }

  get isRunning(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether no job waits or is in progress. */
  get isEmpty(): boolean {
    const lists = [this.#background, this.#suspects];
    return (
      this.#inFlight.size === 0 && this.#queries.length === 0 && lists.every(({ length }) => length === 0)
    );
  }

  /** Adds a job. Returns the jobs that were dropped for lack of room. */
  add(job: EncoderJob<Task>): EncoderJob<Task>[] {
    if (job.priority === 'query') return this.#queries.push(job.client, job, job.size);
    if (this.#background.length >= this.#backgroundWaitingMax) return [job];
    this.#background.push(job);
    return [];
  }

  /** Starts the next job; null where there is none, or no slot for it. */
  take(): EncoderJob<Task> | null {
    const job = this.#next();
    if (job === undefined) return null;
    job.takenAt = performance.now();
    job.isAlone = this.#inFlight.size === 0;
    for (const other of this.#inFlight.values()) other.isAlone = false;
    this.#inFlight.set(job.id, job);
    return job;
  }

  get(id: number): EncoderJob<Task> | undefined {
    return this.#inFlight.get(id);
  }

  /** Ends a job in progress. */
  end(job: EncoderJob<Task>): void {
    if (!this.#inFlight.delete(job.id)) return;
    // A suspect did not come from the fair queue.
    if (job.priority === 'query' && !job.isSuspect)
      this.#queries.finish(job.client, performance.now() - job.takenAt);
  }

  /** Removes a waiting job. */
  remove(job: EncoderJob<Task>): void {
    if (job.priority === 'query') this.#queries.remove(job.client, job);
    for (const jobs of [this.#background, this.#suspects]) {
      const at = jobs.indexOf(job);
      if (at !== -1) jobs.splice(at, 1);
    }
  }

  /** Whether a job is in progress. */
  holds(job: EncoderJob<Task>): boolean {
    return this.#inFlight.get(job.id) === job;
  }

  /** Returns jobs to the front of their queues after the process was killed because of another one. */
  putBack(): void {
    for (const job of this.#drainInFlight()) {
      if (job.isSuspect) this.#suspects.unshift(job);
      else if (job.priority === 'background') this.#background.unshift(job);
      else this.#queries.putBack(job.client, job, job.size);
    }
  }

  /** After a crash, queues the jobs in progress for repetition alone. Returns those that were alone, which are responsible. */
  suspect(): EncoderJob<Task>[] {
    const culprits: EncoderJob<Task>[] = [];
    for (const job of this.#drainInFlight()) {
      if (job.isSuspect) {
        culprits.push(job);
        continue;
      }
      if (job.priority === 'query') this.#queries.finish(job.client, 0);
      job.isSuspect = true;
      this.#suspects.push(job);
    }
    return culprits;
  }

  /** Removes and returns the jobs in progress and the waiting queries. */
  drainUrgent(): EncoderJob<Task>[] {
    const inFlight = this.#drainInFlight();
    for (const { priority, client } of inFlight) if (priority === 'query') this.#queries.finish(client, 0);
    return [...inFlight, ...this.#queries.drain()];
  }

  /** Queues a job for repetition alone, after the process was killed because of it while others were in progress. */
  tryAlone(job: EncoderJob<Task>): void {
    this.end(job);
    job.isSuspect = true;
    this.#suspects.push(job);
  }

  /** Removes and returns all jobs. */
  drain(): EncoderJob<Task>[] {
    const all = [
      ...this.#inFlight.values(),
      ...this.#suspects,
      ...this.#queries.drain(),
      ...this.#background,
    ];
    this.#inFlight.clear();
    this.#suspects.length = 0;
    this.#background.length = 0;
    return all;
  }

  #next(): EncoderJob<Task> | undefined {
    const inFlight = [...this.#inFlight.values()];
    if (this.#suspects.length > 0) return inFlight.length === 0 ? this.#suspects.shift() : undefined;
    if (inFlight.some(({ isSuspect }) => isSuspect)) return undefined;
    const queries = inFlight.filter(({ priority }) => priority === 'query').length;
    if (queries < this.#queriesInFlightMax) {
      const query = this.#queries.take(queries < queriesOfOneClientMax ? queriesOfOneClientMax : 1);
      if (query !== undefined) return query;
    }
    return queries === inFlight.length ? this.#background.shift() : undefined;
  }

  /** Removes and returns the jobs in progress, except abandoned ones. */
  #drainInFlight(): EncoderJob<Task>[] {
    const inFlight = [...this.#inFlight.values()];
    for (const job of inFlight) {
      if (!job.isAbandoned) continue;
      this.end(job);
      // Its timer would kill the next process.
      if (job.timer !== null) clearTimeout(job.timer);
    }
    this.#inFlight.clear();
    return inFlight.filter(({ isAbandoned }) => !isAbandoned);
  }
}
