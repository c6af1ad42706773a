import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** One colour, in hardly any bytes. */
export function avif(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return sharp({ create }).avif({ effort: 0 }).toBuffer();
}

/** A PNG of one column. */
export function tallPng(height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(2 * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
