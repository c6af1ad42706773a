import type { Filter } from '../../ports/search/filters.ts';

/** The filter that satisfies both, as far as there are two. */
export function conjunction(one: Filter | null | undefined, other: Filter): Filter {
  return one === null || one === undefined ? other : { kind: 'and', clauses: [one, other] };
}
