import { tokenize } from '../../kernel/text/language/tokenizer.ts';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { flattenItem } from '../../kernel/text/schema/flatten.ts';
import { defaultTextSettings } from '../../kernel/text/schema/settings.ts';
import type { ItemFeatures } from '../../kernel/recommend/counters/content-index.ts';
import { isTextField, pathSeparator } from '../../ports/catalog/item-fields.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { cloneText } from '../../lib/detached-copies.ts';
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

/**
 * Texts that are kept, so that items with the same ones share their strings: V8 hashes a string once, and the recommenders look each up in
 * several maps. Beyond, all are dropped.
 */
const textsMax = 8_192;

/** A category with its levels as paths, the highest first, and the first level as it is written. */
interface CategoryTexts {
  readonly path: string;
  readonly top: string;
  readonly levels: readonly string[];
}

let textCount = 0;
/** By field and value, the text of the attribute. */
const attributeTexts = new Map<string, Map<string, string>>();
const categoryTexts = new Map<string, CategoryTexts>();
const { stem } = createAnalyzer(defaultTextSettings);

/** The item features for the recommenders, without the fields at or below the paths `without`. */
export function extractItemFeatures(entry: JsonObject, without: readonly string[] = []): ItemFeatures {
  const item = withoutPaths(entry, without) as JsonObject;
  const path = readText(item['category']) ?? readText(item['categories']);
  const category = path === undefined ? undefined : describeCategory(path);
  const type =
    readText(item['type']) ??
    readText(item['product_type']) ??
    (category?.top === category?.path ? undefined : category?.path);
  const price = item['price'];
  const product = readText(item['groupId']);
  return {
    attributes: listAttributes(item),
    words: splitWords(readText(item['name']) ?? ''),
    ...(category === undefined ? {} : { levels: listLevels(category, type), category: category.top }),
    ...(type === undefined ? {} : { type }),
    ...(typeof price === 'number' ? { price } : {}),
    ...(product === undefined ? {} : { product }),
  };
}

/** The paths of the levels of a category; a type of its own is below them. */
function listLevels({ path, levels }: CategoryTexts, type: string | undefined): readonly string[] {
  return type === undefined || type === path
    ? levels
    : describeCategory(`${path}${pathSeparator}${type}`).levels;
}

function describeCategory(path: string): CategoryTexts {
  let texts = categoryTexts.get(path);
  if (texts === undefined) {
    const names = path.toLowerCase().split(pathSeparator, levelsMax);
    texts = {
      path,
      top: cloneText(path.split(pathSeparator, 1)[0] ?? ''),
      levels: names.map((_, level) => names.slice(0, level + 1).join(pathSeparator)),
    };
    countText();
    categoryTexts.set(path, texts);
  }
  return texts;
}

function listAttributes(item: JsonObject): string[] {
  // The service's own fields do not describe the item, and are missing when it is written.
  const { texts } = flattenItem(item, {
    skip: (name) => name.startsWith('_') || nonDescriptiveFields.has(name),
    isText: isTextField,
  });
  const attributes = texts
    .filter(({ value }) => value.length <= attributeLengthMax)
    .map(({ field, value }) => ({ rank: rankField(field), text: describeAttribute(field, value) }))
    .sort((a, b) => a.rank - b.rank);
  return [...new Set(attributes.map(({ text }) => text))].slice(0, attributesMax);
}

function describeAttribute(field: string, value: string): string {
  let text = attributeTexts.get(field)?.get(value);
  if (text === undefined) {
    text = `${field}=${value.toLowerCase()}`;
    countText();
    const texts = attributeTexts.get(field);
    if (texts === undefined) attributeTexts.set(field, new Map([[value, text]]));
    else texts.set(value, text);
  }
  return text;
}

function countText(): void {
  if (++textCount <= textsMax) return;
  attributeTexts.clear();
  categoryTexts.clear();
  textCount = 1;
}

/** The rank of a field by how well it describes an item; unlisted fields come last. */
function rankField(field: string): number {
  const dot = field.indexOf('.');
  return descriptiveFields.get(dot === -1 ? field : field.slice(0, dot)) ?? descriptiveFields.size;
}

function splitWords(text: string): string[] {
  const words = new Set<string>();
  const add = (word: string): void => void words.add(stem(word));
  tokenize(text, add, (start, end) => add(text.slice(start, end).toLowerCase()));
  return [...words].slice(0, wordsMax);
}

function readText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  return typeof first === 'string' && first !== '' ? first : undefined;
}
