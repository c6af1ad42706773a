import sharp from 'sharp';
import { pngFile } from '../../test/support/png-file.ts';

/** A single-colour picture, which compresses to a very small file. */
export function avif(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return sharp({ create }).avif({ effort: 0 }).toBuffer();
}

/** A PNG one pixel wide. */
export function tallPng(height: number): Buffer {
  // Each row starts with a filter type byte.
  return pngFile({ width: 1, height, channels: 1, pixels: Buffer.alloc(2 * height) });
}
