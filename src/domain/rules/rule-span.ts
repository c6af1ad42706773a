import type { Rule } from '../../ports/rules.ts';
import { timeSpan, type TimeSpan } from '../search/query/time-span.ts';

/** Start or end of a rule: ISO 8601, a day or month as a whole; null for any other text. */
export function ruleSpan(text: string): TimeSpan | null {
  // `now` would differ for each search.
  return /^\d/.test(text) ? timeSpan(text, 0) : null;
}

/** When a rule is active, in ms since 1970: from `from` to before `until`. */
export function rulePeriod({ from, until }: Pick<Rule, 'from' | 'until'>): TimeSpan {
  return {
    from: from === undefined ? -Infinity : (ruleSpan(from)?.from ?? -Infinity),
    until: until === undefined ? Infinity : (ruleSpan(until)?.until ?? Infinity),
  };
}
