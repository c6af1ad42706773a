import type { RefinedFeatures } from '../../ports/pictures/vision.ts';
import { l2Normalise, averageVectors } from '../../kernel/vectors/vector-math.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { augmentationCount, augmentationSide, composeScene, sceneSide, type SceneKind } from './augment.ts';
import { centreShare, decode, decodeSide, type EmbeddingTools } from './embedding.ts';
import { type CutOut, cutOut, hasWhiteBorder } from './packshot.ts';
import { blurRaster, centre, createPlainView, type Raster, toModelInput, type View } from './pixels.ts';
import { drawBetween, deriveSeed } from './seeded-random.ts';
import { backgroundsMax, calibrationCount } from './recipe.ts';

/** The views of a photo for calibration, with about the similarity of different photos of one object. */
const calibrationShares = [0.85, centreShare];

/**
 * Computes a better feature of a catalog picture: the mean of several views; for a packshot, also the mean of
 * augmentationCount scenes. Deterministic for the same bytes and backgrounds. The signal of `tools` cancels it
 * between two steps.
 */
export async function refinePicture(
  tools: EmbeddingTools,
  bytes: Uint8Array,
  backgrounds: readonly Uint8Array[],
): Promise<RefinedFeatures> {
  const raster = await decode(tools, bytes, null, 'background', decodeSide);
  const isPackshot = hasWhiteBorder(raster);
  const { side } = tools.model;
  const whole = createPlainView(side);
  const plain = isPackshot ? [whole] : [whole, createPlainView(side, centre(centreShare))];
  const views = plain.flatMap((view) => listViews(view, tools.model));
  const feature = l2Normalise(averageVectors(await embedViews(tools, raster, views)));
  const product = isPackshot ? await readCutOut(tools, bytes) : null;
  if (product === null) {
    const shares = calibrationShares.map((share) => createPlainView(side, centre(share)));
    const closer = shares.flatMap((view) => [view, { ...view, mirrored: true }]);
    return {
      feature,
      augmentedMean: null,
      calibrationSamples: joinFeatures(await embedViews(tools, raster, closer)),
    };
  }
  const scenes = await embedScenes(tools, product, { bytes, backgrounds });
  // Another catalog picture in the background is a match itself, and close or stacked products are too dissimilar for
  // a calibration sample.
  const painted = scenes.filter((_, scene) => readSceneKind(scene) === 'single' && !hasPictureBehind(scene));
  return {
    feature,
    augmentedMean: averageVectors(scenes),
    calibrationSamples: joinFeatures(painted.slice(0, calibrationCount)),
  };
}

function listViews(plain: View, { otherSides }: EmbeddingTools['model']): View[] {
  return [plain, { ...plain, mirrored: true }, ...otherSides.map((side) => ({ ...plain, side }))];
}

async function embedViews(
  tools: EmbeddingTools,
  raster: Raster,
  views: readonly View[],
): Promise<Float32Array[]> {
  const features: Float32Array[] = [];
  for (const view of views) {
    tools.signal.throwIfAborted();
    const input = await toModelInput(raster, view);
    features.push(await tools.steps.run('background', () => tools.model.embed(input)));
  }
  return features;
}

/** The product of a packshot; null where it cannot be separated from its background. */
async function readCutOut(tools: EmbeddingTools, bytes: Uint8Array): Promise<CutOut | null> {
  return cutOut(await decode(tools, bytes, null, 'background', augmentationSide));
}

/** A third of the scenes each: a single product is the least frequent content of photos. */
const kinds: readonly SceneKind[] = ['single', 'several', 'close'];
const readSceneKind = (scene: number): SceneKind => kinds[scene % kinds.length]!;
/** The blur of phone photos, in pixels of the scene. */
const blur = [0.4, 2] as const;

/** Every other scene has another picture as background, where there is one. */
const hasPictureBehind = (scene: number): boolean => scene % 2 === 1;

async function embedScenes(
  tools: EmbeddingTools,
  product: CutOut,
  { bytes, backgrounds }: { bytes: Uint8Array; backgrounds: readonly Uint8Array[] },
): Promise<Float32Array[]> {
  const pictures = await decodeBackgrounds(tools, backgrounds);
  const random = createRandom(deriveSeed(bytes));
  const features: Float32Array[] = [];
  for (let scene = 0; scene < augmentationCount; scene++) {
    tools.signal.throwIfAborted();
    const behind = hasPictureBehind(scene) ? pictures[((scene - 1) / 2) % pictures.length] : undefined;
    const composed = await tools.steps.run('background', () =>
      composeScene(product, { kind: readSceneKind(scene), behind: behind ?? null }, random),
    );
    const input = await blurRaster(
      { data: composed, width: sceneSide, height: sceneSide },
      drawBetween(random, ...blur),
    );
    features.push(await tools.steps.run('background', () => tools.model.embed(input)));
  }
  return features;
}

/** Unreadable backgrounds are left out: they are pictures of other items, whose own jobs report them. */
async function decodeBackgrounds(
  tools: EmbeddingTools,
  backgrounds: readonly Uint8Array[],
): Promise<Raster[]> {
  const rasters: Raster[] = [];
  for (const bytes of backgrounds.slice(0, backgroundsMax)) {
    const raster = await decode(tools, bytes, null, 'background', augmentationSide).catch(() => null);
    if (raster !== null) rasters.push(raster);
  }
  return rasters;
}

function joinFeatures(features: readonly Float32Array[]): Float32Array {
  const dimensions = features[0]?.length ?? 0;
  const all = new Float32Array(features.length * dimensions);
  features.forEach((feature, i) => all.set(feature, i * dimensions));
  return all;
}
