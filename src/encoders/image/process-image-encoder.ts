import type { ChildProcess } from 'node:child_process';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type {
  Crop,
  ImageEncoder as ImageEncoderPort,
  PhotoRegion,
  RefinedFeatures,
} from '../../ports/vision.ts';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import { cloneView } from '../../lib/detached-copies.ts';
import { type DecodeBudget, decodeBudget } from './decode-watchdog.ts';
import { PictureError } from './picture-error.ts';
import { checkPictureFile } from './picture-format.ts';
import { type EncoderJob, EncoderJobQueue } from './encoder-job-queue.ts';
import type { Priority } from '../runtime/step-queue.ts';
import {
  backgroundsMax,
  type ImageModelSource,
  recipe,
  type ModelIdentity,
  type VisionReply,
  type VisionRequest,
  type VisionTask,
} from './vision-messages.ts';

export interface ProcessImageEncoderOptions {
  readonly source: ImageModelSource;
  /** What `model` is until the model is loaded, where that is known: see `standIn`. */
  readonly model?: string;
  /** Photos of shoppers that may wait, of all clients and of one: who has too many is told `overloaded`. */
  readonly queriesWaitingMax?: number;
  readonly queriesWaitingPerClientMax?: number;
  readonly queriesWaitingBytesMax?: number;
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
  /** What decoding one picture may take. */
  readonly budget?: DecodeBudget;
  /** Starts the process. A test gets its hands on it here. */
  readonly spawn?: () => ChildProcess;
}

type Vectors = readonly Float32Array[];

type JobReply = Extract<VisionReply, { id: number }>;
type State = 'idle' | 'starting' | 'ready' | 'restarting' | 'failed' | 'closed';

const defaultOptions = {
  queriesWaitingMax: limits.photosWaitingMax,
  queriesWaitingPerClientMax: limits.photosWaitingPerClientMax,
  queriesWaitingBytesMax: limits.photosWaitingBytesMax,
  backgroundWaitingMax: 16,
  queryMsMax: 10_000,
  backgroundMsMax: 120_000,
  restartMsMin: 250,
  hangMsMax: 10_000,
  budget: decodeBudget,
};
const restartMsMax = 30_000;
const closeMsMax = 3_000;
/** Of the process, as POSIX counts it: 0 is the service's own, 19 the nicest. */
const niceness = 5;
/**
 * Turns pictures into features in a process of its own, which decodes them and holds the model. A process, because
 * strangers' pictures meet native decoders there: one that crashes, hangs or takes too much time or memory is ended without the
 * service (ending a worker thread inside native code was seen to abort the whole service) and started again. The picture to blame
 * is refused; what else was in hand is tried again. A model that cannot be loaded leaves an encoder that says so in `status()` and
 * refuses all work with `vision_unavailable`, while the rest of the service goes on.
 *
 * Bytes handed in must not change until the answer is there.
 */
export class ProcessImageEncoder implements ImageEncoderPort, AsyncDisposable {
  readonly #options: Required<Omit<ProcessImageEncoderOptions, 'spawn' | 'model'>>;
  readonly #spawn: () => ChildProcess;
  readonly #jobs: EncoderJobQueue;
  #process: ChildProcess | null = null;
  /** Whether the process is being ended for the sake of one job. */
  #isEnding = false;
  #state: State = 'idle';
  #detail = 'The image model is not needed';
  #model: string;
  #ground: Float32Array | null = null;
  #jobsSoFar = 0;
  #consecutiveCrashes = 0;
  #restartTimer: NodeJS.Timeout | null = null;
  #settled: () => void = () => {};

  private constructor(options: ProcessImageEncoderOptions) {
    const { spawn, model = '', ...rest } = options;
    this.#options = { ...defaultOptions, ...rest };
    this.#jobs = new EncoderJobQueue(this.#options);
    this.#model = model;
    this.#spawn = spawn ?? spawnVisionProcess;
  }

  /** Resolves when the model is loaded or found unusable (see `status()`). Never rejects for the latter. */
  static async start(options: ProcessImageEncoderOptions): Promise<ProcessImageEncoder> {
    const encoder = new ProcessImageEncoder(options);
    await new Promise<void>((resolve) => {
      encoder.#settled = resolve;
      encoder.#startProcess();
    });
    return encoder;
  }

  /** One whose model is loaded with the first picture: it serves only where another one's vectors are not made yet. */
  static fallback(options: ProcessImageEncoderOptions): ProcessImageEncoder {
    return new ProcessImageEncoder(options);
  }

  /** `name:sha256:recipe`, or empty before the first model was loaded. */
  get model(): string {
    return this.#model;
  }

  /** 0 before the model was loaded. */
  get dimensions(): number {
    return this.#ground?.length ?? 0;
  }

  get blankFeature(): Float32Array | null {
    return this.#ground;
  }

  status(): { ready: boolean; detail: string } {
    return { ready: this.#state === 'ready', detail: this.#detail };
  }

  async embedQuery(bytes: Uint8Array, crop: Crop | null, client: string): Promise<Float32Array> {
    const vectors = await this.#submit('query', { kind: 'query', bytes, crop }, client);
    return only(vectors);
  }

  async embedCatalog(bytes: Uint8Array): Promise<Float32Array> {
    return only(await this.#submit('background', { kind: 'catalog', bytes }));
  }

  async embedRegions(bytes: Uint8Array, client: string): Promise<PhotoRegion[]> {
    const vectors = await this.#submit('query', { kind: 'parts', bytes }, client);
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
    const task = { kind: 'refine', bytes, backgrounds: backgrounds.slice(0, backgroundsMax) } as const;
    const [feature, probes, mean = null] = await this.#submit('background', task);
    return { feature: feature!, calibrationSamples: probes!, augmentedMean: mean };
  }

  /** Refuses what waits, cancels what runs, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#failAll(new VitrineError('stopping', this.#detail));
    if (this.#process === null) return;
    // One that is still loading does not listen yet.
    const ask = (): void => this.#post({ type: 'close' });
    await terminateChild(this.#process, wasReady ? ask : null, closeMsMax);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #submit(priority: Priority, task: VisionTask, client = ''): Promise<Vectors> {
    return new Promise((resolve, reject) => {
      // Here, so that a file that is no picture costs nobody a place, and is told so even without a model.
      checkPictureFile(task.bytes);
      if (this.#state === 'closed') throw new VitrineError('stopping', this.#detail);
      if (this.#state === 'failed') throw new VitrineError('vision_unavailable', this.#detail);
      const id = ++this.#jobsSoFar;
      const unmarked = { isAbandoned: false, isSuspect: false, isAlone: false, takenAt: 0, timer: null };
      const job: EncoderJob = { id, task, priority, client, resolve, reject, ...unmarked };
      const { queryMsMax } = this.#options;
      if (priority === 'query') job.timer = setTimeout(() => this.#giveUp(job, queryMsMax), queryMsMax);
      for (const dropped of this.#jobs.add(job)) {
        const whose = priority === 'query' ? 'of this client ' : '';
        const detail = `Too many pictures ${whose}wait already`;
        failJob(dropped, new VitrineError('overloaded', detail, { retryAfterSeconds: 1 }));
      }
      if (this.#state === 'idle') this.#startProcess();
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#state !== 'ready' || this.#isEnding) return;
    const { backgroundMsMax } = this.#options;
    for (let job = this.#jobs.take(); job !== null; job = this.#jobs.take()) {
      const taken = job;
      job.timer ??= setTimeout(() => this.#giveUp(taken, backgroundMsMax), backgroundMsMax);
      this.#post({ type: 'task', id: job.id, task: job.task });
    }
  }

  /** A job that took too long fails now; the process has `hangMsMax` to let go of it. */
  #giveUp(job: EncoderJob, afterMs: number): void {
    job.reject(
      new VitrineError('overloaded', `The picture took longer than ${afterMs} ms`, { retryAfterSeconds: 5 }),
    );
    if (!this.#jobs.holds(job)) {
      this.#jobs.remove(job);
      return;
    }
    job.isAbandoned = true;
    this.#post({ type: 'cancel', id: job.id });
    job.timer = setTimeout(() => this.#endProcess(), this.#options.hangMsMax);
  }

  /** Ends the process for the sake of one job, which was answered: the others go on in the next one. */
  #endProcess(): void {
    this.#isEnding = true;
    this.#process?.kill('SIGKILL');
  }

  #startProcess(): void {
    this.#enter('starting', 'The image model is being loaded');
    const child = this.#spawn();
    this.#process = child;
    child.on('message', (reply: VisionReply) => this.#hear(reply));
    onChildExit(child, (cause) => this.#onExit(cause));
    const { source, budget } = this.#options;
    this.#post({ type: 'load', source, budget });
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
      this.#failAll(new VitrineError('vision_unavailable', reply.detail));
      this.#settled();
    } else {
      this.#finish(reply);
    }
  }

  #finish(reply: JobReply): void {
    this.#consecutiveCrashes = 0;
    const job = this.#jobs.get(reply.id);
    if (job !== undefined) {
      if (reply.type === 'exceeded' && isTriedAlone(job)) {
        this.#jobs.tryAlone(job);
      } else {
        this.#jobs.end(job);
        settle(job, reply);
      }
    }
    if (reply.type === 'exceeded') this.#endProcess();
    this.#dispatch();
  }

  /** Another process takes over: at once where this one was ended, after a pause where it crashed. */
  #onExit(cause: string): void {
    this.#process = null;
    if (this.#state === 'closed' || this.#state === 'failed') return;
    if (this.#isEnding) {
      this.#isEnding = false;
      this.#jobs.putBack();
      this.#startProcess();
      return;
    }
    for (const job of this.#jobs.suspect())
      failJob(
        job,
        new PictureError('image_broken', `The picture ended the process that reads it (${cause})`),
      );
    const pauseMs = Math.min(restartMsMax, this.#options.restartMsMin * 2 ** this.#consecutiveCrashes);
    this.#consecutiveCrashes += 1;
    this.#enter('restarting', `The vision process stopped (${cause}); it starts again in ${pauseMs} ms`);
    this.#settled();
    this.#restartTimer = setTimeout(() => this.#startProcess(), pauseMs);
  }

  #enter(state: State, detail: string): void {
    this.#state = state;
    this.#detail = detail;
  }

  #failAll(error: VitrineError): void {
    for (const job of this.#jobs.drain()) failJob(job, error);
  }

  #post(request: VisionRequest): void {
    // What cannot be sent any more is answered by the process's end, which is heard on its own.
    this.#process?.send(request, () => {});
  }
}

/** What vectors of a model are kept under. */
export function vectorsName({ name, sha256 }: ModelIdentity): string {
  return `${name}:${sha256}:${recipe}`;
}

/**
 * Whether a picture that went beyond its budget is tried again alone, as others may have used what it is blamed for. A picture of the
 * catalog is, which is refused for good; a photo can be sent again, and would have all others wait.
 */
function isTriedAlone({ priority, isAlone, isAbandoned }: EncoderJob): boolean {
  return priority === 'background' && !isAlone && !isAbandoned;
}

function settle(job: EncoderJob, reply: JobReply): void {
  if (job.timer !== null) clearTimeout(job.timer);
  if (reply.type === 'done') job.resolve(reply.vectors);
  else if (reply.type === 'refused') job.reject(new PictureError(reply.code, reply.detail));
  else if (reply.type === 'exceeded') job.reject(new PictureError('image_too_slow', reply.detail));
  else job.reject(new VitrineError('vision_unavailable', `The image model failed: ${reply.detail}`));
}

function failJob(job: EncoderJob, error: VitrineError): void {
  if (job.timer !== null) clearTimeout(job.timer);
  job.reject(error);
}

function only(vectors: Vectors): Float32Array {
  const [vector] = vectors;
  if (vector === undefined) throw new Error('The vision process answered without a vector');
  return vector;
}

function spawnVisionProcess(): ChildProcess {
  const child = forkProgram(new URL('./vision-process.ts', import.meta.url), {
    // Memory that a large picture took goes back to the system: glibc would keep it.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' },
    execArgv: ['--max-old-space-size=256'],
  });
  // Where cores are short, searches by words go first: they take a millisecond, a picture twenty.
  lowerPriority(child, niceness);
  return child;
}
