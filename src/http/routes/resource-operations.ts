import type { Field } from '../../domain/contract/fields.ts';
import type { Schema } from '../../domain/contract/schema.ts';
import {
  removeResource,
  findResource,
  type ResourceChangeOptions,
  type ResourceTerms,
} from '../../domain/resources/change-resource.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import type { ResourceNoun, ResourceStore, Versioned } from '../../ports/configuration/resources.ts';
import { createAuthorship } from '../access/author.ts';
import { defineOperation, type Call, type Operation, type OperationOptions } from '../operation.ts';
import { defineRequiredParameter, type Parameters } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { readIfMatch, ifMatchHeader, projectInPath, settingsAccess } from './common.ts';

/** The description of an operation in the reference, and its role if it is not the usual one. */
type Description = Pick<OperationOptions<object, object>, 'description' | 'role' | 'errors'> & {
  readonly summary?: string;
};

interface Options<T extends { readonly id: string }, M extends object> {
  readonly terms: ResourceTerms & { readonly noun: ResourceNoun };
  readonly store: (project: ProjectEngine) => ResourceStore<T>;
  /** The path parameter with the id. */
  readonly id: { readonly description: string; readonly component?: string };
  readonly replies: { readonly one: Schema<M>; readonly list: Schema };
  /** Creates the members of a reply. */
  readonly members: (project: ProjectEngine, stored: Versioned<T>) => M;
  readonly list?: Description;
  readonly get?: Description;
  readonly delete?: Description & {
    readonly onRemoved?: (project: ProjectEngine, id: string) => Promise<void>;
  };
  /** Finds probable mistakes in a resource. */
  readonly warnings?: (project: ProjectEngine, value: T) => Promise<Warning[]>;
}

interface PutOptions<S, T> extends Description {
  /** The parser of the resource in the body. */
  readonly field: Field<S>;
  /** Stores the resource that the body has under the `id` of the path. @throws VitrineError */
  readonly put: (call: Call, input: S, id: string, options: ResourceChangeOptions) => Promise<Versioned<T>>;
}

/** Creates the operations of resources that are put by their ids, and listed in the order of their ids. */
export function createResourceOperations<T extends { readonly id: string }, M extends object>(
  options: Options<T, M>,
): {
  readonly list: Operation;
  readonly get: Operation;
  readonly delete: Operation;
  put<S>(put: PutOptions<S, T>): Operation;
} {
  const { terms, store, id, replies, members, warnings = () => Promise.resolve([]) } = options;
  const { noun } = terms;
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const path = `/api/projects/{project}/${noun}s`;
  const shared = { tag: 'Settings', access: settingsAccess, status: 200 } as const;
  const sharedById = {
    ...shared,
    path: `${path}/{${noun}}`,
    pathParameters: { ...projectInPath, [noun]: id },
    reply: replies.one,
  };
  const notFound = `${noun}_not_found` as const;
  const changed = `${noun}_changed` as const;
  const readChangeOptions = ({ request, key }: Call): ResourceChangeOptions => ({
    ifVersion: readIfMatch(request.headers['if-match'], `the \`version\` of the ${noun}`),
    by: createAuthorship(key),
  });
  const createResourceReply = (project: ProjectEngine, stored: Versioned<T>) =>
    createJsonReply(200, members(project, stored), { etag: `"${stored.version}"` });
  const { onRemoved, ...removal } = options.delete ?? {};
  return {
    list: defineOperation({
      ...shared,
      id: `get${name}s`,
      method: 'GET',
      path,
      summary: `List ${noun}s`,
      ...options.list,
      pathParameters: projectInPath,
      reply: replies.list,
      handle: ({ project }) => {
        const stored = [...store(project).current().values()];
        stored.sort((a, b) => (a.value.id < b.value.id ? -1 : 1));
        return createJsonReply(200, { [`${noun}s`]: stored.map((resource) => members(project, resource)) });
      },
    }),
    get: defineOperation({
      ...sharedById,
      id: `get${name}`,
      method: 'GET',
      summary: `Get a ${noun}`,
      errors: [notFound],
      ...options.get,
      handle: async (call) => {
        const stored = findResource(store(call.project), call.path[noun] ?? '', terms);
        call.warnings.push(...(await warnings(call.project, stored.value)));
        return createResourceReply(call.project, stored);
      },
    }),
    put: <S>({ field, put, errors = [], ...description }: PutOptions<S, T>) =>
      defineOperation({
        ...sharedById,
        id: `put${name}`,
        method: 'PUT',
        summary: `Create or replace a ${noun}`,
        ...description,
        headers: [ifMatchHeader],
        body: { [noun]: defineRequiredParameter({ description: `The whole ${noun}.` }, field) } as Parameters<
          Record<string, S>
        >,
        errors: [changed, ...errors],
        handle: async (call) => {
          const stored = await put(call, call.body[noun]!, call.path[noun] ?? '', readChangeOptions(call));
          call.warnings.push(...(await warnings(call.project, stored.value)));
          return createResourceReply(call.project, stored);
        },
      }),
    delete: defineOperation({
      ...sharedById,
      id: `delete${name}`,
      method: 'DELETE',
      summary: `Delete a ${noun}`,
      ...removal,
      headers: [ifMatchHeader],
      errors: [notFound, changed],
      handle: async (call) => {
        const {
          project,
          path: { [noun]: removedId = '' },
        } = call;
        const removed = await removeResource(store(project), removedId, readChangeOptions(call), terms);
        const answer = createJsonReply(200, members(project, removed));
        await onRemoved?.(project, removedId);
        return answer;
      },
    }),
  };
}
