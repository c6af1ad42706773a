import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { LegacyImageEncoder } from './encoders/image/delegating-image-encoder.ts';
import { readMultilingualIdentity } from './encoders/multilingual/multilingual-model.ts';
import { MultilingualTextEncoder } from './encoders/multilingual/multilingual-text-encoder.ts';
import { createImageEncoders } from './encoders/image/image-encoders.ts';
import {
  decodeFeatures,
  PrecomputedFeatures,
  readWhenUsed,
  type FeatureFile,
} from './encoders/image/precomputed-features.ts';
import { createLegacyTextEncoder, ProcessTextEncoder } from './encoders/text/process-text-encoder.ts';
import { createTextEncoders } from './encoders/text/text-encoders.ts';
import type { ModelSlot } from './encoders/runtime/model-slot.ts';
import { root } from './lib/package-root.ts';
import { VitrineError } from './ports/errors.ts';
import { limits } from './ports/limits.ts';
import type { TextEncoder } from './ports/search/text-embeddings.ts';
import type { ImageEncoder } from './ports/pictures/vision.ts';

/** The features of the demo shop's pictures, as `npm run demo:vectors` computes them. */
const demoFeatures = join(root, 'demo', 'vectors.bin');

/** The image encoders, the target model first; each also under its legacy id. Empty: photo search is not configured. */
interface ImageEncoders {
  readonly encoders: readonly ImageEncoder[];
  /** Loads the target model. Resolves when it is loaded or found unusable. */
  readonly load: () => Promise<void>;
}

/** Resolves once the model, its dimensions and its blank feature are known, of which the vendored model needs no loading. */
export async function startImageEncoders(
  { imageModel, dataDir, demo, modelIdleMs, memory }: Config,
  slot: ModelSlot | undefined,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<ImageEncoders> {
  if (imageModel === null) return { encoders: [], load: () => Promise.resolve() };
  const encoders = await createImageEncoders(imageModel, {
    modelsDir: join(root, 'models'),
    cacheDir: join(dataDir, 'models'),
    idleMs: modelIdleMs,
    slot,
    queriesWaitingBytesMax: memory.bytesInFlightShare * limits.photosWaitingBytesMax,
    onSettled: ({ ready, detail, warning }) => {
      if (!ready) logger.error({ detail }, 'photo search is off');
      if (warning !== undefined) logger.warn(warning);
    },
  });
  for (const encoder of encoders) stack.use(encoder);
  const read = demo && existsSync(demoFeatures) ? readWhenUsed(() => readDemoFeatures(logger)) : null;
  const known = read === null ? encoders : encoders.map((encoder) => new PrecomputedFeatures(encoder, read));
  return {
    encoders: known.flatMap((encoder) => [encoder, new LegacyImageEncoder(encoder)]),
    load: () => encoders[0]!.load(),
  };
}

/** Reads the features of the demo shop's pictures. A file that cannot be read has none: the pictures are embedded like others. */
async function readDemoFeatures(logger: Logger): Promise<FeatureFile> {
  try {
    return decodeFeatures(await readFile(demoFeatures));
  } catch (error) {
    logger.error({ err: error }, 'the features of the demo shop cannot be read');
    return { model: '', features: new Map() };
  }
}

/**
 * The text encoders in the order of preference; empty if semantic search is not configured. The multilingual model is loaded when this
 * resolves, the others later.
 */
export async function startTextEncoders(
  { textModel, dataDir, modelIdleMs }: Config,
  slot: ModelSlot | undefined,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<TextEncoder[]> {
  if (textModel === null) return [];
  const modelsDir = join(root, 'models');
  const encoders = createTextEncoders(textModel, {
    modelsDir,
    cacheDir: join(dataDir, 'models'),
    idleMs: modelIdleMs,
    slot,
    onSettled: ({ ready, detail, warning }) => {
      if (!ready) logger.error({ detail }, 'semantic search is off');
      if (warning !== undefined) logger.warn(warning);
    },
  });
  const multilingual = await startMultilingualEncoder(modelsDir, logger);
  return [
    ...encoders.flatMap((encoder): TextEncoder[] =>
      encoder instanceof ProcessTextEncoder
        ? [stack.use(encoder), createLegacyTextEncoder(encoder)]
        : [encoder],
    ),
    ...(multilingual === null ? [] : [stack.use(multilingual)]),
  ];
}

/** Null without the file that describes it, which other models report. */
async function startMultilingualEncoder(
  modelsDir: string,
  logger: Logger,
): Promise<MultilingualTextEncoder | null> {
  const identity = readMultilingualIdentity(modelsDir);
  if (identity === null) return null;
  const encoder = new MultilingualTextEncoder(identity);
  await encoder.load(modelsDir);
  const { ready, detail } = encoder.status();
  if (!ready) logger.error({ detail }, 'semantic search knows fewer languages');
  return encoder;
}

const noImageModel = 'No image model is configured';
const off = (): Promise<never> => Promise.reject(new VitrineError('vision_unavailable', noImageModel));
/** Without an image model. */
export const encoderOff: ImageEncoder = {
  model: '',
  dimensions: 0,
  blankFeature: null,
  status: () => ({ ready: false, detail: noImageModel }),
  embedPhoto: off,
  embedCatalog: off,
  refine: off,
  detectKeypoints: off,
  matchPoints: off,
};
