import type { Crop } from '../../ports/vision.ts';
import type { Raster } from './pixels.ts';

/** Details are counted in so many cells a side. */
const CELLS = 24;
/** Sides of the parts that are looked at, as shares of the photo's. */
const SHARES = [0.5, 0.33];
/** Where parts begin: steps of a share of the photo's side. */
const STEPS = 12;
/** A part is likely where its cells have so many times the details of the photo's cells. */
const DENSITY_MIN = 1.3;
/** So many parts are looked at: each takes the model once. */
const PARTS_MAX = 2;
/** Parts whose common area is a larger share of the smaller one show the same. */
const OVERLAP_MAX = 0.5;

interface Candidate {
  readonly part: Crop;
  readonly density: number;
}

/**
 * Parts of a photo where there may be a product, the likeliest first: squares, in shares of the photo, with more details
 * (differences between neighbouring pixels) than the rest of it. What is before a table, a wall or the sky stands out so. None
 * where details are everywhere.
 */
export function regionProposals(raster: Raster): Crop[] {
  const sums = summedDetails(raster);
  const mean = detailsIn(sums, 0, 0, CELLS) / (CELLS * CELLS);
  if (mean === 0) return [];
  const candidates: Candidate[] = [];
  for (const share of SHARES) {
    const cells = Math.round(share * CELLS);
    const step = CELLS / STEPS;
    for (let y = 0; y + cells <= CELLS; y += step) {
      for (let x = 0; x + cells <= CELLS; x += step) {
        const density = detailsIn(sums, x, y, cells) / (cells * cells) / mean;
        const part = { x: x / CELLS, y: y / CELLS, width: cells / CELLS, height: cells / CELLS };
        // A larger part with as many details a cell has more of them.
        if (density >= DENSITY_MIN) candidates.push({ part, density: density * Math.sqrt(share) });
      }
    }
  }
  // The order they were made in, from the top left, decides between equals: sorting keeps it.
  candidates.sort((a, b) => b.density - a.density);
  const parts: Crop[] = [];
  for (const { part } of candidates) {
    if (parts.length === PARTS_MAX) break;
    if (parts.every((other) => overlap(part, other) <= OVERLAP_MAX)) parts.push(part);
  }
  return parts;
}

/** Details of all cells above and to the left, a table of (CELLS + 1) x (CELLS + 1). */
function summedDetails({ width, height, data }: Raster): Float64Array {
  const details = new Float64Array(CELLS * CELLS);
  const brightness = (x: number, y: number): number => {
    const at = (y * width + x) * 3;
    return data[at]! + data[at + 1]! + data[at + 2]!;
  };
  for (let y = 0; y + 1 < height; y++) {
    const row = Math.floor((y / height) * CELLS) * CELLS;
    for (let x = 0; x + 1 < width; x++) {
      const here = brightness(x, y);
      const change = Math.abs(here - brightness(x + 1, y)) + Math.abs(here - brightness(x, y + 1));
      details[row + Math.floor((x / width) * CELLS)]! += change;
    }
  }
  const sums = new Float64Array((CELLS + 1) * (CELLS + 1));
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x < CELLS; x++) {
      const at = (y + 1) * (CELLS + 1) + x + 1;
      sums[at] = details[y * CELLS + x]! + sums[at - 1]! + sums[at - CELLS - 1]! - sums[at - CELLS - 2]!;
    }
  }
  return sums;
}

function detailsIn(sums: Float64Array, x: number, y: number, cells: number): number {
  const at = (row: number, column: number): number => sums[row * (CELLS + 1) + column]!;
  return at(y + cells, x + cells) - at(y, x + cells) - at(y + cells, x) + at(y, x);
}

/** The common area as a share of the smaller one's. */
function overlap(a: Crop, b: Crop): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
