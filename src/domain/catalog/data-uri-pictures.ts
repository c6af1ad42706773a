import { createHash } from 'node:crypto';
import type { MediaFile } from '../../ports/catalog/catalog.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { Base64Decoder } from '../../lib/base64-decoder.ts';
import { GrowableBuffer } from '../../lib/growable-buffer.ts';
import { requestSlices } from '../../lib/work-slices.ts';

/** Why a `data:` URI is not a picture: error code and expected format. */
export interface DataUriError {
  readonly code: 'format' | 'too_long';
  readonly expected: string;
}

/** The decoded pictures, or errors, by URI. */
export type DataUriPictures = ReadonlyMap<string, MediaFile | DataUriError>;

const headLengthMax = 200;
const dataUri = /^data:image\/([a-z0-9.+-]+)((?:;[^;,]*)*),/i;
/** Characters decoded per chunk. */
const pieceLength = 64 * 1024;
/** Characters decoded, or bytes hashed, between two pauses: a few milliseconds. */
const sliceLength = 512 * 1024;

/** Decodes the `data:` pictures of an item's `imgs` in slices: 50 pictures of 10 MB take a second. */
export async function decodeDataUris(
  imgs: Json,
  slices = requestSlices(sliceLength),
): Promise<DataUriPictures> {
  const read = new Map<string, MediaFile | DataUriError>();
  for (const entry of Array.isArray(imgs) ? imgs.slice(0, limits.itemImagesMax) : [imgs]) {
    const uri = entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? entry['url'] : entry;
    if (typeof uri !== 'string' || !uri.startsWith('data:')) continue;
    const steps = decodeInSlices(uri);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await slices.spend(step.value);
    read.set(uri, step.value);
  }
  return read;
}

/** Decodes one URI synchronously. */
export function decodeDataUri(uri: string): MediaFile | DataUriError {
  const steps = decodeInSlices(uri);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Decodes a URI in steps; yields the units of work. */
function* decodeInSlices(uri: string): Generator<number, MediaFile | DataUriError> {
  const head = dataUri.exec(uri.slice(0, headLengthMax));
  if (head === null) return { code: 'format', expected: 'a `data:image/...` URI' };
  const [{ length }, type = '', parameters = ''] = head;
  const isBase64 = /;\s*base64\s*$/i.test(parameters);
  const bytes = isBase64 ? yield* decodeBase64(uri, length) : yield* decodePercents(uri, length);
  if (bytes === 'format')
    return { code: 'format', expected: 'a `data:` URI with valid base64 or percent-encoding' };
  if (bytes === 'too_long')
    return { code: 'too_long', expected: `a picture of at most ${limits.imageBytesMax} bytes` };
  if (bytes.length === 0) return { code: 'format', expected: 'a picture, not an empty `data:` URI' };
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += sliceLength) {
    const part = bytes.subarray(at, at + sliceLength);
    hash.update(part);
    yield part.length;
  }
  return { hash: hash.digest('hex'), contentType: `image/${type.toLowerCase()}`, bytes };
}

type Decoding = Generator<number, Buffer | DataUriError['code']>;

/** Base64, in which a form may have percent-encoded the signs. */
function* decodeBase64(uri: string, from: number): Decoding {
  const decoder = new Base64Decoder(limits.imageBytesMax, Math.ceil((uri.length - from) * 0.75));
  for (const piece of splitPieces(uri, from)) {
    decoder.write(piece.includes('%') ? piece.replace(/%(?:2b|2f|3d)/gi, decodeURIComponent) : piece);
    if (decoder.fault !== null) return decoder.fault;
    yield piece.length;
  }
  return decoder.end() ?? decoder.fault ?? 'format';
}

/** Percent-encoding: a byte is an ASCII character, or two hexadecimal digits after a percent sign (RFC 2397). */
function* decodePercents(uri: string, from: number): Decoding {
  const bytes = new GrowableBuffer(limits.imageBytesMax, uri.length - from);
  for (const piece of splitPieces(uri, from)) {
    const text = piece.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    // A percent sign without digits is invalid; `%25` decodes to a valid one.
    const isWrong = /[^\0-\xff]/.test(text) || /%(?![0-9a-f]{2})/i.test(piece);
    if (isWrong) return 'format';
    if (!bytes.append(Buffer.from(text, 'latin1'))) return 'too_long';
    yield piece.length;
  }
  return bytes.bytes;
}

/** Splits a text into chunks that do not cut an escape. */
function* splitPieces(text: string, from: number): Generator<string> {
  for (let at = from; at < text.length;) {
    let end = at + pieceLength;
    if (text[end - 1] === '%') end -= 1;
    else if (text[end - 2] === '%') end -= 2;
    yield text.slice(at, end);
    at = end;
  }
}
