import type { CutOut } from './packshot.ts';
import { MODEL_SIDE, type Raster } from './pixels.ts';
import type { Random } from '../../lib/seeded-random.ts';
import { between } from './seeded-random.ts';
import { cropTexture, paintTexture } from './texture.ts';

/** How many scenes a packshot is seen in. More buy nothing that was measured. */
export const AUGMENTATION_COUNT = 24;

/** The side that packshots are decoded to before they are cut out: enough for the largest scale below. */
export const AUGMENTATION_SIDE = 400;

const SUBSAMPLES = [0.25, 0.75] as const;

/**
 * One scene as a shopper's phone might see it: the product at a random scale, turn and slant, under another light, on a
 * crop of another picture, or on a painted texture where `behind` is null. MODEL_SIDE x MODEL_SIDE RGB.
 */
export function composeScene(product: CutOut, behind: Raster | null, random: Random): Uint8Array {
  const scene = behind === null ? paintTexture(MODEL_SIDE, random) : cropTexture(behind, MODEL_SIDE, random);
  paste(product, scene, randomView(product, random));
  jitterLight(scene, random);
  return scene;
}

/**
 * A projective map from the scene's pixels (u, v) to the product's (x, y): with a = u - u0, b = v - v0 and
 * depth = 1 + slantX a + slantY b, x = x0 + (cosX a + sin b) / depth and y = y0 + (cosY b - sin a) / depth.
 */
interface Projection {
  readonly u0: number;
  readonly v0: number;
  readonly x0: number;
  readonly y0: number;
  readonly cosX: number;
  readonly cosY: number;
  readonly sin: number;
  readonly slantX: number;
  readonly slantY: number;
}

/**
 * The map is built backwards, from scene to product, as sampling needs it: shift to the middle, turn and scale, slant,
 * shift to the product's middle.
 */
function randomView(product: CutOut, random: Random): Projection {
  const { left, top, right, bottom } = product.box;
  const longSide = Math.max(right - left, bottom - top);
  const fill = between(random, 0.5, 1.1);
  const scale = longSide / (fill * MODEL_SIDE);
  const angle = between(random, -Math.PI / 7, Math.PI / 7);
  const squeeze = between(random, 0.85, 1.18);
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const slantX = between(random, -0.25, 0.25) / MODEL_SIDE;
  const slantY = between(random, -0.25, 0.25) / MODEL_SIDE;
  // The smaller the product, the further from the middle it may stand.
  const room = (Math.max(0, 1 - fill) / 2 + 0.06) * MODEL_SIDE;
  const u0 = MODEL_SIDE / 2 + between(random, -room, room);
  const v0 = MODEL_SIDE / 2 + between(random, -room, room);
  const x0 = (left + right) / 2;
  const y0 = (top + bottom) / 2;
  return { u0, v0, x0, y0, cosX: cos * squeeze, cosY: cos, sin, slantX, slantY };
}

/** Draws the product into the scene, four samples a pixel, mixed by its opacity. */
function paste(product: CutOut, scene: Uint8Array, view: Projection): void {
  const { u0, v0, x0, y0, cosX, cosY, sin, slantX, slantY } = view;
  const sample = new Float64Array(4);
  for (let v = 0; v < MODEL_SIDE; v++) {
    for (let u = 0; u < MODEL_SIDE; u++) {
      sample.fill(0);
      for (const dv of SUBSAMPLES) {
        for (const du of SUBSAMPLES) {
          const a = u + du - u0;
          const b = v + dv - v0;
          const depth = 1 + slantX * a + slantY * b;
          addSample(product, x0 + (cosX * a + sin * b) / depth, y0 + (cosY * b - sin * a) / depth, sample);
        }
      }
      const opacity = sample[3]! / (4 * 255);
      if (opacity === 0) continue;
      const at = (v * MODEL_SIDE + u) * 3;
      for (let c = 0; c < 3; c++) {
        scene[at + c] = sample[c]! / (4 * 255) + scene[at + c]! * (1 - opacity);
      }
    }
  }
}

/** Adds the bilinear sample at (x, y): red, green and blue times opacity, and the opacity (0 to 255). */
function addSample(product: CutOut, x: number, y: number, sum: Float64Array): void {
  const { raster, opacity } = product;
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (left < 0 || top < 0 || left >= raster.width - 1 || top >= raster.height - 1) return;
  const fx = x - 0.5 - left;
  const fy = y - 0.5 - top;
  for (let corner = 0; corner < 4; corner++) {
    const dx = corner & 1;
    const dy = corner >> 1;
    const pixel = (top + dy) * raster.width + left + dx;
    const weight = opacity[pixel]! * (dx === 1 ? fx : 1 - fx) * (dy === 1 ? fy : 1 - fy);
    if (weight === 0) continue;
    sum[0]! += raster.data[pixel * 3]! * weight;
    sum[1]! += raster.data[pixel * 3 + 1]! * weight;
    sum[2]! += raster.data[pixel * 3 + 2]! * weight;
    sum[3]! += weight;
  }
}

/** Another lamp: brightness, contrast and a tint, through one table a channel. */
function jitterLight(scene: Uint8Array, random: Random): void {
  const brightness = between(random, 0.75, 1.2);
  const contrast = between(random, 0.8, 1.15);
  const tables = [0, 1, 2].map(() => {
    const gain = brightness * between(random, 0.93, 1.07);
    return Uint8ClampedArray.from(
      { length: 256 },
      (_, value) => (value - 128) * contrast * gain + 128 * gain,
    );
  });
  for (let at = 0; at < scene.length; at++) scene[at] = tables[at % 3]![scene[at]!]!;
}
