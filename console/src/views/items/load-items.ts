import { VitrineError, type Item, type SearchItem, type SearchRequest } from '@vitrine/sdk';
import { quotedValue } from '../../app/filter-text.ts';
import { service } from '../../app/service.ts';
import { partOfList, wholeList, windowMax, type ListPart } from './deep-page.ts';
import { filterOfQuery, type ItemQuery } from './item-query.ts';

/** A row of the table: an item, or the best variant of a product with its further variants. */
export interface ItemRow {
  /** Unique in the table: a product and its best variant are the same item. */
  readonly key: string;
  readonly item: Item;
  /** Further variants that match, the first 20. */
  readonly variants: readonly Item[];
  /** Variants that match, with the item itself; 0: the item has no variants here. */
  readonly variantCount: number;
  /** What the variants of the product share. */
  readonly product: string | null;
}

export interface ItemList {
  readonly rows: readonly ItemRow[];
  readonly total: number;
  /** The page is behind the last one that this list can show. */
  readonly isTooDeep: boolean;
}

interface ListWindow {
  readonly limit: number;
  readonly offset: number;
}

/** Fields that the table shows or edits. */
export const rowFields = [
  'id',
  'sku',
  'name',
  'active',
  'imgs',
  'price',
  'stock',
  'brand',
  'category',
  'color',
  'size',
];
const variantsMax = 20;
/** Items of a request that reads all matches. */
const readMax = 1_000;
const numberFields = new Set(['price', 'stock', '_createdAt']);

/** A page of active items by a search, or of others by status, oldest first. */
export async function loadItems(
  project: string,
  query: ItemQuery,
  window: ListWindow,
  options: {
    readonly signal: AbortSignal;
    readonly groupBy?: string | undefined;
    /** A further condition. */
    readonly filter?: string | undefined;
    /** The part of the list that an earlier page was read from: further pages go on from there. */
    readonly cursor?: { part: ListPart };
  },
): Promise<ItemList> {
  const { signal, groupBy = '', filter = '', cursor = { part: wholeList } } = options;
  if (query.active !== 'active') {
    const status = query.active === 'all' ? {} : { active: false };
    const { items, total } = await service.items.list(project, { ...window, ...status }, { signal });
    return { rows: items.map(single), total, isTooDeep: false };
  }
  const request = requestOf(query, groupBy, filter);
  const found = await searchWindow(project, request, window, { signal, cursor });
  // A fallback shows other items than those that were asked for.
  if (found === 'popular') return { rows: [], total: 0, isTooDeep: false };
  if (found === null) return { rows: [], total: await totalOf(project, request, signal), isTooDeep: true };
  return { ...found, rows: found.items.map((item) => rowOfHit(item, groupBy)), isTooDeep: false };
}

/**
 * All items that match, each variant on its own, in the order of their creation. `filter`: a further condition.
 * @throws the reason of `signal`
 */
export async function* matchingItems(
  project: string,
  query: ItemQuery,
  signal: AbortSignal,
  filter?: string,
): AsyncGenerator<{ items: readonly Item[]; total: number }> {
  const flat: ItemQuery = { ...query, rows: 'items', sort: '_createdAt:asc' };
  const cursor = { part: wholeList };
  for (let offset = 0; ; offset += readMax) {
    signal.throwIfAborted();
    const window = { limit: readMax, offset };
    const list = await loadItems(project, flat, window, { signal, cursor, filter });
    if (list.isTooDeep) throw new Error('Too many items were added at the same moment: filter further');
    yield { items: list.rows.map(({ item }) => item), total: list.total };
    if (offset + readMax >= list.total) return;
  }
}

/** The variants of a product that match the query, oldest first. `groupBy`: the field that variants share. @throws the reason of `signal` */
export async function variantsOf(
  project: string,
  {
    product,
    groupBy,
    query,
  }: { readonly product: string; readonly groupBy: string; readonly query: ItemQuery },
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const variants: Item[] = [];
  for await (const page of matchingItems(project, query, signal, `${groupBy}:${quotedValue(product)}`))
    variants.push(...page.items);
  return variants;
}

/** The newest version of an item; null: it was deleted. */
export async function storedItem(project: string, id: string): Promise<Item | null> {
  try {
    return (await service.items.get(project, id)).item;
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'item_not_found') return null;
    throw error;
  }
}

function requestOf(query: ItemQuery, groupBy: string, filter: string): SearchRequest {
  const { q, rows } = query;
  const sort = query.sort !== '' ? query.sort : q === '' ? '_createdAt:asc' : '';
  const isGrouped = rows === 'products';
  return {
    q,
    ...allOf([filterOfQuery(query), filter]),
    ...(sort === '' ? {} : { sort: [sort] }),
    fields: groupBy === '' ? rowFields : [...rowFields, groupBy],
    grouped: isGrouped,
    variants: isGrouped ? variantsMax : 0,
    highlight: false,
    // A merchandiser looks for the item, also for one that a rule hides.
    enableRules: false,
    personalize: false,
    understanding: 'off',
  };
}

/** The window of a search, also behind its 10,000th item where the list is sorted by a number. Null: it cannot be reached. */
async function searchWindow(
  project: string,
  request: SearchRequest,
  window: ListWindow,
  { signal, cursor }: { readonly signal: AbortSignal; readonly cursor: { part: ListPart } },
): Promise<{ items: readonly SearchItem[]; total: number } | 'popular' | null> {
  const isDeep = window.offset + window.limit > windowMax;
  if (!isDeep) {
    const reply = await service.search(project, { ...request, ...window }, { signal });
    return reply.fallback === 'popular' ? 'popular' : reply;
  }
  const [field = '', order] = request.sort?.[0]?.split(':') ?? [];
  // Variants of one product may stand on both sides of a border between parts.
  if (!numberFields.has(field) || request.grouped !== false) return null;
  const { filters, ...rest } = request;
  const within = (part: string): SearchRequest => ({ ...rest, ...allOf([filters ?? '', part]) });
  const part = await partOfList(
    async (filter, at) => {
      const { items, total } = await service.search(
        project,
        { ...within(filter), ...at, fields: ['id', field] },
        { signal },
      );
      return { total, values: items.map((item) => numberOf(item, field)) };
    },
    { field, order: order === 'desc' ? 'desc' : 'asc' },
    window,
    cursor.part,
  );
  if (part === null) return null;
  cursor.part = part;
  const offset = window.offset - part.start;
  if (offset + window.limit > windowMax) return { items: [], total: await totalOf(project, request, signal) };
  const reply = await service.search(
    project,
    { ...within(part.filter), offset, limit: window.limit },
    { signal },
  );
  return { items: reply.items, total: part.start + reply.total };
}

async function totalOf(project: string, request: SearchRequest, signal: AbortSignal): Promise<number> {
  return (await service.search(project, { ...request, limit: 0 }, { signal })).total;
}

/** The filter with all conditions that are not empty. */
function allOf(conditions: readonly string[]): { filters?: string } {
  const given = conditions.filter((one) => one !== '').map((one) => `(${one})`);
  return given.length === 0 ? {} : { filters: given.join(' AND ') };
}

/** Times as milliseconds since 1970, which filters compare. */
function numberOf(item: Item, field: string): number | null {
  const value = item[field];
  if (field === '_createdAt') return Date.parse(String(value));
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function single(item: Item): ItemRow {
  return { key: item._id, item, variants: [], variantCount: 0, product: null };
}

function rowOfHit({ _variants, ...item }: SearchItem, groupBy: string): ItemRow {
  const count = _variants?.count ?? 0;
  if (count < 2) return single(item);
  return {
    key: item._id,
    item,
    variants: _variants?.items ?? [],
    variantCount: count,
    product: textAt(item, groupBy),
  };
}

/** A text or number of an item by its path. */
function textAt(item: Item, path: string): string | null {
  let value: unknown = item;
  for (const name of path.split('.'))
    value =
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
