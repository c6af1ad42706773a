import type { FastifyRequest } from 'fastify';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { RpcError, rpcCodes, type RpcMessage } from './mcp-message.ts';

/** Versions without a handshake: each request names its version. */
export const statelessVersion = '2026-07-28';
/** Versions with the request `initialize`, the newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18'] as const;
export const mcpVersions: readonly string[] = [statelessVersion, ...handshakeVersions];

const versionMember = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesMember = 'io.modelcontextprotocol/clientCapabilities';

/** The version to speak with a client that asks for another one in `initialize`. */
export function negotiateVersion(requested: unknown): string {
  return handshakeVersions.find((version) => version === requested) ?? handshakeVersions[0];
}

/**
 * Whether a message has the version without a handshake. Its headers must then repeat what it says, as proxies may decide by them.
 * @throws RpcError headerMismatch, unsupportedVersion, invalidParams
 */
export function isStateless(
  { method, params }: RpcMessage,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const { _meta: meta, name } = params;
  const told = isObject(meta) ? meta[versionMember] : undefined;
  const header = headers['mcp-protocol-version'];
  const version = told ?? header;
  if (version !== undefined && (typeof version !== 'string' || !mcpVersions.includes(version)))
    throw new RpcError(rpcCodes.unsupportedVersion, 'Unsupported protocol version', {
      status: 400,
      data: { supported: mcpVersions, requested: typeof version === 'string' ? version.slice(0, 100) : null },
    });
  if (version !== statelessVersion) return false;
  checkHeader('mcp-protocol-version', header, told);
  checkHeader('mcp-method', headers['mcp-method'], method);
  if (method === 'tools/call') checkHeader('mcp-name', decodeHeader(headers['mcp-name']), name);
  if (!isObject(meta) || !isObject(meta[capabilitiesMember]))
    throw new RpcError(rpcCodes.invalidParams, `\`_meta\` must have the object \`${capabilitiesMember}\``, {
      status: 400,
    });
  return true;
}

/** The value of a header that may be written as base64: `=?base64?cGhvdG8=?=`. */
function decodeHeader(header: string | string[] | undefined): unknown {
  const encoded = typeof header === 'string' ? /^=\?base64\?([\w+/=-]*)\?=$/.exec(header)?.[1] : undefined;
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

function checkHeader(name: string, header: unknown, told: unknown): void {
  if (header !== told)
    throw new RpcError(rpcCodes.headerMismatch, `The header ${name} must have the value of the body`, {
      status: 400,
    });
}
