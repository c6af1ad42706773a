import { isWithin } from '../../lib/field-paths.ts';
import { isTranslatable, localMembers, storeFields } from '../../lib/local-values.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { ApiKey } from '../../ports/access/projects.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { ItemSet } from '../../ports/search/rules.ts';
import type { ProjectSettings } from '../../ports/configuration/settings.ts';
import type { FieldRef } from '../../ports/catalog/item-fields.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { parseFilter } from '../query/filter-grammar.ts';

/**
 * The part of a project that the key of a request can see: document- and field-level security. Items outside its filter are treated as
 * missing; private fields as absent from every item. The shop's own settings and rules are not restricted.
 */
export interface Restrictions {
  /** Filter of visible items; null means all. */
  readonly filter: Filter | null;
  /** Paths of invisible fields; a path includes its descendants. */
  readonly privateFields: readonly string[];
  /** The setting `items.privateFields`. A choice of store, language or price list does not show their values. */
  readonly configuredPrivateFields: readonly string[];
  /** The prices, stock and texts of items that the request chose; null means their own. */
  readonly local: LocalValues | null;
}

export const unrestricted: Restrictions = {
  filter: null,
  privateFields: [],
  configuredPrivateFields: [],
  local: null,
};

/** Parses the filter of a key. `sees` says whether the key sees private fields, and the prices of all price lists. `now` is the time of the request, in ms since 1970. */
export function compileRestrictions(
  { filter }: Pick<ApiKey, 'filter'>,
  sees: { readonly privateFields: boolean; readonly prices: boolean },
  { items }: Pick<ProjectSettings, 'items'>,
  now: number,
): Restrictions {
  const isOpen = sees.privateFields || (sees.prices && items.privateFields.length === 0);
  if (filter === null && isOpen) return unrestricted;
  return {
    filter: filter === null ? null : parseFilter(filter, now, { path: 'filter' }),
    privateFields: isOpen ? [] : withLocalMembers(items.privateFields, sees.prices),
    configuredPrivateFields: isOpen ? [] : items.privateFields,
    local: null,
  };
}

/**
 * The private fields with the members that would reveal them: the prices of all price lists, and stores and translations with
 * private fields. A request gets the values that it may choose in the fields of the item.
 */
function withLocalMembers(privateFields: readonly string[], seesPrices: boolean): readonly string[] {
  const { prices, stores, translations } = localMembers;
  return [
    ...privateFields,
    ...(seesPrices && !privateFields.includes('price') ? [] : [prices]),
    ...(storeFields.some((field) => privateFields.includes(field)) ? [stores] : []),
    ...(privateFields.some(isTranslatable) ? [translations] : []),
  ];
}

/** The part of `createItemProjection()` that depends on what the request sees. */
export const selectProjectionOptions = ({
  privateFields,
  local,
}: Restrictions): { exclude: readonly string[]; local: LocalValues | null } => ({
  exclude: privateFields,
  local,
});

export function isPrivate({ privateFields }: Pick<Restrictions, 'privateFields'>, field: string): boolean {
  return privateFields.some((path) => isWithin(field, path));
}

function withHiddenField<R extends FieldRef>(restrictions: Restrictions, reference: R): R {
  return isPrivate(restrictions, reference.field) ? { ...reference, isHidden: true } : reference;
}

/** The invisible items, in the form of items hidden by rules, which also disjunctive facets leave out. */
export function listItemsHiddenFromKey({ filter }: Restrictions): ItemSet[] {
  return filter === null ? [] : [{ ids: [], filter: { kind: 'not', clause: filter } }];
}

/** The filter with private fields treated as absent. */
export function restrictFilter(restrictions: Restrictions, filter: Filter): Filter {
  return restrictions.privateFields.length === 0 ? filter : withSeenFields(restrictions, filter, '');
}

/** Whether the filter has no private field. */
export function isVisibleFilter(restrictions: Restrictions, filter: Filter): boolean {
  return JSON.stringify(restrictFilter(restrictions, filter)) === JSON.stringify(filter);
}

/** `path` is the enclosing list with a trailing dot, or empty. */
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
      // A private descendant does not make its parent exist.
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

/** The query under the key's restrictions. */
export function restrictQuery(restrictions: Restrictions, query: TextQuery): TextQuery {
  const { filter, privateFields, local } = restrictions;
  if (filter === null && privateFields.length === 0 && local === null) return query;
  const hidden = listItemsHiddenFromKey(restrictions).map((items) => ({ rule: '', items }));
  const boosts = (query.rules?.boosts ?? []).map((boost) => ({
    ...boost,
    filter: restrictFilter(restrictions, boost.filter),
  }));
  return {
    ...query,
    ...(query.filter === undefined ? {} : { filter: restrictFilter(restrictions, query.filter) }),
    sort: query.sort.map((key) => withHiddenField(restrictions, key)),
    facets: query.facets.map((facet) => withHiddenField(restrictions, facet)),
    highlight: query.highlight.filter((field) => !isPrivate(restrictions, field)),
    ...(hidden.length + boosts.length === 0 ? {} : { rules: { hidden, boosts, pins: [] } }),
    privateFields,
    ...(local === null ? {} : { local }),
  };
}
