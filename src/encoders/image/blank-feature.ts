import { averageVectors } from '../../kernel/vectors/vector-math.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import type { ImageModel } from './image-model.ts';
import { paintTexture } from './texture.ts';

/** More change the mean by less than the differences between products. */
const backgroundCount = 8;
const seed = 1;

/**
 * The mean feature of painted backgrounds without a product, not normalised: the common similarity of unrelated
 * pictures to a model. Deterministic for a model.
 */
export async function computeBlankFeature(model: ImageModel): Promise<Float32Array> {
  const random = createRandom(seed);
  const features: Float32Array[] = [];
  while (features.length < backgroundCount)
    features.push(await model.embed(paintTexture(model.side, random)));
  return averageVectors(features);
}
