/** Go adds the abbreviation of the zone to its offset (`+0800 CST`, `+0300 +03`), and what its monotonic clock shows (`m=+0.5`). */
const isoTime =
  /^(\d{4}-\d\d(?:-\d\d)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|UTC|GMT|([+-]\d\d):?(\d\d)(?: (?:[a-z]{1,5}|[+-]\d{2,4}))?(?: m=[+-][\d.]+)?)?$/i;

/**
 * Milliseconds since 1970 of a date or time in ISO 8601, in UTC without a zone; NaN for other texts. A blank may replace the T.
 * `Date.parse` alone takes a time without a zone for one of the machine's zone, and other texts by rules of V8.
 */
export function parseUtcTime(text: string): number {
  const [, date, time = '00:00', , hours, minutes] = isoTime.exec(text.trim()) ?? [];
  if (date === undefined) return Number.NaN;
  const day = date.length === 7 ? `${date}-01` : date;
  return Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
}

/** The time that a text names: from `from` to before `until`, in milliseconds since 1970. */
export interface UtcPeriod {
  readonly from: number;
  readonly until: number;
}

/** The whole month, day, minute or second that a text names, as precisely as it is written; NaN for what {@link parseUtcTime} cannot read. */
export function parseUtcPeriod(text: string): UtcPeriod {
  const from = parseUtcTime(text);
  const [, date = '', time] = isoTime.exec(text.trim()) ?? [];
  if (time === undefined) {
    if (date.length > 7) return { from, until: from + 86_400_000 };
    const [year = Number.NaN, month = Number.NaN] = date.split('-').map(Number);
    // From the first of a month to that of the next, in the same zone.
    return { from, until: from + Date.UTC(year, month) - Date.UTC(year, month - 1) };
  }
  const fraction = time.split('.')[1]?.length ?? 0;
  const length = time.length === 5 ? 60_000 : fraction === 0 ? 1_000 : 1;
  return { from, until: from + length };
}
