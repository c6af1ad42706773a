import { averageVectors } from '../../kernel/vectors/vector-math.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import type { ImageModel } from './image-model.ts';
import { paintTexture } from './texture.ts';

/** More backgrounds would change the mean by less than products differ from each other. */
const backgroundCount = 8;
const seed = 1;

/**
 * The mean feature of painted backgrounds without a product, not normalised: the common similarity of unrelated
 * pictures to a model. The same model always has the same feature.
 */
export async function computeBlankFeature(model: ImageModel): Promise<Float32Array> {
  const random = createRandom(seed);
  const features: Float32Array[] = [];
  while (features.length < backgroundCount)
    features.push(await model.embed(paintTexture(model.side, random)));
  return averageVectors(features);
}
