import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../../../ports/errors.ts';
import { errorKinds } from '../../../ports/error-kinds.ts';
import { limits } from '../../../ports/limits.ts';
import type { WireProtocol } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import { createAgentCallers } from './agent-caller.ts';
import type { ServiceAddresses } from './service-addresses.ts';

/** Errors of the transport, with the codes of UCP's specification where it has one. */
export function createUcpProtocol(addresses: ServiceAddresses): WireProtocol {
  return {
    ...createAgentCallers(addresses),
    errorReply: (error) => {
      const retry = error.retryAfterSeconds;
      return createJsonReply(errorKinds[error.code].status, createUcpError(error), {
        ...(retry === null ? {} : { 'retry-after': String(Math.ceil(retry)) }),
        ...(errorKinds[error.code].status === 401 ? { 'www-authenticate': 'Bearer realm="ucp"' } : {}),
      });
    },
  };
}

/** An error as UCP writes it. A project that serves no agents is not told apart from one that does not exist. */
export function createUcpError(error: VitrineError): { readonly code: string; readonly content: string } {
  if (error.code === 'project_not_found')
    return { code: 'not_found', content: 'There is no shop for agents here' };
  const { ucpCode } = error.members;
  return { code: typeof ucpCode === 'string' ? ucpCode : error.code, content: error.message };
}

/** A wrong request with a code of UCP. */
export function createUcpRequestError(ucpCode: string, detail: string): VitrineError {
  return new VitrineError('invalid_request', detail, { members: { ucpCode } });
}

/** The profile of the agent's platform in the header `UCP-Agent` (RFC 8941): `profile="https://agent.example/ucp.json"`. @throws VitrineError */
export function checkAgentHeader({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const header = headers['ucp-agent'];
  const profile =
    typeof header === 'string' ? /(?:^|[,;] {0,8})profile="([^"]{1,2048})"/.exec(header)?.[1] : undefined;
  checkProfile(profile);
}

/** @throws VitrineError with UCP's code `invalid_profile_url` */
export function checkProfile(profile: unknown): void {
  const isValid =
    typeof profile === 'string' &&
    profile.length <= limits.agentUrlLengthMax &&
    URL.parse(profile)?.protocol === 'https:';
  if (!isValid)
    throw createUcpRequestError(
      'invalid_profile_url',
      'The header `UCP-Agent` must name the https address of your profile: profile="https://agent.example/ucp.json"',
    );
}
