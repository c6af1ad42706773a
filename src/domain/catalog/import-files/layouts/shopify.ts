import { limits } from '../../../../ports/limits.ts';
import { createCellError, createLineError } from '../../import-records.ts';
import { CellError } from '../cell-json.ts';
import type { ColumnRule } from '../columns.ts';
import type { TableLayout, FileItem, FileRow, RefusedLine } from '../table-layout.ts';
import {
  isYes,
  formatOptionField,
  readQuantity,
  setDefault,
  setDescription,
  setPrices,
} from '../item-fields-json.ts';
import { splitAtCommas } from '../cell-lists.ts';
import { convertRowOrError } from '../rows-to-items.ts';

/**
 * A product export of Shopify (https://help.shopify.com/en/manual/products/import-export/using-csv): the first row of a
 * product has its texts and first variant; the rows below, with the same handle, have further variants and pictures.
 */
export const shopifyLayout: TableLayout = {
  name: 'shopify',
  normaliseName: (name) => {
    const key = name.trim().toLowerCase();
    // The name of a metafield is that of its field.
    if (parseMetafield(name) !== null) return name.trim();
    return Object.hasOwn(newNames, key) ? newNames[key]! : key;
  },
  recognises: (keys) =>
    ['handle', 'title', 'variant price'].every((key) => keys.has(key)) &&
    (keys.has('variant sku') || keys.has('option1 value')) &&
    !keys.has('name'),
  findColumnRule: (key) => {
    const rule = Object.hasOwn(rules, key)
      ? rules[key]!
      : /^option[123] (name|value)$/.test(key)
        ? option
        : null;
    const metafield = rule === null ? parseMetafield(key) : null;
    if (metafield !== null) return { field: metafield.name, kind: 'list', reason: 'Shopify metafield' };
    return rule === null ? null : { field: rule[0], kind: rule[1], reason: rule[2] ?? `Shopify column` };
  },
  items: (rows) => convertProducts(rows),
};

/** Columns of the export since 2025, by the names of the older one. */
const newNames: Readonly<Record<string, string>> = {
  'url handle': 'handle',
  description: 'body (html)',
  'published on online store': 'published',
  sku: 'variant sku',
  barcode: 'variant barcode',
  price: 'variant price',
  'compare-at price': 'variant compare at price',
  'inventory tracker': 'variant inventory tracker',
  'inventory quantity': 'variant inventory qty',
  'continue selling when out of stock': 'variant inventory policy',
  'product image url': 'image src',
  'variant image url': 'variant image',
};

interface Metafield {
  readonly name: string;
  readonly isOfVariants: boolean;
}

/** The metafield of a column, with its own name, or null if it is none. */
function parseMetafield(column: string): Metafield | null {
  const text = column.trim();
  const open = text.lastIndexOf('(');
  // `Care (product.metafields.custom.care)`, of Shopify itself.
  const owner = text.endsWith(')')
    ? /^\((product|variant)\.metafields\./i.exec(text.slice(open))?.[1]
    : undefined;
  if (owner !== undefined) {
    const name = text.slice(0, open).trim();
    return name === '' ? null : { name, isOfVariants: owner.toLowerCase() === 'variant' };
  }
  // `Metafield: custom.care [single_line_text_field]`, of Matrixify.
  const [prefix, ofVariants] = /^(variant )?metafield:/i.exec(text) ?? [];
  if (prefix === undefined) return null;
  const path = text.slice(prefix.length).split('[', 1)[0]!.trim();
  const name = path.slice(path.indexOf('.') + 1);
  return name === '' ? null : { name, isOfVariants: ofVariants !== undefined };
}

type Rule = readonly [field: string | null, kind: ColumnRule['kind'], reason?: string];
const notNeeded: Rule = [null, 'other', 'not needed'];
const option: Rule = ['color, size or the name of the option', 'other', 'option of the variants'];
const rules: Readonly<Record<string, Rule>> = {
  handle: ['handle', 'other', 'Shopify column; `id` is the handle with the options, `groupId` the handle'],
  url: ['url', 'plain'],
  'online store url': ['url', 'plain'],
  title: ['name', 'plain'],
  'body (html)': ['description', 'other'],
  vendor: ['brand', 'text'],
  type: ['category', 'text'],
  'product category': ['productCategory', 'text'],
  tags: ['tags', 'other'],
  published: ['active', 'other'],
  status: ['active', 'other'],
  'variant sku': ['sku', 'other'],
  'variant barcode': ['gtin', 'other'],
  'variant price': ['price', 'price'],
  'variant compare at price': ['regularPrice', 'price'],
  'variant inventory qty': ['stock', 'other'],
  'variant inventory tracker': notNeeded,
  'variant inventory policy': notNeeded,
  'variant fulfillment service': notNeeded,
  'variant requires shipping': notNeeded,
  'variant taxable': notNeeded,
  'variant tax code': notNeeded,
  'variant weight unit': notNeeded,
  'gift card': notNeeded,
  'cost per item': [null, 'other', 'what the shop pays: left out'],
  'image src': ['imgs', 'other'],
  'image alt text': ['imgs', 'other'],
  'image position': notNeeded,
  'variant image': ['imgs', 'other'],
};

/** The rows of a product, the first one first. */
interface Product {
  readonly handle: string;
  readonly rows: FileRow[];
  bytes: number;
}

async function* convertProducts(
  rows: AsyncIterable<FileRow | RefusedLine>,
): AsyncIterable<FileItem | RefusedLine> {
  let product = null as Product | null;
  for await (const row of rows) {
    if ('error' in row) {
      yield row;
      continue;
    }
    const handle = row.cell('handle').trim();
    if (handle === '') {
      const error = createCellError(row.line, row.findColumnName('handle'), 'required', 'must not be empty');
      yield { line: row.line, error, source: row.source };
      continue;
    }
    if (product?.handle !== handle) {
      if (product !== null) yield* toItems(product);
      product = { handle, rows: [], bytes: 0 };
    }
    product.bytes += measureRow(row);
    if (product.rows.length < limits.importProductRowsMax && product.bytes <= limits.importLineBytesMax) {
      product.rows.push(row);
      continue;
    }
    const text = `must be one of the first ${limits.importProductRowsMax} rows and ${limits.importLineBytesMax} bytes of its product`;
    yield { line: row.line, error: createLineError(row.line, 'too_many', text), source: row.source };
  }
  if (product !== null) yield* toItems(product);
}

function measureRow({ fields, cell }: FileRow): number {
  let size = cell('body (html)').length + cell('image src').length;
  for (const [name, value] of fields) size += name.length + value.length;
  return size;
}

function* toItems({ handle, rows }: Product): Generator<FileItem | RefusedLine> {
  const first = rows[0]!;
  const sourceRows = rows.flatMap(({ source }) => source.rows);
  if (!first.fields.has('name')) {
    const text = `must not be empty: it is the first of ${rows.length} rows of the product ${JSON.stringify(handle)}`;
    const error = createCellError(first.line, first.findColumnName('title'), 'required', text);
    yield { line: first.line, error, source: { ...first.source, rows: sourceRows } };
    return;
  }
  const variants = rows.filter(isVariant);
  const pictures = readPictures(rows);
  const shared = readSharedFields(first);
  const known = new Set<string>();
  for (const row of variants.length === 0 ? [first] : variants) {
    // A variant alone is no product.
    const source = { ...row.source, rows: sourceRows };
    yield convertRowOrError({ line: row.line, source }, () => {
      const item: FileItem = { line: row.line, fields: new Map(row.fields), source };
      const options = readOptions(row, first);
      const name = options.map(({ value }) => `:${value}`).join('');
      if (known.size === known.add(name).size)
        throw new CellError(
          row.findColumnName('option1 value'),
          'duplicate',
          'must differ from the other variants of the product',
        );
      setDefault(item, 'id', variants.length > 1 ? `${handle}${name}` : handle);
      if (variants.length > 1) setDefault(item, 'groupId', handle);
      // The handle is part of the address of the page.
      setDefault(item, 'handle', handle);
      setVariant(item, row, pictures);
      for (const { field, value } of options) setDefault(item, field, value);
      for (const [field, json] of shared) if (!item.fields.has(field)) item.fields.set(field, json);
      return item;
    });
  }
}

function isVariant({ cell }: FileRow): boolean {
  return ['variant price', 'variant sku', 'option1 value'].some((key) => cell(key) !== '');
}

/** The fields of the product, which only its first row has. */
function readSharedFields(first: FileRow): Map<string, string> {
  const { cell } = first;
  const shared = [...first.fields].filter(([name]) => {
    const column = first.source.findColumn?.(name)?.column ?? name;
    return !/^variant /i.test(name) && parseMetafield(column)?.isOfVariants !== true;
  });
  const product: FileItem = { line: first.line, fields: new Map(shared), source: first.source };
  setDescription(product, first.html('body (html)'));
  setDefault(product, 'tags', splitAtCommas(cell('tags')));
  // An id of Shopify's taxonomy is no name of a category.
  const category = cell('product category').trim();
  if (!/^(?:gid:.*|[\d-]*|[a-z]{2}(?:-\d+)+)$/i.test(category)) setDefault(product, 'category', category);
  const status = cell('status').trim().toLowerCase();
  if (/^(false|0)$/i.test(cell('published').trim()) || /^(draft|archived|unlisted)$/.test(status))
    setDefault(product, 'active', false);
  return product.fields;
}

interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly position: number;
}

function readPictures(rows: readonly FileRow[]): Picture[] {
  const pictures = rows.flatMap(({ cell }): Picture[] => {
    const url = cell('image src').trim();
    const position = Number(cell('image position') || Infinity);
    return url === '' ? [] : [{ url, alt: cell('image alt text').trim(), position }];
  });
  return pictures.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
}

function readOptions({ cell }: FileRow, first: FileRow): { field: string; value: string }[] {
  return [1, 2, 3].flatMap((number) => {
    // Only the first row names the options.
    const name = cell(`option${number} name`) || first.cell(`option${number} name`);
    const value = cell(`option${number} value`).trim();
    return value === '' || value === 'Default Title'
      ? []
      : [{ field: formatOptionField(name || `Option${number}`), value }];
  });
}

function setVariant(item: FileItem, row: FileRow, pictures: readonly Picture[]): void {
  const { cell } = row;
  // Excel exports write an apostrophe before digits.
  setDefault(item, 'sku', cell('variant sku').replace(/^'/, '').trim());
  setDefault(item, 'gtin', cell('variant barcode').replace(/^'/, '').trim());
  const regular = row.amount('variant compare at price');
  const price = row.amount('variant price');
  setPrices(item, regular ?? price, regular === null ? null : price);
  setStock(item, row);
  const variantUrl = cell('variant image').trim();
  const others = pictures.filter(({ url }) => url !== variantUrl);
  const chosen = pictures.find(({ url }) => url === variantUrl) ?? { url: variantUrl, alt: '' };
  const all = [...(variantUrl === '' ? [] : [chosen]), ...others].slice(0, limits.itemImagesMax);
  setDefault(
    item,
    'imgs',
    all.map(({ url, alt }) => (alt === '' ? url : { url, alt })),
  );
}

function setStock(item: FileItem, { cell, has, findColumnName }: FileRow): void {
  // An untracked variant is always for sale.
  if (has('variant inventory tracker') && cell('variant inventory tracker') === '') return;
  const quantity = readQuantity(cell('variant inventory qty'), findColumnName('variant inventory qty'));
  const policy = cell('variant inventory policy').trim().toLowerCase();
  const continues = policy === 'continue' || isYes(policy);
  if (quantity === null || (quantity <= 0 && continues)) return;
  setDefault(item, 'stock', Math.max(0, quantity));
}
