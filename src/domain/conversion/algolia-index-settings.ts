import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { AlgoliaSearchDefaults, CustomRankingCriterion } from '../../ports/configuration/settings.ts';
import { isRecord, readText, readTexts, type ConvertedShop } from './converted-shop.ts';
import { unwrapAttribute, convertFieldName } from './algolia-attributes.ts';
import { limitSearchedFields, readString } from './searched-fields.ts';

/** The order of criteria of an index that sets none. */
export const defaultRanking: readonly string[] = [
  'typo',
  'geo',
  'words',
  'filters',
  'proximity',
  'attribute',
  'exact',
  'custom',
];

/** Values that need no conversion, as they are Algolia's defaults or what Vitrine always does. */
const valuesWithoutEffect: Readonly<Record<string, readonly Json[]>> = {
  aroundPrecision: [1],
  alternativesAsExact: [['ignorePlurals', 'singleWordSynonym']],
  allowTyposOnNumericTokens: [true],
  attributeCriteriaComputedByMinProximity: [false],
  decompoundQuery: [true],
  enablePersonalization: [true, false],
  exactOnSingleWordQuery: ['attribute'],
  minProximity: [1],
  mode: ['keywordSearch'],
  relevancyStrictness: [100],
  replaceSynonymsInHighlight: [true, false],
};
/** These settings need no conversion: Vitrine filters all numbers, a replica is named by its primary, and `version` is that of the format. */
const ignoredSettings = new Set([
  'version',
  'primary',
  'numericAttributesForFiltering',
  'numericAttributesToIndex',
]);

/** Settings that are parameters of each search that does not have them, with the values that change nothing. */
export const searchDefaults: Readonly<Record<keyof AlgoliaSearchDefaults, readonly Json[]>> = {
  attributesToHighlight: [['*']],
  attributesToRetrieve: [['*']],
  attributesToSnippet: [],
  distinct: [],
  enableRules: [true],
  highlightPostTag: ['</em>'],
  highlightPreTag: ['<em>'],
  hitsPerPage: [limits.searchLimitDefault],
  maxValuesPerFacet: [limits.facetValuesDefault],
  paginationLimitedTo: [limits.searchWindowMax],
  responseFields: [['*']],
  restrictHighlightAndSnippetArrays: [false],
  snippetEllipsisText: ['…'],
  sortFacetValuesBy: ['count'],
};

const includesValue = (value: Json, values: readonly Json[]): boolean =>
  values.some((one) => JSON.stringify(one) === JSON.stringify(value));

/** Adds the settings of an index, and reports those without a counterpart. `all` has the settings that readers look up, also those that are added elsewhere. */
export function addSettings(settings: JsonObject, shop: ConvertedShop, all = settings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (!isSet(value) && typeof value !== 'boolean') continue;
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read !== undefined) read(value, shop, all);
    else if (Object.hasOwn(searchDefaults, name)) {
      if (!includesValue(value, searchDefaults[name as keyof AlgoliaSearchDefaults]))
        addDefault(name, value, shop);
    } else if (!ignoredSettings.has(name) && isChosen(value, valuesWithoutEffect[name] ?? []))
      shop.leaveOut(`the setting ${name}`);
  }
}

const isSet = (value: Json): boolean =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether a value is a choice of the shop: `false` is one only where `true` is the usual value. */
const isChosen = (value: Json, same: readonly Json[]): boolean =>
  !includesValue(value, same) && (isSet(value) || (value === false && includesValue(true, same)));

/** Adds a default for searches by Algolia's clients. Vitrine's own operations have no such defaults: each request sends the parameter. */
function addDefault(name: string, value: Json, { settings: { algolia } }: ConvertedShop): void {
  algolia.searchDefaults = { ...algolia.searchDefaults, [name]: value };
}

/** Sort keys of `asc(price)` and `desc(popularity)`; other criteria are left out. */
export function convertSortKeys(criteria: readonly string[]): CustomRankingCriterion[] {
  return criteria.flatMap((text) => {
    const match = /^(asc|desc)\((.+)\)$/.exec(text);
    return match === null ? [] : [{ field: convertFieldName(match[2]!), order: match[1] as 'asc' | 'desc' }];
  });
}

const formatSortKey = ({ field, order }: CustomRankingCriterion): string => `${field}:${order}`;

/** The order that the settings of a replica have before relevance: its `ranking`, or the custom one of a virtual replica. */
export function readReplicaSort(settings: JsonObject): string[] {
  const criteria = [...readTexts(settings['ranking']), ...readTexts(settings['customRanking'])];
  return convertSortKeys(criteria).slice(0, limits.sortKeysMax).map(formatSortKey);
}

/** Criteria of attributes that come before all others, and those that follow. */
function splitRanking(ranking: readonly string[], settings: JsonObject): [first: string[], rest: string[]] {
  const custom = readTexts(settings['customRanking']);
  const all = ranking.flatMap((one) => (one === 'custom' ? custom : [one]));
  const end = all.findIndex((one) => !/^(asc|desc)\(/.test(one));
  return [
    end < 0 ? all : all.slice(0, end),
    end < 0 ? [] : all.slice(end).filter((one) => !custom.includes(one)),
  ];
}

const readers: Readonly<Record<string, (value: Json, shop: ConvertedShop, settings: JsonObject) => void>> = {
  searchableAttributes: (value, shop) => {
    const groups = readTexts(value).map((group) => group.split(',').map((one) => unwrapAttribute(one)));
    if (groups.length > 0) limitSearchedFields(groups.flat().map(convertFieldName), shop);
  },
  attributesForFaceting: (value, { settings: { search } }) => {
    const fields = readTexts(value).filter((one) => !one.startsWith('filterOnly('));
    search.facets = [...new Set(fields.map(unwrapAttribute))]
      .slice(0, limits.facetSettingsMax)
      .map((field) => ({ field }));
  },
  ranking: (value, shop, settings) => {
    const [first, rest] = splitRanking(readTexts(value), settings);
    const keys = convertSortKeys(first).slice(0, limits.sortKeysMax);
    if (keys.length > 0) shop.settings.algolia.sort = keys.map(formatSortKey);
    const usual = defaultRanking.filter((one) => one !== 'custom');
    if (JSON.stringify(rest) !== JSON.stringify(usual) && rest.length > 0)
      shop.leaveOut(`the setting ranking: the order ${rest.join(', ')}, see \`search.criteria\``);
  },
  customRanking: (value, { settings: { search } }) => {
    search.customRanking = convertSortKeys(readTexts(value)).slice(0, limits.sortKeysMax);
  },
  attributeForDistinct: (value, { settings: { search } }) => {
    search.groupBy = readString(value);
  },
  distinct: (value, shop, settings) => {
    const count = typeof value === 'boolean' ? Number(value) : Number(readText(value) ?? Number.NaN);
    if (!(count >= 0)) return shop.leaveOut(`the setting distinct: ${JSON.stringify(value)}`);
    if (count > limits.algoliaDistinctMax)
      shop.leaveOut(`the setting distinct: more than ${limits.algoliaDistinctMax} variants`);
    const isOff = count === 0 && settings['attributeForDistinct'] != null;
    if (isOff)
      shop.leaveOut(
        'the setting distinct: off, in Vitrine’s own searches, which list variants as one hit unless `grouped` is false',
      );
    if (isOff || count > 1) addDefault('distinct', Math.min(count, limits.algoliaDistinctMax), shop);
  },
  paginationLimitedTo: (value, shop) => {
    if (typeof value !== 'number' || includesValue(value, searchDefaults.paginationLimitedTo)) return;
    if (value > limits.searchWindowMax)
      shop.leaveOut(`the setting paginationLimitedTo: more than ${limits.searchWindowMax} hits`);
    else addDefault('paginationLimitedTo', value, shop);
  },
  hitsPerPage: (value, shop) => {
    if (typeof value !== 'number' || includesValue(value, searchDefaults.hitsPerPage)) return;
    if (value > limits.searchLimitMax)
      shop.leaveOut(`the setting hitsPerPage: more than ${limits.searchLimitMax} hits`);
    addDefault('hitsPerPage', Math.min(value, limits.searchLimitMax), shop);
  },
  unretrievableAttributes: (value, { settings: { privateFields } }) => {
    privateFields.push(...readTexts(value));
  },
  queryLanguages: (value, { settings: { search } }) => {
    search.languages = readTexts(value).slice(0, limits.settingsLanguagesMax);
  },
  indexLanguages: (value, { settings: { search } }) => {
    search.languages ??= readTexts(value).slice(0, limits.settingsLanguagesMax);
  },
  ignorePlurals: (value, shop) => convertLanguages('ignorePlurals', value, shop),
  removeStopWords: (value, shop) => convertLanguages('removeStopWords', value, shop),
  typoTolerance: (value, shop) => {
    const { search } = shop.settings;
    search.typos = { ...search.typos, enabled: value !== false && value !== 'false' };
    // Minimum typos: words with typos are searched only if nothing has the words as typed.
    if (value === 'min') search.typoThreshold = 1;
    if (value === 'min' || value === 'strict') search.criteria = ['typos'];
    if (value === 'strict')
      shop.leaveOut(
        'the setting typoTolerance: "strict", as items with more typos are listed after the others',
      );
  },
  minWordSizefor1Typo: (value, { settings: { search } }) => {
    if (typeof value === 'number') search.typos = { ...search.typos, minLengthOneTypo: value };
  },
  minWordSizefor2Typos: (value, { settings: { search } }) => {
    if (typeof value === 'number') search.typos = { ...search.typos, minLengthTwoTypos: value };
  },
  disableTypoToleranceOnAttributes: (value, { settings: { search } }) => {
    search.typos = { ...search.typos, disabledFields: readTexts(value).map(convertFieldName) };
  },
  disableTypoToleranceOnWords: (value, { settings: { search } }) => {
    search.typos = { ...search.typos, disabledWords: readTexts(value) };
  },
  queryType: (value, shop) => {
    if (value === 'prefixNone') shop.settings.search.prefix = 'off';
    else if (value === 'prefixAll') {
      shop.settings.search.prefix = 'always';
      shop.leaveOut('the setting queryType: prefixes of words before the last');
    } else if (value !== 'prefixLast') shop.leaveOut(`the setting queryType: ${JSON.stringify(value)}`);
  },
  removeWordsIfNoResults: (value, shop) => {
    if (value === 'none')
      shop.leaveOut(
        'the setting removeWordsIfNoResults: "none" is Algolia’s default; searches with few results also list items with some of the words, unless `search.dropWordsThreshold` is 0',
      );
    else {
      shop.settings.search.dropWordsThreshold = 1;
      if (value !== 'allOptional')
        shop.leaveOut(
          `the setting removeWordsIfNoResults: ${JSON.stringify(value)}, as items with the most words come first, whatever their places`,
        );
    }
  },
  advancedSyntax: (value, shop) => {
    if (value === true) shop.leaveOut('the setting advancedSyntax: phrases in quotes and words after "-"');
  },
  separatorsToIndex: (value, shop) => {
    shop.leaveOut(`the setting separatorsToIndex: ${JSON.stringify(value)}`);
  },
  replicas: (value, { replicas }) => {
    for (const name of readTexts(value).map(unwrapAttribute))
      if (!replicas.has(name)) replicas.set(name, null);
  },
  renderingContent: (value, shop) => {
    if (!isRecord(value)) return;
    const { facetOrdering, ...others } = value;
    for (const name of Object.keys(others)) shop.leaveOut(`the setting renderingContent.${name}`);
    if (isRecord(facetOrdering)) shop.facetOrdering = facetOrdering;
  },
};

/** A list names the languages of the index; Vitrine matches plurals and ignores stop words in all of them. */
function convertLanguages(name: string, value: Json, shop: ConvertedShop): void {
  const { search } = shop.settings;
  const languages = readTexts(value);
  if (languages.length > 0) search.languages ??= languages.slice(0, limits.settingsLanguagesMax);
  else if (value === false) shop.leaveOut(`the setting ${name}: false, as it is always so`);
}
