const isoTime =
  /^(\d{4}-\d\d(?:-\d\d)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|UTC|GMT|([+-]\d\d):?(\d\d)(?: UTC)?)?$/i;

/**
 * Milliseconds since 1970 of a date or time in ISO 8601, in UTC without a zone; NaN for other texts. A blank may replace the T.
 * `Date.parse` alone takes a time without a zone for one of the machine's zone, and other texts by rules of V8.
 */
export function utcTime(text: string): number {
  const [, date, time = '00:00', , hours, minutes] = isoTime.exec(text.trim()) ?? [];
  if (date === undefined) return Number.NaN;
  const day = date.length === 7 ? `${date}-01` : date;
  return Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
}
