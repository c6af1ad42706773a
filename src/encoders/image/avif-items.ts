import { limits } from '../../ports/limits.ts';
import { PictureError } from './picture-error.ts';

// The boxes of the container (ISO/IEC 14496-12, 23008-12) state what of an AVIF is decoded:
//
//   meta
//     iprp
//       ipco  properties, numbered from 1: `ispe` is a size
//       ipma  which properties each item has
//     iref
//       dimg  the sources of a derived item: the tiles of a grid, the layers of an overlay
//
// The declared size of the picture is that of the result. A grid of 1 kB that declares 6000 x 4000 pixels may have a
// hundred tiles of that size, which took 30 seconds in a decoder that cannot be interrupted.

/** Maximum sibling boxes; a large grid has some hundreds. */
const boxesMax = 10_000;

interface Box {
  readonly type: string;
  /** The content. */
  readonly data: DataView;
}

/**
 * Checks the sum of the pixels that the items of an AVIF are decoded to.
 * @throws PictureError image_too_many_pixels, image_broken
 */
export function checkAvifItems(bytes: Uint8Array): void {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (const { type, data } of readBoxes(file, 0)) if (type === 'meta') checkMeta(data);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PictureError('image_broken', `The boxes of the AVIF are damaged: ${error.message}`);
  }
}

function checkMeta(meta: DataView): void {
  // A full box: version and flags come first.
  const boxes = [...readBoxes(meta, 4)];
  const inner = boxes.filter(({ type }) => type === 'iprp').flatMap(({ data }) => [...readBoxes(data, 0)]);
  const properties = inner
    .filter(({ type }) => type === 'ipco')
    .flatMap(({ data }) => [...readBoxes(data, 0)]);
  const sizes = properties.map(countPixels);
  const pixels = new Map<number, number>();
  for (const { type, data } of inner) if (type === 'ipma') readAssociations(data, sizes, pixels);
  for (const count of pixels.values()) refuseMany(count);
  for (const { type, data } of boxes) if (type === 'iref') checkParts(data, pixels);
}

/** All parts of a derived item are decoded, each as often as it is referenced. */
function checkParts(references: DataView, pixels: ReadonlyMap<number, number>): void {
  const isWide = references.getUint8(0) > 0;
  const sums = new Map<number, number>();
  for (const { type, data } of readBoxes(references, 4)) {
    if (type !== 'dimg') continue;
    const [derived = 0, ...parts] = readNumbers(data, isWide);
    let sum = sums.get(derived) ?? 0;
    for (const part of parts) {
      const count = pixels.get(part) ?? 0;
      if (count === 0) throw new RangeError('a part has no size');
      sum += count;
    }
    refuseMany(sum);
    sums.set(derived, sum);
  }
}

function refuseMany(pixels: number): void {
  if (pixels <= limits.imageAvifPixelsMax) return;
  throw new PictureError(
    'image_too_many_pixels',
    `The AVIF is put together from ${pixels} pixels: at most ${limits.imageAvifPixelsMax} are decoded`,
  );
}

/** The pixels of a size property; 0 for any other property. */
function countPixels({ type, data }: Box): number {
  return type === 'ispe' ? data.getUint32(4) * data.getUint32(8) : 0;
}

/** Sets the largest size of each item. */
function readAssociations(data: DataView, sizes: readonly number[], pixels: Map<number, number>): void {
  const isWideItem = data.getUint8(0) > 0;
  const isWideProperty = (data.getUint8(3) & 1) === 1;
  let at = 8;
  for (let entries = data.getUint32(4); entries > 0; entries--) {
    const item = isWideItem ? data.getUint32(at) : data.getUint16(at);
    at += isWideItem ? 4 : 2;
    for (let properties = data.getUint8(at++); properties > 0; properties--) {
      // The highest bit marks an essential property.
      const property = isWideProperty ? data.getUint16(at) & 0x7fff : data.getUint8(at) & 0x7f;
      at += isWideProperty ? 2 : 1;
      pixels.set(item, Math.max(pixels.get(item) ?? 0, sizes[property - 1] ?? 0));
    }
  }
}

/** The item that a reference belongs to, and those that it references. */
function readNumbers(reference: DataView, isWide: boolean): number[] {
  const bytesEach = isWide ? 4 : 2;
  const read = (at: number): number => (isWide ? reference.getUint32(at) : reference.getUint16(at));
  const count = reference.getUint16(bytesEach);
  return [read(0), ...Array.from({ length: count }, (_, i) => read(bytesEach + 2 + i * bytesEach))];
}

/** The sibling boxes in a part of the file, from `at` on. */
function* readBoxes(part: DataView, at: number): Generator<Box> {
  for (let count = 1; at + 8 <= part.byteLength; count++) {
    if (count > boxesMax) throw new RangeError('too many of them');
    const stated = part.getUint32(at);
    const head = stated === 1 ? 16 : 8;
    // 1 means that the size is in a longer number, 0 that the box extends to the end.
    const size =
      stated === 1 ? Number(part.getBigUint64(at + 8)) : stated === 0 ? part.byteLength - at : stated;
    const type = String.fromCharCode(...Array.from({ length: 4 }, (_, i) => part.getUint8(at + 4 + i)));
    if (size < head) throw new RangeError('a box is smaller than its header');
    // A truncated box, such as `mdat` of a shortened file, is read up to the end.
    const length = Math.min(size, part.byteLength - at) - head;
    yield { type, data: new DataView(part.buffer, part.byteOffset + at + head, length) };
    at += size;
  }
}
