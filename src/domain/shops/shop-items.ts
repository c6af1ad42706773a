import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { readAmountText } from '../../lib/decimal-text.ts';
import { extractHtmlText } from '../../lib/html-text.ts';
import { isObject } from '../contract/object-fields.ts';

/** An item as a shop describes it, with the fields that the layouts of import files give. */
export type ShopItem = JsonObject;

/** Collects the fields of an item; an empty text or list is no value, and the first value of a field counts. */
export class ShopItemFields {
  readonly #fields: Record<string, Json> = {};

  set(name: string, value: Json | undefined): void {
    const isEmpty =
      value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    // A name such as `__proto__` is no field of a shop.
    if (isEmpty || name === '' || name.startsWith('_') || Object.hasOwn(this.#fields, name)) return;
    this.#fields[name] = value;
  }

  /** `price` is what is paid now, `regularPrice` the price without the sale. */
  setPrices(price: number | null, regular: number | null, currency: string | null): void {
    if (price === null) return;
    this.set('price', price);
    if (regular !== null && regular > price) this.set('regularPrice', regular);
    this.set('currency', currency);
  }

  /** Sold out, whatever the quantity is. */
  setStock(availability: string | null, isAvailable: boolean | null, quantity: number | null = null): void {
    this.set('availability', availability);
    if (isAvailable === false) this.set('stock', 0);
    else if (quantity !== null) this.set('stock', Math.max(0, quantity));
  }

  toItem(): ShopItem {
    return this.#fields;
  }
}

/** The objects of a list, or the value alone if it is one. */
export function listObjects(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

/** A text or number as a text without spaces around it; empty for all else. */
export function readText(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** The text of HTML, cut to what an item takes. */
export function readHtmlText(value: unknown, lengthMax: number = limits.itemDescriptionLengthMax): string {
  return extractHtmlText(readText(value)).slice(0, lengthMax).toWellFormed().trim();
}

export function readName(value: unknown): string {
  return readHtmlText(value, limits.itemNameLengthMax);
}

/** Longer texts are no prices. */
const priceLengthMax = 200;

export interface ShopPrice {
  readonly amount: number;
  /** An ISO 4217 code, or null where the text names none. */
  readonly currency: string | null;
}

/**
 * A price as shops write it: a number, `"19.99"`, or a text such as `1.299,00 €`. A number with one sign that may be of thousands or of
 * decimals, such as `1.299`, has decimals, as schema.org asks for a point, unless the text names its currency or the currency has no
 * decimals. Null for a text without a price.
 */
export function readShopPrice(value: unknown, currency: string | null = null): ShopPrice | null {
  if (typeof value === 'number')
    return value >= 0 && Number.isFinite(value) ? { amount: value, currency: null } : null;
  const text = extractHtmlText(readText(value).slice(0, priceLengthMax)).replaceAll(/\s+/g, ' ').trim();
  const bare = /^[\d.,' ]+$/.test(text);
  // Texts such as `ab 12,50 € *` have words around one amount.
  const read =
    (bare && currency !== null ? readAmountText(`${text} ${currency}`) : null) ??
    readAmountText(text) ??
    readAmountText(cutWords(text));
  if (read === null) return null;
  const { point, comma } = read.readings;
  const isThousands = !bare && read.currency !== null && isThousand(point) && comma !== null;
  const number = point === null || isThousands ? comma : point;
  const amount = number === null ? Number.NaN : Number(number);
  return amount >= 0 ? { amount, currency: read.currency } : null;
}

/** `1.299 €` in a text for shoppers has no fraction of a thousandth. */
function isThousand(point: string | null): boolean {
  return point !== null && /^\d{1,3}\.\d{3}$/.test(point);
}

function cutWords(text: string): string {
  const first = text.search(/\d/);
  if (first === -1) return '';
  let end = text.length;
  while (!/\d/.test(text[end - 1]!)) end--;
  const before = /(?:\p{Sc}|\b[A-Z]{3}\b)\s?$/u.exec(text.slice(0, first))?.[0] ?? '';
  const after = /^\s?(?:\p{Sc}|zł|Kč|kr|[A-Z]{3}\b)/u.exec(text.slice(end))?.[0] ?? '';
  return `${before}${text.slice(first, end)}${before === '' ? after : ''}`;
}

/** The http(s) addresses of pictures, absolute, without doubles, as many as an item takes. */
export function readPictures(sources: readonly string[], base: string): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    const url = readAddress(source, base);
    if (url !== null && url.length <= limits.imageUrlLengthMax) found.add(url);
    if (found.size === limits.itemImagesMax) break;
  }
  return [...found];
}

/** An absolute http(s) address without its fragment, or null. */
export function readAddress(text: string, base: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return null;
  url.hash = '';
  return url.href;
}

/** Characters of HTML or XML that are parsed between two pauses, and the cost of one in scanned bytes of JSON. */
export const markupPieceLength = 64 * 1024;
export const markupCost = 4;

/** The text of bytes in UTF-8; wrong ones become replacement characters. */
export function decodeText(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/** The value of a JSON body; undefined where it is no JSON. */
export function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(body));
  } catch {
    return undefined;
  }
}
