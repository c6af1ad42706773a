import type { ApiKey } from '../../ports/projects.ts';
import type { Filter } from '../../ports/filters.ts';
import type { ItemSet } from '../../ports/rules.ts';
import type { ProjectSettings } from '../../ports/settings.ts';
import type { FacetResult, TextQuery } from '../../ports/text.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';

/**
 * What the key of a request may see of a project: document- and field-level security. Items that its filter does not pass are
 * as if they were not there; a field that is private to it is as if no item had it. The shop's own settings and rules are not
 * restricted: they may filter and order by any field.
 */
export interface Restrictions {
  /** What an item must pass; null: all are seen. */
  readonly filter: Filter | null;
  /** Paths of fields that are not seen; a path covers what lies under it. */
  readonly privateFields: readonly string[];
}

export const unrestricted: Restrictions = { filter: null, privateFields: [] };

/** `now`: the time of the request, which the key's filter may name. */
export function restrictionsOf(
  { filter }: Pick<ApiKey, 'filter'>,
  seesPrivateFields: boolean,
  { items }: Pick<ProjectSettings, 'items'>,
  now: number,
): Restrictions {
  if (filter === null && (seesPrivateFields || items.privateFields.length === 0)) return unrestricted;
  return {
    filter: filter === null ? null : parseFilter(filter, now, { path: 'filter' }),
    privateFields: seesPrivateFields ? [] : items.privateFields,
  };
}

export function isPrivate({ privateFields }: Restrictions, field: string): boolean {
  return privateFields.some((path) => field === path || field.startsWith(`${path}.`));
}

/** No field of an item has a name with NUL. */
const absentMark = '\0';

/** The name itself, or in the place of a private field one that no item has. */
function seenField(restrictions: Restrictions, field: string): string {
  return isPrivate(restrictions, field) ? `${absentMark}${field}` : field;
}

/** The items that are not seen, as rules hide items: whatever a facet leaves of the filter. */
export function itemsHiddenFromKey({ filter }: Restrictions): ItemSet[] {
  return filter === null ? [] : [{ ids: [], filter: { kind: 'not', clause: filter } }];
}

/** The condition with its private fields as if no item had them. */
export function restrictedFilter(restrictions: Restrictions, filter: Filter): Filter {
  return restrictions.privateFields.length === 0 ? filter : withSeenFields(restrictions, filter, '');
}

/** `path`, with its dot: the list whose elements the condition is on, or empty. */
function withSeenFields(restrictions: Restrictions, filter: Filter, path: string): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        ...filter,
        clauses: filter.clauses.map((clause) => withSeenFields(restrictions, clause, path)),
      };
    case 'not':
      return { ...filter, clause: withSeenFields(restrictions, filter.clause, path) };
    case 'element': {
      if (isPrivate(restrictions, path + filter.list)) return nothing;
      const clause = withSeenFields(restrictions, filter.clause, `${path}${filter.list}.`);
      return { ...filter, clause };
    }
    case 'exists': {
      if (isPrivate(restrictions, path + filter.field)) return nothing;
      // A private field below it does not make it exist.
      const below = `${path}${filter.field}.`;
      const without = restrictions.privateFields
        .filter((field) => field.startsWith(below))
        .map((field) => field.slice(path.length));
      return without.length === 0 ? filter : { ...filter, without };
    }
    default:
      return isPrivate(restrictions, path + filter.field) ? nothing : filter;
  }
}

const nothing: Filter = { kind: 'or', clauses: [] };

/** The query as the key may ask it. */
export function restrictedQuery(restrictions: Restrictions, query: TextQuery): TextQuery {
  const { filter, privateFields } = restrictions;
  if (filter === null && privateFields.length === 0) return query;
  const hidden = itemsHiddenFromKey(restrictions).map((items) => ({ rule: '', items }));
  return {
    ...query,
    ...(query.filter === undefined ? {} : { filter: restrictedFilter(restrictions, query.filter) }),
    sort: query.sort.map((key) => ({ ...key, field: seenField(restrictions, key.field) })),
    facets: query.facets.map((facet) => ({ ...facet, field: seenField(restrictions, facet.field) })),
    highlight: query.highlight.filter((field) => !isPrivate(restrictions, field)),
    ...(hidden.length === 0 ? {} : { rules: { hidden, boosts: [], pins: [] } }),
    privateFields,
  };
}

/** The facet of a request as the key may ask for it. */
export function restrictedFacet(restrictions: Restrictions, field: string): string {
  return seenField(restrictions, field);
}

/** Facets under the names that they were asked for by. */
export function facetsByRequestedName(
  facets: Readonly<Record<string, FacetResult>>,
): Readonly<Record<string, FacetResult>> {
  const names = Object.keys(facets);
  if (!names.some((name) => name.startsWith(absentMark))) return facets;
  return Object.fromEntries(names.map((name) => [name.replace(absentMark, ''), facets[name]!]));
}
