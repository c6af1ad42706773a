import type { Steps } from '../../bits/steps.ts';
import { selectFacets } from './facet-selection.ts';
import { countFacets } from './facets.ts';
import type { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import type { DocumentSet } from '../segments/matched-documents.ts';
import type { IndexFacetSelection, IndexFacetRequest, IndexFacetResult, FilterNode } from '../query/query.ts';
import { createFieldBelow, formatFieldKey, readFieldName, type IndexField } from '../schema/index-field.ts';

/**
 * Counts all facets of one request. A disjunctive facet ignores the filter's conditions on its field alone: it counts the
 * documents that the request would match without this selection. These conditions are the clauses of the outermost AND, and
 * of ANDs directly in it, that reference no other field: an OR of values, a NOT, an element condition. A clause with another
 * field, such as an OR across two fields, remains.
 *
 * `sets` are the matches of the request. The index may change between steps: `find` uses the index as of its call.
 */
export function* countAllFacets(
  requests: readonly IndexFacetRequest[],
  selection: IndexFacetSelection | undefined,
  filter: FilterNode | undefined,
  sets: readonly DocumentSet[],
  find: (filter: FilterNode | undefined) => Steps<readonly DocumentSet[]>,
  globalOrdinals: GlobalOrdinalsCache,
): Steps<Record<string, IndexFacetResult>> {
  if (requests.length === 0 && selection === undefined) return {};
  const selected = selection === undefined ? [] : selectFacets(sets, selection);
  const requestedFields = new Set(requests.map(({ field }) => readFieldName(field)));
  const all = [...requests, ...selected.filter(({ field }) => !requestedFields.has(readFieldName(field)))];
  const byFilter = new Map<string, { filter: FilterNode | undefined; requests: IndexFacetRequest[] }>();
  for (const request of all) {
    const facetFilter = request.disjunctive === true ? removeField(filter, request.field) : filter;
    const name = facetFilter === filter ? '' : JSON.stringify([facetFilter]);
    const entry = byFilter.get(name) ?? { filter: facetFilter, requests: [] };
    byFilter.set(name, entry);
    entry.requests.push(request);
  }
  const counted = new Map<string, IndexFacetResult>();
  for (const entry of byFilter.values()) {
    const matches = entry.filter === filter ? sets : yield* find(entry.filter);
    const results = yield* countFacets(matches, entry.requests, globalOrdinals);
    for (const [field, result] of Object.entries(results)) counted.set(field, result);
  }
  const names = all.map(({ field }) => readFieldName(field));
  return Object.fromEntries(names.map((name) => [name, counted.get(name)!]));
}

/** The filter without its conditions on this field alone; the same object if it has none. */
export function removeField(filter: FilterNode | undefined, field: IndexField): FilterNode | undefined {
  if (filter === undefined) return undefined;
  if (filter.kind !== 'and') return referencesOnly(filter, field) ? undefined : filter;
  const clauses = filter.clauses.map((clause) => removeField(clause, field));
  if (clauses.every((clause, i) => clause === filter.clauses[i])) return filter;
  const otherClauses = clauses.filter((clause) => clause !== undefined);
  return otherClauses.length === 0 ? undefined : { kind: 'and', clauses: otherClauses };
}

function referencesOnly(filter: FilterNode, field: IndexField): boolean {
  const keys = new Set<string>();
  addFieldKeys(filter, '', keys);
  return keys.size === 1 && keys.has(formatFieldKey(field));
}

/** `path` is the prefix of field names, as in `filters.ts`. */
function addFieldKeys(filter: FilterNode, path: string, keys: Set<string>): void {
  if ('clauses' in filter) for (const clause of filter.clauses) addFieldKeys(clause, path, keys);
  else if (filter.kind === 'not') addFieldKeys(filter.clause, path, keys);
  else if (filter.kind === 'element') addFieldKeys(filter.clause, `${path}${filter.list}.`, keys);
  else keys.add(formatFieldKey(createFieldBelow(path, filter.field)));
}
