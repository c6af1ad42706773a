import { currencyDigits, numberText, type NumberFormatOptions } from './number-text.ts';

export type ColumnName = 'price' | 'stock';

/** A column of the sheet. */
export interface Column extends NumberFormatOptions {
  readonly name: ColumnName;
  readonly label: string;
}

/** An item in the sheet, as the service last returned it. */
export interface SheetRow {
  readonly _id: string;
  readonly version: number;
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly picture: string | undefined;
  readonly values: Readonly<Record<ColumnName, unknown>>;
}

export function columnsOf(currency: string): readonly Column[] {
  return [
    { name: 'price', label: `Price (${currency})`, digits: currencyDigits(currency), currency },
    { name: 'stock', label: 'Stock', digits: 0 },
  ];
}

/** The stored value as text; a list or an object as JSON. */
export function storedText({ values }: SheetRow, { name, digits }: Column): string {
  const value = values[name];
  if (typeof value === 'number') return numberText(value, digits);
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Whether the stored value fits in a cell: lists and objects do not. */
export function isEditable({ values }: SheetRow, { name }: Column): boolean {
  const value = values[name];
  return value === null || typeof value === 'number' || typeof value === 'string';
}
