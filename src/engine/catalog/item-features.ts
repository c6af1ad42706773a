import { tokenize } from '../../kernel/text/language/tokenizer.ts';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { flattenItem } from '../../kernel/text/schema/flatten.ts';
import { defaultTextSettings } from '../../kernel/text/schema/settings.ts';
import type { ItemFeatures } from '../../kernel/recommend/counters/content-index.ts';
import { isTextField, pathSeparator } from '../../ports/catalog/item-fields.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { withoutPaths } from '../../lib/json-values.ts';

/** Fields that describe an item best, in this order; any other short text describes it too. */
const descriptiveFields = new Map(
  ['brand', 'category', 'categories', 'type', 'gender', 'color', 'tags', 'size'].map((field, at) => [
    field,
    at,
  ]),
);
/** Fields that say nothing about an item's content; the words of the name are separate features. */
const nonDescriptiveFields = new Set([
  'id',
  'sku',
  'name',
  'description',
  'imgs',
  'url',
  'groupId',
  'releasedAt',
  'currency',
  'ean',
  'gtin',
]);
const attributesMax = 40;
const attributeLengthMax = 64;
const wordsMax = 60;
/** Lower levels of a category are left out. */
const levelsMax = 8;

const { stem } = createAnalyzer(defaultTextSettings);

/** The item features for the recommenders, without the fields at or below the paths `without`. */
export function extractItemFeatures(entry: JsonObject, without: readonly string[] = []): ItemFeatures {
  const item = without.length === 0 ? entry : (withoutPaths(entry, without) as JsonObject);
  const category = readText(item['category']) ?? readText(item['categories']);
  const top = category?.split(pathSeparator, 1)[0];
  const type =
    readText(item['type']) ?? readText(item['product_type']) ?? (top === category ? undefined : category);
  const price = item['price'];
  const product = readText(item['groupId']);
  return {
    attributes: listAttributes(item),
    words: splitWords(readText(item['name']) ?? ''),
    ...listLevels(category, type),
    ...(type === undefined ? {} : { type }),
    ...(top === undefined ? {} : { category: top }),
    ...(typeof price === 'number' ? { price } : {}),
    ...(product === undefined ? {} : { product }),
  };
}

/** The paths of the levels of a category, the highest first; a type of its own is below them. */
function listLevels(category: string | undefined, type: string | undefined): Pick<ItemFeatures, 'levels'> {
  if (category === undefined) return {};
  const path = type === undefined || type === category ? category : `${category}${pathSeparator}${type}`;
  const names = path.toLowerCase().split(pathSeparator, levelsMax);
  return { levels: names.map((_, level) => names.slice(0, level + 1).join(pathSeparator)) };
}

function listAttributes(item: JsonObject): string[] {
  // The service's own fields do not describe the item, and are missing when it is written.
  const { texts } = flattenItem(item, {
    skip: (name) => name.startsWith('_') || nonDescriptiveFields.has(name),
    isText: isTextField,
  });
  const attributes = texts
    .filter(({ value }) => value.length <= attributeLengthMax)
    .map(({ field, value }) => ({ rank: rankField(field), text: `${field}=${value.toLowerCase()}` }))
    .sort((a, b) => a.rank - b.rank);
  return [...new Set(attributes.map(({ text }) => text))].slice(0, attributesMax);
}

/** The rank of a field by how well it describes an item; unlisted fields come last. */
function rankField(field: string): number {
  const dot = field.indexOf('.');
  return descriptiveFields.get(dot === -1 ? field : field.slice(0, dot)) ?? descriptiveFields.size;
}

function splitWords(text: string): string[] {
  const words = new Set<string>();
  tokenize(text, (word) => words.add(stem(word)));
  return [...words].slice(0, wordsMax);
}

function readText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  return typeof first === 'string' && first !== '' ? first : undefined;
}
