import type { Item } from '@vitrine/sdk';
import { count, money } from '../../parts/formats.ts';
import type { ItemRow } from './load-items.ts';
import { isEditableValue, type EditedField } from './save-cell.ts';

/** The items of a row that are loaded. */
export function itemsOfRow({ item, variants }: ItemRow): readonly Item[] {
  return [item, ...variants];
}

/** Prices of a product: one, or from the lowest to the highest. */
export function priceText(row: ItemRow, currency: string): string {
  const prices = itemsOfRow(row).flatMap(({ price }) => (price === null ? [] : [price]));
  if (prices.length === 0) return money(null, currency);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest
    ? money(lowest, currency)
    : `${money(lowest, currency)} – ${money(highest, currency)}`;
}

export interface StockOfRow {
  readonly text: string;
  readonly kind: 'good' | 'low' | 'out' | 'none';
}

/** The stock of an item, or of all variants of a product; `more`: not all of them are loaded. */
export function stockOf(row: ItemRow, lowStock: number): StockOfRow {
  const stocks = itemsOfRow(row).flatMap((item) => {
    const stock = numberOfStock(item['stock']);
    return stock === null ? [] : [stock];
  });
  if (stocks.length === 0) return { text: '', kind: 'none' };
  const total = stocks.reduce((sum, stock) => sum + Math.max(0, stock), 0);
  const isPart = row.variantCount > itemsOfRow(row).length;
  return {
    text: `${count(row.variantCount > 1 ? total : stocks[0]!)}${isPart ? '+' : ''}`,
    kind: total <= 0 && !isPart ? 'out' : total <= lowStock && !isPart ? 'low' : 'good',
  };
}

/** A text, or the texts of a list. */
export function shownText(value: unknown): string {
  if (Array.isArray(value)) return value.map(shownText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether a cell can be edited: a value that differs between the variants of a product is edited in each of them. */
export function isEditableCell(row: ItemRow, field: EditedField): boolean {
  const { item, variantCount, product } = row;
  if (!isEditableValue(item[field])) return false;
  if (variantCount < 2) return true;
  if (field === 'stock' || product === null) return false;
  return field !== 'price' || row.variants.every(({ price }) => price === item.price);
}

function numberOfStock(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
