import type { Raster } from './pixels.ts';

/** Photos have at most .17 (296 of a grocery shop), screenshots and charts at least .29, also as JPEG. */
const equalShareMin = 0.25;

/**
 * Whether a picture was drawn, such as a screenshot, a chart or a packshot: many pixels are equal to those left of them and above, which
 * the noise of a camera's sensor prevents.
 */
export function isFlat({ width, height, data }: Raster): boolean {
  if (width < 2 || height < 2) return false;
  let equal = 0;
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * 3;
      if (isEqual(data, at, at - 3) && isEqual(data, at, at - width * 3)) equal += 1;
    }
  return equal >= equalShareMin * (width - 1) * (height - 1);
}

function isEqual(data: Uint8Array, a: number, b: number): boolean {
  return data[a] === data[b] && data[a + 1] === data[b + 1] && data[a + 2] === data[b + 2];
}
