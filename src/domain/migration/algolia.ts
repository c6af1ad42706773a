import type { Json, JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { algoliaRule } from './algolia-rules.ts';
import { isRecord, objectsOf, textOf, textsOf, type ConvertedShop } from './converted-shop.ts';
import { itemOf } from './item-conversion.ts';
import { limitSearchedFields, stringField } from './searched-fields.ts';
import { addEquivalent, addOneWay } from './synonym-conversion.ts';

/** Settings that need no counterpart: Vitrine does the same without one, or they concern requests. */
const needless = new Set([
  'hitsPerPage',
  'maxValuesPerFacet',
  'version',
  'ranking',
  'paginationLimitedTo',
  'exactOnSingleWordQuery',
  'queryType',
  'highlightPreTag',
  'highlightPostTag',
  'snippetEllipsisText',
  'alternativesAsExact',
  'removeWordsIfNoResults',
  'minProximity',
  'attributesToHighlight',
  'attributesToSnippet',
  'separatorsToIndex',
  'removeStopWords',
  'ignorePlurals',
  'allowTyposOnNumericTokens',
  'numericAttributesForFiltering',
  'numericAttributesToIndex',
  'attributesToRetrieve',
  'responseFields',
  'advancedSyntax',
  'enableRules',
  'userData',
  'distinct',
  'primary',
]);

/**
 * Reads a record of Algolia: of `objects browse`, `synonyms browse`, `rules browse`, `settings get`, or a file of
 * `indices config export` with all three.
 */
export function convertAlgolia(record: JsonObject, shop: ConvertedShop): void {
  if (isRecord(record['settings']) || Array.isArray(record['rules']) || Array.isArray(record['synonyms'])) {
    if (!('objectID' in record)) {
      if (isRecord(record['settings'])) addSettings(record['settings'], shop);
      for (const rule of objectsOf(record['rules'])) convertAlgolia(rule, shop);
      for (const synonym of objectsOf(record['synonyms'])) convertAlgolia(synonym, shop);
      return;
    }
  }
  if (isRecord(record['consequence'])) {
    const rule = algoliaRule(record, shop);
    if (rule !== null) shop.rules.push(rule);
  } else if (isSynonym(record)) addSynonym(record, shop);
  else if ('objectID' in record) {
    const item = itemOf(record, ['objectID'], shop);
    if (item !== null) shop.addItem(item);
  } else addSettings(record, shop);
}

/** Types of synonyms, in lower case. */
export const synonymKinds = ['synonym', 'onewaysynonym', 'altcorrection1', 'altcorrection2', 'placeholder'];

function isSynonym(record: JsonObject): boolean {
  const isOfKind = synonymKinds.includes((textOf(record['type']) ?? '').toLowerCase());
  return isOfKind && ['synonyms', 'corrections', 'replacements'].some((name) => Array.isArray(record[name]));
}

/** Adds a record of `synonyms browse`. */
export function addSynonym(record: JsonObject, shop: ConvertedShop): void {
  const kind = (textOf(record['type']) ?? '').toLowerCase();
  const place = `the synonyms ${textOf(record['objectID']) ?? ''}`.trim();
  if (kind === 'synonym') addEquivalent(textsOf(record['synonyms']), place, shop);
  else if (kind === 'onewaysynonym')
    addOneWay(textOf(record['input']) ?? '', textsOf(record['synonyms']), place, shop);
  else if (kind.startsWith('altcorrection'))
    addOneWay(textOf(record['word']) ?? '', textsOf(record['corrections']), place, shop);
  else shop.leaveOut(`${place}: the type placeholder`);
}

const unwrapped = (attribute: string): string => attribute.replace(/^\w+\((.*)\)$/, '$1').trim();

/** `searchable(brand)`, `afterDistinct(searchable(brand))` → `brand`. */
export const bare = (attribute: string): string => unwrapped(unwrapped(attribute));

/** Adds the settings of an index. */
export function addSettings(settings: JsonObject, shop: ConvertedShop): void {
  const { search, privateFields } = shop.settings;
  for (const [name, value] of Object.entries(settings)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read !== undefined) read(value, { search, privateFields, shop });
    else if (!needless.has(name) && isSet(value)) shop.leaveOut(`the setting ${name}`);
  }
}

const isSet = (value: Json): boolean =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

interface Target {
  readonly search: ConvertedShop['settings']['search'];
  readonly privateFields: string[];
  readonly shop: ConvertedShop;
}

const readers: Readonly<Record<string, (value: Json, target: Target) => void>> = {
  searchableAttributes: (value, { shop }) => {
    const groups = textsOf(value).map((group) => group.split(',').map((one) => bare(one)));
    if (groups.length > 0) limitSearchedFields(groups.flat().map(fieldOf), shop);
  },
  attributesForFaceting: (value, { search }) => {
    const fields = textsOf(value).filter((one) => !one.startsWith('filterOnly('));
    search.facets = [...new Set(fields.map(bare))].slice(0, 200).map((field) => ({ field }));
  },
  customRanking: (value, { search }) => {
    search.customRanking = textsOf(value)
      .map((text) => /^(asc|desc)\((.+)\)$/.exec(text))
      .flatMap((match) => (match === null ? [] : [{ field: match[2]!, order: match[1] as 'asc' | 'desc' }]))
      .slice(0, limits.sortKeysMax);
  },
  attributeForDistinct: (value, { search }) => {
    search.groupBy = stringField(value);
  },
  unretrievableAttributes: (value, { privateFields }) => {
    privateFields.push(...textsOf(value));
  },
  queryLanguages: (value, { search }) => {
    search.languages = textsOf(value).slice(0, limits.settingsLanguagesMax);
  },
  indexLanguages: (value, { search }) => {
    search.languages ??= textsOf(value).slice(0, limits.settingsLanguagesMax);
  },
  typoTolerance: (value, { search }) => {
    search.typos = { ...search.typos, enabled: value !== false && value !== 'false' };
  },
  minWordSizefor1Typo: (value, { search }) => {
    if (typeof value === 'number') search.typos = { ...search.typos, minLengthOneTypo: value };
  },
  minWordSizefor2Typos: (value, { search }) => {
    if (typeof value === 'number') search.typos = { ...search.typos, minLengthTwoTypos: value };
  },
  disableTypoToleranceOnAttributes: (value, { search }) => {
    search.typos = { ...search.typos, disabledFields: textsOf(value).map(fieldOf) };
  },
  disableTypoToleranceOnWords: (value, { search }) => {
    search.typos = { ...search.typos, disabledWords: textsOf(value) };
  },
  replicas: (value, { shop }) => {
    for (const name of textsOf(value)) shop.leaveOut(`the replica ${bare(name)}: use \`sort\` in requests`);
  },
};

/** Fields that `itemOf` renames. */
const fieldOf = (name: string): string =>
  ['title', 'productName', 'product_name'].includes(name) ? 'name' : name;
