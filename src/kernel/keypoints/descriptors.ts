import { computeAngleInTurns } from './gradient-angle.ts';
import type { Keypoint } from './keypoints.ts';
import { exp } from '../../math/exponential.ts';
import { cos, sin } from '../../math/trigonometry.ts';

/** Numbers of a descriptor: a histogram of 8 directions in each of 4 x 4 cells. */
export const descriptorLength = 128;
const cells = 4;
const bins = 8;
/** The side of a cell, in blurs of the point. */
const cellSize = 3;
/** Samples along each side of a cell. */
const samplesPerCell = 5;
const side = (cells + 1) * samplesPerCell;
/** The largest share of one direction, as glare and shadows make single gradients strong. */
const shareMax = 0.2;

/** One more pixel on each side is needed for gradients. */
const patchSide = side + 2;
const patch = new Float32Array(patchSide * patchSide);
const histogram = new Float32Array(descriptorLength);

/** The samples' Gaussian weight. */
const weights = Float32Array.from({ length: side * side }, (_, i) => {
  const [u, v] = [i % side, Math.floor(i / side)].map((at) => (at + 0.5) / samplesPerCell - (cells + 1) / 2);
  return exp(-(u! * u! + v! * v!) / (2 * (cells / 2) ** 2));
});

/**
 * A descriptor of a keypoint (Lowe, section 6): histograms of the gradients around it, in a frame with its direction and scale. Not
 * negative, of length 1.
 */
export function describeKeypoint(point: Keypoint): Float32Array {
  samplePatch(point);
  histogram.fill(0);
  for (let v = 0; v < side; v++) {
    for (let u = 0; u < side; u++) {
      const at = (v + 1) * patchSide + u + 1;
      const gx = patch[at + 1]! - patch[at - 1]!;
      const gy = patch[at + patchSide]! - patch[at - patchSide]!;
      const strength = Math.sqrt(gx * gx + gy * gy) * weights[v * side + u]!;
      if (strength === 0) continue;
      const direction = computeAngleInTurns(gx, gy) * bins;
      addSample((u + 0.5) / samplesPerCell - 1, (v + 0.5) / samplesPerCell - 1, direction, strength);
    }
  }
  return normaliseDescriptor(histogram);
}

/** Samples the surroundings of a keypoint, rotated to its direction and scaled to its blur, into `patch`. */
function samplePatch({ x: x0, y: y0, blur, angle, picture: { width, height, data } }: Keypoint): void {
  const step = (cellSize * blur) / samplesPerCell;
  const stepX = cos(angle) * step;
  const stepY = sin(angle) * step;
  for (let v = 0, to = 0; v < patchSide; v++) {
    const b = v - (patchSide - 1) / 2;
    for (let u = 0; u < patchSide; u++) {
      const a = u - (patchSide - 1) / 2;
      const x = Math.min(width - 1.001, Math.max(0, x0 + stepX * a - stepY * b));
      const y = Math.min(height - 1.001, Math.max(0, y0 + stepY * a + stepX * b));
      const left = Math.floor(x);
      const top = Math.floor(y);
      const at = top * width + left;
      const above = data[at]! + (x - left) * (data[at + 1]! - data[at]!);
      const below = data[at + width]! + (x - left) * (data[at + width + 1]! - data[at + width]!);
      patch[to++] = above + (y - top) * (below - above);
    }
  }
}

/** Spreads a sample over the nearest cells and directions. */
function addSample(cellX: number, cellY: number, direction: number, strength: number): void {
  const left = Math.floor(cellX);
  const top = Math.floor(cellY);
  const first = Math.floor(direction);
  const fx = cellX - left;
  const fy = cellY - top;
  const fd = direction - first;
  for (let j = 0; j < 2; j++) {
    const cy = top + j;
    if (cy < 0 || cy >= cells) continue;
    const atRow = strength * (j === 0 ? 1 - fy : fy);
    for (let i = 0; i < 2; i++) {
      const cx = left + i;
      if (cx < 0 || cx >= cells) continue;
      const inCell = atRow * (i === 0 ? 1 - fx : fx);
      const at = (cy * cells + cx) * bins;
      histogram[at + (first % bins)]! += inCell * (1 - fd);
      histogram[at + ((first + 1) % bins)]! += inCell * fd;
    }
  }
}

/** Normalises a descriptor to square roots of shares, so that its length is 1: RootSIFT (Arandjelovic and Zisserman, CVPR 2012). */
function normaliseDescriptor(values: Float32Array): Float32Array {
  let squared = 0;
  for (let i = 0; i < descriptorLength; i++) squared += values[i]! * values[i]!;
  const max = shareMax * (Math.sqrt(squared) || 1);
  let total = 0;
  for (let i = 0; i < descriptorLength; i++) total += Math.min(max, values[i]!);
  const roots = new Float32Array(descriptorLength);
  for (let i = 0; i < descriptorLength; i++) roots[i] = Math.sqrt(Math.min(max, values[i]!) / (total || 1));
  return roots;
}
