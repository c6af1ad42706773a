import type { ChildProcess } from 'node:child_process';
import type { ErrorCode } from '../../ports/error-kinds.ts';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import { inSpan } from '../../lib/tracing/span.ts';
import { cloneView } from '../../lib/detached-copies.ts';
import { type EncoderJob, EncoderJobQueue, type EncoderQueueLimits } from './encoder-job-queue.ts';
import type { EncoderReply, EncoderRequest, TaskReply } from './encoder-messages.ts';
import { modelId, type ModelIdentity } from './model-identity.ts';
import type { ModelSlot, SlotUser } from './model-slot.ts';
import { describeDifference } from './reference-vectors.ts';
import type { Priority } from './step-queue.ts';

export interface EncoderTimings {
  /** Timeout of a query, from the call to the reply. */
  readonly queryMsMax: number;
  /** Timeout of background work, from its start. */
  readonly backgroundMsMax: number;
  /** The first pause before a crashed process is restarted; each further one is twice as long, up to 30 s. */
  readonly restartMsMin: number;
  /** Time for the process to cancel a job that timed out; then it counts as hanging and is killed. */
  readonly hangMsMax: number;
  /** Time without a job after which the process ends, until the next job starts it again; null means never. */
  readonly idleMs: number | null;
  /** With more memory of this process, the idle one stays: to start the next one, the system copies the page tables of this one. */
  readonly unloadingResidentBytesMax: number;
}

export interface EncoderProcessOptions<Source> extends Partial<EncoderTimings> {
  readonly kind: 'image' | 'text';
  /** The program, which calls `serveEncoder()`. */
  readonly program: URL;
  readonly env?: Readonly<Record<string, string>>;
  readonly source: Source;
  /** The model that the process must load; null or omitted if that is unknown until it is loaded. */
  readonly expected?: ModelIdentity | null;
  readonly queue: EncoderQueueLimits;
  /**
   * Whether jobs in progress at a crash are repeated, one by one, to find the responsible one. Otherwise they and the
   * waiting queries fail, and background work waits for the next process.
   */
  readonly repeatsAfterCrash: boolean;
  readonly toError: (fault: EncoderFault) => Error;
  readonly onState?: (state: EncoderState, previous: EncoderState) => void;
  /** The slot that its process shares with those of other models; omitted if they may exist at the same time. */
  readonly slot?: ModelSlot | undefined;
  /** Starts the process; replaced by tests. */
  readonly spawn?: (() => ChildProcess) | undefined;
}

/** Why a job failed. */
export type EncoderFault =
  | { readonly kind: 'timeout'; readonly msMax: number }
  | { readonly kind: 'overloaded'; readonly priority: Priority }
  | { readonly kind: 'unavailable' | 'stopping' | 'exceeded' | 'broke'; readonly detail: string }
  | { readonly kind: 'crashed'; readonly cause: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string };

/** `idle` before the first start; `unloaded` once the process has ended for lack of jobs, and `reloading` when a job has started it again. */
export type EncoderState =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'unloaded'
  | 'reloading'
  | 'restarting'
  | 'failed'
  | 'closed';

/** Scheduling of a job. */
interface JobOptions {
  readonly priority: Priority;
  /** The client of a query; clients are served in turn. */
  readonly client?: string;
  /** Bytes held while it waits. */
  readonly size?: number;
  /** Decides from the first vector whether the process also computes the vectors of region proposals. */
  readonly wants?: (vector: Float32Array) => boolean;
}

const defaults: EncoderTimings = {
  queryMsMax: 10_000,
  backgroundMsMax: 120_000,
  restartMsMin: 250,
  hangMsMax: 10_000,
  idleMs: null,
  // With 400 MB, a start takes 32 to 48 ms, with 800 MB 59 to 102 (docs/internals/experiments/memory.md).
  unloadingResidentBytesMax: 512 * 1024 * 1024,
};
/** States in which jobs are accepted and the model is known to work. */
const readyStates: ReadonlySet<EncoderState> = new Set(['ready', 'unloaded', 'reloading']);
/**
 * With V8's own limit of the young generation, 64 MB, 40 refined pictures leave 47 MB more (docs/internals/experiments/memory.md). The program collects
 * its garbage itself once it has no work.
 */
const heapFlags = ['--max-old-space-size=256', '--max-semi-space-size=4', '--expose-gc'];
const restartMsMax = 30_000;
const closeMsMax = 3_000;
/** POSIX niceness, 0 to 19: where cores are scarce, the serving thread has priority. */
const niceness = 5;

/**
 * Supervises a process that holds a model: loading, a fair queue, timeouts, restarts. One that crashes, hangs or uses too
 * much time or memory ends without the service, which terminating a worker thread inside native code was seen to abort.
 * Where the model cannot be loaded, `status()` reports it and all work is rejected, while the rest of the service
 * continues. A process without jobs ends after `idleMs` and starts with the next job, which waits for it within its timeout; the encoder
 * stays ready. Passed buffers must not change until the reply.
 */
export class EncoderProcess<Source, Task> {
  readonly #options: EncoderProcessOptions<Source> & EncoderTimings;
  readonly #jobs: EncoderJobQueue<Task>;
  #process: ChildProcess | null = null;
  /** Whether the process is being killed because of one job. */
  #isKilling = false;
  #state: EncoderState = 'idle';
  #detail: string;
  #identity: ModelIdentity | null = null;
  #blankFeature: Float32Array | null = null;
  #referenceSimilarity: number | null = null;
  #jobCount = 0;
  #consecutiveCrashes = 0;
  #restartTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Why a model that was loaded before could not be loaded again. */
  #reloadFailure: string | null = null;
  /** Resolves when the process that ended for lack of jobs is gone. */
  #unloading: Promise<void> = Promise.resolve();
  readonly #slotUser: SlotUser = {
    begin: () => this.#forkProcess(),
    onContention: () => this.#dispatch(),
    isUrgent: () => this.#jobs.hasQueries,
  };

  constructor(options: EncoderProcessOptions<Source>) {
    this.#options = { ...defaults, ...options };
    this.#jobs = new EncoderJobQueue(options.queue);
    this.#detail = `The ${options.kind} model is loaded when it is first needed`;
  }

  /** Null before the model was first loaded. */
  get identity(): ModelIdentity | null {
    return this.#identity;
  }

  /** Image models have one: see `computeBlankFeature()`. */
  get blankFeature(): Float32Array | null {
    return this.#blankFeature;
  }

  status(): EncoderStatus {
    const similarity = this.#referenceSimilarity;
    const warning = describeDifference(this.#options.kind, similarity);
    return {
      ready: readyStates.has(this.#state),
      detail: this.#detail,
      ...(warning === null ? {} : { warning }),
      ...(similarity === null ? {} : { referenceSimilarity: similarity }),
    };
  }

  /** Starts loading the model; the first job does so, too. */
  start(): void {
    if (this.#state === 'idle') this.#startProcess('starting');
    else if (this.#state === 'unloaded') this.#startProcess('reloading');
  }

  submit(task: Task, options: JobOptions): Promise<readonly Float32Array[]> {
    const { kind } = this.#options;
    return inSpan(`encode ${kind}`, () => this.#submit(task, options), {
      attributes: { 'vitrine.priority': options.priority, 'vitrine.model': this.#identity?.name },
    });
  }

  #submit(
    task: Task,
    { priority, client = '', size = 0, wants }: JobOptions,
  ): Promise<readonly Float32Array[]> {
    return new Promise((resolve, reject) => {
      const detail = this.#detail;
      if (this.#state === 'closed') throw this.#options.toError({ kind: 'stopping', detail });
      if (this.#state === 'failed') throw this.#options.toError({ kind: 'unavailable', detail });
      const id = ++this.#jobCount;
      const initialState = { isAbandoned: false, isSuspect: false, isAlone: false, takenAt: 0, timer: null };
      const job: EncoderJob<Task> = {
        id,
        task,
        size,
        priority,
        client,
        wants,
        resolve,
        reject,
        ...initialState,
      };
      const { queryMsMax } = this.#options;
      if (priority === 'query') job.timer = setTimeout(() => this.#giveUp(job, queryMsMax), queryMsMax);
      for (const dropped of this.#jobs.add(job)) this.#fail(dropped, { kind: 'overloaded', priority });
      this.#stopIdleTimer();
      this.start();
      if (priority === 'query') this.#options.slot?.reconsider(this.#slotUser);
      this.#dispatch();
    });
  }

  /** Rejects waiting jobs, cancels running ones, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#stopIdleTimer();
    this.#failAll('stopping');
    await this.#unloading;
    // A process that is still loading does not receive messages yet.
    const ended = this.#process === null ? Promise.resolve() : this.#endProcess(this.#process, wasReady);
    this.#options.slot?.release(this.#slotUser, ended);
    await ended;
  }

  /** Ends a process: where `isAsked`, after its current work, otherwise at once. */
  #endProcess(child: ChildProcess, isAsked: boolean): Promise<void> {
    const ask = (): void => post(child, { type: 'close' });
    return terminateChild(child, isAsked ? ask : null, closeMsMax);
  }

  /** Ends the process after `idleMs` without a job. */
  #startIdleTimer(): void {
    const { idleMs } = this.#options;
    this.#stopIdleTimer();
    if (idleMs === null || this.#state !== 'ready' || this.#isKilling || !this.#jobs.isEmpty) return;
    this.#idleTimer = setTimeout(() => this.#unload(), idleMs).unref();
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  #unload(): void {
    const child = this.#process;
    if (child === null || this.#state !== 'ready') return;
    const { slot, unloadingResidentBytesMax } = this.#options;
    if (slot === undefined && process.memoryUsage.rss() > unloadingResidentBytesMax)
      return this.#startIdleTimer();
    this.#stopIdleTimer();
    // Its exit is not reported from here on: the next process may start before.
    this.#process = null;
    const { kind } = this.#options;
    const name = this.#identity?.name ?? '';
    this.#enter('unloaded', `The ${kind} model ${name} is loaded again when it is next needed`);
    this.#unloading = this.#endProcess(child, true);
    slot?.release(this.#slotUser, this.#unloading);
    // What waits is done once it has the slot again.
    if (!this.#jobs.isEmpty) this.start();
  }

  #dispatch(): void {
    if (this.#state !== 'ready' || this.#isKilling) return;
    const { backgroundMsMax, slot } = this.#options;
    if (slot?.shouldYield(this.#slotUser, !this.#jobs.isEmpty) === true) {
      if (!this.#jobs.isRunning) this.#unload();
      return;
    }
    for (let job = this.#jobs.take(); job !== null; job = this.#jobs.take()) {
      const taken = job;
      job.timer ??= setTimeout(() => this.#giveUp(taken, backgroundMsMax), backgroundMsMax);
      this.#post({ type: 'task', id: job.id, task: job.task });
    }
    this.#startIdleTimer();
  }

  /** Fails a job that timed out; the process has `hangMsMax` to cancel it. */
  #giveUp(job: EncoderJob<Task>, msMax: number): void {
    job.reject(this.#options.toError({ kind: 'timeout', msMax }));
    if (!this.#jobs.holds(job)) {
      this.#jobs.remove(job);
      return;
    }
    job.isAbandoned = true;
    this.#post({ type: 'cancel', id: job.id });
    job.timer = setTimeout(() => this.#killProcess(), this.#options.hangMsMax);
  }

  /** Kills the process because of one job, which was answered: the others are repeated in the next one. */
  #killProcess(): void {
    this.#isKilling = true;
    this.#process?.kill('SIGKILL');
  }

  #startProcess(state: 'starting' | 'reloading'): void {
    const { kind, slot } = this.#options;
    this.#enter(state, `The ${kind} model is being loaded`);
    if (slot === undefined) this.#forkProcess();
    else slot.acquire(this.#slotUser);
  }

  #forkProcess(): void {
    const { program, env = {}, source, spawn } = this.#options;
    const child = spawn?.() ?? forkProgram(program, { env, execArgv: heapFlags });
    this.#process = child;
    child.on('message', (reply: EncoderReply) => {
      if (child === this.#process) this.#onReply(reply);
    });
    onChildExit(child, (cause) => {
      if (child === this.#process) this.#onExit(cause);
    });
    lowerPriority(child, niceness);
    this.#post({ type: 'load', source, isChecked: this.#identity !== null });
  }

  #onReply(reply: EncoderReply): void {
    if (reply.type === 'asked') {
      this.#post({ type: 'answer', id: reply.id, isWanted: this.#isRestWanted(reply) });
    } else if (reply.type !== 'ready' && reply.type !== 'failed') {
      this.#finish(reply);
    } else if (this.#state === 'closed') {
      return;
    } else if (reply.type === 'failed') {
      this.#onLoadFailure(reply.detail);
    } else {
      const { model, blankFeature, referenceSimilarity } = reply;
      const expected = this.#identity ?? this.#options.expected ?? null;
      if (expected !== null && modelId(model) !== modelId(expected)) {
        this.#onLoadFailure('The files of the model were replaced: restart the service to use them');
        return void this.#process?.kill('SIGKILL');
      }
      if (this.#identity === null) {
        this.#blankFeature = blankFeature === null ? null : cloneView(blankFeature);
        this.#referenceSimilarity = referenceSimilarity;
      }
      this.#identity = model;
      this.#enter('ready', `The ${this.#options.kind} model ${model.name} is loaded`);
      this.#dispatch();
    }
  }

  /** A model that was loaded before may be loadable again, as its files are replaced during an update: its process, which exits, restarts. */
  #onLoadFailure(detail: string): void {
    if (this.#identity === null) this.#enter('failed', detail);
    else {
      this.#detail = detail;
      this.#reloadFailure = detail;
    }
    this.#failAll('unavailable');
  }

  #isRestWanted({ id, vector }: Extract<EncoderReply, { type: 'asked' }>): boolean {
    const job = this.#jobs.get(id);
    try {
      return job?.wants?.(vector) ?? false;
    } catch (error) {
      job?.reject(error as Error);
      return false;
    }
  }

  #finish(reply: TaskReply): void {
    this.#consecutiveCrashes = 0;
    const job = this.#jobs.get(reply.id);
    if (job !== undefined) {
      if (reply.type === 'exceeded' && isRepeatedAlone(job)) {
        this.#jobs.tryAlone(job);
      } else {
        this.#jobs.end(job);
        if (reply.type === 'done') complete(job, () => job.resolve(reply.vectors));
        else if (reply.type === 'refused') this.#fail(job, { ...reply, kind: reply.type });
        else this.#fail(job, { kind: reply.type, detail: reply.detail });
      }
    }
    if (reply.type === 'exceeded') this.#killProcess();
    this.#dispatch();
  }

  /** Starts another process: immediately where this one was killed, after a pause where it crashed. */
  #onExit(cause: string): void {
    this.#process = null;
    if (!this.#isKilling) this.#options.slot?.release(this.#slotUser);
    if (this.#state === 'closed' || this.#state === 'failed') return;
    if (this.#isKilling) {
      this.#isKilling = false;
      this.#jobs.putBack();
      this.#startProcess('starting');
      return;
    }
    const { kind, restartMsMin, repeatsAfterCrash } = this.#options;
    const pauseMs = Math.min(restartMsMax, restartMsMin * 2 ** this.#consecutiveCrashes);
    this.#consecutiveCrashes += 1;
    const reason = this.#reloadFailure ?? `The process of the ${kind} model stopped (${cause})`;
    this.#reloadFailure = null;
    const detail = `${reason}; it starts again in ${pauseMs} ms`;
    this.#enter('restarting', detail);
    if (repeatsAfterCrash) {
      for (const job of this.#jobs.suspect()) this.#fail(job, { kind: 'crashed', cause });
    } else {
      for (const job of this.#jobs.drainUrgent()) this.#fail(job, { kind: 'unavailable', detail });
    }
    this.#restartTimer = setTimeout(() => this.#startProcess('starting'), pauseMs);
  }

  #enter(state: EncoderState, detail: string): void {
    const previous = this.#state;
    this.#state = state;
    this.#detail = detail;
    this.#options.onState?.(state, previous);
  }

  #failAll(kind: 'stopping' | 'unavailable'): void {
    for (const job of this.#jobs.drain()) this.#fail(job, { kind, detail: this.#detail });
  }

  #fail(job: EncoderJob<Task>, fault: EncoderFault): void {
    complete(job, () => job.reject(this.#options.toError(fault)));
  }

  #post(request: EncoderRequest<Source, Task>): void {
    if (this.#process !== null) post(this.#process, request);
  }
}

function post<Source, Task>(child: ChildProcess, request: EncoderRequest<Source, Task>): void {
  // A message that cannot be sent is handled by the process's exit event.
  child.send(request, () => {});
}

/**
 * Whether a picture that exceeded its budget is repeated alone, as other jobs may have used the resources. Only
 * catalog pictures are, which would be rejected permanently; a photo query can be sent again, and repeating it would
 * delay all others.
 */
function isRepeatedAlone({ priority, isAlone, isAbandoned }: EncoderJob<unknown>): boolean {
  return priority === 'background' && !isAlone && !isAbandoned;
}

/** Stops the timer of a job, then resolves or rejects it. */
function complete({ timer }: EncoderJob<unknown>, reply: () => void): void {
  if (timer !== null) clearTimeout(timer);
  reply();
}
