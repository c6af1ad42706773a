import type { CutOut } from './packshot.ts';
import type { Raster } from './pixels.ts';
import type { Random } from '../../lib/seeded-random.ts';
import { drawBetween } from './seeded-random.ts';
import { cropTexture, paintTexture } from './texture.ts';
import { cos, sin } from '../../math/trigonometry.ts';

/** Number of scenes per packshot. More have no measurable effect. */
export const augmentationCount = 24;

/** The side to which packshots are decoded before they are cut out: enough for the largest scale below. */
export const augmentationSide = 400;

/** Pixels of a scene's side: the best input size of the vendored model. */
export const sceneSide = 320;

/** Sample positions within a pixel, along each side. */
const fourSamples = [0.25, 0.75];
const oneSample = [0.5];

/**
 * The kind of a scene. `single` is the product at some distance, in front of a background. `several` are many next to each
 * other, as on a shelf or in a box. `close` is so near that only a part is in the photo.
 */
export type SceneKind = 'single' | 'several' | 'close';

/**
 * Renders a scene as a shopper's phone might photograph it: the product at a random scale, rotation and slant, in
 * uneven light, on a crop of another picture, or on a painted texture where `behind` is null. sceneSide x sceneSide
 * RGB.
 */
export function composeScene(
  product: CutOut,
  { kind, behind }: { readonly kind: SceneKind; readonly behind: Raster | null },
  random: Random,
): Uint8Array {
  const scene = behind === null ? paintTexture(sceneSide, random) : cropTexture(behind, sceneSide, random);
  if (kind === 'several') {
    // Products are small in the scene: at half the size, one sample is as good as four at full size, in a third of the
    // time.
    const small = halveCutOut(product);
    for (const view of drawSeveralViews(small, random)) pasteProduct(small, scene, view, oneSample);
  } else {
    const view = drawView(product, kind === 'close' ? closeFill : singleFill, random);
    pasteProduct(product, scene, view, fourSamples);
  }
  jitterLight(scene, random);
  return scene;
}

/** The product's longer side as a share of the scene's. */
const singleFill = [0.5, 1.1] as const;
const closeFill = [1.1, 2] as const;
const severalFill = [0.3, 0.6] as const;

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
 * The map goes from scene to product, as sampling requires: translate to the centre, rotate and scale, slant,
 * translate to the product's centre.
 */
function drawView(product: CutOut, fills: readonly [number, number], random: Random): Projection {
  const { left, top, right, bottom } = product.box;
  const longSide = Math.max(right - left, bottom - top);
  const fill = drawBetween(random, ...fills);
  const scale = longSide / (fill * sceneSide);
  const angle = drawBetween(random, -Math.PI / 7, Math.PI / 7);
  const squeeze = drawBetween(random, 0.85, 1.18);
  const scaledCos = cos(angle) * scale;
  const scaledSin = sin(angle) * scale;
  const slantX = drawBetween(random, -0.25, 0.25) / sceneSide;
  const slantY = drawBetween(random, -0.25, 0.25) / sceneSide;
  // A smaller product may be farther from the centre; of one larger than the scene, any part may be visible.
  const room = (Math.abs(1 - fill) / (fill > 1 ? 3 : 2) + 0.06) * sceneSide;
  const u0 = sceneSide / 2 + drawBetween(random, -room, room);
  const v0 = sceneSide / 2 + drawBetween(random, -room, room);
  const x0 = (left + right) / 2;
  const y0 = (top + bottom) / 2;
  return { u0, v0, x0, y0, cosX: scaledCos * squeeze, cosY: scaledCos, sin: scaledSin, slantX, slantY };
}

/** A grid of views of one size, each slightly rotated and shifted; as many as fit. */
function drawSeveralViews({ box: { left, top, right, bottom } }: CutOut, random: Random): Projection[] {
  const scale = Math.max(right - left, bottom - top) / (drawBetween(random, ...severalFill) * sceneSide);
  const stepU = ((right - left) / scale) * drawBetween(random, 0.8, 1.05);
  const stepV = ((bottom - top) / scale) * drawBetween(random, 0.8, 1.05);
  const shift = drawBetween(random, 0, 0.15);
  const turn = drawBetween(random, 0, 0.5);
  const firstU = drawBetween(random, -0.5, 0.5) * stepU;
  const firstV = drawBetween(random, -0.5, 0.5) * stepV;
  const views: Projection[] = [];
  for (let v = firstV; v < sceneSide + stepV / 2; v += stepV) {
    for (let u = firstU; u < sceneSide + stepU / 2; u += stepU) {
      const angle = drawBetween(random, -turn, turn);
      const scaledCos = cos(angle) * scale;
      views.push({
        u0: u + drawBetween(random, -shift, shift) * stepU,
        v0: v + drawBetween(random, -shift, shift) * stepV,
        x0: (left + right) / 2,
        y0: (top + bottom) / 2,
        cosX: scaledCos,
        cosY: scaledCos,
        sin: sin(angle) * scale,
        slantX: 0,
        slantY: 0,
      });
    }
  }
  return views;
}

/** A product at half the size: each pixel is the mean of four, weighted by opacity. */
function halveCutOut({ raster, opacity, box }: CutOut): CutOut {
  const width = raster.width >> 1;
  const height = raster.height >> 1;
  const data = new Uint8Array(width * height * 3);
  const opacities = new Uint8Array(width * height);
  const at = { r: 0, g: 0, b: 0, opacity: 0 };
  for (let pixel = 0; pixel < opacities.length; pixel++) {
    at.r = at.g = at.b = at.opacity = 0;
    for (let corner = 0; corner < 4; corner++) {
      const from =
        (2 * Math.floor(pixel / width) + (corner >> 1)) * raster.width + 2 * (pixel % width) + (corner & 1);
      const weight = opacity[from]!;
      at.opacity += weight;
      at.r += weight * raster.data[from * 3]!;
      at.g += weight * raster.data[from * 3 + 1]!;
      at.b += weight * raster.data[from * 3 + 2]!;
    }
    if (at.opacity === 0) continue;
    opacities[pixel] = at.opacity / 4;
    data[pixel * 3] = at.r / at.opacity;
    data[pixel * 3 + 1] = at.g / at.opacity;
    data[pixel * 3 + 2] = at.b / at.opacity;
  }
  const { left, top, right, bottom } = box;
  const half = { left: left >> 1, top: top >> 1, right: (right + 1) >> 1, bottom: (bottom + 1) >> 1 };
  return { raster: { width, height, data }, opacity: opacities, box: half };
}

/** Draws the product into the scene with several samples per pixel, blended by opacity. */
function pasteProduct(
  product: CutOut,
  scene: Uint8Array,
  view: Projection,
  samples: readonly number[],
): void {
  const { u0, v0, x0, y0, cosX, cosY, sin, slantX, slantY } = view;
  const sample = new Float64Array(4);
  const full = samples.length ** 2 * 255;
  const { left, top, right, bottom } = product.box;
  const reach = measureReach(product, view);
  // The maximum distance of a pixel's samples from its centre, in pixels of the product.
  const margin = 3 * (Math.abs(cosX) + Math.abs(cosY) + Math.abs(sin));
  const firstU = Math.max(0, Math.floor(u0 - reach));
  const lastU = Math.min(sceneSide - 1, Math.ceil(u0 + reach));
  const firstV = Math.max(0, Math.floor(v0 - reach));
  const lastV = Math.min(sceneSide - 1, Math.ceil(v0 + reach));
  for (let v = firstV; v <= lastV; v++) {
    for (let u = firstU; u <= lastU; u++) {
      const depth = 1 + slantX * (u + 0.5 - u0) + slantY * (v + 0.5 - v0);
      const x = x0 + (cosX * (u + 0.5 - u0) + sin * (v + 0.5 - v0)) / depth;
      const y = y0 + (cosY * (v + 0.5 - v0) - sin * (u + 0.5 - u0)) / depth;
      if (x < left - margin || x > right + margin || y < top - margin || y > bottom + margin) continue;
      sample.fill(0);
      for (const dv of samples) {
        for (const du of samples) addSample(product, view, u + du - u0, v + dv - v0, sample);
      }
      const opacity = sample[3]! / full;
      if (opacity === 0) continue;
      const at = (v * sceneSide + u) * 3;
      for (let c = 0; c < 3; c++) {
        scene[at + c] = sample[c]! / full + scene[at + c]! * (1 - opacity);
      }
    }
  }
}

/** The maximum distance of the product from its centre in the scene, in pixels. */
function measureReach({ box: { left, top, right, bottom } }: CutOut, view: Projection): number {
  const { cosX, cosY, sin, slantX, slantY } = view;
  const size = Math.hypot(right - left, bottom - top) / 2;
  // The minimum scale of the map without slant: the smaller of its two singular values is at least this.
  const shrink = Math.min(Math.hypot(cosX, sin), Math.hypot(cosY, sin)) - Math.abs(cosX - cosY) / 2;
  // r = size depth / shrink, and depth grows with r.
  const slant = Math.hypot(slantX, slantY) * (size / shrink);
  return slant >= 1 ? sceneSide * 2 : size / shrink / (1 - slant) + 1;
}

/** Adds the bilinear sample at a position of the view: red, green and blue times opacity, and the opacity (0 to 255). */
function addSample(product: CutOut, view: Projection, a: number, b: number, sum: Float64Array): void {
  const { raster, opacity } = product;
  const depth = 1 + view.slantX * a + view.slantY * b;
  const x = view.x0 + (view.cosX * a + view.sin * b) / depth;
  const y = view.y0 + (view.cosY * b - view.sin * a) / depth;
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

/** Changes the light: brightness, contrast and tint, by one table per channel, with a gradient across the scene. */
function jitterLight(scene: Uint8Array, random: Random): void {
  const brightness = drawBetween(random, 0.75, 1.2);
  const contrast = drawBetween(random, 0.8, 1.15);
  const tables = [0, 1, 2].map(() => {
    const gain = brightness * drawBetween(random, 0.93, 1.07);
    return Uint8ClampedArray.from(
      { length: 256 },
      (_, value) => (value - 128) * contrast * gain + 128 * gain,
    );
  });
  const acrossU = drawBetween(random, -0.5, 0.5) / sceneSide;
  const acrossV = drawBetween(random, -0.5, 0.5) / sceneSide;
  for (let at = 0; at < scene.length; at++) {
    const pixel = (at - (at % 3)) / 3;
    const u = (pixel % sceneSide) - sceneSide / 2;
    const v = Math.floor(pixel / sceneSide) - sceneSide / 2;
    scene[at] = Math.min(255, tables[at % 3]![scene[at]!]! * (1 + acrossU * u + acrossV * v));
  }
}
