import { extractHtmlText } from '../../../lib/html-text.ts';
import { readDecimals } from '../../../lib/decimal-text.ts';
import { parseYesOrNo } from '../yes-no.ts';
import { CellError, type Amount } from './cell-json.ts';
import type { FileItem, FileRow } from './table-layout.ts';

/** Sets a field that the row or the mapping of the caller has not set yet; an empty text or list is no value. */
export function setDefault({ fields }: Pick<FileItem, 'fields'>, name: string, value: unknown): void {
  const isEmpty =
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (!isEmpty && !fields.has(name)) fields.set(name, JSON.stringify(value));
}

/** Sets `price` to what is paid now, and `regularPrice` to the price without the sale. `sale` is null without a sale. */
export function setPrices(item: FileItem, regular: Amount | null, sale: Amount | null): void {
  const price = sale ?? regular;
  if (price === null || item.fields.has('price')) return;
  item.fields.set('price', price.json);
  if (
    sale !== null &&
    regular !== null &&
    Number(regular.json) > Number(sale.json) &&
    !item.fields.has('regularPrice')
  )
    item.fields.set('regularPrice', regular.json);
  setDefault(item, 'currency', price.currency);
}

/** The sale price of a row, if it is one: a price of 0, or of more than the regular price, is no sale, as the import tells. */
export function readSalePrice(row: FileRow, key: string, regular: Amount | null): Amount | null {
  const sale = row.amount(key);
  if (sale === null) return null;
  const [reduced, usual] = [Number(sale.json), Number(regular?.json ?? 0)];
  if (reduced > 0 && (usual <= 0 || reduced <= usual)) return sale;
  row.warn(key, 'no_sale', 'has prices of 0, or above the price without the sale: they count as no sale');
  return null;
}

/** Sets the description, without tags, with its escaped line breaks. */
export function setDescription(item: FileItem, html: string): void {
  setDefault(item, 'description', extractHtmlText(html));
}

/** The whole number of a cell; null if it is empty. */
export function readQuantity(cell: string, column: string): number | null {
  if (cell.trim() === '') return null;
  const { point, comma } = readDecimals(cell.trim());
  const number =
    point !== null && /^-?\d+(\.0+)?$/.test(cell.trim()) ? point : comma === point ? point : null;
  if (number !== null) return Number(number);
  const text = `must be a whole number: current value is ${JSON.stringify(cell.slice(0, 40))}`;
  throw new CellError(column, 'type', text);
}

/** Field names of usual options and attributes of variants, by their names in several languages. */
const optionFields: Readonly<Record<string, string>> = {
  color: 'color',
  colour: 'color',
  farbe: 'color',
  couleur: 'color',
  colore: 'color',
  size: 'size',
  größe: 'size',
  groesse: 'size',
  taille: 'size',
  talla: 'size',
  taglia: 'size',
  maat: 'size',
  kleur: 'color',
  gender: 'gender',
  geschlecht: 'gender',
  brand: 'brand',
  marke: 'brand',
  marque: 'brand',
};

/** The field of an option or attribute: `Farbe` is `color`; others keep their name. */
export function formatOptionField(name: string): string {
  const key = name.trim().toLowerCase();
  return (Object.hasOwn(optionFields, key) ? optionFields[key] : undefined) ?? name.trim();
}

/** Whether a cell says yes: `TRUE`, `1`, `yes`. */
export function isYes(cell: string): boolean {
  return parseYesOrNo(cell) === true;
}
