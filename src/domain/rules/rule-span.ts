import { timeSpan, type TimeSpan } from '../search/query/time-span.ts';

/** The time that a rule begins or ends with: ISO 8601, a day or a month as the whole of it; null for anything else. */
export function ruleSpan(text: string): TimeSpan | null {
  // `now` would be another time with every search.
  return /^\d/.test(text) ? timeSpan(text, 0) : null;
}
