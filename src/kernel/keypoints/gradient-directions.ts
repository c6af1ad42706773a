import { computeAngleInTurns } from './gradient-angle.ts';
import type { GreyPicture } from './grey-picture.ts';
import { exp } from '../../math/exponential.ts';

const bins = 36;
/** A further direction makes another keypoint if it has this share of the strongest. */
const secondDirectionMin = 0.8;

/**
 * The dominant directions of the gradients around a point, in radians: the peaks of their histogram (Lowe, section 5).
 * `blur` is the scale of the point, in pixels. Even pictures have none.
 */
export function findGradientDirections(
  { width, height, data }: GreyPicture,
  centreX: number,
  centreY: number,
  blur: number,
): number[] {
  const sigma = 1.5 * blur;
  const radius = Math.round(3 * sigma);
  const histogram = new Float64Array(bins);
  const [x0, y0] = [Math.round(centreX), Math.round(centreY)];
  const [left, top] = [Math.max(1, x0 - radius), Math.max(1, y0 - radius)];
  const [right, bottom] = [Math.min(width - 2, x0 + radius), Math.min(height - 2, y0 + radius)];
  // A Gaussian is the product of its values in x and y.
  const weights = Float64Array.from({ length: Math.max(0, right - left + 1) }, (_, i) =>
    computeGaussian(left + i - centreX, sigma),
  );
  for (let y = top; y <= bottom; y++) {
    const rowWeight = computeGaussian(y - centreY, sigma);
    for (let x = left; x <= right; x++) {
      if ((x - centreX) ** 2 + (y - centreY) ** 2 > radius * radius) continue;
      const at = y * width + x;
      const gx = data[at + 1]! - data[at - 1]!;
      const gy = data[at + width]! - data[at - width]!;
      if (gx === 0 && gy === 0) continue;
      const bin = Math.floor(computeAngleInTurns(gx, gy) * bins + 0.5) % bins;
      histogram[bin]! += Math.sqrt(gx * gx + gy * gy) * weights[x - left]! * rowWeight;
    }
  }
  return findPeaks(smoothHistogram(smoothHistogram(histogram)));
}

function computeGaussian(distance: number, sigma: number): number {
  return exp(-(distance * distance) / (2 * sigma * sigma));
}

function smoothHistogram(histogram: Float64Array): Float64Array {
  return histogram.map((value, i) => {
    const [before, after] = readNeighbours(histogram, i);
    return (before + 2 * value + after) / 4;
  });
}

function findPeaks(histogram: Float64Array): number[] {
  const highest = histogram.reduce((max, value) => Math.max(max, value), 0);
  const angles: number[] = [];
  if (highest === 0) return angles;
  histogram.forEach((value, i) => {
    const [before, after] = readNeighbours(histogram, i);
    if (value < highest * secondDirectionMin || value <= before || value < after) return;
    // The top of the parabola through the three values.
    const shift = (before - after) / (2 * (before + after - 2 * value));
    angles.push(((i + shift) / bins) * 2 * Math.PI);
  });
  return angles;
}

function readNeighbours(histogram: Float64Array, i: number): [number, number] {
  return [histogram[(i + bins - 1) % bins]!, histogram[(i + 1) % bins]!];
}
