import type {
  DeletedItem,
  DeletedItems,
  ImportedFile,
  ImportPreview,
  ImportPreviewReply,
  ImportItem,
  ImportReply,
  ImportTask,
  ItemChanges,
  ItemDetails,
  ItemInput,
  ItemPage,
  ItemReply,
  ItemsReply,
  ItemUpdate,
  ItemUpdatesReply,
  ListItemsQuery,
  Task,
  TaskReply,
  WriteTask,
  WriteTaskReply,
} from './contract.ts';
import {
  failureOf,
  segment,
  versionHeader,
  type ChangeOptions,
  type RawBody,
  type RequestOptions,
  type RequestSpec,
  type Transport,
  type Without,
} from './transport.ts';

/** Options of operations that return items. */
export interface ItemReplyOptions extends RequestOptions {
  /** Up to 100 fields of each item to return. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

/** Options of operations on one item. */
export interface ItemOptions extends ItemReplyOptions {
  /** What names the item: the service's `_id` (default), the shop's `id`, or its `sku`, `groupId` or address. Error: `item_ambiguous`. */
  readonly by?: '_id' | 'id' | 'sku' | 'groupId' | 'url' | undefined;
}

type ImportFormat = ImportedFile['format'];
type ImportEncoding = ImportedFile['encoding'];

/** Options of an import. */
export interface ImportOptions extends RequestOptions {
  /**
   * `update`: change the given fields of existing items instead of replacing them; an unknown `id` is an error. `replaceAll`: replace the
   * whole catalog in one step at the end, and remove the items that the source lacks; if an item is rejected, nothing changes
   * (`catalog_not_replaced`).
   */
  readonly mode?: 'replace' | 'update' | 'replaceAll' | undefined;
  /** With `replaceAll`: replaces the catalog although items are rejected. These stay as they are. */
  readonly allowRejected?: boolean | undefined;
  /** Default: NDJSON, or the type of a Blob. */
  readonly format?: ImportFormat | undefined;
  /** Whose columns a CSV file has. Default: recognised by their names. */
  readonly layout?: 'plain' | 'google' | 'shopify' | 'woocommerce' | undefined;
  /** Encoding of a file, such as `windows-1250`. Default: detected among UTF-8, UTF-16 and Windows-1252. */
  readonly encoding?: ImportEncoding | undefined;
  /** Decimal sign of the numbers in a CSV file. Default: detected per column. */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** The field of a column by its name; null leaves it out. Default: as in {@link ItemOperations.previewImport}. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  /** Id of the task (at most 64 letters, digits, `-`, `_`), to poll it with `items.task` during the import. */
  readonly task?: string | undefined;
}

/** Options of a write of all items that match a filter. */
export interface MatchingOptions extends RequestOptions {
  /** Seconds to wait for the end, 0 to 60 (10); then it resolves with the running task, to be polled with `items.task`. */
  readonly wait?: number | undefined;
  /** Id for the task (at most 64 letters, digits, `-`, `_`). */
  readonly task?: string | undefined;
}

/** The catalog of a project. */
export interface ItemOperations {
  /**
   * Adds one item. When it resolves, the item is durable and the next search includes it.
   * Requires the scope `items:write`. Errors: `invalid_item`, `item_exists` (with `body._id`).
   *
   * @example
   * ```ts
   * const chair = { id: 'a1', sku: 'A-1', name: 'Oak chair', imgs: [], price: 129, description: '' };
   * const { item } = await vitrine.items.add('shop', chair);
   * ```
   */
  add(project: string, item: ItemInput, options?: ItemReplyOptions): Promise<ItemReply>;
  /** Adds 1 to 1,000 items. Invalid ones are reported; rejects only if none is valid. */
  addMany(project: string, items: readonly ItemInput[], options?: ItemReplyOptions): Promise<ItemsReply>;
  /** A page of items, oldest first, including inactive ones. Requires `items:read`. */
  list(project: string, listing?: ListItemsQuery, options?: RequestOptions): Promise<ItemPage>;
  /** One item and the states of its pictures. Error: `item_not_found`. */
  get(project: string, id: string, options?: ItemOptions): Promise<ItemDetails>;
  /**
   * Changes the fields in `changes`; null removes an optional field.
   * Errors: `invalid_item`, `item_not_found`, `item_changed`.
   */
  change(
    project: string,
    id: string,
    changes: ItemChanges,
    options?: ItemOptions & ChangeOptions,
  ): Promise<ItemReply>;
  /**
   * Changes the given fields of up to 1,000 items, named by `id` or `_id`, in one durable write. With `_version`, an item changes only
   * if it has this version. Errors are reported by index; rejects only if no change was made.
   * Errors: `invalid_item`, `item_not_found`, `item_changed`.
   *
   * @example
   * ```ts
   * const { errors } = await vitrine.items.changeMany('shop', [
   *   { id: 'a1', price: 119 },
   *   { id: 'a2', stock: 0 },
   * ]);
   * ```
   */
  changeMany(
    project: string,
    changes: readonly ItemUpdate[],
    options?: ItemReplyOptions,
  ): Promise<ItemUpdatesReply>;
  /**
   * Changes all items that match the filter, inactive ones too, each in the state in which it matches. Resolves with the finished task, or
   * after `wait` seconds with the running one. Errors: `invalid_filter`, `invalid_item`.
   *
   * @example
   * ```ts
   * const task = await vitrine.items.changeMatching('shop', 'brand:Nike', { 'badges.sale': true });
   * console.log(task.progress.changed, task.progress.errors);
   * ```
   */
  changeMatching(
    project: string,
    filters: string,
    changes: ItemChanges,
    options?: MatchingOptions,
  ): Promise<WriteTask>;
  /** Deletes an item. Error: `item_not_found`. */
  remove(project: string, id: string, options?: Without<ItemOptions, 'fields'>): Promise<DeletedItem>;
  /**
   * Deletes up to 1,000 items in one durable write. `by`: whether these are the shop's `id`s (default) or the service's `_id`s. Ids without
   * an item are reported by index; rejects with `item_not_found` if none has one. `versions`: those that the items must have, in the order of
   * `ids`, null for any; items with another one stay and are reported with `item_changed`.
   */
  removeMany(
    project: string,
    ids: readonly string[],
    options?: Without<ItemOptions, 'fields'> & { readonly versions?: readonly (number | null)[] },
  ): Promise<DeletedItems>;
  /** Deletes all items that match the filter, inactive ones too; see {@link changeMatching}. Error: `invalid_filter`. */
  removeMatching(project: string, filters: string, options?: MatchingOptions): Promise<WriteTask>;
  /** Deletes all items of the project; see {@link changeMatching}. */
  removeAll(project: string, options?: MatchingOptions): Promise<WriteTask>;
  /**
   * Imports a catalog as a stream: adds items, replaces those with an existing `id` (or changes them, with `mode`), and resolves with the finished task.
   * Accepts items, or NDJSON, CSV or XML as a string, Blob, bytes or stream. Default: no timeout.
   *
   * @example
   * ```ts
   * const task = await vitrine.items.import('shop', file, { format: 'csv' });
   * console.log(task.progress.created, task.progress.errors);
   * ```
   */
  import(
    project: string,
    source: RawBody | AsyncIterable<ImportItem | ItemUpdate>,
    options?: ImportOptions,
  ): Promise<ImportTask>;
  /**
   * Reads a file, or its first megabyte with `partial`, as an import would, and stores nothing: what its columns become, the first items and the errors.
   * Errors: `body_too_large`.
   */
  previewImport(
    project: string,
    source: string | Blob | Uint8Array<ArrayBuffer>,
    options?: Without<ImportOptions, 'task' | 'allowRejected'> & { readonly partial?: boolean | undefined },
  ): Promise<ImportPreview>;
  /** All items, oldest first, in the import format. */
  export(project: string, options?: RequestOptions): AsyncGenerator<ImportItem, void, undefined>;
  /**
   * The rejected records of an import in the form of its file, to be mended and imported again. Requires `items:write`.
   * Errors: `task_not_found`, `rejected_lines_not_found`.
   */
  rejectedLines(project: string, task: string, options?: RequestOptions): Promise<string>;
  /** A task by its id. Error: `task_not_found`. */
  task(id: string, options?: RequestOptions): Promise<Task>;
}

export function itemOperations(transport: Transport): ItemOperations {
  const path = (id: string): string => `/api/items/${segment(id)}`;
  return {
    add: (project, item, options) => transport.json(addition(project, item, options), options),
    addMany: (project, items, options) => transport.json(addition(project, items, options), options),
    list: (project, listing, options) =>
      transport.json(
        {
          method: 'GET',
          path: '/api/items',
          query: { project, ...listing, fields: fieldsInAddress(listing?.fields) },
        },
        options,
      ),
    get: (project, id, options) =>
      transport.json(
        {
          method: 'GET',
          path: path(id),
          query: { project, by: options?.by, fields: fieldsInAddress(options?.fields) },
        },
        options,
      ),
    change: (project, id, changes, options) =>
      transport.json(
        {
          method: 'PUT',
          path: path(id),
          query: { by: options?.by },
          json: { project, data: changes, fields: options?.fields },
          headers: versionHeader(options),
        },
        options,
      ),
    changeMany: (project, data, options) =>
      transport.json(
        { method: 'POST', path: '/api/items/update', json: { project, data, fields: options?.fields } },
        options,
      ),
    changeMatching: (project, filters, changes, options) =>
      matchingWrite(transport, '/api/items/update-by-filter', { project, filters, changes }, options),
    removeMany: (project, ids, options) =>
      transport.json(
        {
          method: 'POST',
          path: '/api/items/delete',
          json: { project, ids, by: options?.by, versions: options?.versions },
        },
        options,
      ),
    removeMatching: (project, filters, options) =>
      matchingWrite(transport, '/api/items/delete', { project, filters }, options),
    removeAll: (project, options) =>
      matchingWrite(transport, '/api/items/delete', { project, all: true }, options),
    remove: (project, id, options) =>
      transport.json({ method: 'DELETE', path: path(id), query: { project, by: options?.by } }, options),
    import: async (project, source, options) => {
      const raw = importBody(source, options?.format);
      const query = {
        project,
        ...importQuery(options),
        allowRejected: options?.allowRejected,
        task: options?.task,
      };
      const request = { method: 'POST', path: '/api/items/import', query, raw, timeoutMs: 0 } as const;
      return (await transport.json<ImportReply>(request, options)).task;
    },
    previewImport: async (project, source, options) => {
      const raw = importBody(source, options?.format);
      const query = { project, ...importQuery(options), partial: options?.partial };
      const request = { method: 'POST', path: '/api/items/import/preview', query, raw } as const;
      return (await transport.json<ImportPreviewReply>(request, options)).preview;
    },
    export: (project, options) => exportedItems(transport, project, options),
    rejectedLines: async (project, task, options) => {
      const path = `/api/tasks/${segment(task)}/rejected`;
      return (await transport.reply({ method: 'GET', path, query: { project } }, options)).text();
    },
    task: async (id, options) =>
      (await transport.json<TaskReply>({ method: 'GET', path: `/api/tasks/${segment(id)}` }, options)).task,
  };
}

async function matchingWrite(
  transport: Transport,
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: MatchingOptions | undefined,
): Promise<WriteTask> {
  const json = { ...body, wait: options?.wait, task: options?.task };
  // Longer than the service waits at most.
  const request = { method: 'POST', path, json, timeoutMs: 90_000 } as const;
  return (await transport.json<WriteTaskReply>(request, options)).task;
}

function addition(
  project: string,
  data: ItemInput | readonly ItemInput[],
  options: ItemReplyOptions | undefined,
): RequestSpec {
  return { method: 'POST', path: '/api/items', json: { project, data, fields: options?.fields } };
}

/** A query string cannot hold an empty list: `id` alone is equivalent. */
export function fieldsInAddress(fields: readonly string[] | undefined): readonly string[] | undefined {
  return fields?.length === 0 ? ['id'] : fields;
}

function importQuery(options: Without<ImportOptions, 'task' | 'allowRejected'> | undefined) {
  const { mode, format, layout, encoding, decimal, mapping } = options ?? {};
  return { mode, format, layout, encoding, decimal, mapping: mapping && JSON.stringify(mapping) };
}

function importBody(
  source: RawBody | AsyncIterable<unknown>,
  format: ImportFormat | undefined,
): { body: RawBody; contentType: string } {
  const contentType =
    format === 'csv' ? 'text/csv' : format === 'xml' ? 'application/xml' : 'application/x-ndjson';
  if (typeof source === 'string' || source instanceof Uint8Array || source instanceof ReadableStream)
    return { body: source, contentType };
  if (source instanceof Blob)
    return {
      body: source,
      contentType: format === undefined && source.type !== '' ? source.type : contentType,
    };
  return { body: linesOf(source), contentType };
}

function linesOf(items: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const iterator = items[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* exportedItems(
  transport: Transport,
  project: string,
  options?: RequestOptions,
): AsyncGenerator<ImportItem, void, undefined> {
  const request = { method: 'GET', path: '/api/items/export', query: { project }, timeoutMs: 0 } as const;
  const { body } = await transport.reply(request, options);
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line !== '') yield JSON.parse(line) as ImportItem;
      if (done) return;
    }
  } catch (error) {
    throw failureOf(error, 'GET /api/items/export', options?.signal);
  } finally {
    // Stops the transfer if the consumer stops early.
    await reader.cancel().catch(() => undefined);
  }
}
