import type { Crop } from '../../ports/pictures/vision.ts';
import type { Raster } from './pixels.ts';

/** Cells per side in which details are counted. */
const cellCount = 24;
/** Sides of the regions, as shares of the photo's. */
const shares = [0.5, 0.33];
/** Region positions: steps per side of the photo. */
const steps = 12;
/** Minimum density of details in a region, relative to the photo's mean. */
const densityMin = 1.3;
/** Maximum regions: each takes one inference. */
const partsMax = 2;
/** Regions that overlap by a larger share of the smaller one are duplicates. */
const overlapMax = 0.5;

interface Candidate {
  readonly part: Crop;
  readonly density: number;
}

/**
 * Regions of a photo that may show a product, the most probable first: squares, in shares of the photo, with more
 * details (differences between neighbouring pixels) than the rest. Objects on a table, a wall or the sky stand out by
 * that. None where details are everywhere.
 */
export function proposeRegions(raster: Raster): Crop[] {
  const sums = sumDetails(raster);
  const mean = measureDetail(sums, 0, 0, cellCount) / (cellCount * cellCount);
  if (mean === 0) return [];
  const candidates: Candidate[] = [];
  for (const share of shares) {
    const cells = Math.round(share * cellCount);
    const step = cellCount / steps;
    for (let y = 0; y + cells <= cellCount; y += step) {
      for (let x = 0; x + cells <= cellCount; x += step) {
        const density = measureDetail(sums, x, y, cells) / (cells * cells) / mean;
        const part = {
          x: x / cellCount,
          y: y / cellCount,
          width: cells / cellCount,
          height: cells / cellCount,
        };
        // A larger region with the same density has more details.
        if (density >= densityMin) candidates.push({ part, density: density * Math.sqrt(share) });
      }
    }
  }
  // The sort is stable: equal ones keep their order, from the top left.
  candidates.sort((a, b) => b.density - a.density);
  const parts: Crop[] = [];
  for (const { part } of candidates) {
    if (parts.length === partsMax) break;
    if (parts.every((other) => computeOverlap(part, other) <= overlapMax)) parts.push(part);
  }
  return parts;
}

/** Details of all cells above and to the left, a table of (cellCount + 1) x (cellCount + 1). */
function sumDetails({ width, height, data }: Raster): Float64Array {
  const details = new Float64Array(cellCount * cellCount);
  const measureBrightness = (x: number, y: number): number => {
    const at = (y * width + x) * 3;
    return data[at]! + data[at + 1]! + data[at + 2]!;
  };
  for (let y = 0; y + 1 < height; y++) {
    const row = Math.floor((y / height) * cellCount) * cellCount;
    for (let x = 0; x + 1 < width; x++) {
      const here = measureBrightness(x, y);
      const change =
        Math.abs(here - measureBrightness(x + 1, y)) + Math.abs(here - measureBrightness(x, y + 1));
      details[row + Math.floor((x / width) * cellCount)]! += change;
    }
  }
  const sums = new Float64Array((cellCount + 1) * (cellCount + 1));
  for (let y = 0; y < cellCount; y++) {
    for (let x = 0; x < cellCount; x++) {
      const at = (y + 1) * (cellCount + 1) + x + 1;
      sums[at] =
        details[y * cellCount + x]! + sums[at - 1]! + sums[at - cellCount - 1]! - sums[at - cellCount - 2]!;
    }
  }
  return sums;
}

function measureDetail(sums: Float64Array, x: number, y: number, cells: number): number {
  const sumUpTo = (row: number, column: number): number => sums[row * (cellCount + 1) + column]!;
  return sumUpTo(y + cells, x + cells) - sumUpTo(y, x + cells) - sumUpTo(y + cells, x) + sumUpTo(y, x);
}

/** The common area as a share of the smaller one's. */
function computeOverlap(a: Crop, b: Crop): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
