import { limits } from '../../ports/limits.ts';
import { PictureError } from './picture-error.ts';

/** The supported picture formats. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

/** Leading bytes that `sniffPictureFormat` needs to detect every format. */
export const sniffBytes = 64;

/**
 * Detects the format from the file's first bytes; null for other files. The type stated by a client or a host is
 * ignored: no decoder, of SVG and PDF least of all, must be reachable by naming it.
 */
export function sniffPictureFormat(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  const head = decodeLatin1(bytes, 0, 12);
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  // Classic TIFF (42) and BigTIFF (43), in both byte orders.
  if (startsWith(bytes, [0x49, 0x49, 0x2a, 0]) || startsWith(bytes, [0x49, 0x49, 0x2b, 0])) return 'tiff';
  if (startsWith(bytes, [0x4d, 0x4d, 0, 0x2a]) || startsWith(bytes, [0x4d, 0x4d, 0, 0x2b])) return 'tiff';
  const brands = readContainerBrands(bytes);
  if (brands.some(isHevc)) return null;
  return brands.includes('avif') || brands.includes('avis') ? 'avif' : null;
}

/** Whether the file is a photo as iPhones store it, whose decoder is patented (HEVC). */
function isHeic(bytes: Uint8Array): boolean {
  return readContainerBrands(bytes).some(isHevc);
}

/** Checks a file's size and first bytes, and returns its format. @throws PictureError */
export function checkPictureFile(bytes: Uint8Array): PictureFormat {
  if (bytes.length === 0) throw new PictureError('image_empty', 'The picture is empty: it has 0 bytes');
  if (bytes.length > limits.imageBytesMax) {
    throw new PictureError(
      'image_too_large',
      `The picture has ${bytes.length} bytes: at most ${limits.imageBytesMax} are read`,
    );
  }
  const format = sniffPictureFormat(bytes);
  if (format !== null) return format;
  throw new PictureError(
    'image_unsupported',
    isHeic(bytes)
      ? 'The picture is HEIC: convert it to JPEG, as Safari does for a file field with accept="image/jpeg"'
      : 'The picture is none of JPEG, PNG, WebP, AVIF, GIF, TIFF',
  );
}

const hevcBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs']);

const isHevc = (brand: string): boolean => hevcBrands.has(brand);

/**
 * The brands in the first box of an ISO base media file, none for others. AVIF and HEIC share this container, and are told apart by
 * them (ISO/IEC 14496-12, 4.3).
 */
function readContainerBrands(bytes: Uint8Array): string[] {
  if (decodeLatin1(bytes, 4, 8) !== 'ftyp') return [];
  const boxBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const end = Math.min(boxBytes, bytes.length, sniffBytes);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) {
    // A version number is between the major brand and the list of compatible ones.
    if (at !== 12) brands.push(decodeLatin1(bytes, at, at + 4));
  }
  return brands;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return bytes.length >= magic.length && magic.every((value, index) => bytes[index] === value);
}

function decodeLatin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
