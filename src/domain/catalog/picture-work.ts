import { createHash } from 'node:crypto';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { PictureJob } from '../../ports/vectors.ts';
import { PictureFetchError, type ImageEncoder, type PictureSource } from '../../ports/vision.ts';
import type { Clock } from '../../lib/clock.ts';
import { HostPatience } from './host-patience.ts';

const mediaPrefix = '/media/';
/** Jobs taken from one project before the next project has its turn. */
const jobsPerTurn = 4;
/** How long to wait before looking again, where nothing woke it. */
const idleMs = 1_000;
const attemptsMax = 6;
const retryMsFirst = 60_000;
/** Where the encoder itself is away, nothing is the picture's fault. */
const encoderRetryMs = 30_000;

/**
 * Makes the pictures of all projects findable, in the background: first every picture the quick way, then, when
 * there is time, each more thoroughly. What it did is durable; a restart goes on where it was.
 */
export class PictureWork implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #encoder: ImageEncoder;
  readonly #source: PictureSource;
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #watched = new Set<string>();
  readonly #hosts = new HostPatience();
  #stopped = false;
  #awake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: {
    engine: Engine;
    encoder: ImageEncoder;
    source: PictureSource;
    clock: Clock;
    onFault: (error: unknown) => void;
  }) {
    this.#engine = options.engine;
    this.#encoder = options.encoder;
    this.#source = options.source;
    this.#clock = options.clock;
    this.#onFault = options.onFault;
  }

  start(): void {
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#awake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let done = 0;
      try {
        if (this.#encoder.status().ready) {
          done = await this.#turn(['embed']);
          if (done === 0) done = await this.#turn(['refine']);
        }
      } catch (error) {
        // A fault must not end the work for good: it is told, and tried again after a pause.
        this.#onFault(error);
      }
      if (done === 0 && !this.#stopped) await this.#pause();
    }
  }

  /** One turn of each project. Returns how many pictures were worked on. */
  async #turn(steps: readonly PictureJob['step'][]): Promise<number> {
    let done = 0;
    for (const { id } of this.#engine.store.projects()) {
      const project = await this.#project(id);
      if (project === null) continue;
      const limit = steps.includes('refine') ? 1 : jobsPerTurn;
      const jobs = await project.pictures.take(limit, this.#clock.now(), steps);
      await Promise.all(jobs.map((job) => this.#one(project, job)));
      done += jobs.length;
      if (this.#stopped) break;
    }
    return done;
  }

  async #project(id: string): Promise<ProjectEngine | null> {
    try {
      const project = await this.#engine.project(id);
      if (!this.#watched.has(id)) project.pictures.onWork(() => this.#awake());
      this.#watched.add(id);
      return project;
    } catch (error) {
      // Deleted between the listing and now, or damaged, which the engine has told.
      if (error instanceof VitrineError && ['project_not_found', 'storage_failed'].includes(error.code))
        return null;
      throw error;
    }
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
        const backgrounds = await Promise.all(job.others.map((source) => this.#bytes(project, source)));
        const refined = await this.#encoder.refine(bytes, backgrounds);
        await project.pictures.finish(job, { step: 'refine', refined }, model);
      }
    } catch (error) {
      // Deleted meanwhile, with all its pictures: nobody is there to be told.
      if (error instanceof VitrineError && error.code === 'project_not_found') return;
      await this.#failed(project, job, error);
    }
  }

  async #failed(project: ProjectEngine, job: PictureJob, error: unknown): Promise<void> {
    const told = describeFailure(error);
    if (told === null) this.#onFault(error);
    const { code, detail, retry } = told ?? {
      code: 'internal_error',
      detail: 'A fault of the service',
      retry: 'later',
    };
    const wait = Math.min(retryMsFirst * 4 ** job.attempts, 24 * 60 * 60_000);
    const again =
      retry === 'soon' ? encoderRetryMs : retry === 'later' && job.attempts + 1 < attemptsMax ? wait : null;
    await project.pictures.fail(job, { code, detail }, again === null ? null : this.#clock.now() + again);
  }

  async #bytes(project: ProjectEngine, source: string): Promise<Uint8Array> {
    if (!source.startsWith(mediaPrefix))
      return this.#hosts.ask(
        source,
        () => this.#clock.now(),
        () => this.#source.fetch(source),
      );
    const file = await project.catalog.media(source.slice(mediaPrefix.length));
    if (file === null) throw new VitrineError('media_not_found', 'The project keeps no such picture');
    return file.bytes;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      this.#awake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Why a picture failed and when it makes sense to try again; null for what nobody foresaw. */
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
