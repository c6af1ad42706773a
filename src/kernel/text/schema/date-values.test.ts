import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseDateValue } from './date-values.ts';

test('parseDateValue() parses dates and times, in UTC if they have no zone', () => {
  const noon = Date.UTC(2024, 1, 29, 12);
  assert.equal(parseDateValue('2024-02-29'), Date.UTC(2024, 1, 29));
  for (const text of [
    '2024-02-29T12:00',
    '2024-02-29 12:00',
    '2024-02-29T12:00:00',
    '2024-02-29T12:00:00.000Z',
    '2024-02-29T13:30:00+01:30',
    '2024-02-29T13:30+0130',
    '2024-02-29t08:00:00-04',
  ])
    assert.equal(parseDateValue(text), noon, text);
  assert.equal(parseDateValue('2024-02-29T12:00:00.25Z'), noon + 250);
  assert.equal(parseDateValue('0033-04-03'), Date.parse('0033-04-03T00:00:00Z'));
});

test('parseDateValue() rejects everything else', () => {
  for (const text of [
    '',
    '2024',
    '2024-02',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-2',
    '1234-56-78',
    '2024-01-01T24:00',
    '2024-01-01T10:60',
    '2024-01-01T10',
    '2024-01-01T10:00+25:00',
    '2024-01-01 or so',
    '20240101',
    'dv7-1211ea',
  ])
    assert.ok(Number.isNaN(parseDateValue(text)), text);
});

test("parseDateValue() agrees with JavaScript's own parser", () => {
  const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(time, (date) => assert.equal(parseDateValue(date.toISOString()), date.getTime())),
    { seed: 20261121, numRuns: 500 },
  );
});
