const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A day without its year, as for an axis. */
export const shortDay = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A day, month or time as the browser writes dates; other texts as they are. */
export function dateText(text: string): string {
  const span = timeSpanOf(text);
  if (span === null) return text;
  const { length } = text.trim();
  return (length === 7 ? months : length === 10 ? days : times).format(span.from);
}

const dayMs = 86_400_000;

/** The period of a day, a month or a time, in UTC. */
export function timeSpanOf(text: string): { from: number; until: number } | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text.trim()) ?? [];
  if (year !== undefined && month !== undefined) {
    const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
    return { from, until: day === undefined ? Date.UTC(Number(year), Number(month), 1) : from + dayMs };
  }
  // As the service reads it: without a zone, a browser takes its own.
  const at = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? null : { from: at, until: at };
}
