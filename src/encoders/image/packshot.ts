import type { Raster } from './pixels.ts';

/** Channels at least this bright count as studio white, including JPEG noise and soft shadows. */
const whiteMin = 232;
/** The minimum share of white among the outermost pixels of a packshot. */
const whiteBorderShareMin = 0.85;

/** A product cut out of its white background. */
export interface CutOut {
  readonly raster: Raster;
  /** The opacity of each pixel: 0 (background) to 255 (product), one byte per pixel. */
  readonly opacity: Uint8Array;
  /** The bounding box of the product, in pixels; right and bottom are exclusive. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** Whether the background is white: then the product can be cut out, and the whole picture describes it best. */
export function hasWhiteBorder(raster: Raster): boolean {
  const { width, height } = raster;
  let white = 0;
  let seen = 0;
  const checkPixel = (pixel: number): void => {
    seen += 1;
    if (isWhite(raster.data, pixel)) white += 1;
  };
  for (let x = 0; x < width; x++) {
    checkPixel(x);
    checkPixel((height - 1) * width + x);
  }
  for (let y = 1; y < height - 1; y++) {
    checkPixel(y * width);
    checkPixel(y * width + width - 1);
  }
  return white >= seen * whiteBorderShareMin;
}

/**
 * Cuts the product out of its white background. White is background only where it is connected to the border through
 * white, so that a white label or a milk carton remains. Returns null if almost nothing or almost all would be cut.
 */
export function cutOut(raster: Raster): CutOut | null {
  const { width, height } = raster;
  const background = floodFromBorder(raster);
  const box = { left: width, top: height, right: 0, bottom: 0 };
  let productPixels = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (background[y * width + x] === 1) continue;
      productPixels += 1;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  const share = productPixels / (width * height);
  if (share < 0.01 || background.length === productPixels) return null;
  return { raster, opacity: createSoftOpacity(background, width, height), box };
}

function isWhite(data: Uint8Array, pixel: number): boolean {
  const at = pixel * 3;
  return data[at]! >= whiteMin && data[at + 1]! >= whiteMin && data[at + 2]! >= whiteMin;
}

/** 1 for each white pixel that is connected to the border through white pixels. */
function floodFromBorder(raster: Raster): Uint8Array {
  const { width, height, data } = raster;
  const background = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  let depth = 0;
  const visit = (pixel: number): void => {
    if (background[pixel] === 1 || !isWhite(data, pixel)) return;
    background[pixel] = 1;
    stack[depth++] = pixel;
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (depth > 0) {
    const pixel = stack[--depth]!;
    const x = pixel % width;
    if (x > 0) visit(pixel - 1);
    if (x < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < background.length - width) visit(pixel + width);
  }
  return background;
}

/** The mask shrunk by a pixel and softened, because the outermost pixels of a product are half white. */
function createSoftOpacity(background: Uint8Array, width: number, height: number): Uint8Array {
  const opacity = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (background[y * width + x] === 1) continue;
      let inside = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const nx = x + dx;
          const ny = y + dy;
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          if (background[ny * width + nx] === 0) inside += 1;
        }
      }
      // A pixel on a straight edge has six of nine neighbours inside: it becomes nearly transparent.
      opacity[y * width + x] = Math.max(0, Math.min(255, ((inside - 5) * 255) / 4));
    }
  }
  return opacity;
}
