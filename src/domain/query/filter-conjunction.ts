import type { Filter } from '../../ports/search/filters.ts';

/** Joins two filters by AND; the first may be absent. */
export function conjoin(first: Filter | null | undefined, second: Filter): Filter {
  return first === null || first === undefined ? second : { kind: 'and', clauses: [first, second] };
}
