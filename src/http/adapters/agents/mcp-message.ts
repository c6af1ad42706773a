import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { createJsonReply, type Reply } from '../../replies/reply.ts';

/** JSON-RPC 2.0, as the Model Context Protocol uses it. */

/** Codes of JSON-RPC, of MCP 2026-07-28, and of UCP (`docs/specification/overview.md`, error codes). */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  refused: -32_000,
  discoveryFailed: -32_001,
} as const;

export type RpcId = string | number;

/** A request or a notification. */
export interface RpcMessage {
  /** Null for a notification. */
  readonly id: RpcId | null;
  readonly method: string;
  readonly params: JsonObject;
}

/** An error of the protocol, with the status of its HTTP reply. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: object } = {},
  ) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Reads the id of a message, which may be invalid otherwise. Returns null without an id to repeat in the reply. */
export function readRpcId(value: Json): RpcId | null {
  const id = isObject(value) ? value['id'] : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RpcId) : null;
}

/** Reads a message, or null for a response, which no request of this server awaits. @throws RpcError */
export function readMessage(value: Json): RpcMessage | null {
  if (Array.isArray(value))
    throw new RpcError(rpcCodes.invalidRequest, 'Send one message, not a batch', { status: 400 });
  if (!isObject(value) || value['jsonrpc'] !== '2.0')
    throw new RpcError(rpcCodes.invalidRequest, 'The body must be a JSON-RPC 2.0 message', { status: 400 });
  const { method, params = {} } = value;
  const id = readRpcId(value);
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) return null;
  if (typeof method !== 'string' || (id === null && Object.hasOwn(value, 'id')))
    throw new RpcError(
      rpcCodes.invalidRequest,
      'A message needs a `method`, and a request a text or an integer as `id`',
      { status: 400 },
    );
  if (!isObject(params))
    throw new RpcError(rpcCodes.invalidParams, '`params` must be an object', { status: 400 });
  return { id, method, params };
}

export function createRpcReply(id: RpcId, result: object): Reply {
  return createJsonReply(200, { jsonrpc: '2.0', id, result });
}

/** `id` is that of the request. It is omitted from the reply if it is null, as it is unknown then. */
export function createRpcErrorReply(
  id: RpcId | null,
  { code, message, status, data }: RpcError,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return createJsonReply(
    status,
    {
      jsonrpc: '2.0',
      ...(id === null ? {} : { id }),
      error: { code, message, ...(data === undefined ? {} : { data }) },
    },
    headers,
  );
}
