import { findGradientDirections } from './gradient-directions.ts';
import type { GreyPicture } from './grey-picture.ts';
import { computeBlur, scalesPerOctave, type Octave } from './scale-space.ts';

/** A point that is found again in other pictures of the same object. */
export interface Keypoint {
  /** The position in pixels of `picture`. */
  readonly x: number;
  readonly y: number;
  /** The blur at which it stands out most, in pixels of `picture`. */
  readonly blur: number;
  /** The dominant direction of the gradients around it, in radians. */
  readonly angle: number;
  /** The level of the scale space with about this blur. */
  readonly picture: GreyPicture;
  /** Pixels of the original per pixel of `picture`. */
  readonly pixelSize: number;
}

/** Extrema with less contrast are noise, in grey levels of 0 to 255. */
const contrastMin = (255 * 0.015) / scalesPerOctave;
/** Points on an edge, where one curvature is this many times the other, slide along it. */
const edgeRatioMax = 10;
/** Maximum moves of a point to the neighbouring pixel or scale, until its extremum is within half a pixel. */
const movesMax = 5;
/** Width of the edge of an octave without keypoints, in pixels. */
const border = 5;

/** The `countMax` extrema of the difference of Gaussians, in position and scale, with the most contrast. */
export function detectKeypoints(octaves: readonly Octave[], countMax: number): Keypoint[] {
  const extrema = octaves.flatMap((octave) => {
    const differences = octave.levels.slice(1).map((level, i) => subtractPictures(level, octave.levels[i]!));
    const levels = Array.from({ length: scalesPerOctave }, (_, i) => i + 1);
    return levels.flatMap((level) =>
      findExtrema(differences, level).map((extremum) => ({ ...extremum, octave })),
    );
  });
  const strongest = extrema.toSorted((a, b) => b.contrast - a.contrast).slice(0, countMax);
  return strongest.flatMap(withDirections).slice(0, countMax);
}

/** A keypoint for each dominant direction around an extremum. */
function withDirections({ x, y, scale, octave }: Extremum & { readonly octave: Octave }): Keypoint[] {
  const nearest = Math.min(scalesPerOctave, Math.max(1, Math.round(scale)));
  const picture = octave.levels[nearest]!;
  const { pixelSize } = octave;
  const blur = computeBlur(scale);
  return findGradientDirections(picture, x, y, blur).map((angle) => ({
    x,
    y,
    blur,
    angle,
    picture,
    pixelSize,
  }));
}

function subtractPictures(
  { width, height, data: minuend }: GreyPicture,
  { data: subtrahend }: GreyPicture,
): GreyPicture {
  const data = new Float32Array(minuend.length);
  for (let i = 0; i < data.length; i++) data[i] = minuend[i]! - subtrahend[i]!;
  return { width, height, data };
}

interface Extremum {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly contrast: number;
}

function findExtrema(differences: readonly GreyPicture[], level: number): Extremum[] {
  const { width, height } = differences[0]!;
  const here = differences[level]!.data;
  const extrema: Extremum[] = [];
  const threshold = contrastMin / 2;
  for (let y = border; y < height - border; y++) {
    for (let x = border; x < width - border; x++) {
      const at = y * width + x;
      const value = here[at]!;
      if (value < threshold && value > -threshold) continue;
      // Excludes most pixels before all 26 neighbours are compared.
      const [left, right] = [here[at - 1]!, here[at + 1]!];
      if (value > 0 ? left > value || right > value : left < value || right < value) continue;
      if (!isExtremum(differences, level, at)) continue;
      const point = refineExtremum(differences, level, x, y);
      if (point !== null) extrema.push(point);
    }
  }
  return extrema;
}

function isExtremum(differences: readonly GreyPicture[], level: number, at: number): boolean {
  const { width } = differences[0]!;
  const value = differences[level]!.data[at]!;
  const sign = value > 0 ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    const { data } = differences[level + (k === 0 ? 0 : k === 1 ? -1 : 1)]!;
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = -1; dx <= 1; dx++) if ((data[at + dy + dx]! - value) * sign > 0) return false;
    }
  }
  return true;
}

/** Fits a quadratic to find the extremum between pixels and scales; null if it has little contrast or is on an edge. */
function refineExtremum(
  differences: readonly GreyPicture[],
  firstLevel: number,
  firstX: number,
  firstY: number,
): Extremum | null {
  const { width, height } = differences[0]!;
  let [level, x, y] = [firstLevel, firstX, firstY];
  for (let move = 0; move < movesMax; move++) {
    const [below, here, above] = [
      differences[level - 1]!.data,
      differences[level]!.data,
      differences[level + 1]!.data,
    ];
    const at = y * width + x;
    const twice = 2 * here[at]!;
    const gx = (here[at + 1]! - here[at - 1]!) / 2;
    const gy = (here[at + width]! - here[at - width]!) / 2;
    const gs = (above[at]! - below[at]!) / 2;
    const xx = here[at + 1]! + here[at - 1]! - twice;
    const yy = here[at + width]! + here[at - width]! - twice;
    const ss = above[at]! + below[at]! - twice;
    const xy =
      (here[at + width + 1]! - here[at + width - 1]! - here[at - width + 1]! + here[at - width - 1]!) / 4;
    const xs = (above[at + 1]! - above[at - 1]! - below[at + 1]! + below[at - 1]!) / 4;
    const ys = (above[at + width]! - above[at - width]! - below[at + width]! + below[at - width]!) / 4;
    const determinant = xx * (yy * ss - ys * ys) - xy * (xy * ss - ys * xs) + xs * (xy * ys - yy * xs);
    if (determinant === 0) return null;
    // Cramer's rule for H d = -g.
    const dx =
      -(gx * (yy * ss - ys * ys) - xy * (gy * ss - ys * gs) + xs * (gy * ys - yy * gs)) / determinant;
    const dy =
      -(xx * (gy * ss - ys * gs) - gx * (xy * ss - ys * xs) + xs * (xy * gs - gy * xs)) / determinant;
    const ds =
      -(xx * (yy * gs - gy * ys) - xy * (xy * gs - gy * xs) + gx * (xy * ys - yy * xs)) / determinant;
    if (Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5 && Math.abs(ds) < 0.5) {
      const contrast = Math.abs(here[at]! + (gx * dx + gy * dy + gs * ds) / 2);
      const trace = xx + yy;
      const flat = xx * yy - xy * xy;
      const isEdge = flat <= 0 || trace * trace * edgeRatioMax >= (edgeRatioMax + 1) ** 2 * flat;
      return contrast < contrastMin || isEdge ? null : { x: x + dx, y: y + dy, scale: level + ds, contrast };
    }
    if (!(Math.abs(dx) < width && Math.abs(dy) < height && Math.abs(ds) < scalesPerOctave)) return null;
    x += Math.round(dx);
    y += Math.round(dy);
    level += Math.round(ds);
    const isInside = x >= border && y >= border && x < width - border && y < height - border;
    if (!isInside || level < 1 || level > scalesPerOctave) return null;
  }
  return null;
}
