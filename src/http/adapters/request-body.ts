import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import {
  readJson,
  readJsonRecord,
  readJsonRecords,
  type JsonDocument,
  type JsonRecords,
} from '../../domain/contract/json-document.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import type { Call } from '../operation.ts';

type BodyCall = Pick<Call, 'request' | 'bodyChunks' | 'slices'>;

const unzip = promisify(gunzip);

/**
 * The JSON object in the body of a request, whatever its content type says: browsers send JSON as text or as a form, which needs no
 * preflight request. Empty without a body.
 * @throws VitrineError invalid_json, invalid_request, json_too_deep, json_too_large, body_too_large, body_incomplete
 */
export async function readRequestBody(call: BodyCall): Promise<JsonObject> {
  const text = await readText(call, limits.bodyBytesMax);
  if (text.length === 0) return {};
  const { value } = await readJson(text, call.slices);
  if (isObject(value)) return value;
  throw new VitrineError('invalid_request', 'The body must be a JSON object');
}

/** The JSON in the body of a request; null without a body. @throws VitrineError as `readRequestBody` */
export async function readJsonBody(call: BodyCall): Promise<Json> {
  const text = await readText(call, limits.bodyBytesMax);
  return text.length === 0 ? null : (await readJson(text, call.slices)).value;
}

/**
 * The record that is the body of a request.
 * @throws VitrineError as `readRequestBody`
 */
export async function readRecordBody(call: BodyCall): Promise<JsonDocument> {
  const text = await readText(call, limits.itemsBodyBytesMax);
  if (text.length === 0) throw new VitrineError('invalid_request', 'The body must be a JSON object');
  return readJsonRecord(text, 'the record', call.slices);
}

/**
 * The list in the member `requests` of the body, each element parsed on its own.
 * @throws VitrineError as `readRequestBody`
 */
export async function readRequestList(call: BodyCall): Promise<JsonRecords> {
  const text = await readText(call, limits.itemsBodyBytesMax);
  const countMax = limits.itemsPerWriteMax;
  const member = 'requests';
  const records =
    text.length === 0 ? null : (await readJsonRecords(text, { member, countMax }, call.slices)).records;
  if (records?.isList !== true || records.count > countMax)
    throw createParameterError(member, 'type', `a list of at most ${countMax} operations`);
  return records;
}

async function readText({ request, bodyChunks }: BodyCall, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  if (request.body !== undefined) for await (const chunk of bodyChunks(bytesMax)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isCompressed = request.headers['content-encoding']?.toLowerCase() === 'gzip' && bytes.length > 0;
  return isCompressed ? decompressBody(bytes, bytesMax) : bytes;
}

async function decompressBody(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new VitrineError('body_too_large', `The body has more than ${bytesMax} bytes`);
    throw new VitrineError('invalid_json', 'The body is not valid gzip');
  }
}
