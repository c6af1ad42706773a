import type { ImportItem } from '@vitrine/sdk';
import { csvCell } from '../../../app/csv-cell.ts';

/** Columns that come first, if an item has them. */
const firstColumns = ['id', 'sku', 'name', 'price', 'stock', 'brand', 'category', 'imgs', 'description'];

/**
 * A CSV file that an import reads: lists and objects as JSON, several picture addresses with `|`. Texts that a spreadsheet would read as
 * formulas are not the same afterwards: they keep the apostrophe of `csvCell()`.
 */
export function itemCsv(items: readonly ImportItem[]): string {
  const used = new Set(items.flatMap((item) => Object.keys(item)));
  const columns = [...firstColumns.filter((name) => used.delete(name)), ...used];
  const lines = items.map((item) => columns.map((name) => csvCell(valueText(item[name], name))).join(','));
  return `${[columns.map(csvCell).join(','), ...lines].join('\r\n')}\r\n`;
}

function valueText(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes('|'));
  return name === 'imgs' && isPlain ? (value as string[]).join('|') : JSON.stringify(value);
}
