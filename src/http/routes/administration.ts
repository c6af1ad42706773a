import type { FastifyRequest } from 'fastify';
import { isStorageError } from '../../ports/errors.ts';
import type { Engine, ProjectOverview } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { Project } from '../../ports/access/projects.ts';
import { semanticWeight, type QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { PictureHostTimes, PictureTimings } from '../../domain/catalog/picture-timings.ts';
import type { Clock } from '../../lib/clock.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import { createProject, deleteProject } from '../../domain/projects/projects.ts';
import type { HolderForwarder } from '../forwarding/holder-forwarder.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineFlagParameter,
  defineRequiredTextParameter,
  defineTextParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import * as schema from '../schemas/administration-schema.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const tag = 'Administration';
/** Groups of failed pictures in a reply. */
const failureGroupsMax = 100;
const admin = { kind: 'admin' } as const;
const adminOfProject = { kind: 'admin', project: 'id' } as const;
const pathParameters = { id: { description: 'Project id.', component: 'ProjectId' } };
/** Picture hosts in the state of a project. */
const pictureHostsMax = 20;

/** Projects and their state, and backups. */
export function createAdministrationOperations(options: {
  engine: Engine;
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
  pictureTimings: Pick<PictureTimings, 'listSlowest'>;
  /** Null if this process holds all projects. */
  holderForwarder: HolderForwarder | null;
  backup: (name: string) => Promise<{ folder: string; files: number; bytes: number }>;
}): Operation[] {
  const { engine, clock, queryEmbeddings } = options;
  const { store } = engine;
  return [
    defineOperation({
      id: 'listProjects',
      method: 'GET',
      path: '/admin/projects',
      tag,
      summary: 'List projects with their counts',
      access: admin,
      role: 'viewer',
      status: 200,
      reply: schema.projectsReply,
      handle: async ({ key, request }) => {
        const visibleProjects = store.projects().filter(({ id }) => key?.projects?.includes(id) ?? true);
        const { holderForwarder } = options;
        const held = new Set(
          holderForwarder === null ? visibleProjects.map(({ id }) => id) : engine.listHeldProjects(),
        );
        const isAsked = holderForwarder?.arrivals.has(request.raw) === true;
        const others =
          holderForwarder === null || isAsked ? new Map() : await countOthers(holderForwarder, request);
        const projects = [];
        for (const project of visibleProjects) {
          const { id } = project;
          // Another process asks for the counts of the projects that are here.
          if (isAsked && !held.has(id)) continue;
          const counts = held.has(id) ? undefined : others.get(id);
          projects.push({
            ...toReply(project),
            ...(counts ?? (await describeCounts(engine, queryEmbeddings, id))),
          });
        }
        return createJsonReply(200, { projects });
      },
    }),
    defineOperation({
      id: 'createProject',
      method: 'POST',
      path: '/admin/projects',
      tag,
      summary: 'Create a project',
      access: admin,
      body: {
        id: defineRequiredTextParameter({
          description: 'Letters, digits, "-" and "_".',
          lengthMax: limits.projectIdLengthMax,
          pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
        }),
        name: defineTextParameter({
          description: 'Display name.',
          lengthMax: limits.keyNameLengthMax,
          isName: true,
        }),
        currency: defineTextParameter({
          description: 'The ISO 4217 code of all prices. The default is EUR.',
          lengthMin: 3,
          lengthMax: 3,
          pattern: '^[A-Z]{3}$',
        }),
        demo: defineFlagParameter({ description: 'Whether its shoppers are simulated.', fallback: false }),
      },
      audit: { target: ({ id }) => String(id) },
      status: 201,
      reply: schema.projectReply,
      errors: ['project_exists'],
      handle: async ({ key, body }) => {
        checkAdministers(key, null);
        const project = await createProject(store, clock, body);
        await engine.project(project.id);
        return createJsonReply(201, { project: toReply(project) });
      },
    }),
    defineOperation({
      id: 'getProject',
      method: 'GET',
      path: '/admin/projects/{id}',
      tag,
      summary: 'Get a project with failed pictures, duplicate pictures and tasks',
      access: adminOfProject,
      role: 'viewer',
      pathParameters,
      status: 200,
      reply: schema.projectDetails,
      errors: ['project_not_found'],
      handle: async ({ key, path }) => {
        const id = path['id'] ?? '';
        checkAdministers(key, [id]);
        const project = await engine.project(id);
        const counts = await countProject(engine, queryEmbeddings, id);
        const pictureFailures = await project.pictures.listFailures(50);
        const pictureDuplicates = await project.pictures.findDuplicates(50);
        return createJsonReply(200, {
          project: { ...toReply(store.project(id)!), ...counts },
          pictureFailures,
          pictureHosts: options.pictureTimings.listSlowest(project, pictureHostsMax).map(roundTimes),
          pictureDuplicates,
          tasks: store.listTasks(id, 20),
        });
      },
    }),
    defineOperation({
      id: 'deleteProject',
      method: 'DELETE',
      path: '/admin/projects/{id}',
      tag,
      summary: 'Delete a project with all its data',
      access: admin,
      pathParameters,
      status: 200,
      reply: schema.deletedProject,
      errors: ['project_not_found'],
      handle: async ({ key, path }) => {
        const id = path['id'] ?? '';
        checkAdministers(key, [id]);
        await deleteProject(store, clock, id);
        return createJsonReply(200, { deleted: id });
      },
    }),
    defineOperation({
      id: 'listPictureFailures',
      method: 'GET',
      path: '/admin/projects/{id}/pictures/failures',
      tag,
      summary: 'Count failed pictures by host and error',
      description: `The ${failureGroupsMax} most frequent pairs of host and error, each with an example.`,
      access: adminOfProject,
      role: 'viewer',
      pathParameters,
      status: 200,
      reply: schema.pictureFailures,
      errors: ['project_not_found'],
      handle: async ({ key, path }) => {
        checkAdministers(key, [path['id'] ?? '']);
        const project = await engine.project(path['id'] ?? '');
        return createJsonReply(200, { groups: await project.pictures.groupFailures(failureGroupsMax) });
      },
    }),
    defineOperation({
      id: 'retryPictures',
      method: 'POST',
      path: '/admin/projects/{id}/pictures/retry',
      tag,
      summary: 'Retry failed pictures',
      access: adminOfProject,
      role: 'editor',
      pathParameters,
      body: {
        item: defineTextParameter({
          description: 'Only pictures of this item (its `id`).',
          lengthMax: limits.itemIdLengthMax,
        }),
        host: defineTextParameter({
          description:
            'Selects the pictures of this host, as in the list of failures. An empty text selects those without one.',
          lengthMin: 0,
          lengthMax: limits.imageUrlLengthMax,
        }),
        code: defineTextParameter({ description: 'Only pictures with this error.', lengthMax: 100 }),
      },
      status: 200,
      reply: schema.retryReply,
      errors: ['project_not_found'],
      handle: async ({ key, path, body }) => {
        checkAdministers(key, [path['id'] ?? '']);
        const project = await engine.project(path['id'] ?? '');
        return createJsonReply(200, {
          retried: await project.pictures.retry({ itemId: body.item, host: body.host, code: body.code }),
        });
      },
    }),
    defineOperation({
      id: 'backup',
      method: 'POST',
      path: '/admin/backup',
      tag,
      summary: 'Back up all data into a folder inside the data folder',
      access: admin,
      body: {
        name: defineRequiredTextParameter({
          description: 'Name of the new folder: letters, digits, "-", "_" and ".".',
          lengthMax: 100,
          pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$',
        }),
      },
      audit: { target: ({ name }) => String(name) },
      status: 201,
      reply: schema.backupReply,
      handle: async ({ key, body }) => {
        checkAdministers(key, null);
        if (!/^[a-z0-9][\w.-]*$/i.test(body.name))
          throw createParameterError('name', 'format', 'letters, digits, "-", "_" and "."');
        return createJsonReply(201, await options.backup(body.name));
      },
    }),
  ];
}

/** Counts of the projects that other processes hold, by id. */
async function countOthers(
  holderForwarder: HolderForwarder,
  request: FastifyRequest,
): Promise<ReadonlyMap<string, schema.ProjectCounts>> {
  const replies = (await holderForwarder.askOthers(request, '/admin/projects')) as {
    projects: ({ id: string } & schema.ProjectCounts)[];
  }[];
  return new Map(replies.flatMap(({ projects }) => projects.map((project) => [project.id, project])));
}

/** Counts of a project; zeros with the error if it cannot be opened. */
async function describeCounts(
  engine: Engine,
  queryEmbeddings: QueryEmbeddings,
  id: string,
): Promise<schema.ProjectCounts> {
  try {
    return await countProject(engine, queryEmbeddings, id);
  } catch (error) {
    if (!isStorageError(error)) throw error;
    const pictures = { pending: 0, embedded: 0, refined: 0, failed: 0, withoutPoints: 0 };
    const none = {
      embedded: 0,
      pending: 0,
      refused: 0,
      crossLingual: { embedded: 0, pending: 0 },
      weight: null,
      model: null,
    };
    const semantic = { ...none, reason: 'unavailable' as const, detail: error.message };
    return { items: 0, activeItems: 0, events: 0, pictures, semantic, error: error.message };
  }
}

/** Describes a project without its internal members. */
function toReply({ id, name, currency, createdAt, demo }: Project): Omit<Project, 'defaultsGeneration'> {
  return { id, name, currency, createdAt, demo };
}

async function countProject(
  engine: Engine,
  queryEmbeddings: QueryEmbeddings,
  id: string,
): Promise<schema.ProjectCounts> {
  const project = await engine.overview(id);
  const { total, active } = project.catalog.count();
  return {
    items: total,
    activeItems: active,
    events: project.events.count(),
    pictures: project.pictures.countByState(),
    semantic: {
      ...project.textEmbeddings.counts(),
      crossLingual: countCrossLingual(project),
      ...queryEmbeddings.readState(project),
      weight: semanticWeight(project.settings.effective().search),
    },
  };
}

function countCrossLingual({ textEmbeddings }: ProjectOverview): { embedded: number; pending: number } {
  const { embedded, pending } = textEmbeddings.crossLingual.counts();
  return { embedded, pending };
}

const roundTimes = ({ fetchMs, embedMs, bytes, ...host }: PictureHostTimes): PictureHostTimes => ({
  ...host,
  fetchMs: Math.round(fetchMs),
  embedMs: Math.round(embedMs),
  bytes: Math.round(bytes),
});
