import type { Filter } from '../../ports/search/filters.ts';

/**
 * The top-level AND clauses of a filter in a canonical form that ignores order, parentheses, repetitions and case, so that a
 * rule for `category:shoes` matches any request with that condition.
 */
export function listConditions(filter: Filter): Set<string> {
  return new Set(listClauses(filter, 'and').map(formatCondition));
}

/** The clauses of an AND or OR, with nested ones of the same kind flattened. */
function listClauses(filter: Filter, kind: 'and' | 'or'): Filter[] {
  return filter.kind === kind ? filter.clauses.flatMap((clause) => listClauses(clause, kind)) : [filter];
}

function formatCondition(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const clauses = [...new Set(listClauses(filter, filter.kind).map(formatCondition))].sort();
      return clauses.length === 1 ? clauses[0]! : JSON.stringify([filter.kind, ...clauses]);
    }
    case 'not':
      return JSON.stringify(['not', formatCondition(filter.clause)]);
    case 'element':
      return JSON.stringify(['element', filter.list, formatCondition(filter.clause)]);
    case 'equals':
      return JSON.stringify(['equals', filter.field, String(filter.value).normalize('NFC').toLowerCase()]);
    default:
      // JSON has no Infinity; the parser writes the members of a kind in one order.
      return JSON.stringify(filter, (_, value: unknown) =>
        typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
      );
  }
}
