import type { Json } from '../../ports/catalog/json.ts';
import type { ShopItem } from './shop-items.ts';

/** What a shop does not give, or what people should know of it. */
export interface MissingPart {
  /** The field of items, or null where it is none. */
  readonly field: string | null;
  readonly code: string;
  readonly text: string;
}

/** A field of the items that were found. */
export interface FoundField {
  readonly name: string;
  /** Share of the items that have it, 0 to 1. */
  readonly share: number;
  /** One of its values as a short text. */
  readonly example: string;
}

const exampleLengthMax = 100;
/** Fields that a shop should have, and what it is like without them. */
const expectedFields: Readonly<Record<string, string>> = {
  price: 'Items without a price are rejected, unless the setting `items.priceOptional` is on.',
  currency: 'The currency of the project counts: check that it is that of the prices.',
  imgs: 'Cards of products have no picture, and photo search does not find them.',
  url: 'Results lead to no page of the shop.',
  description: 'Search finds the products by their names only.',
  availability: 'Products that are sold out are shown as the others.',
  category: 'Facets and lists by category are empty.',
  brand: 'The facet of brands is empty.',
};
/** Fields that say the same. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  category: ['category', 'categories'],
  availability: ['availability', 'stock'],
};

/** The fields of items, those that most items have first. */
export function describeFields(items: readonly ShopItem[]): FoundField[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return names
    .map((name) => {
      const values = items.map((item) => item[name]).filter(isValue);
      return {
        name,
        share: Math.round((1_000 * values.length) / items.length) / 1_000,
        example: formatExample(values[0] ?? null),
      };
    })
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

/** The expected fields that items lack. */
export function listMissingFields(items: readonly ShopItem[]): MissingPart[] {
  if (items.length === 0) return [];
  return Object.entries(expectedFields).flatMap(([field, effect]): MissingPart[] => {
    const names = synonyms[field] ?? [field];
    const lacking = items.filter((item) => names.every((name) => !isValue(item[name]))).length;
    if (lacking === 0) return [];
    const isAll = lacking === items.length;
    const who = isAll
      ? 'Missing in all items that were read.'
      : `Missing in ${lacking} of the ${items.length} items that were read.`;
    return [{ field, code: isAll ? 'missing' : 'missing_in_some', text: `${who} ${effect}` }];
  });
}

function isValue(value: Json | undefined): boolean {
  return !(
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function formatExample(value: Json): string {
  const first = Array.isArray(value) ? (value[0] ?? null) : value;
  const text = typeof first === 'string' ? first : JSON.stringify(first);
  return text.length > exampleLengthMax ? `${text.slice(0, exampleLengthMax - 1).toWellFormed()}…` : text;
}
