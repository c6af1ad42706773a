import { timeSpan, type TimeSpan } from '../search/query/time-span.ts';

/** Start or end of a rule: ISO 8601, a day or month as a whole; null for any other text. */
export function ruleSpan(text: string): TimeSpan | null {
  // `now` would differ for each search.
  return /^\d/.test(text) ? timeSpan(text, 0) : null;
}
