import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { cloneText } from '../../lib/detached-copies.ts';
import { isWithin } from '../../lib/field-paths.ts';
import { withoutPaths } from '../../lib/json-values.ts';
import { isTranslatable, localMembers } from '../../lib/local-values.ts';
import type { ItemText, TextEmbeddingJob, TranslatedText } from '../../ports/search/text-embeddings.ts';

/** The texts of an item that are embedded. */
export type ItemTexts = Pick<TextEmbeddingJob, 'text' | 'name' | 'translations'>;

/** A longer text is cut: the rest of a name adds nothing to its embedding. */
const textLengthMax = 1_000;
/** Further translations are not embedded: a shop has one in each of its languages. */
const translationsMax = 15;

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
 * The embedded text of an item, with and without its brand: its searchable name fields; may be empty. Descriptions are excluded, as much of their text does not describe the product.
 */
export function createItemText(item: JsonObject, settings: TextFields): ItemText {
  const { nameFields, excludedFields } = selectEmbeddedFields(settings);
  const fields = withoutPaths(item, excludedFields) as JsonObject;
  const name = nameFields.flatMap((path) => readTexts(fields, path.split('.'))).join(' ');
  const brands = readTexts(fields, [brandField]).filter(
    (brand) => !name.toLowerCase().includes(brand.toLowerCase()),
  );
  const cut = (...texts: string[]): string => texts.join(' ').trim().slice(0, textLengthMax);
  return { text: cut(name, ...brands), name: cut(name) };
}

/** The texts of an item: its own and, by language, the translated ones that differ from it and from each other. */
export function createItemTexts(item: JsonObject, settings: TextFields): ItemTexts {
  const own = createItemText(item, settings);
  const { nameFields, excludedFields } = selectEmbeddedFields(settings);
  const visible = withoutPaths(item, excludedFields) as JsonObject;
  if (visible[localMembers.translations] === undefined) return { ...own, translations: [] };
  const seen = new Set(['', own.text]);
  const translations: TranslatedText[] = [];
  for (const [language, members] of Object.entries(readMembers(visible[localMembers.translations]))) {
    const texts = Object.entries(readMembers(members)).filter(([name]) => isTranslatable(name));
    if (!texts.some(([name]) => nameFields.some((field) => isWithin(field, name)))) continue;
    const translation = createItemText({ ...visible, ...Object.fromEntries(texts) }, settings);
    if (seen.has(translation.text)) continue;
    seen.add(translation.text);
    translations.push({ language, ...translation });
    if (translations.length === translationsMax) break;
  }
  return { ...own, translations };
}

/** Hashes the texts of an item: 132 bits of SHA-256, or empty if there are none. */
export function hashTexts({ text, translations }: Pick<ItemTexts, 'text' | 'translations'>): string {
  const all = [text, ...translations.flatMap(({ language, text: translation }) => [language, translation])];
  return hashText(all.length === 1 ? text : all.join('\n'));
}

/** Hashes a text: 132 bits of its SHA-256, or empty for an empty text. */
function hashText(text: string): string {
  return text === '' ? '' : cloneText(hash('sha256', text, 'base64url').slice(0, 22));
}

function readMembers(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
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
