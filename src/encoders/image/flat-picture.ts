import type { Raster } from './pixels.ts';

/** Cells per side in which pixels are counted. */
const cellCount = 32;
/** Cells whose channels differ by at most this from the border's are background. */
const backgroundTolerance = 12;
/**
 * Least share of the pixels outside the background. Photos have at most .11 and packshots .15, also where they fill a third of the width of a white JPEG;
 * screenshots have at least .26 and charts .49.
 */
const flatShareMin = 0.25;
/** A cell with a smaller share of flat pixels has the noise of a camera. */
const noisyShareMax = 0.1;
/** The share of the picture that connected cells with noise cover where it contains a photo: screenshots have at most .25. */
const photoAreaMin = 0.3;

interface Cell {
  pixels: number;
  /** Pixels that equal those left of them and above. */
  flatPixels: number;
  isBackground: boolean;
}

/**
 * Whether a picture was drawn, such as a screenshot or a chart: many pixels are equal to those left of them and above, which the noise of
 * a camera's sensor prevents. The background of a product does not count, nor is a picture flat that consists of a photo and a frame.
 */
export function isFlat(raster: Raster): boolean {
  if (raster.width < 2 || raster.height < 2) return false;
  const cells = measureCells(raster);
  return measureFlatShare(cells) >= flatShareMin && measureLargestNoisyArea(cells) < photoAreaMin;
}

/** Row by row; the first row and column of pixels have no neighbours and are left out. */
function measureCells({ width, height, data }: Raster): Cell[] {
  const cells = Array.from({ length: cellCount ** 2 }, () => ({
    pixels: 0,
    flatPixels: 0,
    isBackground: true,
  }));
  const background = measureBorderColour({ width, height, data });
  for (let y = 1; y < height; y++) {
    const row = Math.floor((y / height) * cellCount) * cellCount;
    for (let x = 1; x < width; x++) {
      const cell = cells[row + Math.floor((x / width) * cellCount)]!;
      const at = (y * width + x) * 3;
      cell.pixels += 1;
      if (isEqual(data, at, at - 3) && isEqual(data, at, at - width * 3)) cell.flatPixels += 1;
      for (let channel = 0; channel < 3; channel++)
        if (Math.abs(data[at + channel]! - background[channel]!) > backgroundTolerance)
          cell.isBackground = false;
    }
  }
  return cells;
}

function isEqual(data: Uint8Array, a: number, b: number): boolean {
  return data[a] === data[b] && data[a + 1] === data[b + 1] && data[a + 2] === data[b + 2];
}

/** The median of each channel among the outermost pixels. */
function measureBorderColour({ width, height, data }: Raster): number[] {
  const border: number[] = [];
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) border.push(y * width, y * width + width - 1);
  return [0, 1, 2].map((channel) => {
    const values = Uint8Array.from(border, (pixel) => data[pixel * 3 + channel]!).sort();
    return values[values.length >> 1]!;
  });
}

/** Computes the share of flat cells; 1 for a picture that is only background. */
function measureFlatShare(cells: readonly Cell[]): number {
  const foreground = cells.filter(({ isBackground }) => !isBackground);
  const pixels = foreground.reduce((sum, cell) => sum + cell.pixels, 0);
  return pixels === 0 ? 1 : foreground.reduce((sum, cell) => sum + cell.flatPixels, 0) / pixels;
}

/** The largest area of adjacent cells with noise, as a share of the picture. */
function measureLargestNoisyArea(cells: readonly Cell[]): number {
  const left = new Set(
    cells.keys().filter((at) => cells[at]!.flatPixels < noisyShareMax * cells[at]!.pixels),
  );
  let largest = 0;
  for (const first of left) {
    const area = [first];
    left.delete(first);
    for (const at of area) for (const next of listAdjacentCells(at)) if (left.delete(next)) area.push(next);
    largest = Math.max(largest, area.length);
  }
  return largest / cells.length;
}

function listAdjacentCells(at: number): number[] {
  const column = at % cellCount;
  const besides = [...(column > 0 ? [at - 1] : []), ...(column < cellCount - 1 ? [at + 1] : [])];
  return [...besides, at - cellCount, at + cellCount];
}
