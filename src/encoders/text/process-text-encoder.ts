import type { ChildProcess } from 'node:child_process';
import { EncoderError, type TextEncoder } from '../../ports/text-embeddings.ts';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import type { EncoderReply, EncoderRequest, ModelSource, TextPriority } from './text-encoder-messages.ts';

export interface ProcessTextEncoderOptions {
  readonly source: ModelSource;
  /** As it is before the model is loaded: `name:hash`, or empty where only loading tells. */
  readonly model: string;
  readonly languages: readonly string[] | null;
  /** From a query's call to its answer: who waits longer is answered without. */
  readonly queryMsMax: number;
  /** Queries that may wait, half of them of one client: who has too many is told at once. */
  readonly queriesWaitingMax?: number;
  /** From the moment that a job of items begins. */
  readonly itemsMsMax?: number;
  /** The first pause before a process that died is started again; each further one is twice as long, up to 30 s. */
  readonly restartMsMin?: number;
  /** Hears once that the model is loaded, or why it cannot be. */
  readonly onSettled?: (status: { ready: boolean; detail: string }) => void;
  /** Starts the process. A test gets its hands on it here. */
  readonly spawn?: () => ChildProcess;
}

interface Job {
  readonly id: number;
  readonly texts: readonly string[];
  readonly priority: TextPriority;
  /** Who asks; empty for items. */
  readonly client: string;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: EncoderError) => void;
  timer: NodeJS.Timeout | null;
}

type State = 'idle' | 'starting' | 'ready' | 'restarting' | 'failed' | 'closed';

const defaults = { queriesWaitingMax: 24, itemsMsMax: 120_000, restartMsMin: 250 };
/** Queries that the process has in hand: another one begins while the answer of the first is on its way. */
const queriesInHandMax = 2;
const restartMsMax = 30_000;
const closeMsMax = 3_000;
/** Under the serving thread, which is to have the core where there is only one. */
const niceness = 5;

/**
 * Turns texts into vectors in a process of its own, so that neither a model's load nor its runtime weighs on the thread that
 * serves. A process that dies takes only the jobs in its hands along and is started again; one whose model cannot be loaded leaves
 * an encoder that says so in `status()` and refuses all work as unavailable.
 */
export class ProcessTextEncoder implements TextEncoder, AsyncDisposable {
  readonly languages: readonly string[] | null;
  readonly #options: ProcessTextEncoderOptions & typeof defaults;
  /** What the process has in hand. A query that timed out stays here until the process answers it. */
  readonly #inFlight = new Map<number, Job>();
  readonly #queries: FairQueue<Job>;
  /** Items wait for their turn here: the process has one such job in hand. */
  readonly #items: Job[] = [];
  #process: ChildProcess | null = null;
  #state: State = 'idle';
  #detail = 'The text model is loaded when it is first needed';
  #model: string;
  #jobsSoFar = 0;
  #consecutiveCrashes = 0;
  #restartTimer: NodeJS.Timeout | null = null;

  constructor(options: ProcessTextEncoderOptions) {
    this.#options = { ...defaults, ...options };
    const { queriesWaitingMax } = this.#options;
    this.#queries = new FairQueue({
      countMax: queriesWaitingMax,
      countPerClientMax: Math.ceil(queriesWaitingMax / 2),
    });
    this.#model = options.model;
    this.languages = options.languages;
  }

  get model(): string {
    return this.#model;
  }

  status(): { ready: boolean; detail: string } {
    return { ready: this.#state === 'ready', detail: this.#detail };
  }

  /** Begins to load the model, which the first job does too. */
  start(): void {
    if (this.#state === 'idle') this.#startProcess();
  }

  async embedQuery(text: string, client: string): Promise<Float32Array> {
    this.start();
    if (this.#state !== 'ready') throw this.#absence();
    const [vector] = await this.#submit('query', [text], client);
    return vector!;
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.length === 0 ? [] : [...(await this.#submit('background', texts))];
  }

  /** Refuses what waits and what runs, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#failAll();
    if (this.#process === null) return;
    // One that is still loading does not listen yet.
    const ask = (): void => this.#post({ type: 'close' });
    await terminateChild(this.#process, wasReady ? ask : null, closeMsMax);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #submit(priority: TextPriority, texts: readonly string[], client = ''): Promise<readonly Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'failed' || this.#state === 'closed') throw this.#absence();
      this.start();
      const job: Job = { id: ++this.#jobsSoFar, texts, priority, client, resolve, reject, timer: null };
      if (priority === 'background') this.#items.push(job);
      else this.#wait(job);
      this.#dispatch();
    });
  }

  #wait(job: Job): void {
    const { queryMsMax } = this.#options;
    job.timer = setTimeout(() => {
      this.#queries.remove(job.client, job);
      job.reject(new EncoderError('timeout', `The query was not embedded within ${queryMsMax} ms`));
    }, queryMsMax);
    for (const dropped of this.#queries.push(job.client, job))
      fail(dropped, new EncoderError('timeout', 'Too many queries of this client wait already'));
  }

  #dispatch(): void {
    if (this.#state !== 'ready') return;
    const inHand = [...this.#inFlight.values()].map(({ priority }) => priority);
    let queries = inHand.filter((priority) => priority === 'query').length;
    for (; queries < queriesInHandMax; queries++) {
      const query = this.#queries.take();
      if (query === undefined) break;
      this.#hand(query);
    }
    if (inHand.includes('background')) return;
    const job = this.#items.shift();
    if (job === undefined) return;
    const { itemsMsMax } = this.#options;
    // A process that takes so long hangs: it is ended, which fails the job, and started again.
    job.timer = setTimeout(() => this.#process?.kill('SIGKILL'), itemsMsMax);
    this.#hand(job);
  }

  #hand(job: Job): void {
    this.#inFlight.set(job.id, job);
    this.#post({ type: 'embed', id: job.id, texts: job.texts, priority: job.priority });
  }

  #startProcess(): void {
    this.#enter('starting', 'The text model is being loaded');
    const child = (this.#options.spawn ?? spawnEncoderProcess)();
    this.#process = child;
    child.on('message', (reply: EncoderReply) => this.#hear(reply));
    onChildExit(child, (cause) => this.#onExit(cause));
    lowerPriority(child, niceness);
    this.#post({ type: 'load', source: this.#options.source });
  }

  #hear(reply: EncoderReply): void {
    if (reply.type === 'done' || reply.type === 'broke') {
      this.#finish(reply);
      return;
    }
    if (this.#state === 'closed') return;
    if (reply.type === 'ready') {
      this.#model = `${reply.model.name}:${reply.model.sha256}`;
      this.#enter('ready', `The text model ${reply.model.name} is loaded`);
      this.#dispatch();
    } else {
      this.#enter('failed', reply.detail);
      this.#failAll();
    }
    this.#options.onSettled?.(this.status());
  }

  #finish(reply: Extract<EncoderReply, { id: number }>): void {
    this.#consecutiveCrashes = 0;
    const job = this.#inFlight.get(reply.id);
    if (job !== undefined) {
      this.#inFlight.delete(reply.id);
      if (job.priority === 'query') this.#queries.done(job.client, 1);
      if (job.timer !== null) clearTimeout(job.timer);
      if (reply.type === 'done') job.resolve(reply.vectors);
      else job.reject(new EncoderError('refused', `The text model failed: ${reply.detail}`));
    }
    this.#dispatch();
  }

  /** The process is gone: queries and what it held fail, items that wait go on waiting for the next one. */
  #onExit(cause: string): void {
    this.#process = null;
    if (this.#state === 'closed' || this.#state === 'failed') return;
    const pauseMs = Math.min(restartMsMax, this.#options.restartMsMin * 2 ** this.#consecutiveCrashes);
    this.#consecutiveCrashes += 1;
    this.#enter(
      'restarting',
      `The process of the text model stopped (${cause}); it starts again in ${pauseMs} ms`,
    );
    this.#failWaited();
    this.#restartTimer = setTimeout(() => this.#startProcess(), pauseMs);
  }

  #absence(): EncoderError {
    return new EncoderError('unavailable', this.#detail);
  }

  #enter(state: State, detail: string): void {
    this.#state = state;
    this.#detail = detail;
  }

  #failWaited(): void {
    for (const job of this.#inFlight.values()) {
      if (job.priority === 'query') this.#queries.done(job.client, 1);
      fail(job, this.#absence());
    }
    this.#inFlight.clear();
    for (const job of this.#queries.drain()) fail(job, this.#absence());
  }

  #failAll(): void {
    this.#failWaited();
    for (const job of this.#items.splice(0)) job.reject(this.#absence());
  }

  #post(request: EncoderRequest): void {
    // What cannot be sent any more is answered by the process's end, which is heard on its own.
    this.#process?.send(request, () => {});
  }
}

function fail(job: Job, error: EncoderError): void {
  if (job.timer !== null) clearTimeout(job.timer);
  job.reject(error);
}

function spawnEncoderProcess(): ChildProcess {
  return forkProgram(new URL('./text-encoder-process.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=256'],
  });
}
