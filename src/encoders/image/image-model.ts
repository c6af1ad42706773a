import type { ModelIdentity } from '../runtime/model-identity.ts';
import { type InferenceSession, openSession, Tensor } from '../runtime/onnx-runtime.ts';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { readVendoredModel } from './model-manifest.ts';
import { pow } from '../../math/power.ts';

/** A model with its weights in memory. */
export interface ImageModel {
  readonly identity: ModelIdentity;
  /** The length of its features. */
  readonly dimensions: number;
  /** The side, in pixels, of its best square input. */
  readonly side: number;
  /** Other input sides that yield complementary features; none where it scales every picture to one size. */
  readonly otherSides: readonly number[];
  /** The L2-normalised feature of a square RGB picture of any side. */
  embed(input: Uint8Array): Promise<Float32Array>;
  release(): Promise<void>;
}

/** The length of the vendored model's features. */
const dimensionCount = 1280;
/**
 * The model was trained on 260 and accepts any side: at 320 it costs 1.4 times as much and finds more (see
 * docs/internals/photo-search.md). Features of smaller and larger inputs differ; their common part is the product.
 */
const inputSide = 320;
const otherInputSides = [260, 384];
/**
 * The exponent of its non-negative activations, which limits the influence of a few large ones (power normalisation,
 * as for Fisher vectors: Perronnin et al., 2010). A square root (.5) finds as much, but separates out-of-catalog
 * photos less well.
 */
const powerExponent = 0.7;

/**
 * Loads the image model of a folder (see models/README.md), after checking its SHA-256 against the manifest. The
 * session is created from the checked bytes. `openSession()` describes `isUnoptimised`.
 * @throws Error with the file name and a remedy
 */
export async function loadImageModel(
  modelsDir: string,
  options: { readonly isUnoptimised?: boolean } = {},
): Promise<ImageModel> {
  const { identity, bytes } = await readVendoredModel(modelsDir);
  const session = await openSession(bytes, options);
  return {
    identity,
    dimensions: dimensionCount,
    side: inputSide,
    otherSides: otherInputSides,
    embed: (input) => embed(session, input),
    release: () => session.release(),
  };
}

async function embed(session: InferenceSession, input: Uint8Array): Promise<Float32Array> {
  const side = Math.sqrt(input.length / 3);
  const image = new Tensor('uint8', input, [1, side, side, 3]);
  const { avg } = await session.run({ image });
  if (!(avg?.data instanceof Float32Array) || avg.data.length !== dimensionCount) {
    throw new Error('The image model returned a feature of an unexpected shape');
  }
  return l2Normalise(avg.data.map((value) => pow(Math.max(0, value), powerExponent)));
}
