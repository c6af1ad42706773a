import type { ProjectEngine, ServedProject } from '../../../ports/engine.ts';
import type { Scope } from '../../../ports/access/projects.ts';
import { defineOperation, type Operation, type OperationOptions } from '../../operation.ts';
import { algoliaProtocol } from './protocol.ts';

/** The members that differ between the operations of Algolia's protocol. */
type OwnOptions<P extends ServedProject> = Pick<
  OperationOptions<unknown, unknown, unknown, P>,
  | 'id'
  | 'method'
  | 'path'
  | 'tag'
  | 'summary'
  | 'role'
  | 'audit'
  | 'onServingThreads'
  | 'bodyBytesMax'
  | 'carriesSecret'
  | 'handle'
> & { readonly scope: Scope };

/**
 * Declares an operation of Algolia's protocol. The handler reads the body and opens the projects that it names; one of the scope
 * `admin` opens none. Warnings are in the member `message` of a search.
 */
export function defineAlgoliaOperation<P extends ServedProject = ProjectEngine>({
  scope,
  ...own
}: OwnOptions<P>): Operation<P> {
  return defineOperation({
    ...own,
    protocol: algoliaProtocol,
    handlerReadsQuery: true,
    access: scope === 'admin' ? { kind: 'admin' } : { kind: 'key', scope, project: null },
    ...(own.method === 'POST' || own.method === 'PUT'
      ? { rawBody: { 'application/json': { type: 'object' } } }
      : {}),
    status: 200,
    reply: null,
  });
}
