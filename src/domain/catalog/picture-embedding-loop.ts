import { createHash } from 'node:crypto';
import type { ProjectEngine } from '../../ports/engine.ts';
import { isStorageError, VitrineError } from '../../ports/errors.ts';
import { pictureRetryMsMax, type PictureJob } from '../../ports/pictures/pictures.ts';
import { PictureFetchError, type ImageEncoder, type PictureSource } from '../../ports/pictures/vision.ts';
import { systemStopwatch, type Clock } from '../../lib/clock.ts';
import { readHost } from '../../lib/url-host.ts';
import { runInBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import { EmbeddingLoop, type EmbeddingLoopOptions } from './embedding-loop.ts';
import { PictureTimings } from './picture-timings.ts';
import { HostCircuitBreaker, isHostSilent } from './host-circuit-breaker.ts';

const mediaPrefix = '/media/';
/** Jobs of one project per turn. */
const jobsPerTurn: Record<PictureJob['step'], number> = { embed: 4, refine: 1, points: 4 };
const attemptsMax = 6;
const retryMsFirst = 60_000;
/** Retry delay if the encoder is unavailable, which is not an error of the picture. */
const encoderRetryMs = 30_000;

/** Receives whether the host of a picture responded, with any status. */
export type OnHostTried = (project: ProjectEngine, host: string, responded: boolean) => void;

/** Embeds the pictures of all projects: all plain features first, refined ones and keypoints when there is time. */
export class PictureEmbeddingLoop extends EmbeddingLoop<PictureJob['step']> {
  readonly #encoder: ImageEncoder;
  readonly #source: PictureSource;
  readonly #clock: Clock;
  readonly #hosts = new HostCircuitBreaker();
  readonly #onHostTried: OnHostTried;
  readonly #timings: PictureTimings;
  readonly #tracer: Tracer | null;

  constructor(
    options: EmbeddingLoopOptions & {
      encoder: ImageEncoder;
      source: PictureSource;
      clock: Clock;
      onHostTried?: OnHostTried;
      timings?: PictureTimings;
      tracer?: Tracer | null;
    },
  ) {
    super(options, ['embed', 'refine', 'points']);
    this.#onHostTried = options.onHostTried ?? (() => undefined);
    this.#timings = options.timings ?? new PictureTimings();
    this.#tracer = options.tracer ?? null;
    this.#encoder = options.encoder;
    this.#source = options.source;
    this.#clock = options.clock;
  }

  start(): void {
    this.startTurns();
  }

  protected override watch({ pictures }: ProjectEngine, wake: () => void): void {
    pictures.onWork(wake);
  }

  protected override async work(project: ProjectEngine, step: PictureJob['step']): Promise<boolean> {
    if (!this.#encoder.status().ready) return false;
    const jobs = await project.pictures.take(jobsPerTurn[step], this.#clock.now(), [step]);
    await Promise.all(
      jobs.map((job) =>
        runInBackground(this.#tracer, `${step} picture`, () => this.#embedOne(project, job), {
          'vitrine.project': project.id,
        }),
      ),
    );
    return jobs.length > 0;
  }

  async #embedOne(project: ProjectEngine, job: PictureJob): Promise<void> {
    try {
      const startedAt = systemStopwatch();
      const bytes = await this.#readPicture(project, job.source);
      const { model } = this.#encoder;
      if (job.step === 'embed') await this.#embed(project, job, bytes, systemStopwatch() - startedAt);
      else if (job.step === 'points') {
        const points = await this.#encoder.detectKeypoints(bytes);
        await project.pictures.finish(job, { step: 'points', points }, model);
      } else {
        const backgrounds = await Promise.all(
          job.backgrounds.map((source) => this.#readPicture(project, source)),
        );
        const refined = await this.#encoder.refine(bytes, backgrounds);
        // Refined vectors are not given up for keypoints: a job of their own repeats the extraction and reports its error.
        const points = await this.#encoder.detectKeypoints(bytes).catch(() => null);
        await project.pictures.finish(
          job,
          { step: 'refine', refined, ...(points === null ? {} : { points }) },
          model,
        );
      }
    } catch (error) {
      // The project was deleted with its pictures.
      if (error instanceof VitrineError && error.code === 'project_not_found') return;
      await this.#storeFailure(project, job, error);
    }
  }

  async #embed(project: ProjectEngine, job: PictureJob, bytes: Uint8Array, fetchMs: number): Promise<void> {
    const { model } = this.#encoder;
    const host = readHost(job.source);
    const record = (embedMs: number | null): void => {
      if (host !== '') this.#timings.record(project, host, { fetchMs, embedMs, bytes: bytes.length });
    };
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (await project.pictures.reuse(job, hash, model)) return record(null);
    const startedAt = systemStopwatch();
    const feature = await this.#encoder.embedCatalog(bytes);
    record(systemStopwatch() - startedAt);
    await project.pictures.finish(job, { step: 'embed', feature, hash }, model);
  }

  async #storeFailure(project: ProjectEngine, job: PictureJob, error: unknown): Promise<void> {
    const described = describeFailure(error);
    if (described === null) this.report(error);
    const { code, detail, retry } = described ?? {
      code: 'internal_error',
      detail: 'A fault of the service',
      retry: 'later',
    };
    const wait = Math.min(retryMsFirst * 4 ** job.attempts, pictureRetryMsMax);
    const again =
      retry === 'soon' ? encoderRetryMs : retry === 'later' && job.attempts + 1 < attemptsMax ? wait : null;
    await project.pictures.fail(job, { code, detail }, again === null ? null : this.#clock.now() + again);
  }

  async #download(project: ProjectEngine, source: string): Promise<Uint8Array> {
    const host = readHost(source);
    try {
      const bytes = await this.#hosts.run(source, () => this.#source.fetch(source));
      this.#onHostTried(project, host, true);
      return bytes;
    } catch (error) {
      // The address of a picture may name no host.
      if (host !== '') this.#onHostTried(project, host, !isHostSilent(error));
      throw error;
    }
  }

  async #readPicture(project: ProjectEngine, source: string): Promise<Uint8Array> {
    if (!source.startsWith(mediaPrefix)) return this.#download(project, source);
    const file = await project.catalog.readMedia(source.slice(mediaPrefix.length));
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
  const ours = ['vision_unavailable', 'overloaded', 'stopping'].includes(error.code) || isStorageError(error);
  return { code: error.code, detail: error.message, retry: ours ? 'soon' : 'never' };
}
