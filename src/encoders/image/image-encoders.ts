import type { ImageModelConfig } from '../../ports/pictures/vision.ts';
import { readBlankFeature } from '../runtime/reference-vectors.ts';
import {
  ProcessImageEncoder,
  type KnownImageModel,
  type ProcessImageEncoderOptions,
} from './process-image-encoder.ts';
import { findVendoredModel, readVendoredModel } from './model-manifest.ts';

interface ImageEncoderOptions extends Pick<
  ProcessImageEncoderOptions,
  'idleMs' | 'onSettled' | 'queriesWaitingBytesMax' | 'slot'
> {
  readonly modelsDir: string;
  readonly cacheDir: string;
}

/**
 * The available image encoders: the configured one, then the vendored one. The latter is loaded only where its vectors still serve while those
 * of another model are computed. Where the model of the first one, its dimensions and its blank feature are known, the caller loads it;
 * otherwise this resolves once it is loaded or found unusable.
 */
export async function createImageEncoders(
  { make, model }: ImageModelConfig,
  { modelsDir, cacheDir, ...options }: ImageEncoderOptions,
): Promise<ProcessImageEncoder[]> {
  const source = { kind: 'vendored', modelsDir } as const;
  if (make === 'vendored') {
    const known = await findIntactModel(modelsDir);
    return known === null
      ? [await ProcessImageEncoder.start({ ...options, source })]
      : [new ProcessImageEncoder({ ...options, source, known })];
  }
  const identity = await findVendoredModel(modelsDir);
  const standIns =
    identity === null
      ? []
      : [
          new ProcessImageEncoder({
            ...options,
            onSettled: ignoreStatus,
            source,
            known: { identity, blankFeature: null },
          }),
        ];
  const hub = { kind: 'hub', model, cacheDir } as const;
  return [await ProcessImageEncoder.start({ ...options, source: hub }), ...standIns];
}

/** What is known of the vendored model; null where its file is missing or damaged, which loading it reports, or its blank feature is unknown. */
async function findIntactModel(modelsDir: string): Promise<KnownImageModel | null> {
  const model = await readVendoredModel(modelsDir).catch(() => null);
  const blankFeature = model === null ? null : await readBlankFeature(modelsDir, model.identity);
  return model === null || blankFeature === null ? null : { identity: model.identity, blankFeature };
}

/** Photo search is not off where only the model of earlier vectors cannot be loaded. */
function ignoreStatus(): void {
  // The first photo that needs the model reports it.
}
