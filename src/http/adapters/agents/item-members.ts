import { categoryFields } from '../../../ports/catalog/item-fields.ts';
import { extractHtmlText } from '../../../lib/html-text.ts';
import { readTexts } from '../../../lib/json-values.ts';
import { normalizeAvailability, isUnavailable } from '../../../domain/catalog/availability.ts';
import { buildItemAddress, findWebAddresses } from '../../../domain/catalog/item-address.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';

/** Members of UCP's products and variants that follow from the fields of an item: `source/schemas/shopping/types/product.json`. */

/** Characters of descriptions of variants and in lists, and of other texts; a single product has its whole description. */
const shortTextLength = 300;
const attributesMax = 50;
const scaleMax = 5;

export function describeItem(fields: JsonObject, isWhole: boolean): { readonly plain: string } {
  const { description } = fields;
  const plain = typeof description === 'string' ? extractHtmlText(description).trim() : '';
  return { plain: isWhole ? plain : shorten(plain) };
}

function shorten(text: string): string {
  return text.length <= shortTextLength
    ? text
    : // Without half of a character.
      `${text
        .slice(0, shortTextLength - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;
}

/** The address of the item's page, by its `url` or the templates of the shop: that of all lists, or else that for agents. */
export function linkItem(
  fields: JsonObject,
  { items, agents }: Pick<ProjectSettings, 'items' | 'agents'>,
): { url?: string } {
  const template = items.urlTemplate === '' ? agents.productUrl : items.urlTemplate;
  const url = buildItemAddress(fields, template);
  return url === null ? {} : { url };
}

/** Lists the pictures of an item. Those that the service stores are at `serviceUrl`. */
export function listMedia(
  { imgs }: JsonObject,
  serviceUrl: string,
): { media?: { type: 'image'; url: string; alt_text?: string }[] } {
  const media = [imgs].flat().flatMap((picture) => {
    const source = isObject(picture) ? picture['url'] : picture;
    if (typeof source !== 'string') return [];
    const alt = isObject(picture) ? picture['alt'] : null;
    const text = typeof alt === 'string' ? { alt_text: alt } : {};
    return findWebAddresses(source.startsWith('/media/') ? serviceUrl + source : source).map((url) => ({
      type: 'image' as const,
      url,
      ...text,
    }));
  });
  return media.length === 0 ? {} : { media };
}

export function listCategories(fields: JsonObject): {
  categories?: { value: string; taxonomy: 'merchant' }[];
} {
  const values = categoryFields.flatMap((name) => readTexts(fields, name));
  if (values.length === 0) return {};
  return { categories: [...new Set(values)].map((value) => ({ value, taxonomy: 'merchant' as const })) };
}

export function listTags(fields: JsonObject): { tags?: string[] } {
  const tags = readTexts(fields, 'tags');
  return tags.length === 0 ? {} : { tags };
}

/** From a number `rating` up to 5, or an object with `value` or `average`, and a number of reviews. */
export function readRating(fields: JsonObject): {
  rating?: { value: number; scale_max: number; count?: number };
} {
  const readNumber = (names: readonly string[]): number | undefined =>
    names.map((name) => Number(readTexts(fields, name)[0] ?? Number.NaN)).find((value) => value >= 0);
  const value = readNumber(['rating', 'rating.value', 'rating.average']);
  if (value === undefined || value > scaleMax) return {};
  const count = readNumber(['ratingCount', 'reviewCount', 'reviews', 'rating.count']);
  return {
    rating: {
      value,
      scale_max: scaleMax,
      ...(count !== undefined && Number.isInteger(count) ? { count } : {}),
    },
  };
}

export function listBarcodes(fields: JsonObject): { barcodes?: object[] } {
  const barcodes = ['gtin', 'ean', 'upc', 'isbn'].flatMap((name) =>
    readTexts(fields, name).map((value) => ({ type: name.toUpperCase(), value })),
  );
  return barcodes.length === 0 ? {} : { barcodes };
}

/** Whether an item can be bought, and a status as UCP and merchant feeds name it. */
interface Availability {
  readonly available: boolean;
  readonly status: string;
}

/** Reads `stock`, otherwise `availability`; without either, an item can be bought. Returns null if the stock is private. */
export function readAvailability(
  { stock, availability }: JsonObject,
  isHidden: boolean,
): Availability | null {
  if (typeof stock === 'number')
    return stock > 0 ? { available: true, status: 'in_stock' } : { available: false, status: 'out_of_stock' };
  if (typeof availability === 'string' && availability.trim() !== '') {
    const status = normalizeAvailability(availability);
    return { available: !isUnavailable(status), status };
  }
  return isHidden ? null : { available: true, status: 'in_stock' };
}

/** Fields with members of their own, and those of the service. */
const reserved: ReadonlySet<string> = new Set(
  'id sku name brand description price regularPrice imgs url link stock availability active category categories tags rating ratingCount reviewCount reviews gtin ean upc isbn handle'.split(
    ' ',
  ),
);

/** Further fields with texts, numbers or booleans, for comparisons. */
export function listAttributes(fields: JsonObject): Readonly<Record<string, string>> {
  const attributes = Object.entries(fields).flatMap(([name, value]) => {
    if (reserved.has(name) || name.startsWith('_') || (isObject(value) && !Array.isArray(value))) return [];
    const texts = readTexts(fields, name);
    return texts.length === 0 ? [] : [[name, shorten(texts.join(', '))] as const];
  });
  return Object.fromEntries(attributes.slice(0, attributesMax));
}
