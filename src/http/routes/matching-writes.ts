import type { ProjectEngine } from '../../ports/engine.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { Engine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import { restrictFilter } from '../../domain/access/restrictions.ts';
import { touchesHidden } from '../../domain/catalog/hidden-fields.ts';
import { readRawFields } from '../../domain/catalog/item-fields.ts';
import { applyItemChange, checkChanges } from '../../domain/catalog/item-input.ts';
import { deleteItems, type DeletionOutcome } from '../../domain/catalog/item-deletions.ts';
import { itemChangesSchema } from '../../domain/catalog/item-schema.ts';
import { readItem, decodePictures } from '../../domain/catalog/items.ts';
import type { MatchingTasks, RunningWrite } from '../../domain/catalog/matching-tasks.ts';
import { defineList, allowNull, defineNumber } from '../../domain/contract/fields.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import {
  defineJsonParameter,
  defineChoiceParameter,
  defineFlagParameter,
  defineIntegerParameter,
  defineParameter,
  defineRequiredTextParameter,
  defineTextListParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { itemError, describeReply, describeString } from '../schemas/schemas.ts';
import { writeTaskReply } from '../schemas/task-schema.ts';
import { readFilter, filters, createTaskId, optionalProject, taskIdParameter } from './common.ts';

const tag = 'Items';
const access = { kind: 'key', scope: 'items:write', project: { in: 'body', name: 'project' } } as const;
const wait = defineIntegerParameter({
  description: 'Seconds to wait for the end of the task; then the reply has the running task.',
  min: 0,
  max: limits.writeWaitSecondsMax,
  fallback: limits.writeWaitSecondsDefault,
});
const deletedItems = describeReply('DeletedItems', {
  deleted: defineListSchema(
    { type: 'object', properties: { _id: describeString(), id: describeString() }, required: ['_id', 'id'] },
    { description: 'The deleted items, in the order of `ids`.' },
  ),
  errors: defineListSchema(itemError, {
    description: 'Ids that no item has, and items with another version.',
  }),
});
const readTarget = ({ filters: text }: Readonly<Record<string, unknown>>): string | null =>
  typeof text === 'string' ? text : null;

/** Changes and deletions of all items that match a filter. */
export function createMatchingWriteOperations(options: {
  engine: Engine;
  clock: Clock;
  ids: IdSource;
  tasks: MatchingTasks;
}): Operation[] {
  const { engine, clock, tasks } = options;
  const { store } = engine;
  const startTask = (
    call: Call<ProjectEngine, unknown, { task: string | null }>,
    write: Pick<
      Parameters<MatchingTasks['start']>[1],
      'kind' | 'filter' | 'decide' | 'changeBytes' | 'writesSame'
    >,
  ): Promise<RunningWrite> =>
    tasks.start(call.project, {
      ...write,
      taskId: createTaskId(call.body.task, call.projectId, { ...options, store }),
      hold: () => engine.hold(call.project),
    });
  return [
    defineOperation({
      id: 'changeMatchingItems',
      method: 'POST',
      path: '/api/items/update-by-filter',
      tag,
      summary: 'Change all items that match a filter',
      description:
        'Inactive items too. Each item changes on its own, in the state in which it matches. Replies at the end of the task, or after `wait` seconds; poll the task then.',
      access,
      audit: { target: readTarget },
      body: {
        project: optionalProject,
        filters: defineRequiredTextParameter({ ...filters, lengthMax: limits.filterLengthMax }),
        changes: defineJsonParameter({
          description:
            'The fields to change, as in `PUT /api/items/{_id}`: an object, or a string with its JSON.',
          required: true,
          schema: {
            oneOf: [
              itemChangesSchema,
              { type: 'string', minLength: 2, contentMediaType: 'application/json' },
            ],
          },
        }),
        wait,
        task: taskIdParameter,
      },
      bodyBytesMax: limits.itemsBodyBytesMax,
      records: { member: 'changes', countMax: 1 },
      status: 200,
      reply: writeTaskReply,
      errors: ['invalid_filter', 'invalid_item', 'body_too_large', 'overloaded'],
      handle: async (call) => {
        const { records, project } = call;
        if (records === null || records.isList)
          throw createParameterError('changes', 'type', 'an object with the fields to change');
        const input = await decodePictures(readItem(records, 'changes'));
        const hidden = call.restrictions.privateFields;
        const settings = { ...project.settings.effective().items, hidden };
        checkChanges(input, settings);
        const filter = parseWriteFilter(call.body.filters, clock.now(), call);
        const running = await startTask(call, {
          kind: 'update',
          filter,
          decide: (item) => applyItemChange(item, input, settings),
          changeBytes: input.text.length,
          writesSame: touchesHidden(readRawFields(input.text).keys(), hidden),
        });
        return createJsonReply(200, { task: await waitForTask(running, call.body.wait) });
      },
    }),
    defineOperation({
      id: 'deleteItems',
      method: 'POST',
      path: '/api/items/delete',
      tag,
      summary: 'Delete many items',
      description:
        'Up to 1,000 by their `ids`, in one durable write; all that match `filters`, inactive ones too; or all items with `all: true`. With `filters` or `all`, replies with a task at its end, or after `wait` seconds.',
      access,
      audit: { target: readTarget },
      body: {
        project: optionalProject,
        ids: defineTextListParameter({
          description: 'Ids of items.',
          countMax: limits.deletedIdsMax,
          lengthMax: limits.itemIdLengthMax,
          commas: false,
        }),
        by: defineChoiceParameter({
          description: 'Whether `ids` are the shop’s `id`s or the service’s `_id`s.',
          values: ['id', '_id'] as const,
          fallback: 'id',
        }),
        versions: defineParameter(
          {
            description:
              'The `_version` that each item of `ids` must have, in their order. Null accepts any.',
          },
          allowNull(
            defineList(allowNull(defineNumber({ whole: true, min: 0, max: Number.MAX_SAFE_INTEGER })), {
              countMax: limits.deletedIdsMax,
              noun: 'versions',
            }),
          ),
          null,
        ),
        filters,
        all: defineFlagParameter({ description: 'Deletes all items of the project.', fallback: false }),
        wait,
        task: taskIdParameter,
      },
      status: 200,
      reply: { oneOf: [deletedItems, writeTaskReply] },
      errors: ['invalid_filter', 'item_not_found', 'item_changed', 'overloaded'],
      handle: async (call) => {
        const { ids, by, versions, filters: text, all, wait: seconds } = call.body;
        const selectionCount = [ids.length > 0, text !== null, all].filter(Boolean).length;
        if (selectionCount !== 1)
          throw createParameterError(
            'ids',
            'required',
            'given, or else `filters` or `all: true`: exactly one of them',
          );
        if (versions !== null && versions.length !== ids.length)
          throw createParameterError('versions', 'count', `as many as \`ids\`: ${ids.length}, or absent`);
        if (ids.length > 0) {
          const items = ids.map((id, i) => ({ id, ifVersion: versions?.[i] ?? null }));
          return createJsonReply(
            200,
            createDeletionReply(await deleteItems(call.project.catalog, items, by)),
          );
        }
        const filter = all ? null : parseWriteFilter(text ?? '', clock.now(), call);
        const running = await startTask(call, {
          kind: 'delete',
          filter,
          decide: () => null,
          changeBytes: 0,
        });
        return createJsonReply(200, { task: await waitForTask(running, seconds) });
      },
    }),
  ];
}

/** The filter of a write; private fields count as absent. Keys with a filter of their own cannot write items. @throws VitrineError invalid_filter, invalid_request */
function parseWriteFilter(text: string, now: number, call: Call): Filter {
  const filter = readFilter(text, now, call);
  if (filter === null) throw createParameterError('filters', 'required', 'a filter that is not empty');
  return restrictFilter(call.restrictions, filter);
}

/** Waits until the task ends, at most these seconds, and returns its state. */
export async function waitForTask({ readTask: current, ended }: RunningWrite, seconds: number) {
  if (seconds === 0) return current();
  const timer = new AbortController();
  const timeout = sleep(seconds * 1_000, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    await Promise.race([ended, timeout]);
  } finally {
    timer.abort();
  }
  return current();
}

/** @throws VitrineError item_not_found or item_changed if none was deleted */
function createDeletionReply({ deleted, errors }: DeletionOutcome): DeletionOutcome {
  const [first] = errors;
  if (deleted.length > 0 || first === undefined) return { deleted, errors };
  const isChanged = errors.every(({ code }) => code === 'item_changed');
  const detail = `None of the ${errors.length} items was deleted: ${first.detail}`;
  throw new VitrineError(isChanged ? 'item_changed' : 'item_not_found', detail, {
    members: { deleted, errors },
  });
}
