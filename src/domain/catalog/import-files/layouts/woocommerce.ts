import { limits } from '../../../../ports/limits.ts';
import { CellError } from '../cell-json.ts';
import type { ColumnRule } from '../columns.ts';
import type { TableLayout, FileItem, FileRow, RefusedLine } from '../table-layout.ts';
import {
  isYes,
  formatOptionField,
  readQuantity,
  readSalePrice,
  setDefault,
  setDescription,
  setPrices,
} from '../item-fields-json.ts';
import { readAddresses, readAttributeValues, splitAtCommas } from '../cell-lists.ts';
import { convertRowOrError } from '../rows-to-items.ts';
import { translateColumn } from './woocommerce-columns.ts';
import { extractHtmlText } from '../../../../lib/html-text.ts';
import { parseUtcPeriod, type UtcPeriod } from '../../../../lib/utc-time.ts';

/**
 * A product export of WooCommerce (https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema). A row of the
 * type `variable` is a product; its variations are rows below, which name it in `Parent`. Items are the variations.
 */
export const wooCommerceLayout: TableLayout = {
  name: 'woocommerce',
  normaliseName: translateColumn,
  recognises: (keys) => ['type', 'sku', 'name', 'published', 'regular price'].every((key) => keys.has(key)),
  findColumnRule: (key) => {
    const rule = Object.hasOwn(rules, key) ? rules[key]! : findFamily(key);
    return rule === null ? null : { field: rule[0], kind: rule[1], reason: rule[2] ?? 'WooCommerce column' };
  },
  items: toItems,
};

type Rule = readonly [field: string | null, kind: ColumnRule['kind'], reason?: string];
const notNeeded: Rule = [null, 'other', 'not needed'];
const rules: Readonly<Record<string, Rule>> = {
  id: ['id', 'plain'],
  type: [null, 'other', 'tells products from variations'],
  sku: ['sku', 'plain'],
  'gtin, upc, ean, or isbn': ['gtin', 'text'],
  name: ['name', 'plain'],
  published: ['active', 'other'],
  'is featured?': ['featured', 'other'],
  'visibility in catalog': ['active', 'other'],
  'short description': ['shortDescription', 'other'],
  description: ['description', 'other'],
  'date sale price starts': [null, 'other', 'tells whether the sale price counts'],
  'date sale price ends': [null, 'other', 'tells whether the sale price counts'],
  'in stock?': ['stock', 'other'],
  stock: ['stock', 'other'],
  'regular price': ['price', 'price', 'WooCommerce column; `regularPrice` during a sale'],
  'sale price': ['price', 'price'],
  categories: ['categories', 'other'],
  tags: ['tags', 'other'],
  brands: ['brand', 'text'],
  images: ['imgs', 'other'],
  parent: ['groupId', 'other'],
  'external url': ['url', 'other'],
  permalink: ['url', 'other'],
  slug: ['slug', 'plain'],
};
const notNeededKeys = new Set([
  'tax status',
  'tax class',
  'low stock amount',
  'backorders allowed?',
  'sold individually?',
  'allow customer reviews?',
  'purchase note',
  'shipping class',
  'download limit',
  'download expiry days',
  'button text',
  'position',
  'grouped products',
  'upsells',
  'cross-sells',
]);

function findFamily(key: string): Rule | null {
  if (notNeededKeys.has(key)) return notNeeded;
  if (/^attribute \d+ (name|value\(s\))$/.test(key))
    return ['color, size or the name of the attribute', 'other', 'attribute of the products'];
  if (/^attribute \d+ (visible|global|default)$/.test(key)) return notNeeded;
  // WordPress hides such fields from shoppers.
  return key.startsWith('meta: _') ? [null, 'other', 'internal: left out'] : null;
}

/** The variable products so far, by the texts with which variations name them. Forgets the oldest ones beyond its limit. */
class Parents {
  readonly #byName = new Map<string, FileItem>();
  #bytes = 0;

  add(item: FileItem, names: readonly string[]): void {
    for (const name of names) {
      this.#byName.set(name, item);
      this.#bytes += measureItem(item);
    }
    for (const [name, oldest] of this.#byName) {
      if (this.#bytes <= limits.importParentBytesMax) return;
      this.#byName.delete(name);
      this.#bytes -= measureItem(oldest);
    }
  }

  /** The product of a variation, or null if it is not above it. */
  find({ cell }: FileRow): FileItem | null {
    return this.#byName.get(cell('parent').trim()) ?? null;
  }
}

function createUnknownParentError({ cell, findColumnName }: FileRow): CellError {
  const name = JSON.stringify(cell('parent').trim().slice(0, 100));
  const text = `must name a product of the type variable in a row above: current value is ${name}`;
  return new CellError(findColumnName('parent'), 'unknown_parent', text);
}

function measureItem({ fields }: FileItem): number {
  let size = 0;
  for (const [name, value] of fields) size += name.length + value.length;
  return size;
}

async function* toItems(
  rows: AsyncIterable<FileRow | RefusedLine>,
  now: number,
): AsyncIterable<FileItem | RefusedLine> {
  const parents = new Parents();
  for await (const row of rows) {
    if ('error' in row) {
      yield row;
      continue;
    }
    const parent = isVariation(row) ? parents.find(row) : null;
    // A variation needs its product above it.
    const productRows = parent === null ? [] : parent.source.rows;
    const source = { ...row.source, rows: [...productRows, ...row.source.rows] };
    const item = convertRowOrError({ line: row.line, source }, () =>
      toItem({ ...row, source }, { parents, parent, now }),
    );
    if (item !== null) yield item;
  }
}

function isVariation({ cell }: FileRow): boolean {
  return readTypes(cell('type')).includes('variation');
}

function readTypes(cell: string): string[] {
  return splitAtCommas(cell.toLowerCase());
}

/** The item of a row; null for a product whose variations are the items. `parent` is the product of a variation. */
function toItem(
  row: FileRow,
  {
    parents,
    parent,
    now,
  }: { readonly parents: Parents; readonly parent: FileItem | null; readonly now: number },
): FileItem | null {
  const { cell, fields } = row;
  const sku = cell('sku').trim();
  setDefault(row, 'id', sku);
  const item: FileItem = { line: row.line, fields, source: row.source };
  setTexts(item, row);
  const regular = row.amount('regular price');
  setPrices(item, regular, isSaleOn(row, now) ? readSalePrice(row, 'sale price', regular) : null);
  setStock(item, row);
  if (readTypes(cell('type')).includes('variable')) {
    const id = cell('id').trim();
    parents.add(item, [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])]);
    return null;
  }
  if (parent !== null) inherit(item, parent);
  else if (isVariation(row)) throw createUnknownParentError(row);
  return item;
}

function setTexts(item: FileItem, row: FileRow): void {
  const { cell, html } = row;
  const short = extractHtmlText(unescapeCell(html('short description')));
  setDescription(item, unescapeCell(html('description')) || short);
  setDefault(item, 'shortDescription', short);
  setDefault(item, 'categories', splitAtCommas(cell('categories')));
  setDefault(item, 'tags', splitAtCommas(cell('tags')));
  setDefault(item, 'imgs', readAddresses(cell('images')));
  // The shop shows an external product on its own page, which comes first.
  setDefault(item, 'url', cell('permalink').trim() || cell('external url').trim());
  if (isYes(cell('is featured?'))) setDefault(item, 'featured', true);
  const isHidden =
    /^(0|-1)$/.test(cell('published').trim()) || cell('visibility in catalog').trim() === 'hidden';
  if (isHidden) setDefault(item, 'active', false);
  for (let number = 1; row.has(`attribute ${number} name`); number++) {
    const name = cell(`attribute ${number} name`).trim();
    const values = readAttributeValues(cell(`attribute ${number} value(s)`));
    if (name !== '') setDefault(item, formatOptionField(name), values.length === 1 ? values[0] : values);
  }
}

/** Exports write line breaks as `\n`. */
function unescapeCell(text: string): string {
  return text.replaceAll('\\n', '\n');
}

/** Whether a sale is on. It ends with its last day, or at the second that is written: WooCommerce itself writes 23:59:59. */
function isSaleOn(row: FileRow, now: number): boolean {
  if (row.cell('sale price') === '') return true;
  const start = readPeriod(row, 'date sale price starts');
  const end = readPeriod(row, 'date sale price ends');
  return (start === null || start.from <= now) && (end === null || now < end.until);
}

/** A date without a time zone is in UTC. */
function readPeriod({ cell, findColumnName }: FileRow, key: string): UtcPeriod | null {
  const text = cell(key).trim();
  if (text === '') return null;
  const period = parseUtcPeriod(text);
  if (!Number.isNaN(period.from)) return period;
  const value = JSON.stringify(text.slice(0, 40));
  throw new CellError(
    findColumnName(key),
    'format',
    `must be a date such as 2026-11-30: current value is ${value}`,
  );
}

function setStock(item: FileItem, { cell, findColumnName }: FileRow): void {
  const quantity = readQuantity(cell('stock'), findColumnName('stock'));
  const inStock = cell('in stock?').trim().toLowerCase();
  const backorders = cell('backorders allowed?').trim().toLowerCase();
  const isOut = inStock === '0';
  const isBackordered = isYes(backorders) || backorders === 'notify' || inStock === 'backorder';
  if (isOut) setDefault(item, 'stock', 0);
  else if (quantity !== null && (quantity > 0 || !isBackordered))
    setDefault(item, 'stock', Math.max(0, quantity));
}

const ownFields = new Set([
  'id',
  'sku',
  'gtin',
  'price',
  'regularPrice',
  'currency',
  'stock',
  'imgs',
  'active',
]);

/** Adds the fields of the parent that a variation lacks. */
function inherit(item: FileItem, parent: FileItem): void {
  for (const [name, json] of parent.fields)
    if (!item.fields.has(name) && !ownFields.has(name)) item.fields.set(name, json);
  if (parent.fields.get('active') === 'false') item.fields.set('active', 'false');
  const pictures = [item, parent].flatMap(({ fields }) => JSON.parse(fields.get('imgs') ?? '[]') as string[]);
  if (pictures.length > 0) item.fields.set('imgs', JSON.stringify([...new Set(pictures)]));
  const id = parent.fields.get('id');
  if (id !== undefined && !item.fields.has('groupId')) item.fields.set('groupId', id);
}
