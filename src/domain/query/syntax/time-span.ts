/** A time in a filter: from `from` to before `until`; equal for an instant. */
export interface TimeSpan {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

const written =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?)?$/i;
const relative = /^now(?:([+-])(\d{1,6})(s|min|h|d|w|mo|y))?$/;
const millisecondsByUnit: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
export const timeForms = 'a date (2026-01-31, 2026-01, 2026-01-31T10:00:00Z, now, now-7d)';

/**
 * Parses ISO 8601, in UTC if there is no zone: a day or month is the whole of it, a time is an instant. Also `now`, plus or minus
 * a number of `s`, `min`, `h`, `d`, `w`, `mo` or `y`. Null for any other text and for invalid dates. `now` is cut to whole
 * seconds, so that equal filters within a second are identical.
 */
export function parseTimeSpan(text: string, now: number): TimeSpan | null {
  const instant = parseRelativeTime(text, Math.floor(now / 1000) * 1000);
  if (instant !== null) return { from: instant, until: instant };
  const [, year = '', month = '', day, time, zone = 'Z'] = written.exec(text) ?? [];
  const start = year === '' ? Number.NaN : computeUtcTime(Number(year), Number(month) - 1, Number(day ?? 1));
  const isCalendarDate =
    new Date(start).getUTCDate() === Number(day ?? 1) && Number(month) >= 1 && Number(month) <= 12;
  if (!isCalendarDate) return null;
  if (day === undefined) return { from: start, until: computeUtcTime(Number(year), Number(month), 1) };
  if (time === undefined) return { from: start, until: start + 86_400_000 };
  const at = Date.parse(
    `${year}-${month}-${day}T${time}${zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`,
  );
  return Number.isNaN(at) || time.startsWith('24') ? null : { from: at, until: at };
}

/** `Date.UTC` maps the years 0 to 99 to the 20th century. */
function computeUtcTime(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function parseRelativeTime(text: string, now: number): number | null {
  const [whole, sign = '+', count = '0', unit = 's'] = relative.exec(text) ?? [];
  if (whole === undefined) return null;
  const steps = Number(count) * (sign === '-' ? -1 : 1);
  const milliseconds = millisecondsByUnit[unit];
  if (milliseconds !== undefined) return now + steps * milliseconds;
  // The same day of another month, or its last day.
  const date = new Date(now);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + (unit === 'y' ? steps * 12 : steps);
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const lastDay = new Date(computeUtcTime(year, month + 1, 0)).getUTCDate();
  const moved = computeUtcTime(year, month, Math.min(date.getUTCDate(), lastDay)) + (now % 86_400_000);
  return Number.isFinite(moved) ? moved : null;
}
