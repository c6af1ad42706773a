import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../../../ports/errors.ts';
import { errorKinds } from '../../../ports/error-kinds.ts';
import { limits } from '../../../ports/limits.ts';
import type { WireProtocol } from '../../operation.ts';
import { ParameterReader } from './parameter-reader.ts';
import { SecuredKeys } from './secured-keys.ts';

/** Credentials of a request: in headers, or in the URL, as browsers avoid a preflight request. Names ignore case. */
const keyName = 'x-algolia-api-key';
const applicationName = 'x-algolia-application-id';
const userTokenName = 'x-algolia-usertoken';

const securedKeys = new SecuredKeys();

/** Requests and errors as Algolia's clients send and expect them. The application id is the id of a project. */
export const algoliaProtocol: WireProtocol = {
  takeCredentials: (request) => {
    const key = readCredential(request, keyName);
    if (key !== null) request.headers['x-api-key'] = key;
  },
  deriveCaller: (request, keys, now) => {
    const { 'x-api-key': text } = request.headers;
    if (typeof text !== 'string') return null;
    return securedKeys.identifyCaller(
      text,
      { project: readApplicationId(request), ip: request.ip },
      keys,
      now,
    );
  },
  likelyProject: readApplicationId,
  errorReply: (error) => {
    const status = toStatus(error);
    const headers: Record<string, string> =
      error.retryAfterSeconds === null ? {} : { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) };
    return { status, body: JSON.stringify({ message: toMessage(error), status }), headers };
  },
};

export function readApplicationId(request: FastifyRequest): string | null {
  return readCredential(request, applicationName);
}

/** Reads the visitor that the headers or the URL of a request name, or null without one. @throws VitrineError invalid_request */
export function readUserToken(request: FastifyRequest): string | null {
  const parameters = new ParameterReader({ userToken: readCredential(request, userTokenName) });
  return parameters.readText('userToken', limits.userIdLengthMax);
}

function readCredential(request: FastifyRequest, name: string): string | null {
  const header = request.headers[name];
  if (typeof header === 'string' && header !== '') return header;
  for (const [sent, value] of Object.entries(request.query as Record<string, unknown>))
    if (sent.toLowerCase() === name && typeof value === 'string' && value !== '') return value;
  return null;
}

/** Clients repeat a request at other hosts after any status but 2xx and 4xx. */
function toStatus(error: VitrineError): number {
  const { status } = errorKinds[error.code];
  return ['api_key_missing', 'api_key_invalid', 'signed_out'].includes(error.code) ? 403 : status;
}

/** The texts that Algolia's own clients and documentation name, where there is one. */
function toMessage(error: VitrineError): string {
  switch (error.code) {
    case 'api_key_missing':
    case 'api_key_invalid':
    case 'signed_out':
      return 'Invalid Application-ID or API key';
    case 'scope_missing':
      return 'Method not allowed with this API key';
    case 'project_forbidden':
      return 'Index not allowed with this API key';
    default:
      return error.message;
  }
}

/** The error of a request for an index that is not there, or that the key must not know of. */
export function createIndexNotFoundError(index: string): VitrineError {
  return new VitrineError('project_not_found', `Index ${index.slice(0, 200)} does not exist`);
}
