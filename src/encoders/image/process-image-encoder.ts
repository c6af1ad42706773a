import type { ModelIdentity } from '../runtime/model-identity.ts';
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
  type VisionReply,
  type VisionRequest,
  type VisionTask,
} from './vision-messages.ts';

export interface ProcessImageEncoderOptions {
  readonly source: ImageModelSource;
  /** The known `model` before it is loaded: see `fallback`. */
  readonly model?: string;
  /** Maximum waiting photo queries, of all clients and of one; further ones are rejected as `overloaded`. */
  readonly queriesWaitingMax?: number;
  readonly queriesWaitingPerClientMax?: number;
  readonly queriesWaitingBytesMax?: number;
  /** Maximum waiting background pictures; each holds its bytes, so callers submit only a few at a time. */
  readonly backgroundWaitingMax?: number;
  /** Timeout of a query, from the call to the reply. */
  readonly queryMsMax?: number;
  /** Timeout of background work, from its start. */
  readonly backgroundMsMax?: number;
  /** The first pause before a crashed process is restarted; each further one is twice as long, up to 30 s. */
  readonly restartMsMin?: number;
  /** Time for the process to cancel a job that timed out; then it counts as hanging and is killed. */
  readonly hangMsMax?: number;
  /** The budget for decoding one picture. */
  readonly budget?: DecodeBudget;
  /** Starts the process; replaced by tests. */
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
/** POSIX niceness of the process: 0 is the service's own, 19 the lowest priority. */
const niceness = 5;
/**
 * Computes image features in a separate process, which decodes pictures and holds the model. A process, because
 * untrusted pictures are decoded by native code: one that crashes, hangs or uses too much time or memory is killed
 * without the service (terminating a worker thread inside native code was seen to abort the whole service) and
 * restarted. The responsible picture is rejected; other jobs in progress are repeated. Where the model cannot be
 * loaded, `status()` reports it and all work is rejected with `vision_unavailable`, while the rest of the service
 * continues.
 *
 * The passed bytes must not change until the reply.
 */
export class ProcessImageEncoder implements ImageEncoderPort, AsyncDisposable {
  readonly #options: Required<Omit<ProcessImageEncoderOptions, 'spawn' | 'model'>>;
  readonly #spawn: () => ChildProcess;
  readonly #jobs: EncoderJobQueue;
  #process: ChildProcess | null = null;
  /** Whether the process is being killed because of one job. */
  #isKilling = false;
  #state: State = 'idle';
  #detail = 'The image model is not needed';
  #model: string;
  #ground: Float32Array | null = null;
  #jobCount = 0;
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

  /** Resolves when the model is loaded or found unusable (see `status()`). Does not reject for the latter. */
  static async start(options: ProcessImageEncoderOptions): Promise<ProcessImageEncoder> {
    const encoder = new ProcessImageEncoder(options);
    await new Promise<void>((resolve) => {
      encoder.#settled = resolve;
      encoder.#startProcess();
    });
    return encoder;
  }

  /** An encoder whose model is loaded with the first picture: it serves only while vectors of another model are computed. */
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
   * Computes a better feature of a catalog picture. `backgrounds` are other pictures of the shop (at most four are
   * used) for scenes of a packshot, which gain .01 to .02 of top-1 accuracy over painted ones alone.
   */
  async refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[] = []): Promise<RefinedFeatures> {
    const task = { kind: 'refine', bytes, backgrounds: backgrounds.slice(0, backgroundsMax) } as const;
    const [feature, probes, mean = null] = await this.#submit('background', task);
    return { feature: feature!, calibrationSamples: probes!, augmentedMean: mean };
  }

  /** Rejects waiting jobs, cancels running ones, and ends the process. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasReady = this.#state === 'ready';
    this.#enter('closed', 'The service is stopping');
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#failAll(new VitrineError('stopping', this.#detail));
    if (this.#process === null) return;
    // A process that is still loading does not receive messages yet.
    const requestClose = (): void => this.#post({ type: 'close' });
    await terminateChild(this.#process, wasReady ? requestClose : null, closeMsMax);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #submit(priority: Priority, task: VisionTask, client = ''): Promise<Vectors> {
    return new Promise((resolve, reject) => {
      // Checked here, so that other files use no slot, and are reported even without a model.
      checkPictureFile(task.bytes);
      if (this.#state === 'closed') throw new VitrineError('stopping', this.#detail);
      if (this.#state === 'failed') throw new VitrineError('vision_unavailable', this.#detail);
      const id = ++this.#jobCount;
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
    if (this.#state !== 'ready' || this.#isKilling) return;
    const { backgroundMsMax } = this.#options;
    for (let job = this.#jobs.take(); job !== null; job = this.#jobs.take()) {
      const taken = job;
      job.timer ??= setTimeout(() => this.#giveUp(taken, backgroundMsMax), backgroundMsMax);
      this.#post({ type: 'task', id: job.id, task: job.task });
    }
  }

  /** Fails a job that timed out; the process has `hangMsMax` to cancel it. */
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
    job.timer = setTimeout(() => this.#killProcess(), this.#options.hangMsMax);
  }

  /** Kills the process because of one job, which was answered: the others are repeated in the next one. */
  #killProcess(): void {
    this.#isKilling = true;
    this.#process?.kill('SIGKILL');
  }

  #startProcess(): void {
    this.#enter('starting', 'The image model is being loaded');
    const child = this.#spawn();
    this.#process = child;
    child.on('message', (reply: VisionReply) => this.#onReply(reply));
    onChildExit(child, (cause) => this.#onExit(cause));
    const { source, budget } = this.#options;
    this.#post({ type: 'load', source, budget });
  }

  #onReply(reply: VisionReply): void {
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
      if (reply.type === 'exceeded' && isRepeatedAlone(job)) {
        this.#jobs.tryAlone(job);
      } else {
        this.#jobs.end(job);
        settle(job, reply);
      }
    }
    if (reply.type === 'exceeded') this.#killProcess();
    this.#dispatch();
  }

  /** Starts another process: immediately where this one was killed, after a pause where it crashed. */
  #onExit(cause: string): void {
    this.#process = null;
    if (this.#state === 'closed' || this.#state === 'failed') return;
    if (this.#isKilling) {
      this.#isKilling = false;
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
    // A message that cannot be sent is handled by the process's exit event.
    this.#process?.send(request, () => {});
  }
}

/** The model name that is stored with vectors. */
export function vectorsName({ name, sha256 }: ModelIdentity): string {
  return `${name}:${sha256}:${recipe}`;
}

/**
 * Whether a picture that exceeded its budget is repeated alone, as other jobs may have used the resources. Only
 * catalog pictures are, which would be rejected permanently; a photo query can be sent again, and repeating it would
 * delay all others.
 */
function isRepeatedAlone({ priority, isAlone, isAbandoned }: EncoderJob): boolean {
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
    // Lets the memory of large pictures return to the system, which glibc would keep.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' },
    execArgv: ['--max-old-space-size=256'],
  });
  // Where cores are scarce, text searches have priority: they take a millisecond, a picture twenty.
  lowerPriority(child, niceness);
  return child;
}
