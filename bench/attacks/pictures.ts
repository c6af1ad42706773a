import sharp from 'sharp';
import { pngFile } from '../../test/support/png-file.ts';

/** One colour, in hardly any bytes. */
export function avif(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return sharp({ create }).avif({ effort: 0 }).toBuffer();
}

/** A PNG of one column. */
export function tallPng(height: number): Buffer {
  // A row begins with the kind of its filter.
  return pngFile({ width: 1, height, channels: 1, pixels: Buffer.alloc(2 * height) });
}
