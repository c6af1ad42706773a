import { appendTo } from '../../../lib/append-to.ts';
import type { Filter } from '../../../ports/search/filters.ts';

/**
 * Collects the values that a filter selects, by field: from top-level AND clauses that are a value, or an OR of values of one
 * field. `variants.{color:red AND size:M}` selects one of each field.
 */
export function collectSelectedValues(filter: Filter | undefined): ReadonlyMap<string, readonly string[]> {
  const chosen = new Map<string, string[]>();
  if (filter !== undefined) collect(filter, '', chosen);
  return chosen;
}

/** `path` is the enclosing list with a trailing dot, or empty. */
function collect(filter: Filter, path: string, chosen: Map<string, string[]>): void {
  switch (filter.kind) {
    case 'and':
      for (const clause of filter.clauses) collect(clause, path, chosen);
      break;
    case 'element':
      collect(filter.clause, `${path}${filter.list}.`, chosen);
      break;
    default:
      for (const { field, value } of listAlternatives(filter)) appendTo(chosen, path + field, value);
  }
}

/** Lists the values of one field of which the filter accepts any; none for other filters. */
function listAlternatives(filter: Filter): { readonly field: string; readonly value: string }[] {
  if (filter.kind === 'equals') return [{ field: filter.field, value: String(filter.value) }];
  if (filter.kind !== 'or') return [];
  const values = filter.clauses.map(listAlternatives);
  if (values.some((each) => each.length === 0)) return [];
  const all = values.flat();
  return new Set(all.map(({ field }) => field)).size === 1 ? all : [];
}
