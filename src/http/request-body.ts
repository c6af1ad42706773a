import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../ports/errors.ts';
import type { WorkSlices } from '../lib/work-slices.ts';
import {
  readJson,
  readJsonRecords,
  type JsonBody,
  type RecordsMember,
} from '../domain/contract/json-document.ts';

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** @throws VitrineError unsupported_media_type */
export function refuseCompressed({ 'content-encoding': encoding }: FastifyRequest['headers']): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new VitrineError(
    'unsupported_media_type',
    `Compressed bodies are not supported: content-encoding ${encoding.slice(0, 100)}`,
  );
}

/**
 * Parses a JSON object.
 * @throws VitrineError unsupported_media_type, invalid_json, invalid_request, json_too_deep, json_too_large, body_too_large
 */
export async function parseBody(
  { headers, isBeacon }: FastifyRequest,
  bytes: Uint8Array,
  records: RecordsMember | null,
  slices: WorkSlices,
): Promise<JsonBody & { readonly value: Record<string, unknown> }> {
  const { 'content-type': type } = headers;
  refuseCompressed(headers);
  if (type !== undefined && !jsonType.test(type) && !isBeacon) {
    throw new VitrineError(
      'unsupported_media_type',
      `This operation accepts application/json, not ${type.slice(0, 100)}`,
    );
  }
  if (bytes.length === 0) throw new VitrineError('invalid_json', 'Cannot read the JSON as the body is empty');
  const body =
    records === null
      ? { ...(await readJson(bytes, slices)), records: null }
      : await readJsonRecords(bytes, records, slices);
  const { value } = body;
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...body, value };
  throw new VitrineError('invalid_request', 'The body must be a JSON object', {
    errors: [{ path: 'body', code: 'type', detail: 'the body must be a JSON object' }],
  });
}
