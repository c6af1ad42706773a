import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBackupName,
  parseBackupTime,
  selectExpiredBackups,
  isDue,
  isOverdue,
  computeNextBackup,
} from './backup-schedule.ts';

const at = (text: string): number => Date.parse(text);

test('parseBackupTime() reads the names of formatBackupName(), and no others', () => {
  const time = at('2026-01-31T03:00:59Z');
  assert.equal(formatBackupName(time + 999), 'vitrine-20260131T030059Z');
  assert.equal(parseBackupTime('vitrine-20260131T030059Z'), time);
  for (const name of [
    'nightly',
    'vitrine-20260231T030059Z',
    'vitrine-20260131T030059',
    'a-vitrine-20260131T030059Z',
  ])
    assert.equal(parseBackupTime(name), null, name);
});

test('isDue() of a daily backup is true from its time on, once a day, and at once without any', () => {
  const daily = { dailyAt: 3 * 60 + 30 };
  assert.ok(isDue(daily, null, at('2026-01-31T12:00:00Z')));
  const last = at('2026-01-30T03:30:00Z');
  assert.ok(!isDue(daily, last, at('2026-01-31T03:29:59Z')));
  assert.ok(isDue(daily, last, at('2026-01-31T03:30:00Z')));
  assert.ok(!isDue(daily, at('2026-01-31T03:30:00Z'), at('2026-01-31T23:59:59Z')));
  // A service that did not run at the time makes up for it.
  assert.ok(isDue(daily, at('2026-01-29T03:30:00Z'), at('2026-01-31T01:00:00Z')));
});

test('isDue() of a backup every few hours is true that long after the last one', () => {
  const sixHours = { everyHours: 6 };
  const last = at('2026-01-31T00:00:00Z');
  assert.ok(!isDue(sixHours, last, at('2026-01-31T05:59:59Z')));
  assert.ok(isDue(sixHours, last, at('2026-01-31T06:00:00Z')));
});

test('isOverdue() is true after one and a half intervals and an hour', () => {
  const last = at('2026-01-31T00:00:00Z');
  assert.ok(!isOverdue({ dailyAt: 0 }, last, at('2026-02-01T13:00:00Z')));
  assert.ok(isOverdue({ dailyAt: 0 }, last, at('2026-02-01T13:00:01Z')));
  assert.ok(!isOverdue({ everyHours: 6 }, last, at('2026-01-31T10:00:00Z')));
  assert.ok(isOverdue({ everyHours: 6 }, last, at('2026-01-31T10:00:01Z')));
});

test('selectExpiredBackups() keeps the newest by number and age, and one always', () => {
  const now = at('2026-01-31T00:00:00Z');
  const days = [0, 1, 2, 3, 4].map((age) => ({ name: `${age}`, at: now - age * 86_400_000 }));
  const expired = (countMax: number, daysMax: number | null, of = days): string =>
    selectExpiredBackups(of, { countMax, daysMax }, now).join();
  assert.equal(expired(5, null), '');
  assert.equal(expired(4, null), '4');
  assert.equal(expired(1, null), '1,2,3,4');
  assert.equal(expired(5, 2), '3,4');
  assert.equal(expired(2, 3), '2,3,4');
  assert.equal(expired(5, 1, days.slice(3)), '4', 'the only backup that is left is kept at any age');
});

test('computeNextBackup() is when the next backup is due, or now if one was missed', () => {
  const daily = { dailyAt: 3 * 60 };
  const now = at('2026-01-31T12:00:00Z');
  assert.equal(computeNextBackup(null, null, now), null);
  assert.equal(computeNextBackup(daily, null, now), now);
  assert.equal(computeNextBackup(daily, at('2026-01-31T03:00:10Z'), now), at('2026-02-01T03:00:00Z'));
  assert.equal(computeNextBackup(daily, at('2026-01-30T03:00:10Z'), now), now);
  const early = at('2026-01-31T02:00:00Z');
  assert.equal(computeNextBackup(daily, at('2026-01-30T03:00:10Z'), early), at('2026-01-31T03:00:00Z'));
  assert.equal(
    computeNextBackup({ everyHours: 6 }, at('2026-01-31T08:00:00Z'), now),
    at('2026-01-31T14:00:00Z'),
  );
  assert.equal(isDue(null, null, now), false);
  assert.equal(isOverdue(null, 0, now), false);
});
