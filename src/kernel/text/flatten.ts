import type { FieldValue, IndexText, IndexValue } from './document.ts';

/**
 * From an item's JSON to what the index takes, the same for every shop: strings are texts and values, numbers and
 * booleans values, nested objects give dotted paths, lists repeat their path. What is only looked at or followed
 * (addresses, pictures) is a value and no text; what is long is text and no value; dates and ids are both.
 */

/** Longer strings are text only: nobody filters by a description. */
export const valueLengthMax = 128;
/** Longer texts are cut: words far down in a manual do not describe a product. */
export const textLengthMax = 100_000;
/** Deeper objects and lists are not looked into. */
export const nestingMax = 8;
/** Further texts and values of an item are left out. */
export const entriesMax = 4_000;
/** Longer paths are left out. */
export const pathLengthMax = 256;

/** Fields whose first step of the path is one of these hold addresses, whatever they look like. */
const addressFields = new Set(['img', 'imgs', 'image', 'images', 'url', 'urls', 'link', 'links']);
const address = /^(?:https?:|data:|\/\/)/i;

export interface FlatItem {
  texts: IndexText[];
  values: IndexValue[];
}

/**
 * Top-level fields for which `skip` says so are left out. Never throws for what `JSON.parse` can give; null, empty
 * strings and numbers that are not finite give nothing.
 */
export function flatten(
  item: Readonly<Record<string, unknown>>,
  skip: (field: string) => boolean = () => false,
): FlatItem {
  const flat: FlatItem = { texts: [], values: [] };
  for (const [field, value] of Object.entries(item)) {
    if (!skip(field)) visit(flat, field, value, 0, addressFields.has(field.toLowerCase()));
  }
  return flat;
}

function visit(flat: FlatItem, path: string, value: unknown, depth: number, isAddress: boolean): void {
  if (path.length > pathLengthMax || flat.texts.length + flat.values.length >= entriesMax) return;
  if (typeof value === 'string') visitString(flat, path, value, isAddress);
  else if (typeof value === 'boolean') flat.values.push({ field: path, value });
  else if (typeof value === 'number') {
    if (Number.isFinite(value)) flat.values.push({ field: path, value });
  } else if (typeof value === 'object' && value !== null && depth < nestingMax) {
    if (Array.isArray(value)) for (const entry of value) visit(flat, path, entry, depth + 1, isAddress);
    else {
      // What a picture shows ("alt") is a text, whatever its field is called.
      for (const [name, entry] of Object.entries(value)) {
        visit(flat, `${path}.${name}`, entry, depth + 1, isAddress && name !== 'alt');
      }
    }
  }
}

function visitString(flat: FlatItem, path: string, raw: string, isAddress: boolean): void {
  const text = raw.trim();
  if (text === '') return;
  if (isAddress || address.test(text)) {
    if (text.length <= valueLengthMax) flat.values.push({ field: path, value: text });
    return;
  }
  flat.texts.push({ field: path, value: text.length > textLengthMax ? text.slice(0, textLengthMax) : text });
  if (text.length <= valueLengthMax) flat.values.push({ field: path, value: text satisfies FieldValue });
}
