import {
  encodePoints,
  extractPoints,
  decodePoints,
  type PointSet,
} from '../../kernel/keypoints/point-set.ts';
import { verifyMatches } from '../../kernel/keypoints/verified-matches.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import type { Crop } from '../../ports/pictures/vision.ts';
import type { ImageTask } from '../runtime/encoder-messages.ts';
import { decode, decodeSide, type EmbeddingTools } from './embedding.ts';
import { cutOut, hasWhiteBorder } from './packshot.ts';
import { type Raster, toGrey } from './pixels.ts';

/** Keypoints of a catalog picture: more gain nothing, and 400 fit into 16 kB. */
const pictureCountMax = 400;
/** Keypoints of a photo, which shows more than the product. */
const photoCountMax = 700;
/** The longer sides of a product and of a photo, in pixels. */
const pictureSide = 480;
const photoSide = 560;
/** Pictures may be small, and have few keypoints at their own size. */
const enlargementMax = 2.5;
const whole: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The keypoints of a catalog picture: of the product, where it is on white. */
export async function detectPoints(
  tools: EmbeddingTools,
  bytes: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const raster = await decode(tools, bytes, null, 'background', decodeSide);
  return await tools.steps.run('background', async () => {
    const part = findProduct(raster);
    const grey = await toGrey(raster, { part, side: pictureSide, enlargementMax });
    return encodePoints(shiftToWhole(extractPoints(grey, pictureCountMax), part));
  });
}

/** See `ImageEncoder.matchPoints`. Deterministic. */
export async function matchPhoto(
  tools: EmbeddingTools,
  { bytes, crop, pictures }: Extract<ImageTask, { kind: 'match' }>,
): Promise<Float32Array[]> {
  return await tools.steps.holdingBackground(async () => {
    const raster = await decode(tools, bytes, crop, 'query', photoSide);
    const grey = await toGrey(raster, { side: photoSide, enlargementMax });
    return await tools.steps.run('query', async () => {
      const photo = extractPoints(grey, photoCountMax);
      return pictures.map((bytes) => {
        const picture = tryDecodePoints(bytes);
        return picture === null
          ? new Float32Array()
          : shiftToPhoto(verifyMatches(photo, picture, createRandom(1)), crop);
      });
    });
  });
}

/** Returns null for damaged bytes and those of another version, so that the other pictures are still compared. */
function tryDecodePoints(bytes: Uint8Array): PointSet | null {
  try {
    return decodePoints(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function findProduct(raster: Raster): Crop {
  const box = hasWhiteBorder(raster) ? cutOut(raster)?.box : undefined;
  if (box === undefined) return whole;
  const { width, height } = raster;
  return {
    x: box.left / width,
    y: box.top / height,
    width: (box.right - box.left) / width,
    height: (box.bottom - box.top) / height,
  };
}

/** The keypoints of a part, at their positions in the whole. */
function shiftToWhole({ width, height, positions, descriptors }: PointSet, part: Crop): PointSet {
  const whole = { width: Math.round(width / part.width), height: Math.round(height / part.height) };
  const shift = [part.x * whole.width, part.y * whole.height];
  return { ...whole, positions: positions.map((at, i) => at + shift[i % 2]!), descriptors };
}

/** Matches in a crop, at their positions in the photo. */
function shiftToPhoto(matches: Float32Array, crop: Crop | null): Float32Array {
  if (crop === null) return matches;
  const { x, y, width, height } = crop;
  return matches.map((share, i) => {
    const axis = i % 4;
    if (axis > 1) return share;
    return axis === 0 ? x + share * width : y + share * height;
  });
}
