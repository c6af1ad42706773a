import type { Crop } from '../../ports/pictures/vision.ts';
import { joinViews } from '../../kernel/vectors/vector-math.ts';
import type { ImageModel } from './image-model.ts';
import { proposeRegions } from './region-proposals.ts';
import { brightenDarkPhoto } from './dark-photo.ts';
import { isFlat } from './flat-picture.ts';
import { hasWhiteBorder } from './packshot.ts';
import {
  centre,
  decodeRaster,
  inspectPicture,
  createPlainView,
  type Raster,
  toModelInput,
} from './pixels.ts';
import type { ImageTask } from '../runtime/encoder-messages.ts';
import type { Priority, StepQueue } from '../runtime/step-queue.ts';

/** The share of width and height in the second view of a photo. */
export const centreShare = 0.7;
/** Pictures are decoded to this side, at which both views are larger than the model's input. */
export const decodeSide = 640;
/** Pictures that need this much memory are decoded one at a time: .6 GB were observed. Others need not wait for them. */
const largeBytesMin = 64 * 1024 * 1024;

export interface EmbeddingTools {
  readonly model: ImageModel;
  readonly steps: StepQueue;
  readonly largeDecodes: StepQueue;
  /** Runs a decoder under the watchdog; `bytes` is an estimate of its maximum memory. */
  readonly watch: <T>(bytes: number, decode: () => Promise<T>) => Promise<T>;
  /** Aborted when the request has timed out. */
  readonly signal: AbortSignal;
}

/**
 * L2(f(whole) + f(centre 70 %)), the recipe for a shopper's photo; then its region proposals, if asked for; last, a vector of one number:
 * 1 for a flat picture, else 0.
 */
export async function embedPhoto(
  tools: EmbeddingTools,
  { bytes, crop, asksForRegions }: Extract<ImageTask, { kind: 'photo' }>,
  ask: (feature: Float32Array) => Promise<boolean>,
): Promise<Float32Array[]> {
  return await tools.steps.holdingBackground(async () => {
    const decoded = await decode(tools, bytes, crop, 'query');
    const flat = Float32Array.of(isFlat(decoded) ? 1 : 0);
    const raster = brightenDarkPhoto(decoded);
    const feature = await embedBothViews(tools, raster, 'query');
    if (!asksForRegions) return [feature, flat];
    return (await ask(feature)) ? [...(await embedRegions(tools, raster)), flat] : [flat];
  });
}

/** The recipe for a catalog picture: the whole for a packshot on white, otherwise as a photo. */
export async function embedCatalogPicture(tools: EmbeddingTools, bytes: Uint8Array): Promise<Float32Array> {
  const raster = await decode(tools, bytes, null, 'background');
  if (!hasWhiteBorder(raster)) return await embedBothViews(tools, raster, 'background');
  const input = await toModelInput(raster, createPlainView(tools.model.side));
  return await tools.steps.run('background', () => tools.model.embed(input));
}

/** The region proposals of a photo: for each, the part as a vector of four numbers, and its feature. */
async function embedRegions(tools: EmbeddingTools, raster: Raster): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const part of proposeRegions(raster)) {
    const input = await toModelInput(raster, createPlainView(tools.model.side, part));
    const feature = await tools.steps.run('query', () => tools.model.embed(input));
    vectors.push(Float32Array.of(part.x, part.y, part.width, part.height), feature);
  }
  return vectors;
}

/** Decodes a picture; large ones are not decoded concurrently. */
export async function decode(
  tools: EmbeddingTools,
  bytes: Uint8Array,
  crop: Crop | null,
  priority: Priority,
  side = decodeSide,
): Promise<Raster> {
  const { decodeBytes } = await tools.watch(0, () => inspectPicture(bytes));
  const read = async (): Promise<Raster> => {
    tools.signal.throwIfAborted();
    return await tools.watch(decodeBytes, () => decodeRaster(bytes, side, crop));
  };
  return decodeBytes < largeBytesMin ? await read() : await tools.largeDecodes.run(priority, read);
}

async function embedBothViews(
  tools: EmbeddingTools,
  raster: Raster,
  priority: Priority,
): Promise<Float32Array> {
  const [whole, middle] = await Promise.all([
    toModelInput(raster, createPlainView(tools.model.side)),
    toModelInput(raster, createPlainView(tools.model.side, centre(centreShare))),
  ]);
  // A query is one step, so that no other step comes between its two views; background work is one view per step.
  if (priority === 'query') {
    return await tools.steps.run('query', async () =>
      joinViews(await tools.model.embed(whole), await tools.model.embed(middle)),
    );
  }
  const first = await tools.steps.run(priority, () => tools.model.embed(whole));
  return joinViews(first, await tools.steps.run(priority, () => tools.model.embed(middle)));
}
