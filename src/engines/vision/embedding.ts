import type { Crop } from '../../ports/vision.ts';
import { joinViews, meanOf } from '../../kernel/vectors/vector-math.ts';
import { AUGMENTATION_COUNT, AUGMENTATION_SIDE, composeScene } from './augment.ts';
import type { ImageModel } from './image-model.ts';
import { cutOut, hasWhiteBorder } from './packshot.ts';
import { centre, decodeRaster, inspectPicture, type Raster, toModelInput } from './pixels.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { seedOf } from './seeded-random.ts';
import type { Priority, StepQueue } from './step-queue.ts';
import { BACKGROUNDS_MAX, FEATURE_DIMENSIONS, PROBE_COUNT, type SceneFeatures } from './vision-messages.ts';

/** The share of width and height that the second view of a photo keeps. */
const CENTRE_SHARE = 0.7;
/** Pictures are decoded to this, from which both views still come out larger than the model's square. */
const DECODE_SIDE = 640;
/**
 * Pictures of more pixels are decoded one at a time: one of 64 megapixels was seen to take 0.2 GB as JPEG, 0.6 GB as PNG
 * and 1.2 GB as AVIF. Smaller ones need not wait for it.
 */
const LARGE_PIXELS_MIN = 16_000_000;

export interface EmbeddingTools {
  readonly model: ImageModel;
  readonly steps: StepQueue;
  readonly largeDecodes: StepQueue;
}

/** L2(f(whole) + f(centre 70 %)), the recipe for a shopper's photo. */
export async function embedPhoto(
  tools: EmbeddingTools,
  bytes: Uint8Array,
  crop: Crop | null,
): Promise<Float32Array> {
  return await tools.steps.holdingBackground(async () =>
    embedBothViews(tools, await decode(tools, bytes, crop, 'query'), 'query'),
  );
}

/** The recipe for a picture of the catalog: the whole for a packshot on white, else as a photo. */
export async function embedCatalogPicture(tools: EmbeddingTools, bytes: Uint8Array): Promise<Float32Array> {
  const raster = await decode(tools, bytes, null, 'background');
  if (!hasWhiteBorder(raster)) return await embedBothViews(tools, raster, 'background');
  const input = await toModelInput(raster);
  return await tools.steps.run('background', () => tools.model.embed(input));
}

/**
 * Features of a packshot in AUGMENTATION_COUNT scenes, or null for a picture without a product on white. The same
 * bytes and backgrounds give the same scenes. `signal` ends it between two steps.
 */
export async function embedScenes(
  tools: EmbeddingTools,
  bytes: Uint8Array,
  backgrounds: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<SceneFeatures | null> {
  const raster = await decode(tools, bytes, null, 'background', AUGMENTATION_SIDE);
  const product = hasWhiteBorder(raster) ? cutOut(raster) : null;
  if (product === null) return null;
  const pictures = await decodeBackgrounds(tools, backgrounds);
  const random = seededRandom(seedOf(bytes));
  const features: Float32Array[] = [];
  for (let scene = 0; scene < AUGMENTATION_COUNT; scene++) {
    signal.throwIfAborted();
    // Every other scene stands before another picture, where there is one.
    const behind = scene % 2 === 0 ? undefined : pictures[((scene - 1) / 2) % pictures.length];
    const input = await tools.steps.run('background', () => composeScene(product, behind ?? null, random));
    features.push(await tools.steps.run('background', () => tools.model.embed(input)));
  }
  const probes = new Float32Array(PROBE_COUNT * FEATURE_DIMENSIONS);
  // Painted scenes are the better probes: another picture of the catalog in the back is itself a match.
  for (let i = 0; i < PROBE_COUNT; i++) probes.set(features[2 * i]!, i * FEATURE_DIMENSIONS);
  return { mean: meanOf(features), probes };
}

async function decode(
  tools: EmbeddingTools,
  bytes: Uint8Array,
  crop: Crop | null,
  priority: Priority,
  side = DECODE_SIDE,
): Promise<Raster> {
  const { width, height } = await inspectPicture(bytes);
  const read = (): Promise<Raster> => decodeRaster(bytes, side, crop);
  return width * height < LARGE_PIXELS_MIN ? await read() : await tools.largeDecodes.run(priority, read);
}

async function embedBothViews(
  tools: EmbeddingTools,
  raster: Raster,
  priority: Priority,
): Promise<Float32Array> {
  const [whole, middle] = await Promise.all([
    toModelInput(raster),
    toModelInput(raster, centre(CENTRE_SHARE)),
  ]);
  // A photo is one step, so that nothing comes between its two views; background work takes one view a step.
  if (priority === 'query') {
    return await tools.steps.run('query', async () =>
      joinViews(await tools.model.embed(whole), await tools.model.embed(middle)),
    );
  }
  const first = await tools.steps.run(priority, () => tools.model.embed(whole));
  return joinViews(first, await tools.steps.run(priority, () => tools.model.embed(middle)));
}

/** A background that cannot be read is left out: it is a picture of another item, whose own job reports it. */
async function decodeBackgrounds(
  tools: EmbeddingTools,
  backgrounds: readonly Uint8Array[],
): Promise<Raster[]> {
  const rasters: Raster[] = [];
  for (const bytes of backgrounds.slice(0, BACKGROUNDS_MAX)) {
    const raster = await decode(tools, bytes, null, 'background', AUGMENTATION_SIDE).catch(() => null);
    if (raster !== null) rasters.push(raster);
  }
  return rasters;
}
