import type { ColumnRule } from '../columns.ts';
import { normalizeAvailability, isUnavailable } from '../../availability.ts';
import { CellError } from '../cell-json.ts';
import type { TableLayout, FileItem, FileRow } from '../table-layout.ts';
import { readAddresses } from '../cell-lists.ts';
import { readQuantity, readSalePrice, setDefault, setDescription, setPrices } from '../item-fields-json.ts';
import { convertRows } from '../rows-to-items.ts';
import { parseUtcPeriod } from '../../../../lib/utc-time.ts';

/** A product feed of the Google Merchant Center (product data specification, https://support.google.com/merchants/answer/7052112). */
export const googleLayout: TableLayout = {
  name: 'google',
  // `image link` and `g:image_link` are the same attribute.
  normaliseName: (name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^g:/, '')
      .replaceAll(/[\s-]+/g, '_'),
  recognises: (keys, isDeclared) =>
    keys.has('id') &&
    keys.has('title') &&
    (isDeclared || (!keys.has('name') && signs.filter((key) => keys.has(key)).length >= 2)),
  findColumnRule: (key) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field === undefined ? keepColumn(key) : createRule(key, field);
  },
  items: (rows, now) => convertRows(rows, (row) => toItem(row, now)),
};

const signs = [
  'link',
  'image_link',
  'availability',
  'condition',
  'google_product_category',
  'product_type',
  'item_group_id',
];

/** Attributes whose fields have another name, or are made of several attributes. */
const fields: Readonly<Record<string, readonly [field: string | null, kind: ColumnRule['kind']]>> = {
  id: ['id', 'plain'],
  title: ['name', 'plain'],
  description: ['description', 'other'],
  link: ['url', 'other'],
  image_link: ['imgs', 'other'],
  additional_image_link: ['imgs', 'other'],
  price: ['price', 'price'],
  sale_price: ['price', 'price'],
  sale_price_effective_date: [null, 'other'],
  availability: ['availability', 'other'],
  quantity: ['stock', 'other'],
  sell_on_google_quantity: ['stock', 'other'],
  item_group_id: ['groupId', 'plain'],
  product_type: ['category', 'other'],
  google_product_category: ['googleCategory', 'text'],
};

/** Texts of the specification with their own names. */
const texts = new Set([
  'brand',
  'gtin',
  'mpn',
  'color',
  'size',
  'gender',
  'material',
  'pattern',
  'age_group',
  'condition',
]);

function createRule(key: string, [field, kind]: readonly [string | null, ColumnRule['kind']]): ColumnRule {
  return { field, kind, reason: `Google attribute ${key}` };
}

function keepColumn(key: string): ColumnRule | null {
  return texts.has(key) ? createRule(key, [key, 'text']) : null;
}

function toItem(row: FileRow, now: number): FileItem {
  const { cell } = row;
  setDescription(row, row.html('description'));
  setDefault(row, 'url', (splitRepeated(cell('link')) ?? [cell('link')])[0]);
  const pictures = [...splitUrls(cell('image_link')), ...splitUrls(cell('additional_image_link'))];
  setDefault(row, 'imgs', [...new Set(pictures)]);
  const regular = row.amount('price');
  setPrices(row, regular, isSaleOn(row, now) ? readSalePrice(row, 'sale_price', regular) : null);
  setAvailability(row);
  const types = splitRepeated(cell('product_type')) ?? [cell('product_type')];
  const [type = ''] = types;
  const google = cell('google_product_category');
  // An id of Google's taxonomy is no name of a category.
  const named = /^\d*$/.test(google.trim()) ? '' : google;
  setDefault(row, 'category', types.length > 1 ? types : type === '' ? named : type);
  return row;
}

/** URLs separated by commas, or of repeated elements. */
function splitUrls(cell: string): string[] {
  return (splitRepeated(cell) ?? [cell]).flatMap((text) => readAddresses(text));
}

/** The texts of a repeated element of XML, which is a list in JSON; null for another cell. */
function splitRepeated(cell: string): string[] | null {
  if (!cell.startsWith('["')) return null;
  try {
    return (JSON.parse(cell) as unknown[]).map(String);
  } catch {
    return null;
  }
}

/** Whether a sale is on: one without dates is. Dates are in UTC without a zone; a last day or minute counts to its end. */
function isSaleOn(row: FileRow, now: number): boolean {
  const dates = row.cell('sale_price_effective_date').trim();
  if (dates === '' || row.cell('sale_price') === '') return true;
  const [start, end, ...more] = dates.split('/').map(parseUtcPeriod);
  if (more.length > 0 || Number.isNaN(start?.from ?? NaN) || Number.isNaN(end?.from ?? NaN)) {
    const text = `must be two dates such as 2026-11-01T00:00Z/2026-11-30T23:59Z: current value is ${JSON.stringify(dates.slice(0, 80))}`;
    throw new CellError(row.findColumnName('sale_price_effective_date'), 'format', text);
  }
  return start!.from <= now && now < end!.until;
}

function setAvailability(row: FileRow): void {
  const availability = normalizeAvailability(row.cell('availability'));
  setDefault(row, 'availability', availability);
  const column = row.cell('quantity') === '' ? 'sell_on_google_quantity' : 'quantity';
  // Sold out, whatever the quantity is.
  setDefault(
    row,
    'stock',
    isUnavailable(availability) ? 0 : readQuantity(row.cell(column), row.findColumnName(column)),
  );
}
