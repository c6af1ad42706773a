import type { Steps } from '../../bits/steps.ts';
import { selectFacets } from './facet-selection.ts';
import { countFacets } from './facets.ts';
import type { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import type { DocumentSet } from '../segments/matched-documents.ts';
import type { IndexFacetSelection, IndexFacetRequest, IndexFacetResult, FilterNode } from '../query/query.ts';

/**
 * All facets of one request. A disjunctive one is counted over what the same request would find without the filter's
 * conditions on the facet's field alone: over what a shopper sees who takes that choice back. Those conditions are the clauses
 * of the outermost AND (and of ANDs directly in it) that name no other field: an OR of them, a NOT, one of a list's elements.
 * A clause that names another field too, as an OR across two fields does, stays.
 *
 * `sets`: what the request itself finds. The index may change between two steps: `found` is of the moment in which it is asked.
 */
export function* countAllFacets(
  asked: readonly IndexFacetRequest[],
  choice: IndexFacetSelection | undefined,
  filter: FilterNode | undefined,
  sets: readonly DocumentSet[],
  found: (filter: FilterNode | undefined) => Steps<readonly DocumentSet[]>,
  fields: GlobalOrdinalsCache,
): Steps<Record<string, IndexFacetResult>> {
  if (asked.length === 0 && choice === undefined) return {};
  const chosen = choice === undefined ? [] : selectFacets(sets, choice);
  const known = new Set(asked.map(({ field }) => field));
  const requests = [...asked, ...chosen.filter(({ field }) => !known.has(field))];
  const groups = new Map<string, { filter: FilterNode | undefined; requests: IndexFacetRequest[] }>();
  for (const request of requests) {
    const own = request.disjunctive === true ? withoutField(filter, request.field) : filter;
    const name = own === filter ? '' : JSON.stringify([own]);
    const group = groups.get(name) ?? { filter: own, requests: [] };
    groups.set(name, group);
    group.requests.push(request);
  }
  const counted = new Map<string, IndexFacetResult>();
  for (const group of groups.values()) {
    const own = group.filter === filter ? sets : yield* found(group.filter);
    for (const [field, result] of Object.entries(yield* countFacets(own, group.requests, fields)))
      counted.set(field, result);
  }
  return Object.fromEntries(requests.map(({ field }) => [field, counted.get(field)!]));
}

/** The filter without its conditions on this field alone; the very same where it has none. */
export function withoutField(filter: FilterNode | undefined, field: string): FilterNode | undefined {
  if (filter === undefined) return undefined;
  if (filter.kind !== 'and') return namesOnly(filter, field) ? undefined : filter;
  const clauses = filter.clauses.map((clause) => withoutField(clause, field));
  if (clauses.every((clause, i) => clause === filter.clauses[i])) return filter;
  const kept = clauses.filter((clause) => clause !== undefined);
  return kept.length === 0 ? undefined : { kind: 'and', clauses: kept };
}

function namesOnly(filter: FilterNode, field: string): boolean {
  const names = new Set<string>();
  addFields(filter, '', names);
  return names.size === 1 && names.has(field);
}

/** `path` stands before the names of fields, as in `filters.ts`. */
function addFields(filter: FilterNode, path: string, names: Set<string>): void {
  if ('clauses' in filter) for (const clause of filter.clauses) addFields(clause, path, names);
  else if (filter.kind === 'not') addFields(filter.clause, path, names);
  else if (filter.kind === 'element') addFields(filter.clause, `${path}${filter.list}.`, names);
  else names.add(path + filter.field);
}
