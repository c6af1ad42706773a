const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})?)?)?$/i;

/**
 * Parses an ISO 8601 date: `2026-01-31`, alone or with a time (`2026-01-31T10:00:00.5+01:00`; seconds and zone are optional,
 * and a blank may replace the T). Returns milliseconds since 1970, in UTC if there is no zone; NaN for any other text and for an
 * invalid day.
 */
export function parseDateValue(text: string): number {
  // Rejects most texts of a catalog without the regular expression.
  if (text.length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return Number.NaN;
  const match = isoDate.exec(text);
  if (match === null) return Number.NaN;
  const readPart = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(readPart) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const isDay = new Date(midnight).getUTCDate() === day && month >= 1 && month <= 12 && day >= 1;
  const offset = readPart(9) * 60 + readPart(10);
  if (!isDay || hour > 23 || minute > 59 || second > 59 || readPart(10) > 59 || offset > 24 * 60)
    return Number.NaN;
  const milliseconds = Number(`0.${match[7] ?? 0}`) * 1000;
  const time = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  return time - (match[8] === '-' ? -offset : offset) * 60_000;
}
