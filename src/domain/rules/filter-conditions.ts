import type { Filter } from '../../ports/filters.ts';

/**
 * What a filter joins with AND, each condition in one way of writing: order, brackets, repetitions and the case of values make
 * no difference, so that a rule for `category:shoes` is in force wherever a request has that condition among others.
 */
export function conditionsOf(filter: Filter): Set<string> {
  return new Set(joined(filter, 'and').map(written));
}

/** The clauses of an AND or OR, with those of the same kind directly in it. */
function joined(filter: Filter, kind: 'and' | 'or'): Filter[] {
  return filter.kind === kind ? filter.clauses.flatMap((clause) => joined(clause, kind)) : [filter];
}

function written(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const clauses = [...new Set(joined(filter, filter.kind).map(written))].sort();
      return clauses.length === 1 ? clauses[0]! : JSON.stringify([filter.kind, ...clauses]);
    }
    case 'not':
      return JSON.stringify(['not', written(filter.clause)]);
    case 'element':
      return JSON.stringify(['element', filter.list, written(filter.clause)]);
    case 'equals':
      return JSON.stringify(['equals', filter.field, String(filter.value).normalize('NFC').toLowerCase()]);
    default:
      // Infinity and the like are no JSON; the parser gives the members of a kind in one order.
      return JSON.stringify(filter, (_, value: unknown) =>
        typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
      );
  }
}
