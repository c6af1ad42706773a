import { VitrineError } from '../../ports/errors.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { readJson } from '../../domain/contract/json-document.ts';
import { PhotoText, type SentPhoto } from '../../domain/search/execution/photo-text.ts';
import { GrowableBuffer } from '../../lib/growable-buffer.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { JsonTextSplitter } from './json-text-splitter.ts';
import type { Call } from '../operation.ts';
import { PhotoForm } from './photo-form.ts';

/** A received photo, null without one, and the other parameters. */
export interface PhotoBody {
  readonly photo: SentPhoto | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

type PhotoRequest = Pick<Call, 'request' | 'bodyChunks' | 'slices'>;

const photoField = 'uploaded_file';

/**
 * Reads a photo in any encoding: JSON, multipart/form-data, or the raw image. Decodes it while it arrives, into one buffer;
 * the rest of the body is small.
 * @throws VitrineError body_too_large, image_too_large, invalid_json, invalid_request, unsupported_media_type,
 * body_incomplete
 */
export async function readPhotoBody({ request, bodyChunks, slices }: PhotoRequest): Promise<PhotoBody> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (request.body === undefined) return { photo: null, fields: {} };
  const bytesExpected = Number(request.headers['content-length'] ?? 0);
  if (type === 'multipart/form-data') {
    const form = new PhotoForm(request.headers, { photoField, bytesExpected });
    for await (const chunk of readPhotoChunks(bodyChunks, limits.photoBodyBytesMax)) await form.write(chunk);
    return await form.end();
  }
  if (type === '' || /^application\/(?:[\w.-]+\+)?json$/.test(type))
    return await readPhotoJson(readPhotoChunks(bodyChunks, limits.photoBodyBytesMax), bytesExpected, slices);
  if (type.startsWith('image/') || type === 'application/octet-stream') {
    const photo = new GrowableBuffer(limits.imageBytesMax, bytesExpected);
    for await (const chunk of readPhotoChunks(bodyChunks, limits.imageBytesMax)) photo.append(chunk);
    return { photo: { bytes: photo.bytes, address: null }, fields: {} };
  }
  throw new VitrineError(
    'unsupported_media_type',
    `A photo must be sent as application/json, multipart/form-data or image/*, not ${type.slice(0, 100)}`,
  );
}

/** The chunks of a body that consists mainly of a photo: reports too large a body as too large a photo. */
async function* readPhotoChunks(
  bodyChunks: PhotoRequest['bodyChunks'],
  bytesMax: number,
): AsyncGenerator<Buffer> {
  try {
    yield* bodyChunks(bytesMax);
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'body_too_large') throw error;
    const detail = `The photo must be at most ${limits.imageBytesMax} bytes, and the body with it ${bytesMax}`;
    throw new VitrineError('image_too_large', detail);
  }
}

async function readPhotoJson(
  chunks: AsyncIterable<Buffer>,
  bytesExpected: number,
  slices: WorkSlices,
): Promise<PhotoBody> {
  let text: PhotoText | null = null;
  const begin = (): PhotoText => (text = new PhotoText(Math.ceil(bytesExpected * 0.75)));
  const splitter = new JsonTextSplitter(photoField, begin, limits.bodyBytesMax);
  for await (const chunk of chunks) splitter.write(chunk);
  const value = await parseRest(splitter.end(), text !== null, slices);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new VitrineError('invalid_request', 'The body must be a JSON object', {
      errors: [{ path: 'body', code: 'type', detail: 'the body must be a JSON object' }],
    });
  }
  const { [photoField]: photo, ...fields } = value;
  if (photo === undefined || photo === null) return { photo: null, fields };
  // The splitter left an empty text in place of the photo.
  if (photo === '' && text !== null) return { photo: (text as PhotoText).end(), fields };
  const detail = `${photoField} must be base64, a \`data:\` URI or an http(s) address`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: photoField, code: 'type', detail }],
  });
}

/** @throws VitrineError invalid_json, json_too_deep */
async function parseRest(rest: Buffer, hadPhoto: boolean, slices: WorkSlices): Promise<Json> {
  try {
    return (await readJson(rest, slices)).value;
  } catch (error) {
    if (!hadPhoto || !(error instanceof VitrineError)) throw error;
    throw new VitrineError(error.code, `${error.message} (after removing ${photoField})`);
  }
}
