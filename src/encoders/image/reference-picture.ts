import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../lib/package-root.ts';
import type { ImageModel } from './image-model.ts';
import { decodeRaster, createPlainView, toModelInput } from './pixels.ts';

/** Computes the feature of a whole picture. `file` is relative to the folder of the project. */
export async function embedReferencePicture(model: ImageModel, file: string): Promise<Float32Array> {
  const raster = await decodeRaster(await readFile(join(root, file)), model.side, null);
  return await model.embed(await toModelInput(raster, createPlainView(model.side)));
}
