import sharp, { type Region, type Sharp } from 'sharp';
import type { Crop } from '../../ports/vision.ts';
import { limits } from '../../ports/limits.ts';
import { checkAvifItems } from './avif-items.ts';
import { PictureError } from './picture-error.ts';
import { checkPictureFile, type PictureFormat } from './picture-format.ts';

/** Decoded pixels: RGB, 8 bits each, row by row, `data.length === width * height * 3`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** What a picture's header states. Width and height are of one frame, as stored, before any EXIF rotation. */
export interface PictureHeader {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  /** About how much memory decoding it takes at the most. */
  readonly decodeBytes: number;
}

/** Bytes a pixel where a picture is decoded as a whole; measured, with several channels and 16 bits where a format has them. */
const wholeBytes: Record<PictureFormat, number> = { jpeg: 8, png: 9, webp: 4, avif: 25, gif: 5, tiff: 4 };

const whole: Crop = { x: 0, y: 0, width: 1, height: 1 };

// The cache would keep decoded pictures of strangers in memory and never hits; one libvips thread a picture, because
// in a server the pictures themselves are what runs side by side. Both settings hold for the whole process.
sharp.cache(false);
sharp.concurrency(1);
// The second lock behind the sniffing: libvips itself forgets every loader but the six.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
  ],
});

// Warnings (stray bytes between markers, odd metadata) are common in real photos and harmless; truncation is not.
const readOptions = {
  failOn: 'error',
  limitInputPixels: limits.imagePixelsMax,
  sequentialRead: true,
  pages: 1,
} as const;

/**
 * Checks size, format and header without decoding, in about a millisecond whatever the header claims.
 * Throws a PictureError.
 */
export async function inspectPicture(bytes: Uint8Array): Promise<PictureHeader> {
  const format = checkPictureFile(bytes);
  if (format === 'avif') checkAvifItems(bytes);
  const { width, height, isWhole } = await readHeader(bytes, format);
  const refused = refusal(format, width, height);
  if (refused !== null) {
    throw new PictureError(
      'image_too_many_pixels',
      `The picture states ${width} x ${height} pixels: ${refused}`,
    );
  }
  return { format, width, height, decodeBytes: isWhole ? width * height * wholeBytes[format] : 0 };
}

/** What a camera does not make is refused for what it costs: a row takes time however short it is. */
function refusal(format: PictureFormat, width: number, height: number): string | null {
  const { imageSideMax, imageAspectMax, imagePixelsMax, imageAvifPixelsMax } = limits;
  const [short, long] = width < height ? [width, height] : [height, width];
  const pixelsMax = format === 'avif' ? imageAvifPixelsMax : imagePixelsMax;
  if (width * height > pixelsMax) return `at most ${pixelsMax} in all are decoded`;
  if (long > imageSideMax) return `a side has at most ${imageSideMax}`;
  return long > short * imageAspectMax ? `at most ${imageAspectMax} times as long as wide is decoded` : null;
}

/**
 * Decodes a picture upright (EXIF), in sRGB, on white where it is transparent, its first frame where it has several,
 * shrunk to fit into a square of `sideMax` pixels (never enlarged), and cut to `crop` where given.
 * Throws a PictureError.
 */
export async function decodeRaster(bytes: Uint8Array, sideMax: number, crop: Crop | null): Promise<Raster> {
  const { format } = await inspectPicture(bytes);
  try {
    // A crop must come out with `sideMax` pixels of its own, so the whole is decoded that much larger.
    const share = crop === null ? 1 : Math.max(crop.width, crop.height);
    const side = Math.min(4096, Math.ceil(sideMax / Math.max(share, 0.01)));
    const { data, info } = await sharp(bytes, readOptions)
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raster = { width: info.width, height: info.height, data };
    return crop === null ? raster : await cutRaster(raster, crop);
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('image_broken', `The picture cannot be decoded as ${format}: ${causeOf(error)}`);
  }
}

/** What is looked at of a picture, and how. */
export interface View {
  readonly part: Crop;
  /** Pixels of the square it is scaled to. */
  readonly side: number;
  /** Left and right changed over. */
  readonly mirrored: boolean;
}

/** The whole, or a part, as it is, for a model that is best at this side. */
export function plainView(side: number, part: Crop = whole): View {
  return { part, side, mirrored: false };
}

/** Scales a part of a raster to a square for the model, ignoring its aspect: side x side x 3 bytes. */
export async function toModelInput(raster: Raster, { part, side, mirrored }: View): Promise<Uint8Array> {
  return await open(raster)
    .extract(pixelBox(raster, part))
    .resize(side, side, { fit: 'fill' })
    .flop(mirrored)
    .raw()
    .toBuffer();
}

/** A picture out of focus: a Gaussian of `sigma` pixels, at least .3. */
export async function blurred({ data, width, height }: Raster, sigma: number): Promise<Uint8Array> {
  return await open({ data, width, height }).blur(sigma).raw().toBuffer();
}

/** The middle of a picture, with this share of its width and of its height. */
export function centre(share: number): Crop {
  return { x: (1 - share) / 2, y: (1 - share) / 2, width: share, height: share };
}

async function readHeader(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<{ width: number; height: number; isWhole: boolean }> {
  try {
    // The pixel limit is ours to report, so that the header can still be read beyond it.
    const header = await sharp(bytes, { ...readOptions, limitInputPixels: false }).metadata();
    const height = header.pageHeight ?? header.height;
    if (!(header.width > 0 && height > 0)) throw new Error('the header states no size');
    // A JPEG or PNG is decoded row by row, unless its rows come several times.
    const isWhole = header.isProgressive || (format !== 'jpeg' && format !== 'png');
    return { width: header.width, height, isWhole };
  } catch (error) {
    throw new PictureError(
      'image_broken',
      `The picture's ${format} header cannot be read: ${causeOf(error)}`,
    );
  }
}

async function cutRaster(raster: Raster, crop: Crop): Promise<Raster> {
  const box = pixelBox(raster, crop);
  const data = await open(raster).extract(box).raw().toBuffer();
  return { width: box.width, height: box.height, data };
}

function open(raster: Raster): Sharp {
  return sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
}

/** The whole pixels of a crop, at least one and all within the raster. */
function pixelBox(raster: Raster, crop: Crop): Region {
  const left = clamp(Math.round(crop.x * raster.width), 0, raster.width - 1);
  const top = clamp(Math.round(crop.y * raster.height), 0, raster.height - 1);
  return {
    left,
    top,
    width: clamp(Math.round(crop.width * raster.width), 1, raster.width - left),
    height: clamp(Math.round(crop.height * raster.height), 1, raster.height - top),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** libvips reports in several lines, the first of which names the loader and the fault. */
function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? text).slice(0, 200);
}
