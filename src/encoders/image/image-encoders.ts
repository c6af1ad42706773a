import type { ImageModelConfig } from '../../ports/pictures/vision.ts';
import {
  ProcessImageEncoder,
  formatVectorsName,
  type ProcessImageEncoderOptions,
} from './process-image-encoder.ts';
import { findVendoredModel } from './model-manifest.ts';

interface ImageEncoderOptions extends Pick<
  ProcessImageEncoderOptions,
  'idleMs' | 'queriesWaitingBytesMax' | 'slot'
> {
  readonly modelsDir: string;
  readonly cacheDir: string;
}

/**
 * The available image encoders: the configured one, once it is loaded or found unusable, then the vendored one. The
 * latter is loaded only where its vectors still serve while those of another model are computed.
 */
export async function createImageEncoders(
  { make, model }: ImageModelConfig,
  { modelsDir, cacheDir, ...options }: ImageEncoderOptions,
): Promise<ProcessImageEncoder[]> {
  const vendored = { kind: 'vendored', modelsDir } as const;
  if (make === 'vendored') return [await ProcessImageEncoder.start({ ...options, source: vendored })];
  const identity = await findVendoredModel(modelsDir);
  const standIns =
    identity === null
      ? []
      : [
          ProcessImageEncoder.createFallback({
            ...options,
            source: vendored,
            model: formatVectorsName(identity),
          }),
        ];
  const source = { kind: 'hub', model, cacheDir } as const;
  return [await ProcessImageEncoder.start({ ...options, source }), ...standIns];
}
