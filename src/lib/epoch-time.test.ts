import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMilliseconds, readEpochNumber, detectEpochUnit, parseTime } from './epoch-time.ts';

const at = Date.UTC(2026, 10, 28, 12, 30, 5);

test('toMilliseconds() reads seconds, milliseconds, microseconds and nanoseconds', () => {
  for (const [time, unit] of [
    [at / 1_000, 'seconds'],
    [at, 'milliseconds'],
    [at * 1_000, 'microseconds'],
    [at * 1_000_000, 'nanoseconds'],
  ] as const) {
    assert.equal(detectEpochUnit(time), unit);
    assert.equal(toMilliseconds(time), at, unit);
  }
  assert.equal(toMilliseconds(at / 1_000 + 0.25), at + 250, 'a fraction of a second');
  for (const time of [0, 5, 99_999_999, -1]) assert.equal(toMilliseconds(time), time);
  assert.equal(toMilliseconds(Date.UTC(1975, 0) / 1_000), Date.UTC(1975, 0));
  assert.equal(toMilliseconds(Date.UTC(1975, 0)), Date.UTC(1975, 0));
});

test('readEpochNumber() reads texts of a time since 1970, and no dates', () => {
  for (const text of [`${at / 1_000}`, `${at}`, ` ${at}000 `])
    assert.equal(toMilliseconds(readEpochNumber(text)!), at, text);
  for (const text of ['20260301', '202603011230', '20260301123000', '', '1e12', '2026-03-01'])
    assert.equal(readEpochNumber(text), null, text);
});

test('parseTime() reads numbers and texts since 1970, and ISO 8601', () => {
  for (const time of [at, at / 1_000, `${at}`, `${at / 1_000}`, new Date(at).toISOString()])
    assert.equal(parseTime(time), at, String(time));
  for (const time of ['', 'yesterday', '20260301', Number.NaN]) assert.equal(parseTime(time), Number.NaN);
});
