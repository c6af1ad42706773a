import { Readable } from 'node:stream';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import { createItemProjection } from '../../domain/catalog/item-projection.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import type { Catalog } from '../../ports/catalog/catalog.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { listObjectFields } from '../../lib/json-text.ts';
import { rememberMapping } from '../../domain/catalog/import-files/remembered-mappings.ts';
import { formatRejectedFile } from '../../domain/catalog/import-files/rejected-rows.ts';
import { readRejectedColumns, readRejectedFile } from '../../domain/catalog/rejected-files.ts';
import { hideFieldsInRejected, hideFieldsInTask } from '../../domain/catalog/visible-tasks.ts';
import { seesPrivateFields } from '../access/authorise.ts';
import { importItems } from '../../domain/catalog/import.ts';
import { detectRequestFormat, importBodies, openImportFile, importParameters } from './import-parameters.ts';
import { importPreviewOperation } from './import-preview.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineFlagParameter, defineTextParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { importReply, taskReply } from '../schemas/task-schema.ts';
import type { RequestScheduler } from '../overload/request-scheduler.ts';
import type { RunningReplacements } from './running-replacements.ts';
import { createTaskId, optionalProject, taskIdParameter } from './common.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const allowRejected = defineFlagParameter({
  description:
    'Replaces the catalog with `mode=replaceAll` even if lines were rejected. Their items stay as they are.',
  fallback: false,
});

/** Minimum chunk size of an export in bytes. */
const exportPieceBytes = 64 * 1024;

const tag = 'Items';
const taskInPath = { id: { description: 'Id of the task.', component: 'TaskInPath' } };
const inQuery = { in: 'query', name: 'project' } as const;

/** Import and export of whole catalogs as streams, and tasks with their progress. */
export function createTransferOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  stopping: AbortSignal;
  scheduler: RequestScheduler;
  replacements: RunningReplacements;
}): Operation[] {
  const { replacements } = options;
  return [
    defineOperation({
      id: 'importItems',
      method: 'POST',
      path: '/api/items/import',
      tag,
      summary: 'Import a catalog',
      description:
        'NDJSON (an item per line), CSV with a header line, or a feed in XML (RSS 2.0, Atom, or any with elements such as `product`); adds items, and replaces items with the same `id`. Items require `id`, `name` and `price`; the task counts defaults of other fields. With `mode=update`, changes only the given fields of existing items; with `mode=replaceAll`, replaces the whole catalog in one step at the end. Replies at the end of the file; poll the task for the progress.',
      access: { kind: 'key', scope: 'items:write', project: inQuery },
      query: {
        project: optionalProject,
        ...importParameters,
        task: taskIdParameter,
        allowRejected,
      },
      rawBody: importBodies,
      bodyBytesMax: Number.MAX_SAFE_INTEGER,
      status: 200,
      reply: importReply,
      errors: ['unsupported_media_type', 'body_incomplete', 'stopping', 'catalog_not_replaced', 'overloaded'],
      handle: async (call) => {
        using _replacing = call.query.mode === 'replaceAll' ? replacements.begin() : undefined;
        const { query, request } = call;
        const format = detectRequestFormat(query.format, request.headers['content-type']);
        const body = request.body as Readable | undefined;
        if (body === undefined) throw createParameterError('body', 'required', 'the file to import');
        const taskId = createTaskId(query.task, call.projectId, options);
        let bytesRead = 0;
        const counted = count(body, (bytes) => {
          bytesRead += bytes;
        });
        const { file, options: read } = openImportFile(counted, format, call, options.clock.now());
        const announced = Number(request.headers['content-length']);
        const task = await importItems({
          catalog: call.project.catalog,
          store: options.store,
          clock: options.clock,
          task: { id: taskId, project: call.projectId },
          settings: { ...call.project.settings.effective().items, hidden: call.restrictions.privateFields },
          mode: query.mode,
          allowsRejected: query.allowRejected,
          slices: call.slices,
          files: call.project.files,
          file,
          bytes: () => ({ read: bytesRead, total: Number.isFinite(announced) ? announced : null }),
          traffic: options.scheduler,
          signal: options.stopping,
        });
        const names = file.columns().map(({ name }) => name);
        await rememberMapping(call.project.columnMappings, names, read, options.clock.now());
        return createJsonReply(200, { task });
      },
    }),
    importPreviewOperation(options),
    defineOperation({
      id: 'exportItems',
      method: 'GET',
      path: '/api/items/export',
      tag,
      summary: 'Export the catalog',
      description:
        'All items as NDJSON, oldest first, in the format of the import. Without private fields if the key lacks the scope `private`.',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      query: { project: optionalProject },
      audit: { always: true },
      status: 200,
      reply: null,
      replyType: 'application/x-ndjson',
      handle: async (call) => {
        const projection = createItemProjection({ fields: null, exclude: call.restrictions.privateFields });
        await call.reply
          .header('content-type', 'application/x-ndjson')
          .send(Readable.from(exportLines(call.project.catalog, projection)));
        return undefined;
      },
    }),
    defineOperation({
      id: 'getTask',
      method: 'GET',
      path: '/api/tasks/{id}',
      tag,
      summary: 'Get a task with its progress and errors',
      access: { kind: 'key', scope: 'items:read', project: null },
      pathParameters: taskInPath,
      query: {
        project: defineTextParameter({
          description:
            'Project of the task. Default: the newest task with this id in the projects of the key.',
          lengthMax: limits.projectIdLengthMax,
          aliases: ['index'],
        }),
      },
      status: 200,
      reply: taskReply,
      errors: ['task_not_found'],
      handle: async ({ key, path, query, open }) => {
        const named = query.project === null ? options.store.projects() : [{ id: query.project }];
        const visibleProjects = named.filter(({ id }) => key?.projects?.includes(id) ?? true);
        const [task] = visibleProjects
          .flatMap(({ id }) => options.store.task(id, path['id'] ?? '') ?? [])
          .sort((a, b) => b.startedAt - a.startedAt);
        if (task === undefined) throw createTaskNotFoundError();
        if (key !== null && seesPrivateFields(key)) return createJsonReply(200, { task });
        const { project, restrictions } = await open(task.project, {});
        const columns = await readRejectedColumns(project.files, task);
        return createJsonReply(200, { task: hideFieldsInTask(task, restrictions, columns) });
      },
    }),
    defineOperation({
      id: 'getRejectedLines',
      method: 'GET',
      path: '/api/tasks/{id}/rejected',
      tag,
      summary: 'Download the rejected records of an import',
      description: `In the form of its file, to be mended and imported again: CSV with the columns of the file and two more, \`line\` and \`error\`, which an import leaves out; the lines as they were for NDJSON. Has the rows that a record needs, such as those of its product. At most ${limits.importRejectedRowsMax} rows, of the last ${limits.importRejectedFilesMax} imports.`,
      access: { kind: 'key', scope: 'items:write', project: inQuery },
      pathParameters: taskInPath,
      query: { project: optionalProject },
      status: 200,
      reply: null,
      replyType: 'text/csv',
      errors: ['task_not_found', 'rejected_lines_not_found'],
      handle: async ({ project, projectId, path, restrictions }) => {
        const task = options.store.task(projectId, path['id'] ?? '');
        if (task === null) throw createTaskNotFoundError();
        const file = hideFieldsInRejected(await readRejectedFile(project.files, task), restrictions);
        const { type } = file;
        const body = formatRejectedFile(file);
        const name = `rejected-lines.${type === 'text/csv' ? 'csv' : 'ndjson'}`;
        return {
          status: 200,
          body,
          headers: {
            'content-type': `${type}; charset=utf-8`,
            'content-disposition': `attachment; filename="${name}"`,
          },
        };
      },
    }),
  ];
}

function createTaskNotFoundError(): VitrineError {
  return new VitrineError('task_not_found', 'There is no such task');
}

async function* count(body: Readable, add: (bytes: number) => void): AsyncIterable<Uint8Array> {
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    add(chunk.length);
    yield chunk;
  }
}

/** In chunks of many lines: each chunk costs a socket write and a compressor step. */
async function* exportLines(catalog: Catalog, projection: JsonProjection): AsyncIterable<Uint8Array> {
  let [lines, bytes]: [Uint8Array[], number] = [[], 0];
  // Exports omit the service's fields, which imports reject.
  for await (const item of catalog.export()) {
    const line = removeServiceFields(projection(item.json));
    lines.push(line);
    bytes += line.length;
    if (bytes < exportPieceBytes) continue;
    yield Buffer.concat(lines, bytes);
    [lines, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(lines, bytes);
}

function removeServiceFields(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const fields = listObjectFields(text, 0).filter(({ key }) => !key.startsWith('_'));
  return Buffer.from(
    `{${fields.map(({ key, start, end }) => `${JSON.stringify(key)}:${text.slice(start, end)}`).join(',')}}\n`,
  );
}
