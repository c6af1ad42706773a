import type { ImageModelConfig } from '../../ports/pictures/vision.ts';
import { ProcessImageEncoder, formatVectorsName } from './process-image-encoder.ts';
import { findVendoredModel } from './model-manifest.ts';

/**
 * The available image encoders: the configured one, once it is loaded or found unusable, then the vendored one. The
 * latter is loaded only where its vectors still serve while those of another model are computed.
 */
export async function createImageEncoders(
  { make, model }: ImageModelConfig,
  {
    modelsDir,
    cacheDir,
    idleMs = null,
  }: {
    readonly modelsDir: string;
    readonly cacheDir: string;
    /** See `EncoderTimings`. */
    readonly idleMs?: number | null;
  },
): Promise<ProcessImageEncoder[]> {
  const vendored = { kind: 'vendored', modelsDir } as const;
  if (make === 'vendored') return [await ProcessImageEncoder.start({ source: vendored, idleMs })];
  const identity = await findVendoredModel(modelsDir);
  const standIns =
    identity === null
      ? []
      : [
          ProcessImageEncoder.createFallback({
            source: vendored,
            model: formatVectorsName(identity),
            idleMs,
          }),
        ];
  return [await ProcessImageEncoder.start({ source: { kind: 'hub', model, cacheDir }, idleMs }), ...standIns];
}
