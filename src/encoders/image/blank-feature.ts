import { meanOf } from '../../kernel/vectors/vector-math.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { ImageModel } from './image-model.ts';
import { paintTexture } from './texture.ts';

/** More move the mean by less than products differ. */
const itemCount = 8;
const seed = 1;

/**
 * The mean feature of painted backgrounds without a product, not normalised: how alike a model takes pictures to be that have nothing
 * in common. The same for a model each time.
 */
export async function blankFeatureOf(model: ImageModel): Promise<Float32Array> {
  const random = seededRandom(seed);
  const features: Float32Array[] = [];
  while (features.length < itemCount) features.push(await model.embed(paintTexture(model.side, random)));
  return meanOf(features);
}
