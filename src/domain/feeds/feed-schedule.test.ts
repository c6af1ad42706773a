import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeDueTime, isTimeZone } from './feed-schedule.ts';

const at = (iso: string): number => Date.parse(iso);
const daily = { schedule: 'day', at: '03:30', timeZone: 'Europe/Berlin' } as const;
const next = (after: string): string => new Date(computeDueTime(daily, at(after), 0) ?? 0).toISOString();

test('computeDueTime() counts hours from the last run, and is due at once for a new feed', () => {
  const hourly = { schedule: 'hour', at: '', timeZone: 'UTC' } as const;
  assert.equal(computeDueTime(hourly, null, 5), 5);
  assert.equal(computeDueTime(hourly, 1_000, 5), 3_601_000);
  assert.equal(computeDueTime({ ...hourly, schedule: '6_hours' }, 1_000, 5), 21_601_000);
  assert.equal(computeDueTime({ ...hourly, schedule: 'off' }, 1_000, 5), null);
});

test('computeDueTime() finds the time of day in the zone of the feed, in summer and winter', () => {
  assert.equal(next('2026-01-10T02:29:59Z'), '2026-01-10T02:30:00.000Z');
  assert.equal(next('2026-01-10T02:30:00Z'), '2026-01-11T02:30:00.000Z');
  assert.equal(next('2026-07-10T00:00:00Z'), '2026-07-10T01:30:00.000Z');
  assert.equal(next('2026-03-28T12:00:00Z'), '2026-03-29T01:30:00.000Z', 'clocks go forward at 1:00 UTC');
  assert.equal(next('2026-10-24T12:00:00Z'), '2026-10-25T02:30:00.000Z', 'clocks go back at 1:00 UTC');
  const far = { ...daily, at: '00:15', timeZone: 'Pacific/Auckland' } as const;
  assert.equal(
    new Date(computeDueTime(far, at('2026-06-01T10:00:00Z'), 0) ?? 0).toISOString(),
    '2026-06-01T12:15:00.000Z',
  );
  assert.equal(
    new Date(computeDueTime(daily, null, at('2026-01-10T02:00:00Z')) ?? 0).toISOString(),
    '2026-01-10T02:30:00.000Z',
  );
});

test('isTimeZone() knows IANA names', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Base'].map(isTimeZone), [true, true, false]);
});
