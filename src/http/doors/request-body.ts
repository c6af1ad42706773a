import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { readJson } from '../../domain/catalog/json-document.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import type { Call } from '../operation.ts';

const unzip = promisify(gunzip);

/** The body of a request. */
export interface RequestBody {
  readonly value: JsonObject;
  /** As they were sent. */
  readonly bytes: Buffer;
}

/**
 * The JSON object in the body of a request, whatever its content type says: browsers send JSON as text or as a form, which needs no
 * preflight request. Empty without a body.
 * @throws VitrineError invalid_json, invalid_request, json_too_deep, json_too_large, body_too_large, body_incomplete
 */
export async function readRequestBody({
  request,
  bodyChunks,
  slices,
}: Pick<Call<unknown, unknown>, 'request' | 'bodyChunks' | 'slices'>): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  if (request.body !== undefined)
    for await (const chunk of bodyChunks(limits.bodyBytesMax)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return { value: {}, bytes };
  const isCompressed = request.headers['content-encoding']?.toLowerCase() === 'gzip';
  const { value } = await readJson(isCompressed ? await unzipped(bytes) : bytes, slices);
  if (isObject(value)) return { value, bytes };
  throw new VitrineError('invalid_request', 'The body must be a JSON object');
}

async function unzipped(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: limits.bodyBytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new VitrineError('body_too_large', `The body has more than ${limits.bodyBytesMax} bytes`);
    throw new VitrineError('invalid_json', 'The body is not valid gzip');
  }
}
