import type { Feed } from '../../ports/catalog/feeds.ts';
import { dayMs } from '../../lib/days.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** When a feed is read next, in milliseconds since 1970; null means never. `last` is the start of its newest run; null means none yet. */
export function computeDueTime(
  { schedule, at, timeZone }: Pick<Feed, 'schedule' | 'at' | 'timeZone'>,
  last: number | null,
  changedAt: number,
): number | null {
  switch (schedule) {
    case 'off':
      return null;
    case 'hour':
      return last === null ? changedAt : last + hourMs;
    case '6_hours':
      return last === null ? changedAt : last + 6 * hourMs;
    case 'day':
      return nextTimeOfDay(at, timeZone, Math.max(last ?? 0, changedAt));
  }
}

/**
 * The first time after `after` at which clocks of the zone show `at`. Where they skip it in spring, an hour later or earlier; of a
 * time that they show twice, one.
 */
function nextTimeOfDay(at: string, timeZone: string, after: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  for (let day = -1; ; day++) {
    const local = after + offsetMs(timeZone, after) + day * dayMs;
    const midnight = Math.floor(local / dayMs) * dayMs;
    const wanted = midnight + hours * hourMs + minutes * minuteMs;
    const guess = wanted - offsetMs(timeZone, after);
    // The offset of that time, which may differ.
    const time = wanted - offsetMs(timeZone, guess);
    if (time > after) return time;
  }
}

/** Offset of a zone from UTC at a time. */
function offsetMs(timeZone: string, time: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const readPart = (type: string): number =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(
    readPart('year'),
    readPart('month') - 1,
    readPart('day'),
    readPart('hour'),
    readPart('minute'),
    readPart('second'),
  );
  return local - Math.floor(time / 1_000) * 1_000;
}

/** Whether the runtime knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
