import { parseTimeSpan, type TimeSpan } from '../query/syntax/time-span.ts';

/** Start or end of a period: ISO 8601, a day or month as a whole; null for any other text. */
export function readTimeSpan(text: string): TimeSpan | null {
  // `now` would differ for each search.
  return /^\d/.test(text) ? parseTimeSpan(text, 0) : null;
}

/** When a rule or collection is active, in ms since 1970: from `from` to before `until`. */
export function readActivePeriod({
  from,
  until,
}: {
  readonly from?: string;
  readonly until?: string;
}): TimeSpan {
  return {
    from: from === undefined ? -Infinity : (readTimeSpan(from)?.from ?? -Infinity),
    until: until === undefined ? Infinity : (readTimeSpan(until)?.until ?? Infinity),
  };
}
