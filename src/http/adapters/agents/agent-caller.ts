import type { FastifyRequest } from 'fastify';
import { createWebCaller } from '../../../domain/projects/web-caller.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Scope } from '../../../ports/access/projects.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';
import type { WireProtocol } from '../../operation.ts';
import { isOwnOrigin, type ServiceAddresses } from './service-addresses.ts';

/** What an agent may do, with any key: private fields stay hidden, and nothing is changed. */
const agentScopes: readonly Scope[] = ['search', 'recommend'];

/** An agent without a key. Its requests are limited by address, as those with a web key. */
const guest = createWebCaller({
  id: 'agents',
  name: 'Agents',
  hash: null,
  scopes: agentScopes,
  projects: null,
  ratePerMinute: null,
});

/** The callers of the adapters for agents: guests where the project is public, otherwise those with a key. */
export function createAgentCallers(
  addresses: ServiceAddresses,
): Required<Pick<WireProtocol, 'takeCredentials' | 'likelyProject' | 'guest' | 'scopes'>> {
  return {
    scopes: agentScopes,
    takeCredentials: ({ headers }) => {
      const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined && headers['x-api-key'] === undefined) headers['x-api-key'] = bearer;
    },
    likelyProject: projectInPath,
    guest: ({ headers }, { agents }) => {
      checkServed(agents);
      if (agents.access !== 'public') return null;
      if (headers.origin !== undefined && !isOwnOrigin(headers.origin, addresses))
        throw new VitrineError('origin_forbidden', 'Pages of this origin need a key');
      return guest;
    },
  };
}

function projectInPath({ params }: FastifyRequest): string | null {
  return (params as { project?: string }).project ?? null;
}

/** @throws VitrineError not_found if the project serves no agents */
export function checkServed({ access }: ProjectSettings['agents']): void {
  if (access === 'off') throw new VitrineError('not_found', 'There is no shop for agents here');
}
