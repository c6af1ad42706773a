import type { Filter, GeoPoint } from '../../../ports/search/filters.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import { toField } from './attributes.ts';
import type { ScoredFilter } from './filter-syntax.ts';
import { readCentre, readFilter, readOptionalFilters } from './filters.ts';
import { ParameterReader } from './parameter-reader.ts';
import type { SearchContext } from './search-context.ts';

/** Markup of matches in texts. */
export interface Markup {
  readonly pre: string;
  readonly post: string;
}

/** How the texts of hits are shown. */
export interface TextDisplay extends Markup {
  /** Attributes with highlights, or null for all with texts. */
  readonly highlighted: readonly string[] | null;
  /** Number of words by attribute; `*` stands for all others. */
  readonly snippets: ReadonlyMap<string, number>;
  readonly ellipsis: string;
  /** Whether lists have only their elements with a match. */
  readonly matchingElementsOnly: boolean;
}

export interface AlgoliaSearch {
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
  /** Null if the request has an offset instead. */
  readonly page: number | null;
  readonly filter: Filter | null;
  readonly optionalFilters: readonly ScoredFilter[];
  readonly around: GeoPoint | null;
  /** Attributes; `*` stands for those that suit the results. */
  readonly facets: readonly string[];
  readonly valuesPerFacet: number;
  readonly facetOrder: 'count' | 'value' | null;
  /** Null retrieves all attributes. */
  readonly retrieved: readonly string[] | null;
  readonly unretrieved: readonly string[];
  /** Whether the key sets the retrieved attributes, so that nothing else of an item may be shown in any form. */
  readonly keySetsAttributes: boolean;
  readonly display: TextDisplay;
  /** Null leaves it to the setting of the project. */
  readonly grouped: boolean | null;
  /** Further variants of a product that are hits. */
  readonly variantCount: number;
  /** Number of hits that pages can reach. */
  readonly window: number;
  readonly explain: boolean;
  readonly withQueryId: boolean;
  readonly isRecorded: boolean;
  readonly userToken: string | null;
  readonly ruleContexts: readonly string[];
  readonly enableRules: boolean;
  readonly personalize: boolean;
  readonly language: string | null;
  /** Members of the reply, or null for all. */
  readonly responseFields: readonly string[] | null;
  /** The parameters as URL-encoded text. */
  readonly encoded: string;
  /** Parameters without an effect that could change the results, sorted. */
  readonly ignored: readonly string[];
}

/**
 * Parameters that change no results here: what they ask for is always done or is set in the project, or they concern Algolia's own
 * statistics.
 */
const needless = [
  'analyticsTags',
  'percentileComputation',
  'enableABTest',
  'facetingAfterDistinct',
  'replaceSynonymsInHighlight',
  'cursor',
  'indexName',
  'index',
  'type',
  'strategy',
] as const;

/** Parameters that are always so here, with the values that change nothing. */
const fixedParameters: Readonly<Record<string, readonly unknown[]>> = {
  aroundPrecision: [1],
  synonyms: [true],
  ignorePlurals: [true],
  removeStopWords: [true],
  advancedSyntax: [false],
  allowTyposOnNumericTokens: [true],
  decompoundQuery: [true],
  relevancyStrictness: [100],
  sumOrFiltersScores: [false, true],
};

const withoutSettings: SearchContext = {
  defaults: {},
  effects: { typoTolerance: true, queryType: 'prefixLast', removeWordsIfNoResults: 'allOptional' },
};

/**
 * `forced` are the parameters that the key sets. `context` defaults to that of a project without settings.
 * @throws VitrineError invalid_request with the parameter as path
 */
export function readSearch(
  parameters: JsonObject,
  forced: JsonObject,
  { defaults, effects }: SearchContext = withoutSettings,
): AlgoliaSearch {
  const reader = new ParameterReader(parameters, forced, defaults as JsonObject);
  const page = readPage(reader);
  const [retrieved, unretrieved] = readRetrievedAttributes(reader);
  // Reading marks them as read, so that they are not reported as ignored.
  for (const name of needless) reader.readValue(name);
  const search = {
    ...page,
    query: readQueryText(reader),
    filter: readFilter(reader),
    optionalFilters: readOptionalFilters(reader),
    around: readCentre(reader),
    facets: [...new Set(reader.readTexts('facets', limits.facetsMax, limits.fieldNameLengthMax) ?? [])],
    valuesPerFacet: reader.readInteger('maxValuesPerFacet', {
      min: 1,
      max: limits.facetValuesMax,
      fallback: limits.facetValuesDefault,
    }),
    facetOrder: readFacetOrder(reader),
    retrieved,
    unretrieved,
    keySetsAttributes: forced['attributesToRetrieve'] !== undefined,
    display: readDisplay(reader),
    ...readGrouping(reader),
    window: defaults.paginationLimitedTo ?? limits.searchWindowMax,
    explain: reader.readFlag('getRankingInfo', false),
    withQueryId: reader.readFlag('clickAnalytics', false),
    isRecorded: reader.readFlag('analytics', true),
    userToken: reader.readText('userToken', limits.userIdLengthMax),
    ruleContexts: reader.readTexts('ruleContexts', 10, limits.contextTextLengthMax) ?? [],
    enableRules: reader.readFlag('enableRules', true),
    personalize: reader.readFlag('enablePersonalization', true),
    language: readLanguage(reader),
    responseFields: readResponseFields(reader),
    encoded: reader.encodeParameters(),
  };
  const ignored = reader.listUnread().filter((name) => {
    const value = reader.readValue(name);
    if (Object.hasOwn(effects, name)) {
      const effect = effects[name]!;
      // A URL has texts only: "true" is the same as true.
      return value !== effect && value !== JSON.stringify(effect);
    }
    return !(Object.hasOwn(fixedParameters, name) && fixedParameters[name]!.includes(value));
  });
  return { ...search, ignored };
}

/** Truncates a longer query. */
function readQueryText(reader: ParameterReader): string {
  const query = reader.readText('query', Number.MAX_SAFE_INTEGER) ?? '';
  // The cut may leave half a character.
  return query.slice(0, limits.queryLengthMax).toWellFormed();
}

/** `distinct` is a flag or a number of variants. */
function readGrouping(reader: ParameterReader): Pick<AlgoliaSearch, 'grouped' | 'variantCount'> {
  const value = reader.readValue('distinct');
  if (value === null) return { grouped: null, variantCount: 0 };
  if (typeof value === 'boolean' || value === 'true' || value === 'false')
    return { grouped: reader.readFlag('distinct', true), variantCount: 0 };
  const count = reader.readInteger('distinct', { min: 0, max: limits.algoliaDistinctMax, fallback: 1 });
  return { grouped: count > 0, variantCount: Math.max(0, count - 1) };
}

function readPage(reader: ParameterReader): Pick<AlgoliaSearch, 'offset' | 'limit' | 'page'> {
  if (reader.has('offset') && reader.has('length')) {
    const span = { min: 0, max: limits.searchWindowMax };
    return {
      offset: reader.readInteger('offset', { ...span, fallback: 0 }),
      limit: reader.readInteger('length', { min: 0, max: limits.searchLimitMax, fallback: 0 }),
      page: null,
    };
  }
  const limit = reader.readInteger('hitsPerPage', {
    min: 0,
    max: limits.searchLimitMax,
    fallback: limits.searchLimitDefault,
  });
  const page = reader.readInteger('page', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
  return { offset: page * limit, limit, page };
}

function readFacetOrder(reader: ParameterReader): 'count' | 'value' | null {
  const order = reader.readText('sortFacetValuesBy', 100);
  if (order === null) return null;
  if (order === 'count') return 'count';
  if (order === 'alpha') return 'value';
  throw createParameterError('sortFacetValuesBy', 'not_allowed', '"count" or "alpha"');
}

function readRetrievedAttributes(
  reader: ParameterReader,
): [retrieved: string[] | null, unretrieved: string[]] {
  const attributes = reader.readTexts('attributesToRetrieve', limits.fieldsMax, limits.fieldNameLengthMax);
  if (attributes === null) return [null, []];
  const unretrieved = attributes.filter((one) => one.startsWith('-')).map((one) => one.slice(1));
  return [attributes.includes('*') ? null : attributes.filter((one) => !one.startsWith('-')), unretrieved];
}

function readDisplay(reader: ParameterReader): TextDisplay {
  const highlighted = reader.readTexts('attributesToHighlight', limits.fieldsMax, limits.fieldNameLengthMax);
  const snippets =
    reader.readTexts('attributesToSnippet', limits.fieldsMax, limits.fieldNameLengthMax + 10) ?? [];
  return {
    highlighted: highlighted?.includes('*') === true ? null : highlighted,
    snippets: new Map(
      snippets.map((one) => {
        const [, name = one, words] = /^(.*):(\d{1,4})$/.exec(one) ?? [];
        return [name, Math.max(1, Number(words ?? 10))];
      }),
    ),
    pre: reader.readText('highlightPreTag', limits.algoliaMarkupLengthMax) ?? '<em>',
    post: reader.readText('highlightPostTag', limits.algoliaMarkupLengthMax) ?? '</em>',
    ellipsis: reader.readText('snippetEllipsisText', limits.algoliaMarkupLengthMax) ?? '…',
    matchingElementsOnly: reader.readFlag('restrictHighlightAndSnippetArrays', false),
  };
}

function readLanguage(reader: ParameterReader): string | null {
  const [first] = reader.readTexts('queryLanguages', 20, 20) ?? [];
  return first ?? null;
}

function readResponseFields(reader: ParameterReader): readonly string[] | null {
  const members = reader.readTexts('responseFields', 100, 100);
  return members === null || members.includes('*') ? null : members;
}

/** Whether the key of a search lets it show the values of a field, because the key retrieves the field or an object that contains it. */
export function showsField(
  {
    keySetsAttributes,
    retrieved,
    unretrieved,
  }: Pick<AlgoliaSearch, 'keySetsAttributes' | 'retrieved' | 'unretrieved'>,
  field: string,
): boolean {
  const isWithin = (attribute: string): boolean => {
    const outer = toField(attribute);
    return field === outer || field.startsWith(`${outer}.`);
  };
  return !keySetsAttributes || ((retrieved?.some(isWithin) ?? true) && !unretrieved.some(isWithin));
}
