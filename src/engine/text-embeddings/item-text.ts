import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { cloneText } from '../../lib/detached-copies.ts';
import { withoutPaths } from '../../lib/json-values.ts';

/** A longer text is cut: the rest of a name adds nothing to its embedding. */
const textLengthMax = 1_000;

/** The field that is embedded with the name. */
const brandField = 'brand';

/** The search settings that determine the embedded text. */
export interface TextFields {
  readonly name: { readonly fields: readonly string[] };
  readonly zones: readonly { readonly fields: readonly string[] }[];
  readonly unsearchableFields: readonly string[];
}

/** The name fields, and those that are not embedded. `*`, which means all fields without a group, matters for the brand alone. */
export function selectEmbeddedFields({ name, zones, unsearchableFields }: TextFields): {
  readonly nameFields: readonly string[];
  readonly excludedFields: readonly string[];
} {
  const isLimited = unsearchableFields.includes('*');
  const isBrandNamed = [name, ...zones].some(({ fields }) => fields.includes(brandField));
  return {
    nameFields: name.fields,
    excludedFields: isLimited && !isBrandNamed ? [...unsearchableFields, brandField] : unsearchableFields,
  };
}

/**
 * The embedded text of an item: its searchable name fields, and its brand unless the name contains it; may be empty. Descriptions are
 * excluded, as much of their text does not describe the product.
 */
export function createItemText(item: JsonObject, settings: TextFields): string {
  const { nameFields, excludedFields } = selectEmbeddedFields(settings);
  const fields = excludedFields.length === 0 ? item : (withoutPaths(item, excludedFields) as JsonObject);
  const name = nameFields.flatMap((path) => readTexts(fields, path.split('.'))).join(' ');
  const brands = readTexts(fields, [brandField]).filter(
    (brand) => !name.toLowerCase().includes(brand.toLowerCase()),
  );
  return [name, ...brands].join(' ').trim().slice(0, textLengthMax);
}

/** Hashes a text: 132 bits of its SHA-256, or empty for an empty text. */
export function hashText(text: string): string {
  return text === '' ? '' : cloneText(hash('sha256', text, 'base64url').slice(0, 22));
}

/** The texts at a path, through lists and objects, in order. */
function readTexts(value: Json | undefined, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => readTexts(element, path));
  const [name, ...rest] = path;
  if (name === undefined) {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return readTexts(value[name], rest);
}
