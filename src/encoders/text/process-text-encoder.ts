import type { ChildProcess } from 'node:child_process';
import { EncoderError, type TextEncoder } from '../../ports/text-embeddings.ts';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import type { EncoderReply, EncoderRequest, ModelSource, TextPriority } from './text-encoder-messages.ts';

export interface ProcessTextEncoderOptions {
  readonly source: ModelSource;
  /** The known identity before the model is loaded: `name:hash`, or empty where it is unknown. */
  readonly model: string;
  readonly languages: readonly string[] | null;
  /** Timeout of a query, from the call to the reply. */
  readonly queryMsMax: number;
  /** Maximum waiting queries, half of them from one client; further ones are rejected immediately. */
  readonly queriesWaitingMax?: number;
  /** Timeout of an item job, from its start. */
  readonly itemsMsMax?: number;
  /** The first pause before a crashed process is restarted; each further one is twice as long, up to 30 s. */
  readonly restartMsMin?: number;
  /** Called once when the model is loaded, or cannot be. */
  readonly onSettled?: (status: { ready: boolean; detail: string }) => void;
  /** Starts the process; replaced by tests. */
  readonly spawn?: () => ChildProcess;
}

interface Job {
  readonly id: number;
  readonly texts: readonly string[];
  readonly priority: TextPriority;
  /** The client of a query; empty for items. */
  readonly client: string;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: EncoderError) => void;
  timer: NodeJS.Timeout | null;
}

type State = 'idle' | 'starting' | 'ready' | 'restarting' | 'failed' | 'closed';

const defaults = { queriesWaitingMax: 24, itemsMsMax: 120_000, restartMsMin: 250 };
/** Queries sent to the process: the next one starts while the reply to the first is on its way. */
const queriesInFlightMax = 2;
const restartMsMax = 30_000;
const closeMsMax = 3_000;
/** Below the serving thread, which has priority where there is only one core. */
const niceness = 5;

/**
 * Computes embeddings in a separate process, so that neither loading nor running a model burdens the serving thread.
 * A crash fails only the jobs in progress, and the process is restarted. Where the model cannot be loaded, `status()`
 * reports it and all work is rejected as unavailable.
 */
export class ProcessTextEncoder implements TextEncoder, AsyncDisposable {
  readonly languages: readonly string[] | null;
  readonly #options: ProcessTextEncoderOptions & typeof defaults;
  /** Jobs sent to the process. A query that timed out stays until the process replies. */
  readonly #inFlight = new Map<number, Job>();
  readonly #queries: FairQueue<Job>;
  /** Waiting item jobs: the process has at most one of them. */
  readonly #items: Job[] = [];
  #process: ChildProcess | null = null;
  #state: State = 'idle';
  #detail = 'The text model is loaded when it is first needed';
  #model: string;
  #jobCount = 0;
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

  /** Starts loading the model; the first job does so, too. */
  start(): void {
    if (this.#state === 'idle') this.#startProcess();
  }

  async embedQuery(text: string, client: string): Promise<Float32Array> {
    this.start();
    if (this.#state !== 'ready') throw this.#unavailableError();
    const [vector] = await this.#submit('query', [text], client);
    return vector!;
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.length === 0 ? [] : [...(await this.#submit('background', texts))];
  }

  /** Rejects pending and running jobs, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#failAll();
    if (this.#process === null) return;
    // A process that is still loading does not receive messages yet.
    const requestClose = (): void => this.#post({ type: 'close' });
    await terminateChild(this.#process, wasReady ? requestClose : null, closeMsMax);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #submit(priority: TextPriority, texts: readonly string[], client = ''): Promise<readonly Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'failed' || this.#state === 'closed') throw this.#unavailableError();
      this.start();
      const job: Job = { id: ++this.#jobCount, texts, priority, client, resolve, reject, timer: null };
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
    const inFlight = [...this.#inFlight.values()].map(({ priority }) => priority);
    let queries = inFlight.filter((priority) => priority === 'query').length;
    for (; queries < queriesInFlightMax; queries++) {
      const query = this.#queries.take();
      if (query === undefined) break;
      this.#send(query);
    }
    if (inFlight.includes('background')) return;
    const job = this.#items.shift();
    if (job === undefined) return;
    const { itemsMsMax } = this.#options;
    // A process that takes this long hangs: killing it fails the job and restarts it.
    job.timer = setTimeout(() => this.#process?.kill('SIGKILL'), itemsMsMax);
    this.#send(job);
  }

  #send(job: Job): void {
    this.#inFlight.set(job.id, job);
    this.#post({ type: 'embed', id: job.id, texts: job.texts, priority: job.priority });
  }

  #startProcess(): void {
    this.#enter('starting', 'The text model is being loaded');
    const child = (this.#options.spawn ?? spawnEncoderProcess)();
    this.#process = child;
    child.on('message', (reply: EncoderReply) => this.#onReply(reply));
    onChildExit(child, (cause) => this.#onExit(cause));
    lowerPriority(child, niceness);
    this.#post({ type: 'load', source: this.#options.source });
  }

  #onReply(reply: EncoderReply): void {
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

  /** After an exit, queries and jobs in progress fail; waiting items remain for the next process. */
  #onExit(cause: string): void {
    this.#process = null;
    if (this.#state === 'closed' || this.#state === 'failed') return;
    const pauseMs = Math.min(restartMsMax, this.#options.restartMsMin * 2 ** this.#consecutiveCrashes);
    this.#consecutiveCrashes += 1;
    this.#enter(
      'restarting',
      `The process of the text model stopped (${cause}); it starts again in ${pauseMs} ms`,
    );
    this.#failQueries();
    this.#restartTimer = setTimeout(() => this.#startProcess(), pauseMs);
  }

  #unavailableError(): EncoderError {
    return new EncoderError('unavailable', this.#detail);
  }

  #enter(state: State, detail: string): void {
    this.#state = state;
    this.#detail = detail;
  }

  #failQueries(): void {
    for (const job of this.#inFlight.values()) {
      if (job.priority === 'query') this.#queries.done(job.client, 1);
      fail(job, this.#unavailableError());
    }
    this.#inFlight.clear();
    for (const job of this.#queries.drain()) fail(job, this.#unavailableError());
  }

  #failAll(): void {
    this.#failQueries();
    for (const job of this.#items.splice(0)) job.reject(this.#unavailableError());
  }

  #post(request: EncoderRequest): void {
    // A message that cannot be sent is handled by the process's exit event.
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
