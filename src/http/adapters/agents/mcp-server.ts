import { VitrineError } from '../../../ports/errors.ts';
import { errorKinds } from '../../../ports/error-kinds.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Schema } from '../../../domain/contract/schema.ts';
import { hasScope } from '../../../domain/projects/grants.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { Scope } from '../../../ports/access/projects.ts';
import type { Call } from '../../operation.ts';
import type { Reply } from '../../replies/reply.ts';
import { readMcpBody, type McpBody } from './mcp-body.ts';
import {
  readMessage,
  rpcCodes,
  RpcError,
  createRpcErrorReply,
  readRpcId,
  createRpcReply,
  type RpcMessage,
} from './mcp-message.ts';
import { createTransportError } from './mcp-protocol.ts';
import { isStateless, mcpVersions, negotiateVersion } from './mcp-versions.ts';

/** A tool: its description for clients, and its work. */
export interface McpTool {
  readonly scope: Scope;
  readonly description: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: Schema;
    readonly outputSchema?: Schema;
    readonly annotations: object;
  };
  /** @throws VitrineError */
  readonly run: (call: Call, args: JsonObject, photo: McpBody['photo']) => Promise<object>;
}

/** Time for which clients may cache a reply that changes only with versions of the service. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' };
const serverInfoMember = 'io.modelcontextprotocol/serverInfo';
const capabilities = { tools: {} };
/** The reply to a notification. */
const accepted: Reply = { status: 202, body: '' };

/** Answers each message of a server in one reply, without sessions and streams. `tools` is called with the first message. */
export function createMcpServer({
  tools: listed,
  version,
  instructions,
}: {
  readonly tools: () => readonly McpTool[];
  readonly version: string;
  readonly instructions: string;
}): (call: Call) => Promise<Reply> {
  const serverInfo = { name: 'vitrine', title: 'Vitrine', version };
  let known: ReadonlyMap<string, McpTool> | null = null;
  const listTools = (): ReadonlyMap<string, McpTool> =>
    (known ??= new Map(listed().map((tool) => [tool.description.name, tool])));

  const callOrList = async (
    call: Call,
    { method, params }: RpcMessage,
    { isModern, photo }: Pick<McpBody, 'photo'> & { readonly isModern: boolean },
  ): Promise<object> => {
    switch (method) {
      case 'server/discover':
        return { supportedVersions: mcpVersions, capabilities, instructions, ...cached };
      case 'tools/list': {
        const list = [...listTools().values()].map(({ description }) => description);
        return { tools: list, ...(isModern ? cached : {}) };
      }
      case 'tools/call':
        return callTool(call, listTools(), params, photo);
      default:
        throw new RpcError(rpcCodes.methodNotFound, 'Method not found', { status: isModern ? 404 : 200 });
    }
  };
  /** Methods of the versions with a handshake only. */
  const answerHandshake = ({ method, params }: RpcMessage): object | null => {
    if (method === 'ping') return {};
    if (method !== 'initialize') return null;
    const protocolVersion = negotiateVersion(params['protocolVersion']);
    return { protocolVersion, capabilities, serverInfo, instructions };
  };

  return async (call) => {
    const { value, photo } = await readMcpBody(call);
    const id = readRpcId(value);
    try {
      const message = readMessage(value);
      if (message === null) return accepted;
      const isModern = isStateless(message, call.request);
      if (id === null) return accepted;
      if (!isModern)
        return createRpcReply(
          id,
          answerHandshake(message) ?? (await callOrList(call, message, { isModern, photo })),
        );
      const result = await callOrList(call, message, { isModern, photo });
      return createRpcReply(id, {
        resultType: 'complete',
        ...result,
        _meta: { [serverInfoMember]: serverInfo },
      });
    } catch (error) {
      if (error instanceof RpcError) return createRpcErrorReply(id, error);
      if (error instanceof VitrineError) return createTransportError(id, error);
      throw error;
    }
  };
}

async function callTool(
  call: Call,
  tools: ReadonlyMap<string, McpTool>,
  { name, arguments: args = {} }: JsonObject,
  photo: McpBody['photo'],
): Promise<object> {
  const tool = typeof name === 'string' ? tools.get(name) : undefined;
  if (tool === undefined) throw new RpcError(rpcCodes.invalidParams, 'Unknown tool');
  if (!isObject(args)) throw new RpcError(rpcCodes.invalidParams, '`arguments` must be an object');
  if (call.key === null || !hasScope(call.key, tool.scope))
    throw new VitrineError('scope_missing', `The API key lacks the scope \`${tool.scope}\``);
  try {
    const structuredContent = await tool.run(call, args, photo);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof VitrineError) || !isToolError(error)) throw error;
    if (error.members['ucpCode'] === 'request_too_large')
      throw new RpcError(rpcCodes.invalidParams, error.message);
    // The model gets the error, and can call again with other arguments.
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}

/** Whether an error is of the arguments, or of what they name. */
function isToolError({ code, members }: VitrineError): boolean {
  const { status } = errorKinds[code];
  const isOfCaller = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  return (isOfCaller || code === 'vision_unavailable') && members['ucpCode'] !== 'invalid_profile_url';
}
