import type { ReadOptions } from '../../app/import-run.ts';

export type ImportMode = NonNullable<ReadOptions['mode']>;

/** How a file is read, with labels; empty: detected. */
export const decimals = [
  ['', 'Detect'],
  ['comma', 'Comma: 1.299,00'],
  ['point', 'Point: 1,299.00'],
] as const;
export const layouts = [
  ['', 'Detect'],
  ['plain', 'Own columns'],
  ['google', 'Google Merchant Center'],
  ['shopify', 'Shopify'],
  ['woocommerce', 'WooCommerce'],
] as const;
export const encodings = [
  ['', 'Detect'],
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Western Europe (Windows-1252)'],
  ['windows-1250', 'Central Europe (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['iso-8859-2', 'Central Europe (ISO 8859-2)'],
  ['iso-8859-15', 'Western Europe (ISO 8859-15)'],
  ['utf-16le', 'UTF-16'],
] as const;
