import { createHash } from 'node:crypto';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { pictureRetryMsMax, type PictureJob } from '../../ports/pictures.ts';
import { PictureFetchError, type ImageEncoder, type PictureSource } from '../../ports/vision.ts';
import type { Clock } from '../../lib/clock.ts';
import { BackgroundLoop } from './background-loop.ts';
import { HostCircuitBreaker } from './host-circuit-breaker.ts';

const mediaPrefix = '/media/';
/** Jobs of one project per turn. */
const jobsPerTurn = 4;
/** Pause between turns without work. */
const idleMs = 1_000;
const attemptsMax = 6;
const retryMsFirst = 60_000;
/** Retry delay if the encoder is unavailable, which is not an error of the picture. */
const encoderRetryMs = 30_000;

/**
 * Embeds the pictures of all projects in the background: all plain features first, refined ones when there is time. Results
 * are durable; a restart continues.
 */
export class PictureEmbeddingLoop implements AsyncDisposable {
  readonly #loop: BackgroundLoop;
  readonly #encoder: ImageEncoder;
  readonly #source: PictureSource;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #hosts = new HostCircuitBreaker();

  constructor(options: {
    engine: Engine;
    encoder: ImageEncoder;
    source: PictureSource;
    clock: Clock;
    onError: (error: unknown) => void;
  }) {
    this.#loop = new BackgroundLoop(options.engine, ({ pictures }, wake) => pictures.onWork(wake));
    this.#encoder = options.encoder;
    this.#source = options.source;
    this.#clock = options.clock;
    this.#onError = options.onError;
  }

  start(): void {
    this.#loop.start(() => this.#turn());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** Returns the pause after the turn, in ms. */
  async #turn(): Promise<number> {
    try {
      if (!this.#encoder.status().ready) return idleMs;
      const done = (await this.#work(['embed'])) || (await this.#work(['refine']));
      return done > 0 ? 0 : idleMs;
    } catch (error) {
      // An error must not end the loop: it is reported, and retried after a pause.
      this.#onError(error);
      return idleMs;
    }
  }

  /** Processes a few pictures of each project. Returns their number. */
  async #work(steps: readonly PictureJob['step'][]): Promise<number> {
    let done = 0;
    const limit = steps.includes('refine') ? 1 : jobsPerTurn;
    for await (const project of this.#loop.projects()) {
      const jobs = await project.pictures.take(limit, this.#clock.now(), steps);
      await Promise.all(jobs.map((job) => this.#one(project, job)));
      done += jobs.length;
    }
    return done;
  }

  async #one(project: ProjectEngine, job: PictureJob): Promise<void> {
    try {
      const bytes = await this.#bytes(project, job.source);
      const { model } = this.#encoder;
      if (job.step === 'embed') {
        const hash = createHash('sha256').update(bytes).digest('hex');
        if (await project.pictures.reuse(job, hash, model)) return;
        const feature = await this.#encoder.embedCatalog(bytes);
        await project.pictures.finish(job, { step: 'embed', feature, hash }, model);
      } else {
        const backgrounds = await Promise.all(job.backgrounds.map((source) => this.#bytes(project, source)));
        const refined = await this.#encoder.refine(bytes, backgrounds);
        await project.pictures.finish(job, { step: 'refine', refined }, model);
      }
    } catch (error) {
      // The project was deleted with its pictures.
      if (error instanceof VitrineError && error.code === 'project_not_found') return;
      await this.#failed(project, job, error);
    }
  }

  async #failed(project: ProjectEngine, job: PictureJob, error: unknown): Promise<void> {
    const told = describeFailure(error);
    if (told === null) this.#onError(error);
    const { code, detail, retry } = told ?? {
      code: 'internal_error',
      detail: 'A fault of the service',
      retry: 'later',
    };
    const wait = Math.min(retryMsFirst * 4 ** job.attempts, pictureRetryMsMax);
    const again =
      retry === 'soon' ? encoderRetryMs : retry === 'later' && job.attempts + 1 < attemptsMax ? wait : null;
    await project.pictures.fail(job, { code, detail }, again === null ? null : this.#clock.now() + again);
  }

  async #bytes(project: ProjectEngine, source: string): Promise<Uint8Array> {
    if (!source.startsWith(mediaPrefix)) return this.#hosts.run(source, () => this.#source.fetch(source));
    const file = await project.catalog.media(source.slice(mediaPrefix.length));
    if (file === null) throw new VitrineError('media_not_found', 'The project keeps no such picture');
    return file.bytes;
  }
}

/** The reason of a failure and the time of the next attempt; null for an unexpected error. */
function describeFailure(
  error: unknown,
): { code: string; detail: string; retry: 'never' | 'later' | 'soon' } | null {
  if (error instanceof PictureFetchError) {
    return { code: error.code, detail: error.message, retry: error.retryable ? 'later' : 'never' };
  }
  if (!(error instanceof VitrineError)) return null;
  const ours = ['vision_unavailable', 'overloaded', 'stopping', 'storage_failed'].includes(error.code);
  return { code: error.code, detail: error.message, retry: ours ? 'soon' : 'never' };
}
