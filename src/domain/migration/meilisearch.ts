import type { JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { isRecord, objectsOf, textOf, textsOf, type ConvertedShop } from './converted-shop.ts';
import { itemOf } from './item-conversion.ts';
import { limitSearchedFields } from './searched-fields.ts';
import { addByWord } from './synonym-conversion.ts';

const needless = new Set([
  'sortableAttributes',
  'filterableAttributes',
  'proximityPrecision',
  'pagination',
  'faceting',
  'separatorTokens',
  'nonSeparatorTokens',
  'searchCutoffMs',
  'facetSearch',
  'prefixSearch',
]);

/**
 * Reads a reply of Meilisearch: of `/indexes/{index}/documents` (`results`), one document, or of `/indexes/{index}/settings`.
 * The id of an item is the first of `id`, `sku` and a field that ends with `id`.
 */
export function convertMeilisearch(record: JsonObject, shop: ConvertedShop): void {
  if (Array.isArray(record['results'])) {
    for (const document of objectsOf(record['results'])) addDocument(document, shop);
  } else if (Array.isArray(record['rankingRules'])) addSettings(record, shop);
  else addDocument(record, shop);
}

function addDocument(document: JsonObject, shop: ConvertedShop): void {
  const named = Object.keys(document).filter((name) => /id$/i.test(name));
  const item = itemOf(document, ['id', ...named, 'sku'], shop);
  if (item !== null) shop.addItem(item);
}

function addSettings(settings: JsonObject, shop: ConvertedShop): void {
  const { search, privateFields } = shop.settings;
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || needless.has(name)) continue;
    if (name === 'searchableAttributes') limitSearchedFields(textsOf(value), shop);
    else if (name === 'stopWords') {
      if (textsOf(value).length > 0) search.stopWords = textsOf(value).slice(0, limits.stopWordsMax);
    } else if (name === 'synonyms' && isRecord(value)) {
      addByWord(
        new Map(Object.entries(value).map(([word, others]) => [word, textsOf(others)])),
        (word) => `the synonyms of "${word}"`,
        shop,
      );
    } else if (name === 'distinctAttribute') search.groupBy = textOf(value) ?? '';
    else if (name === 'rankingRules') {
      search.customRanking = textsOf(value)
        .map((rule) => /^(.+):(asc|desc)$/.exec(rule))
        .flatMap((match) => (match === null ? [] : [{ field: match[1]!, order: match[2] as 'asc' | 'desc' }]))
        .slice(0, limits.sortKeysMax);
    } else if (name === 'displayedAttributes') {
      const shown = textsOf(value);
      if (shown.includes('*') || shown.length === 0) continue;
      shop.atEnd(() => {
        const always = ['id', 'sku', 'active', 'groupId', 'name', ...shown];
        privateFields.push(...[...shop.fields].filter((field) => !always.includes(field)).slice(0, 100));
      });
    } else if (name === 'typoTolerance' && isRecord(value)) search.typos = typosOf(value);
    else if (Array.isArray(value) ? value.length > 0 : !isRecord(value) || Object.keys(value).length > 0)
      shop.leaveOut(`the setting ${name}`);
  }
}

function typosOf(value: JsonObject): NonNullable<ConvertedShop['settings']['search']['typos']> {
  const sizes = isRecord(value['minWordSizeForTypos']) ? value['minWordSizeForTypos'] : {};
  return {
    ...(typeof value['enabled'] === 'boolean' ? { enabled: value['enabled'] } : {}),
    ...(typeof sizes['oneTypo'] === 'number' ? { minLengthOneTypo: sizes['oneTypo'] } : {}),
    ...(typeof sizes['twoTypos'] === 'number' ? { minLengthTwoTypos: sizes['twoTypos'] } : {}),
    disabledFields: textsOf(value['disableOnAttributes']),
    disabledWords: textsOf(value['disableOnWords']),
  };
}
