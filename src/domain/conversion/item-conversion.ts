import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { isRecord, readText, type ConvertedShop } from './converted-shop.ts';

/** Names of fields in other catalogs, by the field of an item. The first that a record has counts. */
const aliases = {
  name: ['name', 'title', 'productName', 'product_name', 'product_title', 'displayName'],
  price: ['price', 'salePrice', 'sale_price', 'price_value', 'currentPrice'],
  description: ['description', 'desc', 'longDescription', 'body', 'summary'],
  sku: ['sku', 'SKU', 'articleNumber', 'article_number'],
  url: ['url', 'link', 'permalink', 'productUrl', 'product_url'],
} as const;
const pictureFields = [
  'imgs',
  'images',
  'image',
  'imageUrl',
  'image_url',
  'image_link',
  'thumbnail',
  'img',
  'picture',
];
const groupFields = ['groupId', 'parentID', 'parent_id', 'parentId', 'item_group_id'];
const pointFields = ['_geoloc', '_geo'];

/**
 * The item of a record of another catalog: fields with other names get those of Vitrine, all others are kept. Fields that start
 * with `_` belong to the other system. Returns null, and tells why, if it has no id or name.
 */
export function convertItem(
  record: JsonObject,
  idFields: readonly string[],
  shop: ConvertedShop,
): JsonObject | null {
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(record))
    if (!name.startsWith('_') && value !== null) rest[name] = value;
  const takeFirst = (names: readonly string[], isValue: (value: Json) => boolean): Json | undefined => {
    const name = names.find((one) => rest[one] !== undefined && isValue(rest[one]));
    if (name === undefined) return undefined;
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const isText = (value: Json): boolean => readText(value) !== null;
  const idField = idFields.find((name) => readText(record[name]) !== null);
  const id = idField === undefined ? null : readText(record[idField]);
  if (idField !== undefined) delete rest[idField];
  const name = readText(takeFirst(aliases.name, isText));
  if (id === null || name === null) {
    shop.leaveOut(`items without ${id === null ? `an id (${idFields.join(', ')})` : 'a name'}`);
    return null;
  }
  const description = takeFirst(aliases.description, isText);
  const sku = takeFirst(aliases.sku, isText);
  const url = takeFirst(aliases.url, isText);
  const price = convertPrice(takeFirst(aliases.price, (value) => convertPrice(value) !== null));
  const imgs = convertPictures(takeFirst(pictureFields, (value) => convertPictures(value).length > 0));
  const group = takeFirst(groupFields, isText);
  const point = pointFields.map((field) => record[field]).find(isRecord);
  return {
    id,
    name,
    ...(sku === undefined ? {} : { sku }),
    price,
    imgs,
    ...(description === undefined ? {} : { description }),
    ...(url === undefined ? {} : { url }),
    ...(group === undefined ? {} : { groupId: group }),
    ...(point === undefined ? {} : { location: point }),
    ...(Array.isArray(record['_tags']) && rest['tags'] === undefined ? { tags: record['_tags'] } : {}),
    ...removeReserved(rest),
  };
}

function removeReserved(fields: JsonObject): JsonObject {
  const { id: _id, name: _name, ...others } = fields;
  return others;
}

/** A number, or a text with one, such as "12.50" or "12.50 EUR"; null otherwise. */
function convertPrice(value: Json | undefined): number | null {
  if (typeof value === 'number') return value >= 0 ? value : null;
  if (isRecord(value)) return convertPrice(value['amount'] ?? value['value']);
  const number = /^\D{0,4}?(\d+(?:\.\d+)?)\s*\D{0,4}$/.exec(readText(value) ?? '')?.[1];
  return number === undefined ? null : Number(number);
}

function convertPictures(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(convertPictures);
  if (isRecord(value)) return convertPictures(value['url'] ?? value['src']);
  return typeof value === 'string' && /^https?:\/\//.test(value) ? [value] : [];
}
