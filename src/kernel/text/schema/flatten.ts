import type { FieldValue, IndexElement, IndexText, IndexValue } from './document.ts';

/**
 * Converts an item's JSON to a document, the same for every shop. Strings become texts and values, numbers and booleans
 * become values. Nested objects have dotted paths, lists repeat their path, and each object in a list is an element.
 * Addresses and pictures are values but not texts; long strings are texts but not values; dates and ids are both. A number is
 * also a text if its field is listed as one: a size of 46 then matches the word.
 */

/** Longer strings are texts only, as descriptions are not filtered. */
export const valueLengthMax = 128;
/** Longer texts are cut: words far down in a manual do not describe a product. */
export const textLengthMax = 100_000;
/** Deeper objects and lists are ignored. */
export const nestingMax = 8;
/** Further texts, values and elements of an item are ignored. */
export const entriesMax = 4_000;
/** Longer paths are ignored. */
export const pathLengthMax = 256;

/** Top-level fields with these names contain addresses, even if their values do not look like it. */
const addressFields = new Set(['img', 'imgs', 'image', 'images', 'url', 'urls', 'link', 'links']);
const address = /^(?:https?:|data:|\/\/)/i;

export interface FlatItem {
  texts: IndexText[];
  values: IndexValue[];
  elements: IndexElement[];
}

/** The result under construction. */
interface FlattenState extends FlatItem {
  readonly isText: NonNullable<FlattenOptions['isText']>;
}

/** The position of a value in the item. */
interface PathContext {
  depth: number;
  isAddress: boolean;
  isText: boolean;
  /** Index of the innermost element, or -1. */
  element: number;
}

export interface FlattenOptions {
  /** Top-level fields to leave out. */
  readonly skip?: (field: string) => boolean;
  /** Whether a field contains text, by its name within its object and by its path; includes the fields below it. */
  readonly isText?: (name: string, path: string) => boolean;
}

/** Accepts any result of `JSON.parse`; null, empty strings and numbers that are not finite are left out. */
export function flattenItem(item: Readonly<Record<string, unknown>>, options: FlattenOptions = {}): FlatItem {
  const { skip, isText = () => false } = options;
  const flat: FlattenState = { texts: [], values: [], elements: [], isText };
  for (const [field, value] of Object.entries(item)) {
    if (skip?.(field) === true) continue;
    const isAddress = addressFields.has(field.toLowerCase());
    visit(flat, field, value, { depth: 0, isAddress, isText: isText(field, field), element: -1 });
  }
  const { texts, values, elements } = flat;
  return { texts, values, elements };
}

function visit(flat: FlattenState, path: string, value: unknown, context: PathContext): void {
  if (path.length > pathLengthMax) return;
  if (flat.texts.length + flat.values.length + flat.elements.length >= entriesMax) return;
  if (typeof value === 'string') visitString(flat, path, value, context);
  else if (typeof value === 'boolean') addValue(flat, path, value, context);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) return;
    addValue(flat, path, value, context);
    if (context.isText) flat.texts.push({ field: path, value: String(value) });
  } else if (typeof value === 'object' && value !== null && context.depth < nestingMax) {
    const inner = { ...context, depth: context.depth + 1 };
    if (Array.isArray(value)) visitList(flat, path, value, inner);
    else {
      for (const [name, entry] of Object.entries(value)) {
        const below = `${path}.${name}`;
        // The alternative text of a picture ("alt") is a text in any field.
        const isAddress = context.isAddress && name !== 'alt';
        visit(flat, below, entry, {
          ...inner,
          isAddress,
          isText: context.isText || flat.isText(name, below),
        });
      }
    }
  }
}

/** Pictures are not elements: most items have several, and filters do not need their fields. */
function visitList(flat: FlattenState, path: string, list: readonly unknown[], context: PathContext): void {
  for (const entry of list) {
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    if (!isObject || context.isAddress || context.depth >= nestingMax) visit(flat, path, entry, context);
    else if (flat.texts.length + flat.values.length + flat.elements.length < entriesMax) {
      flat.elements.push({ list: path, parent: context.element });
      visit(flat, path, entry, { ...context, element: flat.elements.length - 1 });
    }
  }
}

function addValue(flat: FlatItem, field: string, value: FieldValue, { element }: PathContext): void {
  flat.values.push(element < 0 ? { field, value } : { field, value, element });
}

function visitString(flat: FlatItem, path: string, raw: string, context: PathContext): void {
  const text = raw.trim();
  if (text === '') return;
  if (context.isAddress || address.test(text)) {
    if (text.length <= valueLengthMax) addValue(flat, path, text, context);
    return;
  }
  flat.texts.push({ field: path, value: text.length > textLengthMax ? text.slice(0, textLengthMax) : text });
  if (text.length <= valueLengthMax) addValue(flat, path, text, context);
}
