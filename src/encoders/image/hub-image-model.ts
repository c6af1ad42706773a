import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { type HubModel, openHub } from '../runtime/hub.ts';
import type { ImageModel } from './image-model.ts';

interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** The used part of an `image-feature-extraction` pipeline. */
interface Extractor {
  readonly processor: (images: readonly object[]) => Promise<{ readonly pixel_values: unknown }>;
  readonly model: (inputs: {
    pixel_values: unknown;
  }) => Promise<Readonly<Record<string, Tensor | undefined>>>;
  dispose(): Promise<unknown>;
}

/** A model of pictures and texts has its vision part in a separate file; a vision model has a single file. */
const fileNames = ['vision_model', 'model'];
/** The input size where the settings do not state it. */
const sideDefault = 224;
const sideMax = 640;

/**
 * Loads an image model in a hub's format with @huggingface/transformers: the vision part of a CLIP model, or a vision
 * model. Preprocessing is read from its `preprocessor_config.json`. The vector is `image_embeds`, otherwise the
 * pooled output, otherwise the state of the first token.
 * @throws Error with a remedy
 */
export async function loadHubImageModel(source: HubModel): Promise<ImageModel> {
  const hub = await openHub(source);
  // One thread, as for the vendored model: pictures are embedded in the background of a service that answers
  // searches.
  const extractor = (await hub.pipeline('image-feature-extraction', { fileNames, threads: 1 })) as Extractor;
  const { RawImage } = hub.transformers;
  const embed = async (input: Uint8Array): Promise<Float32Array> => {
    const side = Math.sqrt(input.length / 3);
    const { pixel_values } = await extractor.processor([new RawImage(input, side, side, 3)]);
    return l2Normalise(readVector(await extractor.model({ pixel_values }), hub.name));
  };
  const side = readSide(extractor.processor);
  // The first picture determines the dimensions, and tests the model.
  const { length: dimensions } = await embed(new Uint8Array(side * side * 3).fill(128));
  return {
    identity: { name: hub.name, sha256: await hub.computeSha256() },
    dimensions,
    side,
    otherSides: [],
    embed,
    release: async () => {
      await extractor.dispose();
    },
  };
}

function readVector(outputs: Readonly<Record<string, Tensor | undefined>>, name: string): Float32Array {
  const whole = outputs['image_embeds'] ?? outputs['pooler_output'];
  if (whole?.dims.length === 2) return checkNumbers(whole.data, name);
  const { last_hidden_state: states } = outputs;
  // [1, tokens, numbers]; a convolutional network has rows and columns instead, and no token for the whole.
  if (states?.dims.length === 3) return checkNumbers(states.data.slice(0, states.dims[2]), name);
  const shapes = Object.entries(outputs).map(([key, tensor]) => `${key} [${tensor?.dims.join() ?? ''}]`);
  throw new Error(`The model ${name} returns no image vectors: its outputs are ${shapes.join(', ')}`);
}

function checkNumbers(data: Float32Array, name: string): Float32Array {
  if (data.length > 0 && data.every(Number.isFinite)) return data;
  throw new Error(`The model ${name} returns vectors with NaN or infinite numbers`);
}

/** Pixels of the model's square input, by its settings: the crop size, or the scaled size. */
function readSide(processor: object): number {
  // The settings of a model of pictures and texts have a part for each.
  const settings: unknown = Reflect.get(processor, 'image_processor') ?? processor;
  for (const name of ['crop_size', 'size']) {
    const value: unknown = Reflect.get(settings as object, name);
    const sides = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    const side = sides.find((candidate) => Number.isInteger(candidate) && Number(candidate) > 0);
    if (side !== undefined) return Math.min(sideMax, Number(side));
  }
  return sideDefault;
}
