import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { VitrineError } from '../../ports/errors.ts';
import type {
  Crop,
  ImageEncoder as ImageEncoderPort,
  PhotoPart,
  RefinedFeatures,
} from '../../ports/vision.ts';
import { endChild, lowerPriority, onEnd } from '../../lib/child-life.ts';
import { cloneView } from '../../lib/own-memory.ts';
import { PictureError } from './picture-error.ts';
import { checkPictureFile } from './picture-format.ts';
import type { Priority } from './step-queue.ts';
import {
  BACKGROUNDS_MAX,
  type ImageModelSource,
  RECIPE,
  type ModelIdentity,
  type VisionReply,
  type VisionRequest,
  type VisionTask,
} from './vision-messages.ts';

export interface ImageEncoderOptions {
  readonly source: ImageModelSource;
  /** What `model` is until the model is loaded, where that is known: see `standIn`. */
  readonly model?: string;
  /** Photos of shoppers that may wait; one more is told `overloaded`. */
  readonly queriesWaitingMax?: number;
  /** Background pictures that may wait; each holds its bytes, so a caller keeps a few here and the rest in its store. */
  readonly backgroundWaitingMax?: number;
  /** From the call to the answer. */
  readonly queryMsMax?: number;
  /** From the moment the process begins, as waiting is what background work is there for. */
  readonly backgroundMsMax?: number;
  /** The first pause before a process that died is started again; each further one is twice as long, up to 30 s. */
  readonly restartMsMin?: number;
  /** A process that does not let go of a job within this after the job was given up is taken to hang, and killed. */
  readonly hangMsMax?: number;
  /** Starts the process. A test gets its hands on it here. */
  readonly spawn?: () => ChildProcess;
}

type Vectors = readonly Float32Array[];

interface Job {
  readonly id: number;
  readonly task: VisionTask;
  readonly priority: Priority;
  readonly resolve: (vectors: Vectors) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | null;
}

type JobReply = Extract<VisionReply, { id: number }>;
type State = 'idle' | 'starting' | 'ready' | 'restarting' | 'failed' | 'closed';

const DEFAULTS = {
  queriesWaitingMax: 64,
  backgroundWaitingMax: 16,
  queryMsMax: 10_000,
  backgroundMsMax: 120_000,
  restartMsMin: 250,
  hangMsMax: 10_000,
};
const RESTART_MS_MAX = 30_000;
const CLOSE_MS_MAX = 3_000;
/** Of the process, as POSIX counts it: 0 is the service's own, 19 the nicest. */
const NICENESS = 5;
/** Two queries in its hands, so that one is decoded while the other is in the model; background work one by one. */
const IN_FLIGHT_MAX: Record<Priority, number> = { query: 2, background: 1 };

/**
 * Turns pictures into features in a process of its own, which decodes them and holds the model. A process, because
 * strangers' pictures meet native decoders there: one that crashes, hangs or eats memory is killed without the service
 * (ending a worker thread inside native code was seen to abort the whole service). A process that dies takes only the
 * jobs in its hands along and is started again; one whose model cannot be loaded leaves an encoder that says so in
 * `status()` and refuses all work with `vision_unavailable`, while the rest of the service goes on.
 *
 * Bytes handed in must not change until the answer is there.
 */
export class ImageEncoder implements ImageEncoderPort, AsyncDisposable {
  readonly #options: Required<Omit<ImageEncoderOptions, 'spawn' | 'model'>>;
  readonly #spawn: () => ChildProcess;
  readonly #waiting: Record<Priority, Job[]> = { query: [], background: [] };
  readonly #inFlight = new Map<number, Job>();
  /** Jobs that were given up on and that the process has not let go of yet. */
  readonly #abandoned = new Map<number, NodeJS.Timeout>();
  #process: ChildProcess | null = null;
  #state: State = 'idle';
  #detail = 'The image model is not needed';
  #model: string;
  #ground: Float32Array | null = null;
  #jobsSoFar = 0;
  #deathsInARow = 0;
  #restartTimer: NodeJS.Timeout | null = null;
  #settled: () => void = () => {};

  private constructor(options: ImageEncoderOptions) {
    const { spawn, model = '', ...rest } = options;
    this.#options = { ...DEFAULTS, ...rest };
    this.#model = model;
    this.#spawn = spawn ?? spawnVisionProcess;
  }

  /** Resolves when the model is loaded or found unusable (see `status()`). Never rejects for the latter. */
  static async start(options: ImageEncoderOptions): Promise<ImageEncoder> {
    const encoder = new ImageEncoder(options);
    await new Promise<void>((resolve) => {
      encoder.#settled = resolve;
      encoder.#startProcess();
    });
    return encoder;
  }

  /** One whose model is loaded with the first picture: it serves only where another one's vectors are not made yet. */
  static standIn(options: ImageEncoderOptions): ImageEncoder {
    return new ImageEncoder(options);
  }

  /** `name:sha256:recipe`, or empty before the first model was loaded. */
  get model(): string {
    return this.#model;
  }

  /** 0 before the model was loaded. */
  get dimensions(): number {
    return this.#ground?.length ?? 0;
  }

  get ground(): Float32Array | null {
    return this.#ground;
  }

  status(): { ready: boolean; detail: string } {
    return { ready: this.#state === 'ready', detail: this.#detail };
  }

  async embedQuery(bytes: Uint8Array, crop: Crop | null = null): Promise<Float32Array> {
    const vectors = await this.#submit('query', { kind: 'query', bytes, crop });
    return only(vectors);
  }

  async embedCatalog(bytes: Uint8Array): Promise<Float32Array> {
    return only(await this.#submit('background', { kind: 'catalog', bytes }));
  }

  async embedParts(bytes: Uint8Array): Promise<PhotoPart[]> {
    const vectors = await this.#submit('query', { kind: 'parts', bytes });
    return Array.from({ length: vectors.length / 2 }, (_, i) => {
      const [x, y, width, height] = vectors[2 * i]! as unknown as [number, number, number, number];
      return { part: { x, y, width, height }, feature: vectors[2 * i + 1]! };
    });
  }

  /**
   * A longer look at a picture of the catalog. `backgrounds` are other pictures of the shop (at most four are used) to put a
   * product on white before, worth .01 to .02 of top-1 over painted ones alone.
   */
  async refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[] = []): Promise<RefinedFeatures> {
    const task = { kind: 'refine', bytes, backgrounds: backgrounds.slice(0, BACKGROUNDS_MAX) } as const;
    const [feature, probes, mean = null] = await this.#submit('background', task);
    return { feature: feature!, probes: probes!, mean };
  }

  /** Refuses what waits, cancels what runs, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    for (const timer of this.#abandoned.values()) clearTimeout(timer);
    this.#failWaiting(new VitrineError('stopping', this.#detail));
    this.#failInFlight(new VitrineError('stopping', this.#detail));
    if (this.#process === null) return;
    // One that is still loading does not listen yet.
    const ask = (): void => this.#post({ type: 'close' });
    await endChild(this.#process, wasReady ? ask : null, CLOSE_MS_MAX);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #submit(priority: Priority, task: VisionTask): Promise<Vectors> {
    return new Promise((resolve, reject) => {
      // Here, so that a file that is no picture costs nobody a place, and is told so even without a model.
      checkPictureFile(task.bytes);
      if (this.#state === 'closed') throw new VitrineError('stopping', this.#detail);
      if (this.#state === 'failed') throw new VitrineError('vision_unavailable', this.#detail);
      const { queriesWaitingMax, backgroundWaitingMax, queryMsMax } = this.#options;
      const max = priority === 'query' ? queriesWaitingMax : backgroundWaitingMax;
      if (this.#waiting[priority].length >= max) {
        throw new VitrineError('overloaded', `${max} pictures wait already`, { retryAfterSeconds: 1 });
      }
      const job: Job = { id: ++this.#jobsSoFar, task, priority, resolve, reject, timer: null };
      if (priority === 'query') job.timer = setTimeout(() => this.#giveUp(job, queryMsMax), queryMsMax);
      this.#waiting[priority].push(job);
      if (this.#state === 'idle') this.#startProcess();
      this.#dispatch();
    });
  }

  #dispatch(): void {
    // A process that holds on to a given-up job may be hanging: what waits is better off with the next one.
    if (this.#state !== 'ready' || this.#abandoned.size > 0) return;
    for (const priority of ['query', 'background'] as const) {
      let inHand = [...this.#inFlight.values()].filter((job) => job.priority === priority).length;
      while (inHand < IN_FLIGHT_MAX[priority]) {
        const job = this.#waiting[priority].shift();
        if (job === undefined) break;
        this.#hand(job);
        inHand += 1;
      }
    }
  }

  #hand(job: Job): void {
    const { backgroundMsMax } = this.#options;
    job.timer ??= setTimeout(() => this.#giveUp(job, backgroundMsMax), backgroundMsMax);
    this.#inFlight.set(job.id, job);
    this.#post({ type: 'task', id: job.id, task: job.task });
  }

  /** A job that took too long fails now; the process has `hangMsMax` to let go of it. */
  #giveUp(job: Job, afterMs: number): void {
    job.reject(
      new VitrineError('overloaded', `The picture took longer than ${afterMs} ms`, { retryAfterSeconds: 5 }),
    );
    if (this.#inFlight.delete(job.id)) {
      this.#post({ type: 'cancel', id: job.id });
      const child = this.#process;
      const timer = setTimeout(() => child?.kill('SIGKILL'), this.#options.hangMsMax);
      this.#abandoned.set(job.id, timer);
    } else {
      const waiting = this.#waiting[job.priority];
      waiting.splice(waiting.indexOf(job), 1);
    }
  }

  #startProcess(): void {
    this.#enter('starting', 'The image model is being loaded');
    const child = this.#spawn();
    this.#process = child;
    child.on('message', (reply: VisionReply) => this.#hear(reply));
    onEnd(child, (cause) => this.#mourn(cause));
    this.#post({ type: 'load', source: this.#options.source });
  }

  #hear(reply: VisionReply): void {
    if (reply.type === 'ready') {
      this.#model = vectorsName(reply.model);
      this.#ground = cloneView(reply.ground);
      if (this.#state === 'closed') return;
      this.#enter('ready', `The image model ${reply.model.name} is loaded`);
      this.#settled();
      this.#dispatch();
    } else if (reply.type === 'failed') {
      if (this.#state === 'closed') return;
      this.#enter('failed', reply.detail);
      this.#failWaiting(new VitrineError('vision_unavailable', reply.detail));
      this.#settled();
    } else {
      this.#finish(reply);
    }
  }

  #finish(reply: JobReply): void {
    this.#deathsInARow = 0;
    clearTimeout(this.#abandoned.get(reply.id));
    this.#abandoned.delete(reply.id);
    const job = this.#inFlight.get(reply.id);
    if (job !== undefined) {
      this.#inFlight.delete(reply.id);
      settle(job, reply);
    }
    this.#dispatch();
  }

  /** The process is gone: what it held fails, what waits goes on waiting for the next one. */
  #mourn(cause: string): void {
    this.#process = null;
    for (const timer of this.#abandoned.values()) clearTimeout(timer);
    this.#abandoned.clear();
    if (this.#state === 'closed' || this.#state === 'failed') return;
    const pauseMs = Math.min(RESTART_MS_MAX, this.#options.restartMsMin * 2 ** this.#deathsInARow);
    this.#deathsInARow += 1;
    this.#enter('restarting', `The vision process stopped (${cause}); it starts again in ${pauseMs} ms`);
    this.#failInFlight(
      new VitrineError(
        'vision_unavailable',
        `The vision process stopped while it held this picture (${cause})`,
      ),
    );
    this.#settled();
    this.#restartTimer = setTimeout(() => this.#startProcess(), pauseMs);
  }

  #enter(state: State, detail: string): void {
    this.#state = state;
    this.#detail = detail;
  }

  #failInFlight(error: VitrineError): void {
    for (const job of this.#inFlight.values()) failJob(job, error);
    this.#inFlight.clear();
  }

  #failWaiting(error: VitrineError): void {
    for (const jobs of Object.values(this.#waiting)) {
      for (const job of jobs) failJob(job, error);
      jobs.length = 0;
    }
  }

  #post(request: VisionRequest): void {
    // What cannot be sent any more is answered by the process's end, which is heard on its own.
    this.#process?.send(request, () => {});
  }
}

/** What vectors of a model are kept under. */
export function vectorsName({ name, sha256 }: ModelIdentity): string {
  return `${name}:${sha256}:${RECIPE}`;
}

function settle(job: Job, reply: JobReply): void {
  if (job.timer !== null) clearTimeout(job.timer);
  if (reply.type === 'done') job.resolve(reply.vectors);
  else if (reply.type === 'refused') job.reject(new PictureError(reply.code, reply.detail));
  else job.reject(new VitrineError('vision_unavailable', `The image model failed: ${reply.detail}`));
}

function failJob(job: Job, error: VitrineError): void {
  if (job.timer !== null) clearTimeout(job.timer);
  job.reject(error);
}

function only(vectors: Vectors): Float32Array {
  const [vector] = vectors;
  if (vector === undefined) throw new Error('The vision process answered without a vector');
  return vector;
}

function spawnVisionProcess(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./vision-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    // Nothing of the service's environment: strangers' pictures are decoded there, and it may hold secrets.
    env: {},
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Where cores are short, searches by words go first: they take a millisecond, a picture twenty.
  lowerPriority(child, NICENESS);
  return child;
}
