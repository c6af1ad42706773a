import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import {
  createJsonSlices,
  readJson,
  readJsonRecords,
  type JsonBody,
  type RecordsMember,
} from '../../domain/contract/json-document.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { getClient } from '../access/client.ts';
import { hasBody } from '../forwarding/exchange.ts';
import type { Transfers } from '../overload/transfers.ts';

/** Reads the whole body of a request. @throws VitrineError as `Transfers.readBody` */
export async function receiveBody(
  request: FastifyRequest,
  reply: FastifyReply,
  transfers: Transfers,
  bytesMax = request.operation?.bodyBytesMax ?? limits.bodyBytesMax,
): Promise<ReceivedBody> {
  // Before the handler, Fastify has not set it yet.
  if (hasBody(request.raw)) request.body ??= request.raw;
  const bytes = await transfers.readBody(request, reply, getClient(request), bytesMax);
  return new ReceivedBody(bytes, request, request.operation?.records ?? null);
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** @throws VitrineError unsupported_media_type */
export function refuseCompressed({ 'content-encoding': encoding }: FastifyRequest['headers']): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new VitrineError(
    'unsupported_media_type',
    `Compressed bodies are not supported: content-encoding ${encoding.slice(0, 100)}`,
  );
}

/** A body that was read. It is parsed once at most, for all that need its values. */
export class ReceivedBody {
  readonly bytes: Buffer;
  readonly #request: FastifyRequest;
  readonly #records: RecordsMember | null;
  #parsed: Promise<JsonBody> | null = null;

  constructor(bytes: Buffer, request: FastifyRequest, records: RecordsMember | null) {
    this.bytes = bytes;
    this.#request = request;
    this.#records = records;
  }

  /** The JSON. @throws VitrineError unsupported_media_type, invalid_json, json_too_deep, json_too_large, body_too_large */
  parse(slices: WorkSlices = createJsonSlices()): Promise<JsonBody> {
    return (this.#parsed ??= this.#parse(slices));
  }

  /** The JSON, which is to be an object. @throws VitrineError as `parse()`, invalid_request */
  async parseObject(slices: WorkSlices): Promise<JsonBody & { readonly value: JsonObject }> {
    const body = await this.parse(slices);
    const { value } = body;
    if (isObject(value)) return { ...body, value };
    throw new VitrineError('invalid_request', 'The body must be a JSON object', {
      errors: [{ path: 'body', code: 'type', detail: 'the body must be a JSON object' }],
    });
  }

  async #parse(slices: WorkSlices): Promise<JsonBody> {
    const { headers, isBeacon } = this.#request;
    const { 'content-type': type } = headers;
    refuseCompressed(headers);
    if (type !== undefined && !jsonType.test(type) && !isBeacon) {
      throw new VitrineError(
        'unsupported_media_type',
        `This operation accepts application/json, not ${type.slice(0, 100)}`,
      );
    }
    const { bytes } = this;
    if (bytes.length === 0)
      throw new VitrineError('invalid_json', 'Cannot read the JSON as the body is empty');
    return this.#records === null
      ? { ...(await readJson(bytes, slices)), records: null }
      : readJsonRecords(bytes, this.#records, slices);
  }
}
