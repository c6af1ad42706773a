import type { FieldValue, IndexElement, IndexText, IndexValue } from './document.ts';

/**
 * From an item's JSON to what the index takes, the same for every shop: strings are texts and values, numbers and
 * booleans values, nested objects give dotted paths, lists repeat their path; an object in a list is an element, and
 * what it holds says which. What is only looked at or followed
 * (addresses, pictures) is a value and no text; what is long is text and no value; dates and ids are both. A number is a text too
 * where its field is named as one of texts: a size of 46 is found by the word.
 */

/** Longer strings are text only: nobody filters by a description. */
export const valueLengthMax = 128;
/** Longer texts are cut: words far down in a manual do not describe a product. */
export const textLengthMax = 100_000;
/** Deeper objects and lists are not looked into. */
export const nestingMax = 8;
/** Further texts, values and elements of an item are left out. */
export const entriesMax = 4_000;
/** Longer paths are left out. */
export const pathLengthMax = 256;

/** Fields whose first step of the path is one of these hold addresses, whatever they look like. */
const addressFields = new Set(['img', 'imgs', 'image', 'images', 'url', 'urls', 'link', 'links']);
const address = /^(?:https?:|data:|\/\/)/i;

export interface FlatItem {
  texts: IndexText[];
  values: IndexValue[];
  elements: IndexElement[];
}

/** What is flattened so far. */
interface FlattenState extends FlatItem {
  readonly isText: NonNullable<FlattenOptions['isText']>;
}

/** Where in the item a value stands. */
interface PathContext {
  depth: number;
  isAddress: boolean;
  isText: boolean;
  /** Index of the innermost element, or -1. */
  element: number;
}

export interface FlattenOptions {
  /** Top-level fields that are left out. */
  readonly skip?: (field: string) => boolean;
  /** Fields of texts, each by its name within its object and by its path; they cover what lies under them. */
  readonly isText?: (name: string, path: string) => boolean;
}

/** Never throws for what `JSON.parse` can give; null, empty strings and numbers that are not finite give nothing. */
export function flatten(item: Readonly<Record<string, unknown>>, options: FlattenOptions = {}): FlatItem {
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

function visit(flat: FlattenState, path: string, value: unknown, place: PathContext): void {
  if (path.length > pathLengthMax) return;
  if (flat.texts.length + flat.values.length + flat.elements.length >= entriesMax) return;
  if (typeof value === 'string') visitString(flat, path, value, place);
  else if (typeof value === 'boolean') addValue(flat, path, value, place);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) return;
    addValue(flat, path, value, place);
    if (place.isText) flat.texts.push({ field: path, value: String(value) });
  } else if (typeof value === 'object' && value !== null && place.depth < nestingMax) {
    const inner = { ...place, depth: place.depth + 1 };
    if (Array.isArray(value)) visitList(flat, path, value, inner);
    else {
      for (const [name, entry] of Object.entries(value)) {
        const below = `${path}.${name}`;
        // What a picture shows ("alt") is a text, whatever its field is called.
        const isAddress = place.isAddress && name !== 'alt';
        visit(flat, below, entry, { ...inner, isAddress, isText: place.isText || flat.isText(name, below) });
      }
    }
  }
}

/** Nobody asks for pictures by their fields, and most items have several: they are no elements. */
function visitList(flat: FlattenState, path: string, list: readonly unknown[], place: PathContext): void {
  for (const entry of list) {
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    if (!isObject || place.isAddress || place.depth >= nestingMax) visit(flat, path, entry, place);
    else if (flat.texts.length + flat.values.length + flat.elements.length < entriesMax) {
      flat.elements.push({ list: path, parent: place.element });
      visit(flat, path, entry, { ...place, element: flat.elements.length - 1 });
    }
  }
}

function addValue(flat: FlatItem, field: string, value: FieldValue, { element }: PathContext): void {
  flat.values.push(element < 0 ? { field, value } : { field, value, element });
}

function visitString(flat: FlatItem, path: string, raw: string, place: PathContext): void {
  const text = raw.trim();
  if (text === '') return;
  if (place.isAddress || address.test(text)) {
    if (text.length <= valueLengthMax) addValue(flat, path, text, place);
    return;
  }
  flat.texts.push({ field: path, value: text.length > textLengthMax ? text.slice(0, textLengthMax) : text });
  if (text.length <= valueLengthMax) addValue(flat, path, text, place);
}
