import type { JsonObject } from '../../ports/catalog/json.ts';
import { formatOptionField } from '../catalog/import-files/item-fields-json.ts';
import { isObject } from '../contract/object-fields.ts';
import {
  ShopItemFields,
  listObjects,
  readAddress,
  readHtmlText,
  readName,
  readPictures,
  readText,
  type ShopItem,
} from './shop-items.ts';

/** Names of categories with their parents, such as `Clothing > Hoodies`, by id. */
export type CategoryPaths = ReadonlyMap<string, string>;

/** The paths of the categories that `/products/categories` lists. */
export function createCategoryPaths(categories: readonly JsonObject[]): CategoryPaths {
  const known = new Map(categories.map((category) => [readText(category['id']), category]));
  const paths = new Map<string, string>();
  for (const [id] of known) {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at = id; known.has(at) && !seen.has(at); at = readText(known.get(at)!['parent'])) {
      seen.add(at);
      names.unshift(readName(known.get(at)!['name']));
    }
    paths.set(id, names.join(' > '));
  }
  return paths;
}

/** The ids of the variations of a product. */
export function listVariationIds(product: JsonObject): string[] {
  return listObjects(product['variations']).map(({ id }) => readText(id));
}

/**
 * The items of a product of WooCommerce's Store API: its variations, or the product itself if it has none. `id` is the id of WooCommerce,
 * as in its CSV files and events; a variation has that of its product as `groupId`.
 */
export function createWooCommerceItems(
  product: JsonObject,
  variations: readonly JsonObject[],
  { base, categories }: { readonly base: string; readonly categories: CategoryPaths },
): ShopItem[] {
  const listed = new Map(listObjects(product['variations']).map((one) => [readText(one['id']), one]));
  const shared = { product, listed, base, categories };
  return variations.length === 0
    ? [createItem(product, shared)]
    : variations.map((variation) => createItem(variation, shared));
}

interface SharedProduct {
  readonly product: JsonObject;
  /** What the product lists of its variations, by id. */
  readonly listed: ReadonlyMap<string, JsonObject>;
  readonly base: string;
  readonly categories: CategoryPaths;
}

/** The item of a product or of its variation, which has the texts of the product where it lacks its own. */
function createItem(own: JsonObject, { product, listed, base, categories }: SharedProduct): ShopItem {
  const fields = new ShopItemFields();
  const isVariation = own !== product;
  fields.set('id', readText(own['id']));
  if (isVariation) fields.set('groupId', readText(product['id']));
  fields.set('sku', readText(own['sku']));
  fields.set('name', readName(own['name']) || readName(product['name']));
  const short = readHtmlText(own['short_description']) || readHtmlText(product['short_description']);
  fields.set(
    'description',
    readHtmlText(own['description']) || readHtmlText(product['description']) || short,
  );
  fields.set('shortDescription', short);
  setPrices(fields, own);
  setStock(fields, own);
  fields.set('categories', listCategories(product, categories));
  fields.set('tags', listNames(product['tags']));
  fields.set('brand', listNames(product['brands'])[0]);
  const pictures = [...listObjects(own['images']), ...listObjects(product['images'])];
  fields.set(
    'imgs',
    readPictures(
      pictures.map(({ src }) => readText(src)),
      base,
    ),
  );
  fields.set(
    'url',
    readAddress(readText(own['permalink']), base) ?? readAddress(readText(product['permalink']), base),
  );
  fields.set('slug', readText(product['slug']));
  if (isVariation)
    for (const [name, values] of readVariationAttributes(listed.get(readText(own['id'])), product))
      fields.set(name, values);
  for (const attribute of listObjects(product['attributes'])) {
    // What a variation chooses is its own value.
    if (isVariation && attribute['has_variations'] === true) continue;
    const values = listNames(attribute['terms']);
    fields.set(formatOptionField(readName(attribute['name'])), values.length === 1 ? values[0] : values);
  }
  const rating = Number(readText(product['average_rating']));
  const count = Number(readText(product['review_count']));
  if (rating > 0 && count > 0) {
    fields.set('rating', rating);
    fields.set('reviewCount', count);
  }
  return fields.toItem();
}

/** The amounts are whole numbers of the smallest unit: `1999` with `currency_minor_unit` 2 is 19.99. */
function setPrices(fields: ShopItemFields, { prices, on_sale: isOnSale }: JsonObject): void {
  if (!isObject(prices)) return;
  const unit = Number(prices['currency_minor_unit'] ?? 2);
  // A product of several prices without variations, such as a grouped one, costs what the cheapest of them does.
  const [range] = listObjects(prices['price_range']);
  const price = readMinorUnits(prices['price'], unit) ?? readMinorUnits(range?.['min_amount'], unit);
  const regular = isOnSale === true ? readMinorUnits(prices['regular_price'], unit) : null;
  fields.setPrices(price, regular, readText(prices['currency_code']).toUpperCase() || null);
}

function readMinorUnits(value: unknown, unit: number): number | null {
  const digits = readText(value);
  if (!/^\d{1,15}$/.test(digits) || !(unit >= 0 && unit <= 6)) return null;
  const padded = digits.padStart(unit + 1, '0');
  return Number(`${padded.slice(0, padded.length - unit)}.${padded.slice(padded.length - unit)}`);
}

function setStock(fields: ShopItemFields, own: JsonObject): void {
  const isInStock = own['is_in_stock'];
  if (typeof isInStock !== 'boolean') return;
  const isBackordered = own['is_on_backorder'] === true;
  const left = own['low_stock_remaining'];
  const quantity = typeof left === 'number' && Number.isInteger(left) && !isBackordered ? left : null;
  const availability = isBackordered ? 'backorder' : isInStock ? 'in_stock' : 'out_of_stock';
  fields.setStock(availability, isInStock || isBackordered, quantity);
}

function listCategories(product: JsonObject, categories: CategoryPaths): string[] {
  const paths = listObjects(product['categories']).map(
    ({ id, name }) => categories.get(readText(id)) ?? readName(name),
  );
  return [...new Set(paths)].filter((path) => path !== '');
}

function listNames(terms: unknown): string[] {
  return listObjects(terms)
    .map(({ name }) => readName(name))
    .filter((name) => name !== '');
}

/**
 * The attributes that a variation chooses. The product lists them by slug; an attribute without a value stands for all values of the
 * product.
 */
function readVariationAttributes(
  listed: JsonObject | undefined,
  product: JsonObject,
): [string, string | string[]][] {
  const attributes = listObjects(product['attributes']);
  return listObjects(listed?.['attributes']).flatMap(({ name, value }): [string, string | string[]][] => {
    const label = readName(name);
    const attribute = attributes.find((one) => readName(one['name']).toLowerCase() === label.toLowerCase());
    const terms = listObjects(attribute?.['terms']);
    const chosen = readText(value);
    const term = terms.find(({ slug, name: text }) => readText(slug) === chosen || readText(text) === chosen);
    const text = chosen === '' ? listNames(terms) : readName(term?.['name'] ?? chosen);
    return label === '' ? [] : [[formatOptionField(label), text]];
  });
}
