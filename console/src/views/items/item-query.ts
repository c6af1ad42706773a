import { quotedValue } from '../../app/filter-text.ts';
import { projectPath, useRouter } from '../../app/router.tsx';

/** Rows of a page of the list. */
export const pageSize = 50;

export type Status = 'active' | 'inactive' | 'all';
export type Availability = '' | 'in-stock' | 'low' | 'sold-out' | 'untracked';
/** Fields whose values are chosen in filters. */
export type ChosenField = 'brand' | 'category';

/** What a list of items shows, as in the URL. */
export interface ItemQuery {
  readonly q: string;
  /** Search, filters and sorting work on active items: others are not in the index. */
  readonly active: Status;
  readonly brand: readonly string[];
  readonly category: readonly string[];
  readonly stock: Availability;
  /** `none`: only items without a picture. */
  readonly pictures: '' | 'none';
  /** `price:asc`; empty: by relevance with a query, otherwise oldest first. */
  readonly sort: string;
  /** `items`: each variant has a row of its own. */
  readonly rows: 'products' | 'items';
  /** The columns of the table; null: those that this browser remembers. */
  readonly columns: readonly string[] | null;
  /** The page, or the offset of the first item. */
  readonly position: number;
}

/** All active items, each variant on its own. */
export const allActive: ItemQuery = {
  q: '',
  active: 'active',
  brand: [],
  category: [],
  stock: '',
  pictures: '',
  sort: '',
  rows: 'items',
  columns: null,
  position: 0,
};

/** Where a list starts, as a query parameter: `page` from 1 on, or `offset` from 0 on. */
export interface ListStart {
  readonly name: 'page' | 'offset';
  readonly first: number;
}

/** The largest stock that is low. */
export const lowStock = 5;

export const availabilities: readonly (readonly [value: Availability, label: string])[] = [
  ['in-stock', 'In stock'],
  ['low', `Low stock (1 to ${lowStock})`],
  ['sold-out', 'Sold out'],
  ['untracked', 'Stock not tracked'],
];

const availabilityFilters: Readonly<Record<Availability, string>> = {
  '': '',
  'in-stock': 'NOT stock <= 0',
  low: `stock > 0 AND stock <= ${lowStock}`,
  'sold-out': 'stock <= 0',
  untracked: 'NOT EXISTS stock',
};

/** The query of the current URL. A change of it that does not name the position returns to the first one. */
export function useItemQuery(
  path: string,
  start: ListStart,
): { query: ItemQuery; update: (changes: Partial<ItemQuery>) => void } {
  const { route, go } = useRouter();
  const query = itemQuery(route.query, start);
  const update = (changes: Partial<ItemQuery>): void =>
    go(
      path + queryText({ ...query, position: start.first, ...changes }, start),
      changes.position === undefined,
    );
  return { query, update };
}

function itemQuery(values: URLSearchParams, start: ListStart): ItemQuery {
  const q = values.get('q') ?? '';
  const active = values.get('active');
  return {
    q,
    active: q !== '' ? 'active' : active === 'false' ? 'inactive' : active === 'all' ? 'all' : 'active',
    brand: values.getAll('brand'),
    category: values.getAll('category'),
    stock: availabilities.find(([value]) => value === values.get('stock'))?.[0] ?? '',
    pictures: values.get('pictures') === 'none' ? 'none' : '',
    sort: values.get('sort') ?? '',
    rows: values.get('rows') === 'items' ? 'items' : 'products',
    columns: values.get('columns')?.split(',') ?? null,
    position: Math.max(start.first, Math.floor(Number(values.get(start.name))) || start.first),
  };
}

/** Empty, or with its question mark. */
export function queryText(query: ItemQuery, { name, first }: ListStart): string {
  const { q, active, brand, category, stock, pictures, sort, rows, columns, position } = query;
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (active !== 'active') search.set('active', active === 'all' ? 'all' : 'false');
  for (const value of brand) search.append('brand', value);
  for (const value of category) search.append('category', value);
  if (stock !== '') search.set('stock', stock);
  if (pictures !== '') search.set('pictures', pictures);
  if (sort !== '') search.set('sort', sort);
  if (rows !== 'products') search.set('rows', rows);
  if (columns !== null) search.set('columns', columns.join(','));
  if (position > first) search.set(name, String(position));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a saved view has of a query: all but its page. */
export function viewQuery(query: ItemQuery): string {
  return queryText({ ...query, position: 1 }, { name: 'page', first: 1 }).slice(1);
}

export const noFilters = { brand: [], category: [], stock: '', pictures: '' } as const;

export function hasFilters({ brand, category, stock, pictures }: ItemQuery): boolean {
  return brand.length > 0 || category.length > 0 || stock !== '' || pictures !== '';
}

/** What a query counts: products, or items. */
export function rowNoun({ active, rows }: ItemQuery): 'product' | 'item' {
  return active === 'active' && rows === 'products' ? 'product' : 'item';
}

/** The filter of a search; empty: none. */
export function filterOfQuery({ brand, category, stock, pictures }: ItemQuery): string {
  const withoutPictures = pictures === 'none' ? 'NOT EXISTS imgs' : '';
  return [oneOf('brand', brand), oneOf('category', category), availabilityFilters[stock], withoutPictures]
    .filter((part) => part !== '')
    .join(' AND ');
}

function oneOf(field: ChosenField, values: readonly string[]): string {
  return values.length === 0 ? '' : `${field} IN [${values.map(quotedValue).join(', ')}]`;
}

/** The path of the items, or of a view below them. */
export function itemsPath(project: string, rest = ''): string {
  return projectPath(project, `/items${rest}`);
}
