import type { InputError } from './error.ts';
import {
  failureOf,
  segment,
  type RawBody,
  type RequestOptions,
  type Transport,
  type RequestSpec,
} from './transport.ts';

/** A picture of an item: an http(s) address, a `data:` URI (at most 10 MB; the service keeps it), or either with a text. */
export type Picture = string | { readonly url: string; readonly alt?: string };

/**
 * An item as a shop sends it: at most 100 kB of JSON, `data:` pictures apart. Any further field may hold any JSON; names that
 * begin with `_` are the service's own. Names with a meaning by default: `brand`, `category` or `categories`, `tags`,
 * `color`, `size`, `gender`, `stock`, `currency`, `url`, `groupId`, `releasedAt`.
 */
export interface ItemInput {
  /** The shop's identifier, unique in the project: 1 to 256 characters. */
  readonly id: string | number;
  /** 1 to 256 characters. */
  readonly sku: string | number;
  /** 1 to 1,000 characters. */
  readonly name: string;
  /** 0 to 50 pictures. */
  readonly imgs: Picture | readonly Picture[];
  /** A finite number from 0, or its decimal string, in the project's currency. */
  readonly price: number | string;
  /** Up to 100,000 characters; may be empty. */
  readonly description: string;
  /** True unless said otherwise. An inactive item is in no search and no recommendation. */
  readonly active?: boolean;
  readonly [field: string]: unknown;
}

/**
 * An item as the service returns it: what was sent, in the shape it was sent in, and the service's own fields. Where a request names
 * `fields`, the other fields of the shop are not there, `id` apart.
 */
export interface Item {
  /** The service's identifier; never changes, never given out twice. */
  readonly _id: string;
  /** 1 when created, one more with each change. */
  readonly _version: number;
  /** ISO 8601. */
  readonly _createdAt: string;
  /** ISO 8601. */
  readonly _updatedAt: string;
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly imgs: Picture | readonly Picture[];
  /** Null where an import kept an item without a price, as the setting `items.priceOptional` allows. */
  readonly price: number | null;
  readonly description: string;
  readonly active?: boolean;
  readonly [field: string]: unknown;
}

/** An item as an import takes it: only `id`, `name` and `price` are required. */
export interface ImportItem extends Partial<Omit<ItemInput, 'id' | 'name' | 'price'>> {
  readonly id: string | number;
  readonly name: string;
  /** May be null or absent where the setting `items.priceOptional` is on. */
  readonly price?: number | string | null;
  readonly [field: string]: unknown;
}

/** The service took the request, but not all of it: an unknown parameter, perhaps a slip of the pen. */
export interface Warning {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

/** Where the service is with one picture of an item. */
export interface PictureState {
  /** Address of the picture. */
  readonly source: string;
  /** `embedded` pictures are found by photo; `refined` ones are found more easily. */
  readonly status: 'pending' | 'embedded' | 'refined' | 'failed';
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly attempts: number;
  /** Milliseconds since 1970, or null where it will not be tried again by itself. */
  readonly retryAt: number | null;
}

/** Which items to list, and which page of them. */
export interface ItemListing {
  /** 1 to 1,000: 20. */
  readonly limit?: number | undefined;
  /** From 0: 0. */
  readonly offset?: number | undefined;
  readonly id?: string | undefined;
  readonly sku?: string | undefined;
  readonly active?: boolean | undefined;
  /** Fields of each item to return; up to 100: all. */
  readonly fields?: readonly string[] | undefined;
}

/** A page of items, oldest first. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** Exact number of items that the listing's conditions match. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly warnings?: readonly Warning[];
}

/** What became of a list of items: those that are wrong do not stop the others. */
export interface ItemsAdded {
  readonly items: readonly Item[];
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly InputError[];
  }[];
}

/** What the reply has of each item. */
export interface ItemReplyOptions extends RequestOptions {
  /** Fields of each item to return; up to 100: all. */
  readonly fields?: readonly string[] | undefined;
}

/** How a change addresses its item and guards itself. */
export interface ItemChangeOptions extends ItemReplyOptions {
  /** Whether the identifier is the service's `_id` (the default) or the shop's `id`. */
  readonly by?: '_id' | 'id' | undefined;
  /** The `_version` the item must still have; else `item_changed` (412). */
  readonly ifVersion?: number | undefined;
}

/** A piece of long work. */
export type Task = ImportTask | ReindexTask;

export interface ImportTask extends AnyTask {
  readonly kind: 'import';
  readonly progress: ImportProgress;
}

/** An index that is built anew, as after a change of settings. */
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

/** How far an import is. */
export interface ImportProgress {
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Bytes read so far, and in all (null where the length was not announced). */
  readonly bytes: number;
  readonly bytesTotal: number | null;
  /**
   * By field: items stored with its default, as their line had none. `sku` is then the `id`, `imgs` an empty list, `description` an
   * empty text, and `price` null (only where the setting `items.priceOptional` is on).
   */
  readonly defaults: Readonly<Record<'sku' | 'imgs' | 'price' | 'description', number>>;
  /** The first 1,000 lines that were wrong. */
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
  /** By default by the content: items and NDJSON as NDJSON, a Blob by its type. */
  readonly format?: 'ndjson' | 'csv' | undefined;
  /** An own id for the task (letters, digits, `-`, `_`; at most 64), to watch it by `items.task` meanwhile. */
  readonly task?: string | undefined;
}

/** The catalog of a project. */
export interface ItemOperations {
  /**
   * Adds one item. When it resolves, the item is durable and the next search finds it.
   * Needs the scope `items:write`. Errors: `invalid_item`, `item_exists` (with `body._id`).
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
  /** Adds 1 to 1,000 items; good ones are kept where others are wrong. Rejects only where none was added. */
  addMany(project: string, items: readonly ItemInput[], options?: ItemReplyOptions): Promise<ItemsAdded>;
  /** A page of items, oldest first, inactive ones included. Needs `items:read`. */
  list(project: string, listing?: ItemListing, options?: RequestOptions): Promise<ItemPage>;
  /** One item and the state of its pictures. Error: `item_not_found`. */
  get(
    project: string,
    id: string,
    options?: ItemReplyOptions & { readonly by?: '_id' | 'id' | undefined },
  ): Promise<{ readonly item: Item; readonly pictures: readonly PictureState[] }>;
  /**
   * Changes the fields that `changes` names; null removes an optional one.
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
   * Imports a catalog as a stream: adds items, replaces those whose `id` exists, resolves with the ended task.
   * Takes items, or NDJSON or CSV as a string, Blob, bytes or a stream. No timeout unless one is given.
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
  /** Every item, oldest first, one at a time, in the form that the import takes. */
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
      const wanted = { method: 'POST', path: '/api/items/import', query, raw, timeoutMs: 0 } as const;
      return (await transport.json<{ task: ImportTask }>(wanted, options)).task;
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

/** An address cannot hold an empty list: `id` alone says the same. */
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
  const wanted = { method: 'GET', path: '/api/items/export', query: { project }, timeoutMs: 0 } as const;
  const { body } = await transport.reply(wanted, options);
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
    // Whoever stops early must not leave the service sending.
    await reader.cancel().catch(() => undefined);
  }
}
