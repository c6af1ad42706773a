import { crc32, deflateSync } from 'node:zlib';

export interface PngOptions {
  /** Size in the header. */
  readonly width: number;
  readonly height: number;
  /** Channels per pixel: grey, or red, green and blue. */
  readonly channels: 1 | 3;
  /** The uncompressed rows: a different number than in the header gives a broken file. */
  readonly pixels: Uint8Array;
}

/** A PNG file, consistent with its header or not. */
export function pngFile({ width, height, channels, pixels }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 1 ? 0 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
