import { Readable } from 'node:stream';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/projects.ts';
import type { Catalog, ItemAddress } from '../../ports/catalog.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { objectFields, skipSpace } from '../../lib/json-text.ts';
import { importItems } from '../../domain/catalog/import.ts';
import { csvRecords, ndjsonRecords } from '../../domain/catalog/import-records.ts';
import { addItem, addItems, changeItem, readItems, removeItem } from '../../domain/catalog/items.ts';
import type { JsonDocument } from '../../domain/catalog/json-document.ts';
import { operation, type Operation } from '../operation.ts';
import { anything, choice, integer, optionalFlag, text } from '../parameters.ts';
import { itemChunks, json, jsonChunks, listChunks, warningsMember } from '../reply.ts';
import { ref } from '../schemas.ts';
import { optionalProject, projectInBody, wrong } from './common.ts';

const tag = 'Items';
const itemReply = { type: 'object', required: ['item'], properties: { item: ref('Item'), warnings: ref('Warnings') } };
const inBody = { in: 'body', name: 'project' } as const;
const inQuery = { in: 'query', name: 'project' } as const;
const by = choice({
  description: 'Whether the address has our `_id` or the shop’s `id`.',
  values: ['_id', 'id'] as const,
  fallback: '_id',
});
const itemId = { _id: 'The item’s `_id` (with `by=id`, its `id`).' };

export function itemOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  stopping: AbortSignal;
}): Operation[] {
  const changing = {
    query: { by, _id: text({ description: 'The item’s `_id`, where the path has none.', lengthMax: limits.itemIdLengthMax }), project: optionalProject },
    body: {
      project: optionalProject,
      _id: text({ description: 'The item’s `_id`, where the path has none.', lengthMax: limits.itemIdLengthMax }),
      data: anything({
        description: 'The fields to change, as an object or as a string with the JSON of it. Null removes an optional field.',
        schema: { oneOf: [ref('ItemChanges'), { type: 'string', contentMediaType: 'application/json' }] },
      }),
    },
  };
  const change: Parameters<typeof operation<ChangeQuery, ChangeBody>>[0]['handle'] = async (call) => {
    const named = call.path['_id'] ?? call.query._id ?? call.body._id;
    if (named === null || named === undefined) throw wrong('_id', 'required', 'in the path: PUT /api/items/{_id}');
    const address: ItemAddress = call.query.by === 'id' ? { id: named } : { _id: named };
    const data = dataOf(call.document, false);
    const { list, inputs } = data === null ? { list: false, inputs: [] } : readItems(data.value, data.text);
    if (list) throw wrong('data', 'type', 'one item’s fields, not a list');
    const item = await changeItem(call.project.catalog, address, inputs[0] ?? null, ifMatch(call.request.headers['if-match']));
    call.reply.header('etag', `"${item.version}"`);
    return jsonChunks(200, ['{"item":', ...itemChunks(item), warningsMember(call.warnings), '}']);
  };
  return [
    operation({
      id: 'addItems',
      method: 'POST',
      path: '/api/items',
      tag,
      summary: 'Add items to the catalog',
      description: 'One item, or up to 1,000. When it answers, what was added is durable and the next search sees it.',
      access: { kind: 'key', scope: 'items:write', project: inBody },
      body: {
        project: projectInBody,
        data: anything({
          description: 'An item, a list of up to 1,000, or a string with the JSON of either.',
          required: true,
          schema: {
            oneOf: [
              ref('ItemInput'),
              { type: 'array', minItems: 1, maxItems: limits.itemsPerWriteMax, items: ref('ItemInput') },
              { type: 'string', contentMediaType: 'application/json' },
            ],
          },
        }),
      },
      bodyBytesMax: limits.itemsBodyBytesMax,
      status: 201,
      reply: {
        oneOf: [
          itemReply,
          {
            type: 'object',
            required: ['items', 'errors'],
            properties: { items: { type: 'array', items: ref('Item') }, errors: { type: 'array', items: { type: 'object' } } },
          },
        ],
      },
      errors: ['invalid_item', 'item_exists', 'body_too_large'],
      handle: async (call) => {
        const data = dataOf(call.document, true);
        const { list, inputs } = readItems(data?.value ?? null, data?.text ?? '');
        const [only] = inputs;
        if (!list && only !== undefined) {
          const item = await addItem(call.project.catalog, only);
          return jsonChunks(201, ['{"item":', ...itemChunks(item), warningsMember(call.warnings), '}']);
        }
        const { items, refusals } = await addItems(call.project.catalog, inputs);
        if (items.length === 0) {
          const exist = refusals.every((refusal) => refusal.code === 'item_exists');
          throw new VitrineError(exist ? 'item_exists' : 'invalid_item', `None of the ${inputs.length} items was added: ${refusals[0]?.detail}`, {
            members: { items: [], errors: refusals },
          });
        }
        return jsonChunks(201, ['{"items":', ...listChunks(items, itemChunks), `,"errors":${JSON.stringify(refusals)}`, warningsMember(call.warnings), '}']);
      },
    }),
    operation({
      id: 'listItems',
      method: 'GET',
      path: '/api/items',
      tag,
      summary: 'List the items of a project',
      description: 'Oldest first, inactive ones included.',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      query: {
        limit: integer({ description: 'Items to obtain.', min: 1, max: limits.listLimitMax, fallback: limits.listLimitDefault }),
        offset: integer({ description: 'Items to pass over.', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }),
        project: optionalProject,
        id: text({ description: 'Only the item with this id.', lengthMax: limits.itemIdLengthMax }),
        sku: text({ description: 'Only items with this sku.', lengthMax: limits.itemIdLengthMax }),
        active: optionalFlag({ description: 'Only active, or only inactive items.' }),
      },
      status: 200,
      reply: {
        type: 'object',
        required: ['items', 'total', 'limit', 'offset'],
        properties: {
          items: { type: 'array', items: ref('Item') },
          total: { type: 'integer' },
          limit: { type: 'integer' },
          offset: { type: 'integer' },
          warnings: ref('Warnings'),
        },
      },
      handle: async ({ query, project, warnings }) => {
        const { items, total } = await project.catalog.list({
          limit: query.limit,
          offset: query.offset,
          ...(query.id === null ? {} : { id: query.id }),
          ...(query.sku === null ? {} : { sku: query.sku }),
          ...(query.active === null ? {} : { active: query.active }),
        });
        const rest = `,"total":${total},"limit":${query.limit},"offset":${query.offset}`;
        return jsonChunks(200, ['{"items":', ...listChunks(items, itemChunks), rest, warningsMember(warnings), '}']);
      },
    }),
    operation({
      id: 'changeItem',
      method: 'PUT',
      path: '/api/items/{_id}',
      aliases: ['/api/items'],
      tag,
      summary: 'Change an item',
      description: 'Changes the fields that `data` names. With `if-match: "<_version>"` only where the item is still at that version.',
      access: { kind: 'key', scope: 'items:write', project: inBody },
      pathParameters: itemId,
      ...changing,
      bodyBytesMax: limits.itemsBodyBytesMax,
      status: 200,
      reply: itemReply,
      errors: ['invalid_item', 'item_not_found', 'item_changed', 'body_too_large'],
      handle: change,
    }),
    operation({
      id: 'getItem',
      method: 'GET',
      path: '/api/items/{_id}',
      tag,
      summary: 'One item, with the state of its pictures',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      pathParameters: itemId,
      query: { by, project: optionalProject },
      status: 200,
      reply: { ...itemReply, properties: { ...itemReply.properties, pictures: { type: 'array', items: { type: 'object' } } } },
      errors: ['item_not_found'],
      handle: async (call) => {
        const item = await addressed(call.project.catalog, call.path['_id'] ?? '', call.query.by);
        const pictures = await call.project.pictures.states(item.id);
        call.reply.header('etag', `"${item.version}"`);
        return jsonChunks(200, ['{"item":', ...itemChunks(item), `,"pictures":${JSON.stringify(pictures)}`, warningsMember(call.warnings), '}']);
      },
    }),
    operation({
      id: 'deleteItem',
      method: 'DELETE',
      path: '/api/items/{_id}',
      tag,
      summary: 'Delete an item',
      access: { kind: 'key', scope: 'items:write', project: inQuery },
      pathParameters: itemId,
      query: { by, project: optionalProject },
      status: 200,
      reply: { type: 'object', required: ['deleted'], properties: { deleted: { type: 'string', description: 'The `_id`.' } } },
      errors: ['item_not_found'],
      handle: async (call) => {
        const id = call.path['_id'] ?? '';
        const item = await removeItem(call.project.catalog, call.query.by === 'id' ? { id } : { _id: id });
        return json(200, { deleted: item._id, id: item.id });
      },
    }),
    operation({
      id: 'importItems',
      method: 'POST',
      path: '/api/items/import',
      tag,
      summary: 'Import a catalog as a stream',
      description:
        'NDJSON (an item a line) or CSV with a header line; adds items and replaces those whose `id` exists. Answers when the file is through; the task can be watched meanwhile.',
      access: { kind: 'key', scope: 'items:write', project: inQuery },
      query: {
        project: optionalProject,
        format: choice({ description: 'The file’s format; by default from the content type.', values: ['auto', 'ndjson', 'csv'] as const, fallback: 'auto' }),
        task: text({ description: 'An id for the task, to watch it by while the file is sent.', lengthMax: 64 }),
      },
      rawBody: { 'application/x-ndjson': { schema: { type: 'string' } }, 'text/csv': { schema: { type: 'string' } } },
      bodyBytesMax: Number.MAX_SAFE_INTEGER,
      status: 200,
      reply: { type: 'object', required: ['task'], properties: { task: ref('Task') } },
      errors: ['unsupported_media_type', 'body_incomplete', 'stopping'],
      handle: async (call) => {
        const { query, request } = call;
        const format = query.format === 'auto' ? formatOf(request.headers['content-type']) : query.format;
        const body = request.body as Readable | undefined;
        if (body === undefined) throw wrong('body', 'required', 'the file to import');
        const taskId = query.task ?? options.ids.next(options.clock.now());
        if (!/^[\w-]{1,64}$/.test(taskId) || options.store.task(taskId) !== null) throw wrong('task', 'format', 'a new id of letters, digits, "-" and "_"');
        let read = 0;
        const counted = count(body, (bytes) => {
          read += bytes;
        });
        const announced = Number(request.headers['content-length']);
        const task = await importItems({
          catalog: call.project.catalog,
          store: options.store,
          clock: options.clock,
          task: { id: taskId, project: call.projectId },
          records: format === 'csv' ? csvRecords(counted) : ndjsonRecords(counted),
          bytes: () => ({ read, total: Number.isFinite(announced) ? announced : null }),
          signal: options.stopping,
        });
        return json(200, { task, ...(call.warnings.length === 0 ? {} : { warnings: call.warnings }) });
      },
    }),
    operation({
      id: 'exportItems',
      method: 'GET',
      path: '/api/items/export',
      tag,
      summary: 'Export the catalog as a stream',
      description: 'Every item as NDJSON, oldest first, in the form that the import takes.',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      query: { project: optionalProject },
      status: 200,
      reply: null,
      replyType: 'application/x-ndjson',
      handle: async (call) => {
        await call.reply
          .header('content-type', 'application/x-ndjson')
          .send(Readable.from(exportLines(call.project.catalog)));
        return undefined;
      },
    }),
    operation({
      id: 'getTask',
      method: 'GET',
      path: '/api/tasks/{id}',
      tag,
      summary: 'A task: its progress and errors',
      access: { kind: 'key', scope: 'items:read', project: null },
      pathParameters: { id: 'Id of the task.' },
      status: 200,
      reply: { type: 'object', required: ['task'], properties: { task: ref('Task') } },
      errors: ['task_not_found'],
      handle: (call) => {
        const task = options.store.task(call.path['id'] ?? '');
        const mine = task !== null && (call.key?.projects == null || call.key.projects.includes(task.project));
        if (task === null || !mine) throw new VitrineError('task_not_found', 'There is no such task');
        return json(200, { task });
      },
    }),
  ];
}

interface ChangeQuery {
  by: '_id' | 'id';
  _id: string | null;
  project: string | null;
}
interface ChangeBody {
  project: string | null;
  _id: string | null;
  data: unknown;
}

/** `data` of a body with the text it was read from; null where it was not sent. */
function dataOf(document: JsonDocument | null, required: boolean): { value: JsonDocument['value']; text: string } | null {
  if (document === null) throw new Error('Cannot read `data` of an operation without a JSON body');
  const fields = objectFields(document.text, skipSpace(document.text, 0));
  const field = fields.findLast(({ key }) => key === 'data');
  const value = (document.value as Record<string, JsonDocument['value']>)['data'];
  if (field === undefined || value === undefined || (value === null && !required)) return null;
  return { value, text: document.text.slice(field.start, field.end) };
}

function ifMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw wrong('if-match', 'format', 'the `_version` of the item, in quotes');
  return Number(version);
}

async function addressed(catalog: Catalog, id: string, as: '_id' | 'id') {
  const item = await catalog.get(as === 'id' ? { id } : { _id: id });
  if (item === null) throw new VitrineError('item_not_found', `There is no item ${JSON.stringify(id.slice(0, 300))}`);
  return item;
}

function formatOf(contentType: string | undefined): 'ndjson' | 'csv' {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^(text|application)\/(csv|vnd\.ms-excel)$/.test(type)) return 'csv';
  if (/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json|octet-stream)$/.test(type) || type === '' || type === 'text/plain') return 'ndjson';
  throw new VitrineError('unsupported_media_type', `The import takes application/x-ndjson or text/csv, not ${type.slice(0, 100)}`);
}

async function* count(body: Readable, add: (bytes: number) => void): AsyncIterable<Uint8Array> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    add(chunk.length);
    yield chunk;
  }
}

async function* exportLines(catalog: Catalog): AsyncIterable<Uint8Array> {
  // The service's own fields are refused on the way in, so they are left out on the way out.
  for await (const item of catalog.export()) yield withoutOwnFields(item.json);
}

function withoutOwnFields(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const fields = objectFields(text, 0).filter(({ key }) => !key.startsWith('_'));
  return Buffer.from(`{${fields.map(({ key, start, end }) => `${JSON.stringify(key)}:${text.slice(start, end)}`).join(',')}}\n`);
}

