import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { VitrineError } from '../ports/errors.ts';
import { limits } from '../ports/limits.ts';
import type { Call } from './operation.ts';
import { readJson } from '../domain/catalog/json-document.ts';

/** A photo as it arrived: its bytes, or the text that holds or names it; and the other parameters. */
export interface PhotoBody {
  readonly photo: Uint8Array | string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

const photoField = 'uploaded_file';
const fieldsMax = 50;

/**
 * Reads a photo in each of its encodings: JSON, multipart/form-data, or the raw image.
 * @throws VitrineError body_too_large, image_too_large, invalid_json, unsupported_media_type, body_incomplete
 */
export async function readPhotoBody({
  request,
  readBody,
  slices,
}: Pick<Call<unknown, unknown>, 'request' | 'readBody' | 'slices'>): Promise<PhotoBody> {
  const body = request.body as Readable | undefined;
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (body === undefined) return { photo: null, fields: {} };
  if (type === 'multipart/form-data') return readMultipart(request, body);
  if (type === '' || /^application\/(?:[\w.-]+\+)?json$/.test(type)) {
    const { value } = await readJson(await readBody(limits.photoBodyBytesMax), slices);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new VitrineError('invalid_request', 'The body must be a JSON object', {
        errors: [{ path: 'body', code: 'type', detail: 'the body must be a JSON object' }],
      });
    }
    const { [photoField]: photo, ...fields } = value;
    if (photo !== undefined && photo !== null && typeof photo !== 'string') {
      const detail = `${photoField} must be base64, a \`data:\` URI or an http(s) address`;
      throw new VitrineError('invalid_request', detail, {
        errors: [{ path: photoField, code: 'type', detail }],
      });
    }
    return { photo: photo ?? null, fields };
  }
  if (type.startsWith('image/') || type === 'application/octet-stream') {
    return { photo: await readBody(limits.imageBytesMax), fields: {} };
  }
  throw new VitrineError(
    'unsupported_media_type',
    `A photo comes as application/json, multipart/form-data or image/*, not ${type.slice(0, 100)}`,
  );
}

function readMultipart(request: FastifyRequest, body: Readable): Promise<PhotoBody> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, unknown>();
    let photo: Uint8Array | string | null = null;
    let bytes = 0;
    const fail = (error: VitrineError): void => {
      body.unpipe();
      reject(error);
    };
    const broken = (): void =>
      fail(new VitrineError('body_incomplete', 'The multipart/form-data is cut off or malformed'));
    let form: BusboyInstance;
    try {
      form = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: {
          fileSize: limits.imageBytesMax,
          fields: fieldsMax,
          fieldSize: limits.photoBodyBytesMax,
          parts: fieldsMax,
        },
      });
    } catch {
      fail(new VitrineError('unsupported_media_type', 'The multipart/form-data has no boundary'));
      return;
    }
    form.on('file', (name, stream) => {
      const chunks: Uint8Array[] = [];
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('limit', () =>
        fail(new VitrineError('image_too_large', `The photo must be at most ${limits.imageBytesMax} bytes`)),
      );
      // A form that is cut off inside a file says so here, and ends the process where nobody listens.
      stream.on('error', broken);
      stream.on('end', () => {
        // The documented name wins; a lone file under another name is surely meant.
        if (name === photoField || photo === null) photo = Buffer.concat(chunks);
      });
    });
    form.on('field', (name, value) => {
      if (name === photoField) photo ??= value;
      else fields.set(name, value);
    });
    const tooMany = (): void =>
      fail(new VitrineError('invalid_request', `The form must have at most ${fieldsMax} parts`));
    form.on('fieldsLimit', tooMany);
    form.on('partsLimit', tooMany);
    form.on('error', broken);
    form.on('finish', () => resolve({ photo, fields: Object.fromEntries(fields) }));
    body.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > limits.photoBodyBytesMax) fail(tooLarge());
    });
    body.on('error', () =>
      fail(new VitrineError('body_incomplete', 'The body ended before its announced length')),
    );
    body.pipe(form);
  });
}

function tooLarge(): VitrineError {
  return new VitrineError('body_too_large', `The body must be at most ${limits.photoBodyBytesMax} bytes`);
}
