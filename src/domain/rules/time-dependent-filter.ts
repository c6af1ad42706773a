import type { Filter } from '../../ports/search/filters.ts';
import { parseFilter } from '../query/filter-grammar.ts';

/** A value read from a filter, whose meaning may change with time. */
export interface TimeDependent<T> {
  /** Whether it is the same at any time. */
  readonly isConstant: boolean;
  /** `now` is the value of the word in the filter, ms since 1970. */
  resolveAt(now: number): T;
}

/** A filter of a rule: read once, unless it contains `now`. */
export type TimeDependentFilter = TimeDependent<Filter>;

export function compileTimeDependentFilter(text: string): TimeDependentFilter {
  return readFilter(text, (filter) => filter);
}

export function readFilter<T>(text: string, read: (filter: Filter) => T): TimeDependent<T> {
  if (/\bnow\b/.test(text)) return { isConstant: false, resolveAt: (now) => read(parseFilter(text, now)) };
  let value: T | undefined;
  return { isConstant: true, resolveAt: () => (value ??= read(parseFilter(text, 0))) };
}
