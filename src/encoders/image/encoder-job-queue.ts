import { FairQueue } from '../../lib/fair-queue.ts';
import type { Priority } from '../runtime/step-queue.ts';
import type { VisionTask } from './vision-messages.ts';

/** A picture that is to be embedded, and who is told. */
export interface EncoderJob {
  readonly id: number;
  readonly task: VisionTask;
  readonly priority: Priority;
  /** Who asks; empty for background work. */
  readonly client: string;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | null;
  /** Whether it was answered as taking too long, and is in hand still. */
  isAbandoned: boolean;
  /** Whether the process crashed, or was ended for its sake, while other jobs were in hand too: it is tried again alone. */
  isSuspect: boolean;
  /** Whether nothing else was in hand since it was taken. */
  isAlone: boolean;
  /** When it was taken in hand, in ms of the process's clock. */
  takenAt: number;
}

export interface EncoderQueueLimits {
  readonly queriesWaitingMax: number;
  readonly queriesWaitingPerClientMax: number;
  readonly queriesWaitingBytesMax: number;
  readonly backgroundWaitingMax: number;
}

/**
 * Queries in hand at once. Two of one client, so that one is decoded while the other is in the model; else one of each, so that a
 * client whose pictures are slow does not have all places. Background work is done one by one.
 */
const queriesInHandMax = 8;
const queriesOfOneClientMax = 2;
/** What a query is taken to cost, in ms, until it has ended. */
const queryMsExpected = 50;

/** The jobs of an encoder: those that wait, shared fairly among clients, and those that its process has in hand. */
export class EncoderJobQueue {
  readonly #queries: FairQueue<EncoderJob>;
  readonly #background: EncoderJob[] = [];
  readonly #backgroundWaitingMax: number;
  /** In hand when the process crashed, or was ended: each is tried again alone, to find the picture that is to blame. */
  readonly #suspects: EncoderJob[] = [];
  readonly #inHand = new Map<number, EncoderJob>();

  constructor(limits: EncoderQueueLimits) {
    this.#queries = new FairQueue({
      countMax: limits.queriesWaitingMax,
      countPerClientMax: limits.queriesWaitingPerClientMax,
      sizeMax: limits.queriesWaitingBytesMax,
      costExpected: queryMsExpected,
    });
    this.#backgroundWaitingMax = limits.backgroundWaitingMax;
  }

  /** Adds a job. Returns the jobs that were dropped for lack of room. */
  add(job: EncoderJob): EncoderJob[] {
    if (job.priority === 'query') return this.#queries.push(job.client, job, job.task.bytes.length);
    if (this.#background.length >= this.#backgroundWaitingMax) return [job];
    this.#background.push(job);
    return [];
  }

  /** Takes the next job in hand; null where there is none, or no room for it. */
  take(): EncoderJob | null {
    const job = this.#next();
    if (job === undefined) return null;
    job.takenAt = performance.now();
    job.isAlone = this.#inHand.size === 0;
    for (const other of this.#inHand.values()) other.isAlone = false;
    this.#inHand.set(job.id, job);
    return job;
  }

  get(id: number): EncoderJob | undefined {
    return this.#inHand.get(id);
  }

  /** A job is no longer in hand. */
  end(job: EncoderJob): void {
    if (!this.#inHand.delete(job.id)) return;
    // A suspect was taken from its own row.
    if (job.priority === 'query' && !job.isSuspect)
      this.#queries.done(job.client, performance.now() - job.takenAt);
  }

  /** Removes a job that waits. */
  remove(job: EncoderJob): void {
    if (job.priority === 'query') this.#queries.remove(job.client, job);
    for (const jobs of [this.#background, this.#suspects]) {
      const at = jobs.indexOf(job);
      if (at !== -1) jobs.splice(at, 1);
    }
  }

  /** Whether a job is in hand. */
  holds(job: EncoderJob): boolean {
    return this.#inHand.get(job.id) === job;
  }

  /** The process was ended for the sake of one job: the others wait again, before all else. */
  putBack(): void {
    for (const job of this.#takeBack()) {
      if (job.isSuspect) this.#suspects.unshift(job);
      else if (job.priority === 'background') this.#background.unshift(job);
      else this.#queries.putBack(job.client, job, job.task.bytes.length);
    }
  }

  /** The process crashed: what it held waits to be tried alone. Returns what was: it is to blame. */
  suspect(): EncoderJob[] {
    const culprits: EncoderJob[] = [];
    for (const job of this.#takeBack()) {
      if (job.isSuspect) {
        culprits.push(job);
        continue;
      }
      if (job.priority === 'query') this.#queries.done(job.client, 0);
      job.isSuspect = true;
      this.#suspects.push(job);
    }
    return culprits;
  }

  /** The process is ended for the sake of a job that had it with others: it waits to be tried alone. */
  tryAlone(job: EncoderJob): void {
    this.end(job);
    job.isSuspect = true;
    this.#suspects.push(job);
  }

  /** Removes all jobs, and gives them. */
  drain(): EncoderJob[] {
    const all = [...this.#inHand.values(), ...this.#suspects, ...this.#queries.drain(), ...this.#background];
    this.#inHand.clear();
    this.#suspects.length = 0;
    this.#background.length = 0;
    return all;
  }

  #next(): EncoderJob | undefined {
    const inHand = [...this.#inHand.values()];
    if (this.#suspects.length > 0) return inHand.length === 0 ? this.#suspects.shift() : undefined;
    if (inHand.some(({ isSuspect }) => isSuspect)) return undefined;
    const queries = inHand.filter(({ priority }) => priority === 'query').length;
    if (queries < queriesInHandMax) {
      const query = this.#queries.take(queries < queriesOfOneClientMax ? queriesOfOneClientMax : 1);
      if (query !== undefined) return query;
    }
    return queries === inHand.length ? this.#background.shift() : undefined;
  }

  /** What was in hand, without abandoned jobs. */
  #takeBack(): EncoderJob[] {
    const inHand = [...this.#inHand.values()];
    for (const job of inHand) {
      if (!job.isAbandoned) continue;
      this.end(job);
      // It would end the next process for this one's sake.
      if (job.timer !== null) clearTimeout(job.timer);
    }
    this.#inHand.clear();
    return inHand.filter(({ isAbandoned }) => !isAbandoned);
  }
}
