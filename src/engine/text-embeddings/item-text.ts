import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../ports/json.ts';
import { withoutPaths } from '../../lib/json-values.ts';

/** Beyond, a name says nothing that its beginning did not. */
const textLengthMax = 1_000;

/** The field that belongs to a name, whatever a shop calls its name. */
const brandField = 'brand';

/** The part of a project's search settings that says what is embedded. */
export interface TextFields {
  readonly name: { readonly fields: readonly string[] };
  readonly unsearchableFields: readonly string[];
}

/**
 * What of an item is embedded: the texts of the fields that are its name, and its brand where the name does not have it, as far
 * as they are searched. Empty where there are none. Descriptions are left out: they say much that is not what the product is.
 */
export function itemText(
  item: JsonObject,
  { name: { fields: nameFields }, unsearchableFields }: TextFields,
): string {
  const fields =
    unsearchableFields.length === 0 ? item : (withoutPaths(item, unsearchableFields) as JsonObject);
  const name = nameFields.flatMap((path) => textsAt(fields, path.split('.'))).join(' ');
  const brands = textsAt(fields, [brandField]).filter(
    (brand) => !name.toLowerCase().includes(brand.toLowerCase()),
  );
  return [name, ...brands].join(' ').trim().slice(0, textLengthMax);
}

/** Names a text: 132 bits of its SHA-256. Of no text, the empty string. */
export function textHash(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The texts at a path, through lists and objects, in their order. */
function textsAt(value: Json | undefined, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => textsAt(element, path));
  const [name, ...rest] = path;
  if (name === undefined) {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return textsAt(value[name], rest);
}
