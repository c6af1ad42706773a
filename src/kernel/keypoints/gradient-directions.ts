import type { GreyPicture } from './grey-picture.ts';

const bins = 36;
/** Further directions that are this strong make another keypoint. */
const secondDirectionMin = 0.8;

/**
 * The dominant directions of the gradients around a point, in radians: the peaks of their histogram (Lowe, section 5).
 * `blur`: the scale of the point, in pixels. None where the picture is even.
 */
export function gradientDirections(
  { width, height, data }: GreyPicture,
  centreX: number,
  centreY: number,
  blur: number,
): number[] {
  const sigma = 1.5 * blur;
  const radius = Math.round(3 * sigma);
  const histogram = new Float64Array(bins);
  const [x0, y0] = [Math.round(centreX), Math.round(centreY)];
  for (let y = Math.max(1, y0 - radius); y <= Math.min(height - 2, y0 + radius); y++) {
    for (let x = Math.max(1, x0 - radius); x <= Math.min(width - 2, x0 + radius); x++) {
      const squared = (x - centreX) ** 2 + (y - centreY) ** 2;
      if (squared > radius * radius) continue;
      const at = y * width + x;
      const gx = data[at + 1]! - data[at - 1]!;
      const gy = data[at + width]! - data[at - width]!;
      const bin = Math.floor((Math.atan2(gy, gx) / (2 * Math.PI) + 1) * bins + 0.5) % bins;
      histogram[bin]! += Math.sqrt(gx * gx + gy * gy) * Math.exp(-squared / (2 * sigma * sigma));
    }
  }
  return peaksOf(smoothed(smoothed(histogram)));
}

function smoothed(histogram: Float64Array): Float64Array {
  return histogram.map((value, i) => {
    const [before, after] = neighboursOf(histogram, i);
    return (before + 2 * value + after) / 4;
  });
}

function peaksOf(histogram: Float64Array): number[] {
  const highest = histogram.reduce((max, value) => Math.max(max, value), 0);
  const angles: number[] = [];
  if (highest === 0) return angles;
  histogram.forEach((value, i) => {
    const [before, after] = neighboursOf(histogram, i);
    if (value < highest * secondDirectionMin || value <= before || value < after) return;
    // The top of the parabola through the three values.
    const shift = (before - after) / (2 * (before + after - 2 * value));
    angles.push(((i + shift) / bins) * 2 * Math.PI);
  });
  return angles;
}

function neighboursOf(histogram: Float64Array, i: number): [number, number] {
  return [histogram[(i + bins - 1) % bins]!, histogram[(i + 1) % bins]!];
}
