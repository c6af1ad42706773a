import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type {
  EmbeddedPhoto,
  ImageEncoder,
  PhotoToEmbed,
  PhotoToMatch,
  PointPair,
  RefinedFeatures,
} from '../../ports/pictures/vision.ts';
import {
  toBytes,
  type DecodeBudget,
  type ImageEncoderSource,
  type ImageTask,
} from '../runtime/encoder-messages.ts';
import type { EncoderQueueLimits } from '../runtime/encoder-job-queue.ts';
import {
  type EncoderFault,
  EncoderProcess,
  type EncoderProcessOptions,
  type EncoderTimings,
} from '../runtime/encoder-process.ts';
import { modelId, type ModelIdentity } from '../runtime/model-identity.ts';
import type { Priority } from '../runtime/step-queue.ts';
import { decodeBudget } from './decode-watchdog.ts';
import { PictureError, type PictureErrorCode } from './picture-error.ts';
import { checkPictureFile } from './picture-format.ts';
import { backgroundsMax, recipe } from './recipe.ts';

/** What stored vectors are used with before a model is loaded. Its process refuses a model file with another hash. */
export interface KnownImageModel {
  readonly identity: ModelIdentity;
  /** Null if it is unknown. */
  readonly blankFeature: Float32Array | null;
}

export interface ProcessImageEncoderOptions extends Partial<EncoderQueueLimits & EncoderTimings> {
  readonly source: ImageEncoderSource['model'];
  /** The model, where it is known before it is loaded. */
  readonly known?: KnownImageModel | null;
  /** Called when the model is loaded, or cannot be; not when it is loaded again. */
  readonly onSettled?: (status: EncoderStatus) => void;
  /** The budget for decoding one picture. */
  readonly budget?: DecodeBudget;
  readonly spawn?: EncoderProcessOptions<unknown>['spawn'];
  readonly slot?: EncoderProcessOptions<unknown>['slot'];
}

const queriesInFlightMax = 8;
const backgroundWaitingDefault = 16;
/** Lets the memory of large pictures return to the system, which glibc would keep. */
const env = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

/**
 * Computes image features in a separate process, which decodes pictures and holds the model, because untrusted pictures are
 * decoded by native code. The picture that crashes or exhausts it is rejected; other jobs in progress are repeated.
 */
export class ProcessImageEncoder implements ImageEncoder, AsyncDisposable {
  readonly #known: KnownImageModel | null;
  readonly #process: EncoderProcess<ImageEncoderSource, ImageTask>;
  readonly #settled = Promise.withResolvers<void>();

  /** An encoder whose model is loaded by {@link load}, or with the first picture. */
  constructor(options: ProcessImageEncoderOptions) {
    const { source, budget = decodeBudget, known = null, onSettled, ...rest } = options;
    this.#known = known;
    this.#process = new EncoderProcess({
      kind: 'image',
      program: new URL('./image-encoder-program.ts', import.meta.url),
      env,
      source: { model: source, budget },
      expected: known?.identity ?? null,
      queue: {
        queriesInFlightMax,
        queriesWaitingMax: limits.photosWaitingMax,
        queriesWaitingPerClientMax: limits.photosWaitingPerClientMax,
        queriesWaitingBytesMax: limits.photosWaitingBytesMax,
        backgroundWaitingMax: backgroundWaitingDefault,
        ...rest,
      },
      repeatsAfterCrash: true,
      toError,
      onState: (state, previous) => {
        if (state === 'ready' || state === 'failed' || state === 'restarting') this.#settled.resolve();
        if (state === 'failed' || (state === 'ready' && previous !== 'reloading')) onSettled?.(this.status());
      },
      ...rest,
    });
  }

  /** An encoder with its model: see {@link load}. */
  static async start(options: ProcessImageEncoderOptions): Promise<ProcessImageEncoder> {
    const encoder = new ProcessImageEncoder(options);
    await encoder.load();
    return encoder;
  }

  /** Resolves when the model is loaded or found unusable (see `status()`). Does not reject for the latter. */
  async load(): Promise<void> {
    this.#process.start();
    await this.#settled.promise;
  }

  /** See {@link formatVectorsName}; empty before an unknown model was loaded. */
  get model(): string {
    const identity = this.#process.identity ?? this.#known?.identity;
    return identity === undefined ? '' : formatVectorsName(identity);
  }

  /** 0 before an unknown model was loaded. */
  get dimensions(): number {
    return this.blankFeature?.length ?? 0;
  }

  get blankFeature(): Float32Array | null {
    return this.#process.blankFeature ?? this.#known?.blankFeature ?? null;
  }

  status(): EncoderStatus {
    return this.#process.status();
  }

  async embedPhoto({ bytes, crop, parts }: PhotoToEmbed, client: string): Promise<EmbeddedPhoto> {
    let feature: Float32Array | undefined;
    const wants = (whole: Float32Array): boolean => parts?.((feature = whole)) ?? false;
    const task = { kind: 'photo', bytes, crop, asksForRegions: parts !== undefined } as const;
    const vectors = await this.#submit(task, 'query', { client, wants });
    const isFlat = vectors.at(-1)![0] === 1;
    if (feature === undefined) return { feature: vectors[0]!, parts: [], isFlat };
    return {
      feature,
      isFlat,
      parts: Array.from({ length: (vectors.length - 1) / 2 }, (_, i) => {
        const [x, y, width, height] = vectors[2 * i]! as unknown as [number, number, number, number];
        return { part: { x, y, width, height }, feature: vectors[2 * i + 1]! };
      }),
    };
  }

  async embedCatalog(bytes: Uint8Array): Promise<Float32Array> {
    const [feature] = await this.#submit({ kind: 'catalog', bytes }, 'background');
    return feature!;
  }

  /**
   * Computes a better feature of a catalog picture. `backgrounds` are other pictures of the shop (at most four are
   * used) for scenes of a packshot, which gain .01 to .02 of top-1 accuracy over painted ones alone.
   */
  async refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[] = []): Promise<RefinedFeatures> {
    const task = { kind: 'refine', bytes, backgrounds: backgrounds.slice(0, backgroundsMax) } as const;
    const [feature, probes, mean = null] = await this.#submit(task, 'background');
    return { feature: feature!, calibrationSamples: probes!, augmentedMean: mean };
  }

  async detectKeypoints(bytes: Uint8Array): Promise<Uint8Array> {
    const [points] = await this.#submit({ kind: 'points', bytes }, 'background');
    return toBytes(points!);
  }

  async matchPoints({ bytes, crop, pictures }: PhotoToMatch, client: string): Promise<PointPair[][]> {
    const matches = await this.#submit({ kind: 'match', bytes, crop, pictures }, 'query', { client });
    return matches.map((numbers) =>
      Array.from({ length: numbers.length / 4 }, (_, i): PointPair => {
        const at = 4 * i;
        return { photo: [numbers[at]!, numbers[at + 1]!], picture: [numbers[at + 2]!, numbers[at + 3]!] };
      }),
    );
  }

  /** Rejects waiting jobs, cancels running ones, and ends the process. */
  close(): Promise<void> {
    return this.#process.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #submit(
    task: ImageTask,
    priority: Priority,
    query: { readonly client?: string; readonly wants?: (feature: Float32Array) => boolean } = {},
  ): Promise<readonly Float32Array[]> {
    // Checked here, so that other files use no slot, and are reported even without a model.
    checkPictureFile(task.bytes);
    return await this.#process.submit(task, { priority, size: task.bytes.length, ...query });
  }
}

/** The model name that is stored with vectors. */
export function formatVectorsName(identity: ModelIdentity): string {
  return `${modelId(identity)}:${recipe}`;
}

function toError(fault: EncoderFault): VitrineError {
  switch (fault.kind) {
    case 'timeout':
      return new VitrineError('overloaded', `The picture took longer than ${fault.msMax} ms`, {
        retryAfterSeconds: 5,
      });
    case 'overloaded':
      return new VitrineError(
        'overloaded',
        `Too many pictures ${fault.priority === 'query' ? 'of this client ' : ''}are already waiting`,
        { retryAfterSeconds: 1 },
      );
    case 'stopping':
      return new VitrineError('stopping', fault.detail);
    case 'unavailable':
      return new VitrineError('vision_unavailable', fault.detail);
    case 'broke':
      return new VitrineError('vision_unavailable', `The image model failed: ${fault.detail}`);
    case 'crashed':
      return new PictureError('image_broken', `The picture crashed the decoding process (${fault.cause})`);
    case 'exceeded':
      return new PictureError('image_too_slow', fault.detail);
    default:
      // The program throws only errors of pictures.
      return new PictureError(fault.code as PictureErrorCode, fault.detail);
  }
}
