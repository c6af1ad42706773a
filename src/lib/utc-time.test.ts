import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseUtcPeriod, parseUtcTime } from './utc-time.ts';

const texts = [
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T12:30', '2026-03-01T12:30:00.000Z'],
  ['2026-03-01 12:30:05.25', '2026-03-01T12:30:05.250Z'],
  ['2026-03-01t12:30z', '2026-03-01T12:30:00.000Z'],
  [' 2026-03-01T12:30:00+01:00 ', '2026-03-01T11:30:00.000Z'],
  ['2026-03-01 12:30:00 -0530', '2026-03-01T18:00:00.000Z'],
  ['2026-03-01 12:30:00 +0000 UTC', '2026-03-01T12:30:00.000Z'],
  ['2026-03-01 12:30:00 +0800 CST', '2026-03-01T04:30:00.000Z'],
  ['2026-03-01 12:30:00.123456789 -0300 -03 m=+0.015', '2026-03-01T15:30:00.123Z'],
  ['2026-07-01 12:30:00 +0200 CEST', '2026-07-01T10:30:00.000Z'],
  ['2026-03-01 +0100', '2026-02-28T23:00:00.000Z'],
] as const;

test('parseUtcTime() reads ISO 8601, in UTC without a zone, and nothing else', () => {
  for (const [text, time] of texts) assert.equal(new Date(parseUtcTime(text)).toISOString(), time, text);
  for (const other of [
    '',
    'soon',
    'March 1, 2026',
    '1.3.2026',
    '2026-13-01',
    '2026-03-01T25:00',
    '1700000000',
    '2026-03-01 12:30:00 CST',
    '2026-03-01 12:30:00 +0800 China Standard Time',
  ])
    assert.ok(Number.isNaN(parseUtcTime(other)), other);
});

test('parseUtcPeriod() ends with the day, minute or second that a text names', () => {
  const ends = [
    ['2026-11-28', '2026-11-29T00:00:00.000Z'],
    ['2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02', '2028-03-01T00:00:00.000Z'],
    ['2026-11-28 23:59:59', '2026-11-29T00:00:00.000Z'],
    ['2026-11-28T23:59', '2026-11-29T00:00:00.000Z'],
    ['2026-11-28T00:00:00Z', '2026-11-28T00:00:01.000Z'],
    ['2026-11-28T23:59:59.5Z', '2026-11-28T23:59:59.501Z'],
    ['2026-11-28 +0100', '2026-11-28T23:00:00.000Z'],
    ['2026-11-28T23:59:59+01:00', '2026-11-28T23:00:00.000Z'],
  ] as const;
  for (const [text, until] of ends) {
    const period = parseUtcPeriod(text);
    assert.deepEqual([period.from, new Date(period.until).toISOString()], [parseUtcTime(text), until], text);
  }
  for (const other of ['', 'soon', '2026-13', '2026-02-29T99:00'])
    assert.ok(Object.values(parseUtcPeriod(other)).every(Number.isNaN), other);
});

test('parseUtcTime() is the same in every time zone', () => {
  const times = texts.map(([, time]) => Date.parse(time));
  for (const zone of ['Pacific/Kiritimati', 'America/St_Johns']) {
    const program = `
      import { parseUtcTime } from ${JSON.stringify(join(import.meta.dirname, 'utc-time.ts'))};
      process.env['TZ'] = ${JSON.stringify(zone)};
      process.stdout.write(JSON.stringify(${JSON.stringify(texts)}.map(([text]) => parseUtcTime(text))));`;
    const read = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    assert.deepEqual(JSON.parse(read), times, zone);
  }
});
