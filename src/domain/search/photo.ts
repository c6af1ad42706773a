import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { PictureFetchError, type Crop, type PictureSource } from '../../ports/vision.ts';

/**
 * The bytes of a photo that came as text: base64, a `data:` URI, or an http(s) address.
 * @throws VitrineError invalid_request, image_too_large, image_fetch_failed
 */
export async function photoBytes(sent: string, source: PictureSource): Promise<Uint8Array> {
  if (/^https?:\/\//i.test(sent)) {
    if (sent.length > limits.imageUrlLengthMax)
      throw wrongPhoto('too_long', `an address of at most ${limits.imageUrlLengthMax} characters`);
    try {
      return await source.fetch(sent);
    } catch (error) {
      if (!(error instanceof PictureFetchError)) throw error;
      throw new VitrineError('image_fetch_failed', `The photo could not be fetched: ${error.message}`, {
        errors: [{ path: 'uploaded_file', code: error.code, detail: error.message }],
      });
    }
  }
  const payload = sent.startsWith('data:') ? dataPayload(sent) : sent;
  const compact = payload.replace(/\s/g, '').replace(/=+$/, '');
  if (compact === '') throw new VitrineError('image_empty', 'uploaded_file is empty');
  if (!/^[A-Za-z0-9+/_-]*$/.test(compact) || compact.length % 4 === 1) {
    throw wrongPhoto('format', 'base64, a `data:` URI or an http(s) address');
  }
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.length > limits.imageBytesMax) {
    throw new VitrineError(
      'image_too_large',
      `The photo must be at most ${limits.imageBytesMax} bytes: it has ${bytes.length}`,
    );
  }
  return bytes;
}

/** A part of the photo, in shares of its width and height. @throws VitrineError invalid_request */
export function parseCrop(value: unknown): Crop | null {
  if (value === undefined || value === null || value === '') return null;
  const numbers =
    typeof value === 'string'
      ? value.split(',').map(Number)
      : ['x', 'y', 'width', 'height'].map((name) =>
          typeof value === 'object' ? (value as Record<string, unknown>)[name] : Number.NaN,
        );
  const [x, y, width, height] = numbers.map((number) =>
    typeof number === 'number' ? number : Number.NaN,
  ) as [number, number, number, number];
  const inside =
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.000001 && y + height <= 1.000001;
  if (numbers.length !== 4 || !inside) {
    const detail =
      'crop must be x,y,width,height in shares of the photo: numbers from 0 to 1 with x + width and y + height at most 1';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'crop', code: 'format', detail }] });
  }
  return { x, y, width, height };
}

function dataPayload(uri: string): string {
  const head = /^data:[^,]{0,200},/.exec(uri)?.[0];
  if (head === undefined || !/;\s*base64\s*,$/i.test(head))
    throw wrongPhoto('format', 'a `data:` URI in base64');
  return uri.slice(head.length);
}

function wrongPhoto(code: string, expected: string): VitrineError {
  const detail = `uploaded_file must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path: 'uploaded_file', code, detail }] });
}
