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
  ['windows-1255', 'Hebrew (Windows-1255)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
  ['windows-1257', 'Baltic (Windows-1257)'],
  ['windows-1258', 'Vietnamese (Windows-1258)'],
  ['windows-874', 'Thai (Windows-874)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['gb18030', 'Chinese, simplified (GB 18030)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['iso-8859-2', 'Central Europe (ISO 8859-2)'],
  ['iso-8859-5', 'Cyrillic (ISO 8859-5)'],
  ['iso-8859-7', 'Greek (ISO 8859-7)'],
  ['iso-8859-15', 'Western Europe (ISO 8859-15)'],
  ['macintosh', 'Western Europe (Macintosh)'],
  ['utf-16le', 'UTF-16'],
] as const;
/** How often a feed is read, with labels. */
export const schedules = [
  ['hour', 'Every hour'],
  ['6_hours', 'Every 6 hours'],
  ['day', 'Every day'],
  ['off', 'Only when asked'],
] as const;
