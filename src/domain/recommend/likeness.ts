import type { Json, JsonObject } from '../../ports/json.ts';

/** Longer texts describe more than what kind of thing an item is. */
const lengthMax = 64;
const featuresMax = 60;
/** They say which item it is, not what it is like. */
const naming = new Set([
  'id',
  'sku',
  'ean',
  'gtin',
  'url',
  'imgs',
  'description',
  'groupId',
  'currency',
  'releasedAt',
]);

/** What an item is like: the words of its name and its short texts by field, the levels of a category each. */
export function describe(item: JsonObject): ReadonlySet<string> {
  const features = new Set<string>();
  const add = (field: string, value: Json): void => {
    if (features.size >= featuresMax) return;
    if (Array.isArray(value)) for (const one of value) add(field, one);
    else if (typeof value === 'string' && field === 'name')
      for (const word of value.toLowerCase().split(/[^\p{L}\p{N}]+/u)) features.add(word);
    else if (typeof value === 'string' && value.length <= lengthMax)
      for (const level of value.toLowerCase().split(' > ')) features.add(`${field}=${level}`);
  };
  for (const [field, value] of Object.entries(item)) {
    if (!naming.has(field) && !field.startsWith('_')) add(field, value);
  }
  features.delete('');
  return features;
}

/** The share of all features of two that both have, 0 to 1 (Jaccard). */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const feature of one) if (other.has(feature)) common++;
  return common / (one.size + other.size - common);
}
