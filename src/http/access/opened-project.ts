import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { unrestricted } from '../../domain/access/restrictions.ts';
import { isPageKey } from '../../domain/projects/page-key.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ServedProject, ServingEngine } from '../../ports/engine.ts';
import type { Scope } from '../../ports/access/projects.ts';
import { spendRates, readNamedVisitor, type RatedRequest } from './authorise.ts';
import { identifyClient } from './client.ts';
import type { OpenedProject } from '../operation.ts';
import { requestRestrictions } from './request-restrictions.ts';

/** Stands for the opened project in operations without one. */
export const noProject = {
  projectId: '',
  project: null,
  restrictions: unrestricted,
  spendRates: (): void => undefined,
};

/** What is held until a reply is sent: one listener, however many projects a request has. */
const heldBy = new WeakMap<ServerResponse, DisposableStack>();

function holdUntilSent({ raw }: FastifyReply, held: Disposable): void {
  if (raw.destroyed) return held[Symbol.dispose]();
  const known = heldBy.get(raw);
  const stack = known ?? new DisposableStack();
  stack.use(held);
  if (known !== undefined) return;
  heldBy.set(raw, stack);
  raw.once('close', () => stack.dispose());
}

/**
 * Opens a project that the key of the request may use. `values` are those of the parameters.
 * @throws VitrineError project_not_found, storage_failed, price_list_forbidden, invalid_request
 */
export async function openProject(
  scope: Scope,
  projectId: string,
  values: Readonly<Record<string, unknown>>,
  { request, reply, rates }: RatedRequest,
  { engine, clock }: { readonly engine: ServingEngine; readonly clock: Clock },
): Promise<OpenedProject<ServedProject>> {
  const { apiKey: key } = request;
  if (key === null) throw new Error('A request without a key has no project');
  const project = await engine.project(projectId, request.seenProject, request.bound);
  // The key of a results page is valid while there is the page.
  if (isPageKey(key) && !project.settings.effective().front.page)
    throw new VitrineError('api_key_invalid', 'The API key is unknown, expired or revoked');
  holdUntilSent(reply, engine.hold(project));
  if (request.auditNotes !== null) request.auditNotes.project ??= projectId;
  return {
    projectId,
    project,
    restrictions: requestRestrictions(key, project.settings.effective(), clock.now(), values),
    spendRates: (named) => {
      const visitor = readNamedVisitor(named, scope);
      spendRates(key, visitor, { id: projectId, project }, { request, reply, rates });
      request.client = identifyClient({ key, request }, visitor);
    },
  };
}
