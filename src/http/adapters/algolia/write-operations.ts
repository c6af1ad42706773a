import type { MatchingTasks } from '../../../domain/catalog/matching-tasks.ts';
import { StagingIndexes } from '../../../domain/catalog/staging-indexes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import type { Engine } from '../../../ports/engine.ts';
import { limits } from '../../../ports/limits.ts';
import type { Call, Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import type { RequestScheduler } from '../../overload/request-scheduler.ts';
import type { RunningReplacements } from '../../routes/running-replacements.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { readBatchWrites } from './batch-request.ts';
import { createAlgoliaBrowseOperations } from './browse-operations.ts';
import { createAlgoliaIndexOperations } from './index-operations.ts';
import { NamedIndexes } from './index-name.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readRecord } from './record-input.ts';
import type { RecordWrite } from './record-writes.ts';
import { messageLengthMax } from './received-shop.ts';
import { readRecordBody, readRequestList } from '../request-body.ts';
import type { TaskIds } from './task-ids.ts';
import { readUrlParameters } from './url-parameters.ts';
import { checkWrites, describeStaging, type CheckedWrites } from './written-indexes.ts';

type WriteCall = Call;

const shared = { tag: 'Items', scope: 'items:write', bodyBytesMax: limits.itemsBodyBytesMax } as const;

/** Writes of Algolia's clients, and reads of whole indexes. A write is durable and visible when its reply arrives. */
export function createAlgoliaWriteOperations(options: {
  engine: Engine;
  clock: Clock;
  ids: IdSource;
  scheduler: RequestScheduler;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
  tasks: MatchingTasks;
  replacements: RunningReplacements;
  taskIds: TaskIds;
}): Operation[] {
  const { clock, ids, taskIds } = options;
  const stagingIndexes = new StagingIndexes(options);
  const createId = (): string => ids.next(clock.now());
  const formatNow = (): string => new Date(clock.now()).toISOString();
  const write = async (call: WriteCall, index: string, writes: readonly RecordWrite[]) => {
    const written = await new NamedIndexes(call).openForWrite(index);
    const { store } = await checkWrites(written, writes, call, stagingIndexes);
    await store();
    return describeStaging(written);
  };
  const readIndex = ({ path }: WriteCall): string => path['index'] ?? '';
  const readId = ({ path }: WriteCall): string => path['id'] ?? '';

  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaAddRecord',
      method: 'POST',
      path: '/1/indexes/{index}',
      summary: 'Add a record',
      handle: async (call) => {
        const record = readRecord(await readRecordBody(call), 'record', null, createId);
        const message = await write(call, readIndex(call), [{ kind: 'save', record }]);
        return createJsonReply(201, {
          createdAt: formatNow(),
          taskID: taskIds.createDoneId(),
          objectID: record.id,
          ...message,
        });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaPutRecord',
      method: 'PUT',
      path: '/1/indexes/{index}/{id}',
      summary: 'Add or replace a record',
      handle: async (call) => {
        const record = readRecord(await readRecordBody(call), 'record', readId(call));
        const message = await write(call, readIndex(call), [{ kind: 'save', record }]);
        return createJsonReply(200, {
          updatedAt: formatNow(),
          taskID: taskIds.createDoneId(),
          objectID: record.id,
          ...message,
        });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaDeleteRecord',
      method: 'DELETE',
      path: '/1/indexes/{index}/{id}',
      summary: 'Delete a record',
      handle: async (call) => {
        const record = { id: readId(call), path: 'record' };
        const message = await write(call, readIndex(call), [{ kind: 'delete', record }]);
        return createJsonReply(200, { deletedAt: formatNow(), taskID: taskIds.createDoneId(), ...message });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaChangeRecord',
      method: 'POST',
      path: '/1/indexes/{index}/{id}/partial',
      summary: 'Change attributes of a record',
      handle: async (call) => {
        const creates = new ParameterReader(readUrlParameters(call)).readFlag('createIfNotExists', true);
        const record = readRecord(await readRecordBody(call), 'record', readId(call));
        await write(call, readIndex(call), [{ kind: 'change', record, creates }]);
        return createJsonReply(200, {
          updatedAt: formatNow(),
          taskID: taskIds.createDoneId(),
          objectID: record.id,
        });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaBatch',
      method: 'POST',
      path: '/1/indexes/{index}/batch',
      summary: 'Several writes, of one or several indexes',
      handle: async (call) => {
        const index = readIndex(call);
        const ofIndexes = index === '*';
        const batch = readBatchWrites(await readRequestList(call), { ofIndexes, newId: createId });
        const indexes = new NamedIndexes(call);
        const writes = new Map<string, RecordWrite[]>(ofIndexes ? [] : [[index, []]]);
        for (const one of batch) {
          const indexName = one.index ?? index;
          const indexWrites = writes.get(indexName);
          if (indexWrites === undefined) writes.set(indexName, [one.write]);
          else indexWrites.push(one.write);
        }
        const checked: CheckedWrites[] = [];
        const messages: string[] = [];
        for (const [name, own] of writes) {
          const written = await indexes.openForWrite(name);
          checked.push(await checkWrites(written, own, call, stagingIndexes));
          messages.push(...Object.values(describeStaging(written)));
        }
        // First those that may still be refused.
        for (const { store } of checked.toSorted((a, b) => Number(b.isStaging) - Number(a.isStaging)))
          await store();
        const objectIDs = batch.map((one) => one.write.record.id);
        const taskID = taskIds.createDoneId();
        const ofIndex = Object.fromEntries(Array.from(writes.keys(), (name) => [name, taskID]));
        const message =
          messages.length === 0 ? {} : { message: messages.join('; ').slice(0, messageLengthMax) };
        return createJsonReply(200, { taskID: ofIndexes ? ofIndex : taskID, objectIDs, ...message });
      },
    }),
    ...createAlgoliaIndexOperations({ ...options, stagingIndexes }),
    ...createAlgoliaBrowseOperations({ clock }),
  ];
}
