import { restrictFilter } from '../../../domain/access/restrictions.ts';
import type { MatchingTasks } from '../../../domain/catalog/matching-tasks.ts';
import type { StagingIndexes } from '../../../domain/catalog/staging-indexes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Engine } from '../../../ports/engine.ts';
import { errorKinds, type ErrorCode } from '../../../ports/error-kinds.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { limits } from '../../../ports/limits.ts';
import type { Task } from '../../../ports/access/projects.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, OpenedProject, Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import type { RequestScheduler } from '../../overload/request-scheduler.ts';
import { waitForTask } from '../../routes/matching-writes.ts';
import type { RunningReplacements } from '../../routes/running-replacements.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { readFilter } from './filters.ts';
import { listIndexes } from './index-list.ts';
import { NamedIndexes } from './index-name.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readRequestBody } from '../request-body.ts';
import { StagingMoves } from './staging-moves.ts';
import { projectTaskId, taskWaitSeconds, type TaskIds } from './task-ids.ts';
import { readUrlParameters } from './url-parameters.ts';

type IndexCall = Call;

const writes = { tag: 'Items', scope: 'items:write' } as const;
/** The scopes that can be copied to a staging index. The copy does nothing, as a project keeps its configuration. */
const configurationScopes = ['settings', 'synonyms', 'rules'];

/** Writes of whole indexes, and their tasks. */
export function createAlgoliaIndexOperations(options: {
  engine: Engine;
  clock: Clock;
  scheduler: RequestScheduler;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
  tasks: MatchingTasks;
  replacements: RunningReplacements;
  stagingIndexes: StagingIndexes;
  taskIds: TaskIds;
}): Operation[] {
  const { engine, clock, stagingIndexes, taskIds, tasks } = options;
  const moves = new StagingMoves(options);
  const formatNow = (): string => new Date(clock.now()).toISOString();
  const openIndex = (call: IndexCall, index = call.path['index'] ?? '') =>
    new NamedIndexes(call).openForWrite(index);

  /** Deletes items as a task, and returns its number when it has ended, or after some seconds. */
  const deleteMatching = async ({ project }: OpenedProject, filter: Filter | null): Promise<number> => {
    const taskID = taskIds.countRunning();
    const running = await tasks.start(project, {
      kind: 'delete',
      taskId: projectTaskId(taskID) ?? '',
      filter,
      decide: () => null,
      changeBytes: 0,
      hold: () => engine.hold(project),
    });
    checkTask(await waitForTask(running, taskWaitSeconds));
    return taskID;
  };

  const buildTaskReply = (call: IndexCall) => {
    const number = call.path['task'] ?? '';
    const id = /^\d{1,16}$/.test(number) ? projectTaskId(Number(number)) : undefined;
    if (id === null) return createJsonReply(200, { status: 'published', pendingTask: false });
    const projects = engine.store
      .projects()
      .filter((project) => call.key?.projects?.includes(project.id) ?? true);
    const tasks =
      id === undefined ? [] : projects.flatMap((project) => engine.store.task(project.id, id) ?? []);
    const [task] = tasks;
    if (task === undefined) throw new VitrineError('task_not_found', 'Task does not exist');
    checkEndedTask(task);
    const isRunning = task.status === 'running';
    return createJsonReply(200, { status: isRunning ? 'notPublished' : 'published', pendingTask: isRunning });
  };

  return [
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaClear',
      method: 'POST',
      path: '/1/indexes/{index}/clear',
      summary: 'Delete all records of an index',
      handle: async (call) => {
        const { opened: project, staging } = await openIndex(call);
        if (staging === null)
          return createJsonReply(200, {
            taskID: await deleteMatching(project, null),
            updatedAt: formatNow(),
          });
        await stagingIndexes.remove(project.project, staging);
        return createJsonReply(200, { taskID: taskIds.createDoneId(), updatedAt: formatNow() });
      },
    }),
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaDeleteByQuery',
      method: 'POST',
      path: '/1/indexes/{index}/deleteByQuery',
      summary: 'Delete the records that match a filter',
      handle: async (call) => {
        const reader = new ParameterReader(await readRequestBody(call));
        const filter = readFilter(reader);
        const [unread] = reader.listUnread();
        if (unread !== undefined)
          throw createParameterError(unread, 'not_allowed', 'absent: records are deleted by filters');
        if (filter === null) throw createParameterError('filters', 'required', 'a filter that is not empty');
        const { opened: project, staging } = await openIndex(call);
        if (staging !== null)
          throw new VitrineError(
            'invalid_request',
            `The staging index ${staging} has no records that can be found`,
          );
        const visible = restrictFilter(project.restrictions, filter);
        return createJsonReply(200, {
          taskID: await deleteMatching(project, visible),
          updatedAt: formatNow(),
        });
      },
    }),
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaDeleteIndex',
      method: 'DELETE',
      path: '/1/indexes/{index}',
      summary: 'Delete a staging index',
      handle: async (call) => {
        const { opened: project, staging } = await openIndex(call);
        if (staging === null)
          throw new VitrineError(
            'invalid_request',
            `Index ${project.projectId} is a project: delete its records with clear, or the project in the console`,
          );
        await stagingIndexes.remove(project.project, staging);
        return createJsonReply(200, { taskID: taskIds.createDoneId(), deletedAt: formatNow() });
      },
    }),
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaCopyOrMove',
      method: 'POST',
      path: '/1/indexes/{index}/operation',
      summary: 'Move a staging index onto a project',
      handle: async (call) => {
        const reader = new ParameterReader(await readRequestBody(call));
        const kind = reader.readText('operation', 20);
        const destination = reader.readText('destination', limits.algoliaIndexNameLengthMax);
        const scopes = reader.readTexts('scope', configurationScopes.length, 20) ?? [];
        if (kind !== 'copy' && kind !== 'move')
          throw createParameterError('operation', 'not_allowed', '"copy" or "move"');
        if (destination === null)
          throw createParameterError('destination', 'required', 'the name of an index');
        const indexes = new NamedIndexes(call);
        const from = await indexes.openForWrite(call.path['index'] ?? '');
        const to = await indexes.openForWrite(destination);
        if (kind === 'copy') {
          const isConfiguration =
            scopes.length > 0 && scopes.every((scope) => configurationScopes.includes(scope));
          if (!isConfiguration || to.staging === null)
            throw new VitrineError(
              'invalid_request',
              'Only settings, synonyms and rules can be copied, and only to a staging index, which has none of its own',
            );
          return createJsonReply(200, { taskID: taskIds.createDoneId(), updatedAt: formatNow() });
        }
        if (from.staging === null || to.staging !== null)
          throw new VitrineError(
            'invalid_request',
            'Only a staging index can be moved, and only to a project',
          );
        const taskID = await moves.move(from.opened.project, from.staging, to.opened);
        return createJsonReply(200, { taskID, updatedAt: formatNow() });
      },
    }),
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaTask',
      method: 'GET',
      path: '/1/indexes/{index}/task/{task}',
      summary: 'The state of a task of an index',
      handle: buildTaskReply,
    }),
    defineAlgoliaOperation({
      ...writes,
      id: 'algoliaServiceTask',
      method: 'GET',
      path: '/1/task/{task}',
      summary: 'The state of a task',
      handle: buildTaskReply,
    }),
    defineAlgoliaOperation({
      tag: 'Items',
      scope: 'items:read',
      id: 'algoliaIndexes',
      method: 'GET',
      path: '/1/indexes',
      summary: 'The indexes of a key',
      handle: async (call) =>
        createJsonReply(
          200,
          await listIndexes(engine, call.key, new ParameterReader(readUrlParameters(call))),
        ),
    }),
  ];
}

/** @throws VitrineError the error of a task that has failed */
function checkTask({ status, error }: Task): void {
  if (status !== 'failed' || error === null) return;
  throw new VitrineError(readErrorCode(error), error.detail);
}

/** Like `checkTask`, but with a status below 500: clients repeat others, and report the service as unreachable. */
function checkEndedTask(task: Task): void {
  const isServerError = task.error !== null && errorKinds[readErrorCode(task.error)].status >= 500;
  if (task.status === 'failed' && isServerError)
    throw new VitrineError('invalid_request', `The task failed: ${task.error.detail}`);
  checkTask(task);
}

function readErrorCode({ code }: NonNullable<Task['error']>): ErrorCode {
  return Object.hasOwn(errorKinds, code) ? (code as ErrorCode) : 'internal_error';
}
