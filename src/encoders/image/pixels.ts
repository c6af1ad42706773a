import sharp, { type Region, type Sharp } from 'sharp';
import type { GreyPicture } from '../../kernel/keypoints/grey-picture.ts';
import type { Crop } from '../../ports/pictures/vision.ts';
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

/** The header of a picture. Width and height are of one frame, as stored, before any EXIF rotation. */
export interface PictureHeader {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  /** An estimate of the maximum memory for decoding. */
  readonly decodeBytes: number;
}

/** Bytes per pixel where a picture is decoded as a whole; measured, with several channels and 16 bits where a format has them. */
const wholeBytes: Record<PictureFormat, number> = { jpeg: 8, png: 9, webp: 4, avif: 25, gif: 5, tiff: 4 };

const whole: Crop = { x: 0, y: 0, width: 1, height: 1 };

// The cache would keep decoded pictures of clients in memory without hits. One libvips thread per picture, because a
// server decodes several pictures concurrently. Both settings are global to the process.
sharp.cache(false);
sharp.concurrency(1);
// Second protection after sniffing: libvips itself blocks all loaders but these six.
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

/** Checks size, format and header without decoding, in about a millisecond for any header. @throws PictureError */
export async function inspectPicture(bytes: Uint8Array): Promise<PictureHeader> {
  const format = checkPictureFile(bytes);
  if (format === 'avif') checkAvifItems(bytes);
  const { width, height, isWhole } = await readHeader(bytes, format);
  const refused = describeRefusal(format, width, height);
  if (refused !== null) {
    throw new PictureError(
      'image_too_many_pixels',
      `The picture states ${width} x ${height} pixels: ${refused}`,
    );
  }
  return { format, width, height, decodeBytes: isWhole ? width * height * wholeBytes[format] : 0 };
}

/** Rejects shapes that no camera produces, for their cost: a row takes time however short it is. */
function describeRefusal(format: PictureFormat, width: number, height: number): string | null {
  const { imageSideMax, imageAspectMax, imagePixelsMax, imageAvifPixelsMax } = limits;
  const [short, long] = width < height ? [width, height] : [height, width];
  const pixelsMax = format === 'avif' ? imageAvifPixelsMax : imagePixelsMax;
  if (width * height > pixelsMax) return `at most ${pixelsMax} in all are decoded`;
  if (long > imageSideMax) return `a side has at most ${imageSideMax}`;
  return long > short * imageAspectMax ? `at most ${imageAspectMax} times as long as wide is decoded` : null;
}

/**
 * Decodes a picture upright (EXIF), in sRGB, on white where it is transparent, the first frame of several, shrunk to
 * fit into a square of `sideMax` pixels (never enlarged), and cropped to `crop` where given.
 * @throws PictureError
 */
export async function decodeRaster(bytes: Uint8Array, sideMax: number, crop: Crop | null): Promise<Raster> {
  const { format } = await inspectPicture(bytes);
  try {
    // A crop must have `sideMax` pixels itself, so the whole is decoded at a larger size.
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
    throw new PictureError(
      'image_broken',
      `The picture cannot be decoded as ${format}: ${describeCause(error)}`,
    );
  }
}

/** The part of a picture to embed, and its transformation. */
export interface View {
  readonly part: Crop;
  /** Pixels of the square it is scaled to. */
  readonly side: number;
  /** Whether left and right are swapped. */
  readonly mirrored: boolean;
}

/** The whole, or a part, without transformation, for a model with this input side. */
export function createPlainView(side: number, part: Crop = whole): View {
  return { part, side, mirrored: false };
}

/** Scales a part of a raster to a square for the model, ignoring its aspect ratio: side x side x 3 bytes. */
export async function toModelInput(raster: Raster, { part, side, mirrored }: View): Promise<Uint8Array> {
  return await open(raster)
    .extract(computePixelBox(raster, part))
    .resize(side, side, { fit: 'fill' })
    .flop(mirrored)
    .raw()
    .toBuffer();
}

/** A part in grey, scaled so that its longer side is `side` pixels, but enlarged at most `enlargementMax` times. */
export async function toGrey(
  raster: Raster,
  { part = whole, side, enlargementMax }: { part?: Crop; side: number; enlargementMax: number },
): Promise<GreyPicture> {
  const box = computePixelBox(raster, part);
  const scaled = Math.min(side, Math.ceil(Math.max(box.width, box.height) * enlargementMax));
  const { data, info } = await open(raster)
    .extract(box)
    .resize(scaled, scaled, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: Float32Array.from(data) };
}

/** A blurred picture: a Gaussian of `sigma` pixels, at least .3. */
export async function blurRaster({ data, width, height }: Raster, sigma: number): Promise<Uint8Array> {
  return await open({ data, width, height }).blur(sigma).raw().toBuffer();
}

/** The centre of a picture, with this share of its width and of its height. */
export function centre(share: number): Crop {
  return { x: (1 - share) / 2, y: (1 - share) / 2, width: share, height: share };
}

async function readHeader(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<{ width: number; height: number; isWhole: boolean }> {
  try {
    // The pixel limit is checked here, so the header is read beyond it.
    const header = await sharp(bytes, { ...readOptions, limitInputPixels: false }).metadata();
    const height = header.pageHeight ?? header.height;
    if (!(header.width > 0 && height > 0)) throw new Error('the header has no size');
    // A JPEG or PNG is decoded row by row, unless it is progressive.
    const isWhole = header.isProgressive || (format !== 'jpeg' && format !== 'png');
    return { width: header.width, height, isWhole };
  } catch (error) {
    throw new PictureError(
      'image_broken',
      `The picture's ${format} header cannot be read: ${describeCause(error)}`,
    );
  }
}

async function cutRaster(raster: Raster, crop: Crop): Promise<Raster> {
  const box = computePixelBox(raster, crop);
  const data = await open(raster).extract(box).raw().toBuffer();
  return { width: box.width, height: box.height, data };
}

function open(raster: Raster): Sharp {
  return sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
}

/** The whole pixels of a crop, at least one and all within the raster. */
function computePixelBox(raster: Raster, crop: Crop): Region {
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
function describeCause(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? text).slice(0, 200);
}
