import type { VitrineError } from '../../../ports/errors.ts';
import { errorKinds } from '../../../ports/error-kinds.ts';
import type { WireProtocol } from '../../operation.ts';
import { createAgentCallers } from './agent-caller.ts';
import { rpcCodes, RpcError, createRpcErrorReply, type RpcId } from './mcp-message.ts';
import type { ServiceAddresses } from './service-addresses.ts';
import { createUcpError } from './ucp-protocol.ts';

/** Errors of the transport: a status of HTTP with an error of JSON-RPC. */
export function createMcpProtocol(addresses: ServiceAddresses): WireProtocol {
  return { ...createAgentCallers(addresses), errorReply: (error) => createTransportError(null, error) };
}

/** The reply to a request that failed before its tool could answer. */
export function createTransportError(
  id: RpcId | null,
  error: VitrineError,
): ReturnType<typeof createRpcErrorReply> {
  const { status } = errorKinds[error.code];
  const { code, content } = createUcpError(error);
  const retry = error.retryAfterSeconds === null ? null : Math.ceil(error.retryAfterSeconds);
  const data = { code, content, ...(retry === null ? {} : { retry_after: retry }) };
  return createRpcErrorReply(id, new RpcError(toRpcCode(error, status, code), content, { status, data }), {
    ...(retry === null ? {} : { 'retry-after': String(retry) }),
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="mcp"' } : {}),
  });
}

function toRpcCode({ code }: VitrineError, status: number, ucpCode: string): number {
  if (ucpCode === 'invalid_profile_url') return rpcCodes.discoveryFailed;
  if (code === 'invalid_json' || code === 'json_too_deep' || code === 'json_too_large')
    return rpcCodes.parseError;
  if (status === 400) return rpcCodes.invalidRequest;
  return status === 500 ? rpcCodes.internalError : rpcCodes.refused;
}
