import { pathSeparator } from '../../ports/catalog/item-fields.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';

/** Longer texts describe more than the kind of item. */
const lengthMax = 64;
const featuresMax = 60;
/** Fields that say nothing of the kind of item. */
const ignoredFields = new Set([
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

/** The features of an item: words of its name and of short texts by field, and category levels. */
export function extractFeatures(item: JsonObject): ReadonlySet<string> {
  const features = new Set<string>();
  const add = (field: string, value: Json): void => {
    if (features.size >= featuresMax) return;
    if (Array.isArray(value)) for (const one of value) add(field, one);
    else if (typeof value === 'string' && field === 'name')
      for (const word of value.toLowerCase().split(/[^\p{L}\p{N}]+/u)) features.add(word);
    else if (typeof value === 'string' && value.length <= lengthMax)
      for (const level of value.toLowerCase().split(pathSeparator)) features.add(`${field}=${level}`);
  };
  for (const [field, value] of Object.entries(item)) {
    if (!ignoredFields.has(field) && !field.startsWith('_')) add(field, value);
  }
  features.delete('');
  return features;
}

/** Interns features, so that lists of ids are compared without texts. */
export class FeatureIds {
  readonly #ids = new Map<string, number>();

  /** Ascending ids. */
  toIds(features: ReadonlySet<string>): Uint32Array {
    return Uint32Array.from(features, (feature) => this.#assignId(feature)).sort();
  }

  #assignId(feature: string): number {
    const id = this.#ids.get(feature) ?? this.#ids.size;
    this.#ids.set(feature, id);
    return id;
  }
}

/** Jaccard index of two ascending lists of feature ids, 0 to 1. */
export function jaccard(one: Uint32Array, other: Uint32Array): number {
  if (one.length === 0 || other.length === 0) return 0;
  let common = 0;
  let i = 0;
  let j = 0;
  while (i < one.length && j < other.length) {
    const [a, b] = [one[i]!, other[j]!];
    if (a === b) common++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return common / (one.length + other.length - common);
}
