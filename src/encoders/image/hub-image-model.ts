import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { type HubModel, openHub } from '../runtime/hub.ts';
import type { ImageModel } from './image-model.ts';

interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A pipeline for `image-feature-extraction`, as far as it is used. */
interface Extractor {
  readonly processor: (images: readonly object[]) => Promise<{ readonly pixel_values: unknown }>;
  readonly model: (inputs: {
    pixel_values: unknown;
  }) => Promise<Readonly<Record<string, Tensor | undefined>>>;
  dispose(): Promise<unknown>;
}

/** A model of pictures and texts has its half for pictures in a file of its own; one of pictures alone has no other. */
const fileNames = ['vision_model', 'model'];
/** Where the settings do not say how large a picture the model wants. */
const sideDefault = 224;
const sideMax = 640;

/**
 * Loads an image model of a hub's form by @huggingface/transformers: one of the CLIP class (its half for pictures), or one of
 * pictures alone. How pictures are prepared is read from its `preprocessor_config.json`. The vector is `image_embeds`, else the
 * pooled output, else the first token's state, which stands for the whole picture. Throws an Error with the way out.
 */
export async function loadHubImageModel(source: HubModel): Promise<ImageModel> {
  const hub = await openHub(source);
  // One thread, as the vendored model has: pictures are made in the background of a service that answers searches.
  const extractor = (await hub.pipeline('image-feature-extraction', { fileNames, threads: 1 })) as Extractor;
  const { RawImage } = hub.transformers;
  const embed = async (input: Uint8Array): Promise<Float32Array> => {
    const side = Math.sqrt(input.length / 3);
    const { pixel_values } = await extractor.processor([new RawImage(input, side, side, 3)]);
    return l2Normalise(vectorOf(await extractor.model({ pixel_values }), hub.name));
  };
  const side = sideOf(extractor.processor);
  // The first picture tells how long vectors are, and whether the model works at all.
  const { length: dimensions } = await embed(new Uint8Array(side * side * 3).fill(128));
  return {
    identity: { name: hub.name, sha256: await hub.sha256() },
    dimensions,
    side,
    otherSides: [],
    embed,
    release: async () => {
      await extractor.dispose();
    },
  };
}

function vectorOf(outputs: Readonly<Record<string, Tensor | undefined>>, name: string): Float32Array {
  const whole = outputs['image_embeds'] ?? outputs['pooler_output'];
  if (whole?.dims.length === 2) return checked(whole.data, name);
  const { last_hidden_state: states } = outputs;
  // [1, tokens, numbers]; a network of convolutions has rows and columns there instead, and no token for the whole.
  if (states?.dims.length === 3) return checked(states.data.slice(0, states.dims[2]), name);
  const shapes = Object.entries(outputs).map(([key, tensor]) => `${key} [${tensor?.dims.join() ?? ''}]`);
  throw new Error(`The model ${name} gives no vectors of pictures: its answer has ${shapes.join(', ')}`);
}

function checked(data: Float32Array, name: string): Float32Array {
  if (data.length > 0 && data.every(Number.isFinite)) return data;
  throw new Error(`The model ${name} gives vectors that are no numbers`);
}

/** Pixels of the square that the model reads, as its settings say: cut to it, or scaled. */
function sideOf(processor: object): number {
  // That of a model of pictures and texts has a part for each.
  const settings: unknown = Reflect.get(processor, 'image_processor') ?? processor;
  for (const name of ['crop_size', 'size']) {
    const value: unknown = Reflect.get(settings as object, name);
    const sides = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    const side = sides.find((one) => Number.isInteger(one) && Number(one) > 0);
    if (side !== undefined) return Math.min(sideMax, Number(side));
  }
  return sideDefault;
}
