import type { Readable } from 'node:stream';
import { describeFailure } from '../../domain/catalog/import.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import { importHistory, type HistoryProgress } from '../../domain/history-import/history-import.ts';
import { historyLineSchema } from '../../domain/history-import/history-line.ts';
import { splitByteLines } from '../../lib/byte-lines.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/days.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { createEncodingError } from '../../domain/catalog/import-files/file-encoding.ts';
import { readCharset } from '../../lib/text-encodings.ts';
import { decodeSource } from '../../lib/utf8-source.ts';
import type { Engine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Task } from '../../ports/access/projects.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineIntegerParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import type { RequestScheduler } from '../overload/request-scheduler.ts';
import { historyReply } from '../schemas/task-schema.ts';
import { createTaskId, taskIdParameter } from './common.ts';

/** A hundred years. */
const shiftMsMax = 36_525 * dayMs;

/** Imports what happened before: searches, lists and events with their times. */
export function defineHistoryOperation(options: {
  engine: Engine;
  clock: Clock;
  ids: IdSource;
  scheduler: RequestScheduler;
  stopping: AbortSignal;
}): Operation {
  const { engine, clock, scheduler, stopping } = options;
  /** The task of the import in progress, by project. */
  const running = new Map<string, string>();
  return defineOperation({
    id: 'importHistory',
    method: 'POST',
    path: '/admin/projects/{id}/history',
    tag: 'Administration',
    summary: 'Import past searches, lists and events',
    description:
      'NDJSON, in the order of time: each line is an object with one member, `search`, `list` or `event`. They count as if they had happened in this project. Lines with known ids change nothing. Replies at the end of the file; poll the task for the progress.',
    access: { kind: 'admin', project: 'id' },
    pathParameters: { id: { description: 'Project id.', component: 'ProjectId' } },
    query: {
      shiftMs: defineIntegerParameter({
        description: 'Added to all times, in milliseconds.',
        min: -shiftMsMax,
        max: shiftMsMax,
        fallback: 0,
      }),
      task: taskIdParameter,
    },
    rawBody: {
      'application/x-ndjson': {
        type: 'string',
        contentMediaType: 'application/x-ndjson',
        contentSchema: historyLineSchema,
      },
    },
    bodyBytesMax: Number.MAX_SAFE_INTEGER,
    status: 200,
    reply: historyReply,
    errors: ['project_not_found', 'history_running', 'body_incomplete', 'stopping'],
    handle: async ({ key, path, query, request, slices }) => {
      const projectId = path['id'] ?? '';
      checkAdministers(key, [projectId]);
      const project = await engine.project(projectId);
      using _ = engine.hold(project);
      const body = request.body as Readable | undefined;
      if (body === undefined) throw createParameterError('body', 'required', 'the file to import');
      const id = createTaskId(query.task, projectId, { ...options, store: engine.store });
      if (running.has(projectId))
        throw new VitrineError('history_running', 'A history of this project is being imported');
      running.set(projectId, id);
      const release = (): void => {
        if (running.get(projectId) === id) running.delete(projectId);
      };
      using _running = { [Symbol.dispose]: release };
      const startedAt = clock.now();
      let latest: HistoryProgress = noProgress;
      const put = async (status: Task['status'], error: Task['error'] = null): Promise<Task> => {
        const finishedAt = status === 'running' ? null : clock.now();
        // A client that sees the end of the task may send the next file.
        if (finishedAt !== null) release();
        const progress = { ...latest };
        const task = {
          id,
          project: projectId,
          kind: 'history',
          status,
          startedAt,
          finishedAt,
          progress,
          error,
        } as const;
        await engine.store.putTask(task);
        return task;
      };
      await put('running');
      try {
        latest = await importHistory({
          project,
          projectId,
          clock,
          lines: splitByteLines(
            decodeSource(readChunks(body), {
              declared: readCharset(request.headers['content-type']),
              createRefusal: createEncodingError,
            }),
            limits.historyLineBytesMax,
          ),
          shiftMs: query.shiftMs,
          slices,
          traffic: scheduler,
          signal: stopping,
          report: async (progress) => {
            latest = progress;
            await put('running');
          },
        });
      } catch (error) {
        await put('failed', describeFailure(error));
        throw error;
      }
      return createJsonReply(200, { task: await put('succeeded') });
    },
  });
}

const noProgress: HistoryProgress = {
  lines: 0,
  searches: 0,
  lists: 0,
  events: 0,
  duplicates: 0,
  expired: 0,
  failed: 0,
  errors: [],
  errorsOmitted: 0,
};

/** The body, which an error does not destroy: the reply needs its connection. */
function readChunks(body: Readable): AsyncIterable<Uint8Array> {
  return body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
