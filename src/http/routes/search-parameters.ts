import type { Warning } from '../../ports/errors.ts';
import type { Filter } from '../../ports/filters.ts';
import type { JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import type { TextQuery } from '../../ports/text.ts';
import { parseFacets } from '../../domain/search/query/facet-requests.ts';
import { checkWindow } from '../../domain/search/query/search-request.ts';
import { parseSort } from '../../domain/search/query/sort-keys.ts';
import { anything, flag, integer, text, textList, type Parameter, type Values } from '../parameters.ts';
import { fields, filterOf, filters, offset, wrong, type FilterCall } from './common.ts';
import { disjunctive, facets, facetsInBody } from './facet-parameters.ts';

/** An RFC 5646 language tag; underscores are accepted. */
const languageTag = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/;

/** Parameters of a search in a URL. */
export const searchParameters = {
  q: text({
    description: 'The words to look for. Without any, the catalog is browsed by popularity.',
    lengthMin: 0,
    lengthMax: limits.queryLengthMax,
    aliases: ['query', 'text', 'search', 'term', 'keyword'],
    example: 'red apple',
  }),
  limit: integer({
    description: 'Items to obtain.',
    min: 0,
    max: limits.searchLimitMax,
    fallback: limits.searchLimitDefault,
  }),
  offset,
  filters,
  facets,
  disjunctive,
  sort: textList({
    description:
      'Fields to sort by before relevance: `price:asc`, `-price`, `desc(price)`, `distance(location,59.33,18.06)`.',
    countMax: limits.sortKeysMax,
    lengthMax: limits.fieldNameLengthMax + 100,
    brackets: true,
  }),
  fields,
  highlight: highlightFields({
    description:
      'Fields to mark the found words in; `false` for none. By default `name` and `description`, as far as `fields` returns them.',
    countMax: 20,
    lengthMax: limits.fieldNameLengthMax,
  }),
  explain: flag({ description: 'Adds `_ranking` to each item.', fallback: false }),
  grouped: flag({
    description:
      'Variants of one product (items with the same `groupId`) are found and filtered one by one, and listed, counted and paged as one, in the place of the best of them. `false`: each for itself.',
    fallback: true,
  }),
  variants: integer({
    description: 'Further variants of each product to obtain under `_variants`, best first.',
    min: 0,
    max: limits.variantsMax,
    fallback: 0,
  }),
  user: text({
    description: 'Who searches: what several people finish may become a completion.',
    lengthMax: limits.userIdLengthMax,
  }),
  session: text({
    description: 'The visit, where it is not known whose.',
    lengthMax: limits.userIdLengthMax,
  }),
  address: text({
    description:
      'Where your server searches for a visitor: the address they came from. It is not kept. Of one address two people count for what becomes a completion.',
    lengthMax: limits.addressLengthMax,
  }),
  context: anything({
    description: 'What the shop knows of the moment, such as the page. Taken; this version does not use it.',
    schema: {},
  }),
  language: text({
    description:
      'Language of the words, such as `en` or `de-AT`, where the shop knows it. Of several languages of a project (the setting `languages`) only this one’s stop words are left out, and meaning has a part only where the model knows it. One that is not among them changes nothing, and is told in `warnings`.',
    lengthMax: limits.languageTagLengthMax,
    pattern: languageTag.source,
  }),
};
/** In bodies, a facet may also be an object. */
export const searchBody = { ...searchParameters, facets: facetsInBody };
type SearchValues = Omit<Values<typeof searchParameters>, 'facets'> & {
  readonly facets: readonly (string | JsonObject)[];
};

/** A list of fields, or `true` (default fields) or `false`; in JSON also a boolean. */
function highlightFields(options: Parameters<typeof textList>[0]): Parameter<string[]> {
  const list = textList(options);
  return {
    ...list,
    schema: { oneOf: [list.schema, { type: 'boolean' }] },
    read: (value, path) => list.read(typeof value === 'boolean' ? String(value) : value, path),
  };
}

/** Default fields to highlight. */
const highlightDefault = ['name', 'description'];

export const emptyQuery: TextQuery = {
  text: '',
  facets: [],
  sort: [],
  offset: 0,
  limit: 0,
  highlight: [],
  explain: false,
  grouped: true,
  variants: 0,
};

/**
 * Parses a search. `now`: time of the request, in milliseconds since 1970. Parameters without effect give warnings.
 * @throws VitrineError invalid_filter, invalid_request
 */
export function textQuery(
  values: SearchValues,
  { now, ...context }: FilterCall & { now: number },
): TextQuery {
  checkWindow(values.offset, values.limit);
  const { project, warnings } = context;
  const { languages } = project.settings.effective().search;
  return {
    text: values.q ?? '',
    ...languagePart(values.language, languages, warnings),
    ...parseFacets(values.facets, values.disjunctive, now),
    sort: parseSort(values.sort),
    offset: values.offset,
    limit: values.limit,
    highlight: highlightOf(values.highlight, values.fields),
    explain: values.explain,
    grouped: values.grouped,
    variants: values.variants,
    ...filterPart(filterOf(values.filters, now, context)),
  };
}

/** The primary language of a tag, if it is one of the project's languages. */
function languagePart(
  tag: string | null,
  languages: readonly string[],
  warnings: Warning[],
): { language?: string } {
  if (tag === null) return {};
  if (!languageTag.test(tag)) throw wrong('language', 'format', 'a language such as `en` or `de-AT`');
  const [code = ''] = tag.toLowerCase().split(/[-_]/);
  if (languages.includes(code)) return { language: code };
  const known = languages.length === 0 ? 'has none set' : `has ${languages.join(', ')}`;
  const detail = `language ${tag} was ignored: the project ${known}`;
  warnings.push({ code: 'language_not_set', path: 'language', detail });
  return {};
}

function highlightOf(asked: readonly string[], returned: readonly string[] | null): readonly string[] {
  if (asked.length === 0 || asked[0] === 'true')
    return highlightDefault.filter((field) => returned?.includes(field) ?? true);
  return asked[0] === 'false' ? [] : asked;
}

export function filterPart(filter: Filter | null): { filter?: Filter } {
  return filter === null ? {} : { filter };
}
