import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { FacetSetting } from '../../ports/configuration/settings.ts';
import { isRecord, readObjects, readText, readTexts, type ConvertedShop } from './converted-shop.ts';
import { convertItem } from './item-conversion.ts';
import { limitSearchedFields } from './searched-fields.ts';
import { addByWord } from './synonym-conversion.ts';

/** Every field can be sorted and filtered. */
const needless = new Set(['sortableAttributes', 'filterableAttributes']);

/** Values of settings that Meilisearch has without a choice of the shop. */
const defaults: Readonly<Record<string, Json>> = {
  proximityPrecision: 'byWord',
  facetSearch: true,
  prefixSearch: 'indexingTime',
};

/** The order of rules of an index that sets none, in newer versions the second. */
const defaultRules: readonly string[] = ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'];
const newRules: readonly string[] = [
  'words',
  'typo',
  'proximity',
  'attributeRank',
  'sort',
  'wordPosition',
  'exactness',
];

/**
 * Reads a reply of Meilisearch: of `/indexes/{index}/documents` (`results`), one document, or of `/indexes/{index}/settings`.
 * The id of an item is the first of `id`, `sku` and a field that ends with `id`.
 */
export function convertMeilisearch(record: JsonObject, shop: ConvertedShop): void {
  if (Array.isArray(record['results'])) {
    for (const document of readObjects(record['results'])) addDocument(document, shop);
  } else if (Array.isArray(record['rankingRules'])) addSettings(record, shop);
  else addDocument(record, shop);
}

function addDocument(document: JsonObject, shop: ConvertedShop): void {
  const named = Object.keys(document).filter((name) => /id$/i.test(name));
  const item = convertItem(document, ['id', ...named, 'sku'], shop);
  if (item !== null) shop.addItem(item);
}

function addSettings(settings: JsonObject, shop: ConvertedShop): void {
  const { search, privateFields } = shop.settings;
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || needless.has(name) || value === defaults[name]) continue;
    if (name === 'searchableAttributes') limitSearchedFields(readTexts(value), shop);
    else if (name === 'stopWords') {
      if (readTexts(value).length > 0) search.stopWords = readTexts(value).slice(0, limits.stopWordsMax);
    } else if (name === 'synonyms' && isRecord(value)) {
      addByWord(
        new Map(Object.entries(value).map(([word, others]) => [word, readTexts(others)])),
        (word) => `the synonyms of "${word}"`,
        shop,
      );
    } else if (name === 'distinctAttribute') search.groupBy = readText(value) ?? '';
    else if (name === 'rankingRules') convertRankingRules(readTexts(value), shop);
    else if (name === 'pagination' && isRecord(value)) {
      const most = value['maxTotalHits'];
      if (typeof most === 'number' && most !== 1_000 && most !== limits.searchWindowMax)
        shop.leaveOut(`the setting pagination.maxTotalHits: it is ${limits.searchWindowMax}`);
    } else if (name === 'faceting' && isRecord(value)) convertFaceting(value, shop);
    else if (name === 'prefixSearch' && value === 'disabled') search.prefix = 'off';
    else if (name === 'displayedAttributes') {
      const shown = readTexts(value);
      if (shown.includes('*') || shown.length === 0) continue;
      shop.addFinalTask(() => {
        const always = ['id', 'sku', 'active', 'groupId', 'name', ...shown];
        privateFields.push(...[...shop.fields].filter((field) => !always.includes(field)).slice(0, 100));
      });
    } else if (name === 'typoTolerance' && isRecord(value)) {
      search.typos = convertTypos(value);
      if (value['disableOnNumbers'] === true) shop.leaveOut('the setting typoTolerance.disableOnNumbers');
    } else if (Array.isArray(value) ? value.length > 0 : !isRecord(value) || Object.keys(value).length > 0)
      shop.leaveOut(`the setting ${name}`);
  }
}

/** Rules of attributes become the custom ranking, wherever they stand; the order of the others has no counterpart. */
function convertRankingRules(rules: readonly string[], shop: ConvertedShop): void {
  const attributeRule = /^(.+):(asc|desc)$/;
  shop.settings.search.customRanking = rules
    .map((rule) => attributeRule.exec(rule))
    .flatMap((match) => (match === null ? [] : [{ field: match[1]!, order: match[2] as 'asc' | 'desc' }]))
    .slice(0, limits.sortKeysMax);
  const order = rules.filter((rule) => !attributeRule.test(rule)).join(', ');
  if (![defaultRules, newRules].some((usual) => usual.join(', ') === order))
    shop.leaveOut(`the setting rankingRules: the order ${order}, see \`search.criteria\``);
  const [first = ''] = rules;
  if (attributeRule.test(first))
    shop.leaveOut(`the setting rankingRules: ${first} before the words of a query: use \`sort\` in requests`);
}

/** Numbers of values are those of a request, and orders of values those of the facets of the settings. */
function convertFaceting(faceting: JsonObject, shop: ConvertedShop): void {
  const most = faceting['maxValuesPerFacet'];
  if (typeof most === 'number' && most !== limits.facetValuesDefault)
    shop.leaveOut('the setting faceting.maxValuesPerFacet: send the number of values with each search');
  const orders = isRecord(faceting['sortFacetValuesBy']) ? faceting['sortFacetValuesBy'] : {};
  shop.settings.search.facets = Object.entries(orders).flatMap(([field, order]): FacetSetting[] => {
    if (field === '*') {
      if (order !== 'alpha') shop.leaveOut('the setting faceting.sortFacetValuesBy.*');
      return [];
    }
    return [{ field, order: order === 'count' ? 'count' : 'value' }];
  });
  if (shop.settings.search.facets.length === 0) delete shop.settings.search.facets;
}

function convertTypos(value: JsonObject): NonNullable<ConvertedShop['settings']['search']['typos']> {
  const sizes = isRecord(value['minWordSizeForTypos']) ? value['minWordSizeForTypos'] : {};
  return {
    ...(typeof value['enabled'] === 'boolean' ? { enabled: value['enabled'] } : {}),
    ...(typeof sizes['oneTypo'] === 'number' ? { minLengthOneTypo: sizes['oneTypo'] } : {}),
    ...(typeof sizes['twoTypos'] === 'number' ? { minLengthTwoTypos: sizes['twoTypos'] } : {}),
    disabledFields: readTexts(value['disableOnAttributes']),
    disabledWords: readTexts(value['disableOnWords']),
  };
}
