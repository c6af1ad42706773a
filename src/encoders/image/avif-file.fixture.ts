import sharp from 'sharp';

// AVIF files assembled from the parts of an encoded one, with claims that no encoder writes.

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([uint32(8 + data.length), Buffer.from(type, 'latin1'), data]);
}

function fullBox(type: string, version: number, ...parts: readonly Uint8Array[]): Buffer {
  return box(type, uint32(version << 24), ...parts);
}

/** The content of the box at the end of a path of box types. */
function boxAt(file: Buffer, path: readonly string[]): Buffer {
  const [type, ...rest] = path;
  for (let at = 0; at + 8 <= file.length; at += file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) !== type) continue;
    const inner = file.subarray(at + (type === 'meta' ? 12 : 8), at + file.readUInt32BE(at));
    return rest.length === 0 ? inner : boxAt(inner, rest);
  }
  throw new Error(`There is no box ${type}`);
}

export interface DerivedPicture {
  readonly kind: 'grid' | 'iovl';
  /** Pixels of the single coded picture that is used for all parts. */
  readonly tile: readonly [width: number, height: number];
  /** The grid of parts; those of an overlay are stacked. */
  readonly parts: readonly [columns: number, rows: number];
  /** The stated pixels of the result. */
  readonly result: readonly [width: number, height: number];
}

/** An AVIF of about 1 kB whose picture is derived from one coded picture, used several times. */
export async function derivedAvif({ kind, tile, parts, result }: DerivedPicture): Promise<Buffer> {
  const [width, height] = tile;
  const coded = await sharp({ create: { width, height, channels: 3, background: '#369' } })
    .avif({ quality: 1, effort: 0, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const property = (type: string): Buffer => boxAt(coded, ['meta', 'iprp', 'ipco', type]);
  const pixels = boxAt(coded, ['mdat']);
  const [columns, rows] = parts;
  const count = columns * rows;
  const size = Buffer.concat(result.map(uint16));
  const description =
    kind === 'grid'
      ? Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), size])
      : Buffer.concat([Buffer.alloc(10), size, Buffer.alloc(4 * count)]);
  const item = (id: number, type: string): Buffer =>
    fullBox('infe', 2, uint16(id), uint16(0), Buffer.from(`${type}\0`, 'latin1'));
  // Item 1 is the result, item 2 the coded picture.
  const meta = (pixelsAt: number): Buffer =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, uint16(1)),
      fullBox(
        'iloc',
        1,
        Buffer.from([0x44, 0]),
        uint16(2),
        uint16(1),
        uint16(1),
        uint16(0),
        uint16(1),
        uint32(0),
        uint32(description.length),
        uint16(2),
        uint16(0),
        uint16(0),
        uint16(1),
        uint32(pixelsAt),
        uint32(pixels.length),
      ),
      fullBox('iinf', 0, uint16(2), item(1, kind), item(2, 'av01')),
      fullBox('iref', 0, box('dimg', uint16(1), uint16(count), ...Array<Buffer>(count).fill(uint16(2)))),
      box(
        'iprp',
        box(
          'ipco',
          ...(['ispe', 'pixi', 'av1C'] as const).map((type) => box(type, property(type))),
          fullBox('ispe', 0, ...result.map(uint32)),
        ),
        fullBox(
          'ipma',
          0,
          uint32(2),
          uint16(1),
          Buffer.from([2, 0x84, 2]),
          uint16(2),
          Buffer.from([3, 0x81, 2, 0x83]),
        ),
      ),
      box('idat', description),
    );
  const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'));
  const pixelsAt = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(pixelsAt), box('mdat', pixels)]);
}
