import type { Filter } from '../../ports/search/filters.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { understandingModes } from '../../ports/configuration/settings.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { defineChoice } from '../../domain/contract/fields.ts';
import { defineComponent } from '../../domain/contract/schema.ts';
import { isPrivate } from '../../domain/access/restrictions.ts';
import { localMembers } from '../../lib/local-values.ts';
import { parseFacets } from '../../domain/query/facet-requests.ts';
import { checkWindow } from '../../domain/query/search-request.ts';
import { parseSort } from '../../domain/query/sort-keys.ts';
import {
  buildBodySchema,
  defineFlagParameter,
  defineIntegerParameter,
  defineParameter,
  defineTextParameter,
  defineTextListParameter,
  type Parameter,
  type Values,
} from '../requests/parameters.ts';
import { draftParameter } from '../access/call-view.ts';
import { fields, readFilter, filters, offset, type FilterCall } from './common.ts';
import { disjunctive, facets, facetsInBody } from './facet-parameters.ts';
import { localParameters } from './local-parameters.ts';
import { personalize, ruleParameters, visitorParameters } from './rule-parameters.ts';

/** Maximum of fields to highlight, as each takes time for every hit. */
const highlightFieldsMax = 20;

/** Parameters of a search in a URL. */
export const searchParameters = {
  q: defineTextParameter({
    description: 'The query. Without words, browses the catalog by popularity.',
    lengthMin: 0,
    lengthMax: limits.queryLengthMax,
    aliases: ['query', 'text', 'search', 'term', 'keyword'],
    example: 'red apple',
  }),
  limit: defineIntegerParameter({
    description: 'Maximum number of items.',
    min: 0,
    max: limits.searchLimitMax,
    fallback: limits.searchLimitDefault,
  }),
  offset,
  filters,
  facets,
  disjunctive,
  sort: defineTextListParameter({
    description:
      'Sort keys that precede relevance: `price:asc`, `-price`, `desc(price)`, `distance(location,59.33,18.06)`.',
    countMax: limits.sortKeysMax,
    // A key may have a direction, or a point after the field.
    lengthMax: limits.fieldNameLengthMax + 100,
    brackets: true,
  }),
  fields,
  highlight: defineHighlightFields({
    description: 'Fields to highlight; `false`: none. Default: `name` and `description`, if returned.',
    countMax: highlightFieldsMax,
    lengthMax: limits.fieldNameLengthMax,
  }),
  explain: defineFlagParameter({ description: 'Adds `_ranking` to each item.', fallback: false }),
  grouped: defineFlagParameter({
    description:
      'Whether variants of a product (same `groupId`) are listed, counted and paged as one, at the position of the best. Matching and filters apply to each variant.',
    fallback: true,
  }),
  variants: defineIntegerParameter({
    description: 'Maximum number of further variants per product in `_variants`, best first.',
    min: 0,
    max: limits.variantsMax,
    fallback: 0,
  }),
  ...visitorParameters,
  personalize,
  address: defineTextParameter({
    description:
      'For requests of your server: the visitor’s IP address. Not stored. At most two visitors per address count for completions.',
    lengthMax: limits.addressLengthMax,
  }),
  collection: defineTextParameter({
    description:
      'Id of a collection: searches among its items. Without words, the list has the order of the collection’s page.',
    lengthMax: limits.collectionIdLengthMax,
  }),
  ...ruleParameters,
  draft: draftParameter,
  understanding: defineParameter(
    {
      description:
        'Query understanding: whether prices, sizes and values of the catalog in the query become `filters` in its place, `boosts`, or stay words (`off`). Default: the setting.',
    },
    defineChoice(understandingModes),
    null,
  ),
  asWords: defineTextListParameter({
    description:
      'Fields whose values stay words of the query, as after a shopper removes a filter of `understood`.',
    countMax: limits.facetsMax,
    lengthMax: limits.fieldNameLengthMax,
  }),
  ...localParameters,
  language: {
    ...localParameters.language,
    description:
      'Language of the query and of the texts of items (`translations.<name>`): `de` or `de-AT`. With several project languages (setting `languages`), only its stop words apply. An unknown language gives a warning.',
  },
};
/** In bodies, a facet may also be an object. */
export const searchBody = { ...searchParameters, facets: facetsInBody };
export const searchRequest = defineComponent('SearchRequest', buildBodySchema(searchBody));
type SearchValues = Omit<Values<typeof searchParameters>, 'facets'> & {
  readonly facets: readonly (string | JsonObject)[];
};

/** A list of fields, or `true` (default fields) or `false`; in JSON also a boolean. */
function defineHighlightFields(options: Parameters<typeof defineTextListParameter>[0]): Parameter<string[]> {
  const list = defineTextListParameter(options);
  return {
    ...list,
    schema: { oneOf: [list.schema, { type: 'boolean' }] },
    takesEmpty: false,
    read: (value, path) => list.read(typeof value === 'boolean' ? String(value) : value, path),
  };
}

/** Default fields to highlight. */
const highlightDefault = ['name', 'description'];

/**
 * Parses a search at `now`, milliseconds since 1970. Parameters without effect give warnings.
 * @throws VitrineError invalid_filter, invalid_request
 */
export function createTextQuery(
  values: SearchValues,
  { now, ...context }: FilterCall & { now: number },
): TextQuery {
  checkWindow(values.offset, values.limit);
  return {
    text: values.q ?? '',
    ...readLanguage(values.language, context),
    ...parseFacets(values.facets, values.disjunctive, now),
    sort: parseSort(values.sort),
    offset: values.offset,
    limit: values.limit,
    highlight: readHighlight(values.highlight, values.fields),
    explain: values.explain,
    grouped: values.grouped,
    variants: values.variants,
    ...wrapFilter(readFilter(values.filters, now, context)),
  };
}

/** The primary language of a tag, if it is one of the project's languages. */
export function readLanguage(
  tag: string | null,
  { project, restrictions, warnings }: FilterCall,
): { language?: string } {
  if (tag === null) return {};
  const { languages } = project.settings.effective().search;
  const [code = ''] = tag.toLowerCase().split(/[-_]/);
  if (languages.includes(code)) return { language: code };
  const translations =
    restrictions.local?.languages.map((name) => `${localMembers.translations}.${name}.`) ?? [];
  const hidden = { privateFields: restrictions.configuredPrivateFields };
  const isTranslated = [...project.text.listFieldNames()].some(
    (field) => translations.some((prefix) => field.startsWith(prefix)) && !isPrivate(hidden, field),
  );
  if (isTranslated) return {};
  const known = languages.length === 0 ? 'has none set' : `has ${languages.join(', ')}`;
  const detail = `language ${tag} was ignored: the project ${known}`;
  warnings.push({ code: 'language_not_set', path: 'language', detail });
  return {};
}

function readHighlight(fields: readonly string[], returned: readonly string[] | null): readonly string[] {
  if (fields.length === 0 || fields[0] === 'true')
    return highlightDefault.filter((field) => returned?.includes(field) ?? true);
  return fields[0] === 'false' ? [] : fields;
}

export function wrapFilter(filter: Filter | null): { filter?: Filter } {
  return filter === null ? {} : { filter };
}
