import type { InputError } from './error.ts';
import {
  failureOf,
  segment,
  type RawBody,
  type RequestOptions,
  type Transport,
  type RequestSpec,
} from './transport.ts';

/** A picture of an item: an http(s) URL, a `data:` URI (at most 10 MB, stored by the service), or either with an alt text. */
export type Picture = string | { readonly url: string; readonly alt?: string };

/**
 * An item as a shop sends it: at most 100 kB of JSON without `data:` pictures. Other fields can hold any JSON; names that start with `_`
 * are reserved. Fields with a function in the service: `brand`, `category` or `categories`, `tags`,
 * `color`, `size`, `gender`, `stock`, `currency`, `url`, `groupId`, `releasedAt`.
 */
export interface ItemInput {
  /** The shop's id, unique in the project: 1 to 256 characters. */
  readonly id: string | number;
  /** 1 to 256 characters. */
  readonly sku: string | number;
  /** 1 to 1,000 characters. */
  readonly name: string;
  /** 0 to 50 pictures. */
  readonly imgs: Picture | readonly Picture[];
  /** A finite number of at least 0, or its decimal string, in the project's currency. */
  readonly price: number | string;
  /** Up to 100,000 characters; can be empty. */
  readonly description: string;
  /** Default: true. Inactive items do not appear in searches and recommendations. */
  readonly active?: boolean;
  readonly [field: string]: unknown;
}

/**
 * An item as the service returns it: the fields as sent, and fields of the service. If the request has `fields`, only these and `id`.
 */
export interface Item {
  /** The service's id; never changes and is never reused. */
  readonly _id: string;
  /** 1 for a new item, incremented by each change. */
  readonly _version: number;
  /** ISO 8601. */
  readonly _createdAt: string;
  /** ISO 8601. */
  readonly _updatedAt: string;
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly imgs: Picture | readonly Picture[];
  /** Null for imported items without a price (setting `items.priceOptional`). */
  readonly price: number | null;
  readonly description: string;
  readonly active?: boolean;
  readonly [field: string]: unknown;
}

/** An item of an import: only `id`, `name` and `price` are required. */
export interface ImportItem extends Partial<Omit<ItemInput, 'id' | 'name' | 'price'>> {
  readonly id: string | number;
  readonly name: string;
  /** Can be null or missing with the setting `items.priceOptional`. */
  readonly price?: number | string | null;
  readonly [field: string]: unknown;
}

/** A part of the request that was ignored, such as an unknown parameter. */
export interface Warning {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

/** Processing state of a picture. */
export interface PictureState {
  /** URL of the picture. */
  readonly source: string;
  /** Photo search finds `embedded` pictures, and `refined` ones more reliably. */
  readonly status: 'pending' | 'embedded' | 'refined' | 'failed';
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly attempts: number;
  /** Milliseconds since 1970; null: no automatic retry. */
  readonly retryAt: number | null;
}

/** Filters and page of a list of items. */
export interface ItemListing {
  /** 1 to 1,000. Default: 20. */
  readonly limit?: number | undefined;
  /** Default: 0. */
  readonly offset?: number | undefined;
  readonly id?: string | undefined;
  readonly sku?: string | undefined;
  readonly active?: boolean | undefined;
  /** Up to 100 fields of each item to return. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

/** A page of items, oldest first. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** Exact number of matching items. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly warnings?: readonly Warning[];
}

/** Result of adding several items: invalid ones do not affect the others. */
export interface ItemsAdded {
  readonly items: readonly Item[];
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly InputError[];
  }[];
}

/** Options of operations that return items. */
export interface ItemReplyOptions extends RequestOptions {
  /** Up to 100 fields of each item to return. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

/** Options of a change. */
export interface ItemChangeOptions extends ItemReplyOptions {
  /** Whether `id` is the service's `_id` (default) or the shop's `id`. */
  readonly by?: '_id' | 'id' | undefined;
  /** The expected `_version` of the item; otherwise `item_changed` (412). */
  readonly ifVersion?: number | undefined;
}

/** A background task. */
export type Task = ImportTask | ReindexTask;

export interface ImportTask extends AnyTask {
  readonly kind: 'import';
  readonly progress: ImportProgress;
}

/** An index rebuild, such as after a change of settings. */
export interface ReindexTask extends AnyTask {
  readonly kind: 'reindex';
  readonly progress: { readonly indexed: number; readonly total: number };
}

interface AnyTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** Progress of an import. */
export interface ImportProgress {
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Bytes read so far, and the total (null if unknown). */
  readonly bytes: number;
  readonly bytesTotal: number | null;
  /**
   * Number of items with the default of a missing field: `sku` is the `id`, `imgs` an empty list, `description` an empty text, `price`
   * null (only with the setting `items.priceOptional`).
   */
  readonly defaults: Readonly<Record<'sku' | 'imgs' | 'price' | 'description', number>>;
  /** The first 1,000 rejected lines. */
  readonly errors: readonly {
    readonly line: number;
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly InputError[];
  }[];
  readonly errorsOmitted: number;
}

/** Options of an import. */
export interface ImportOptions extends RequestOptions {
  /** Default: NDJSON, or the type of a Blob. */
  readonly format?: 'ndjson' | 'csv' | undefined;
  /** Id of the task (at most 64 letters, digits, `-`, `_`), to poll it with `items.task` during the import. */
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
   * const { item } = await vitrine.items.add('shop', { id: 'a1', sku: 'A-1', name: 'Oak chair', imgs: [], price: 129, description: '' });
   * ```
   */
  add(
    project: string,
    item: ItemInput,
    options?: ItemReplyOptions,
  ): Promise<{ readonly item: Item; readonly warnings?: readonly Warning[] }>;
  /** Adds 1 to 1,000 items. Invalid ones are reported; rejects only if none is valid. */
  addMany(project: string, items: readonly ItemInput[], options?: ItemReplyOptions): Promise<ItemsAdded>;
  /** A page of items, oldest first, including inactive ones. Requires `items:read`. */
  list(project: string, listing?: ItemListing, options?: RequestOptions): Promise<ItemPage>;
  /** One item and the states of its pictures. Error: `item_not_found`. */
  get(
    project: string,
    id: string,
    options?: ItemReplyOptions & { readonly by?: '_id' | 'id' | undefined },
  ): Promise<{ readonly item: Item; readonly pictures: readonly PictureState[] }>;
  /**
   * Changes the fields in `changes`; null removes an optional field.
   * Errors: `invalid_item`, `item_not_found`, `item_changed`.
   */
  change(
    project: string,
    id: string,
    changes: Readonly<Record<string, unknown>>,
    options?: ItemChangeOptions,
  ): Promise<{ readonly item: Item }>;
  /** Deletes an item. Error: `item_not_found`. */
  remove(
    project: string,
    id: string,
    options?: RequestOptions & { readonly by?: '_id' | 'id' | undefined },
  ): Promise<{ readonly deleted: string; readonly id: string }>;
  /**
   * Imports a catalog as a stream: adds items, replaces those with an existing `id`, and resolves with the finished task.
   * Accepts items, or NDJSON or CSV as a string, Blob, bytes or stream. Default: no timeout.
   *
   * @example
   * ```ts
   * const task = await vitrine.items.import('shop', file, { format: 'csv' });
   * console.log(task.progress.created, task.progress.errors);
   * ```
   */
  import(
    project: string,
    source: RawBody | AsyncIterable<ImportItem>,
    options?: ImportOptions,
  ): Promise<ImportTask>;
  /** All items, oldest first, in the import format. */
  export(project: string, options?: RequestOptions): AsyncGenerator<ImportItem, void, undefined>;
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
          headers: options?.ifVersion === undefined ? {} : { 'if-match': `"${options.ifVersion}"` },
        },
        options,
      ),
    remove: (project, id, options) =>
      transport.json({ method: 'DELETE', path: path(id), query: { project, by: options?.by } }, options),
    import: async (project, source, options) => {
      const raw = importBody(source, options?.format);
      const query = { project, format: options?.format, task: options?.task };
      const request = { method: 'POST', path: '/api/items/import', query, raw, timeoutMs: 0 } as const;
      return (await transport.json<{ task: ImportTask }>(request, options)).task;
    },
    export: (project, options) => exportedItems(transport, project, options),
    task: async (id, options) =>
      (await transport.json<{ task: Task }>({ method: 'GET', path: `/api/tasks/${segment(id)}` }, options))
        .task,
  };
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

function importBody(
  source: RawBody | AsyncIterable<ImportItem>,
  format: 'ndjson' | 'csv' | undefined,
): { body: RawBody; contentType: string } {
  const contentType = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  if (typeof source === 'string' || source instanceof Uint8Array || source instanceof ReadableStream)
    return { body: source, contentType };
  if (source instanceof Blob)
    return {
      body: source,
      contentType: format === undefined && source.type !== '' ? source.type : contentType,
    };
  return { body: linesOf(source), contentType };
}

function linesOf(items: AsyncIterable<ImportItem>): ReadableStream<Uint8Array> {
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
