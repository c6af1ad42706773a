import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalDraw } from '../../lib/normal-draw.fixture.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { readNoResults, type DayTotals } from './no-result-rate.ts';
import { exp } from '../../math/exponential.ts';

const today = 20_000;
const now = today * 86_400_000 + 1;
const onDay = (day: number, searches: number, withoutResults: number): DayTotals => ({
  day,
  searches,
  withoutResults,
  filteredWithoutResults: 0,
});
const usual = (searches: number, withoutResults: number): DayTotals[] =>
  Array.from({ length: 7 }, (_, i) => onDay(today - 7 + i, searches, withoutResults));
const onToday = (searches: number, withoutResults: number): DayTotals =>
  onDay(today, searches, withoutResults);
const isRaised = (days: readonly DayTotals[]): boolean =>
  readNoResults(days, today, null, now).some((reading) => reading.isRaised);

void test('readNoResults() raises a share that doubled, with its figures', () => {
  const [reading, ...others] = readNoResults([...usual(400, 20), onToday(300, 45)], today, null, now);
  assert.deepEqual(others, []);
  assert.equal(reading!.isRaised, true);
  assert.equal(reading!.detail, '15.0 % of the searches today have no results; 5.0 % in the week before');
  assert.deepEqual([reading!.figures['share'], reading!.figures['searches']], [0.15, 300]);
});

void test('readNoResults() tells how many of the searches without results had a filter', () => {
  const judged = { ...onToday(300, 45), filteredWithoutResults: 36 };
  const [reading] = readNoResults([...usual(400, 20), judged], today, null, now);
  assert.equal(
    reading!.detail,
    '15.0 % of the searches today have no results (80.0 % of those had a filter); 5.0 % in the week before',
  );
  assert.equal(reading!.figures['filteredWithoutResults'], 36);
});

void test('readNoResults() raises nothing below twice the share, nor with too few searches', () => {
  assert.equal(
    isRaised([...usual(4_000, 200), onToday(3_000, 300)]),
    false,
    'less than twice of 201 in 4,002',
  );
  assert.equal(isRaised([...usual(4_000, 200), onToday(3_000, 320)]), true);
  assert.equal(isRaised([...usual(400, 20), onToday(99, 50)]), false, '99 searches');
  assert.equal(isRaised([...usual(400, 20), onToday(100, 50)]), true, '100 searches');
  assert.equal(isRaised([...usual(400, 2), onToday(400, 19)]), false, '19 without results');
  assert.equal(isRaised([...usual(400, 2), onToday(400, 20)]), true, '20 without results');
  assert.equal(isRaised([...usual(400, 20).slice(5), onToday(300, 90)]), false, 'two days before');
  assert.equal(isRaised([...usual(400, 20).slice(4), onToday(300, 90)]), true, 'three days before');
  assert.equal(isRaised([onToday(300, 90)]), false, 'a new shop');
});

void test('readNoResults() judges yesterday as long as today has too few searches', () => {
  const yesterday = onDay(today - 1, 400, 80);
  const days = usual(400, 20).map((one) => (one.day === today - 1 ? yesterday : { ...one }));
  days.unshift(onDay(today - 8, 400, 20));
  assert.equal(isRaised([...days, onToday(50, 2)]), true);
  assert.match(readNoResults(days, today, null, now)[0]!.detail, /yesterday/);
  assert.equal(isRaised([...days, onToday(200, 10)]), false, 'it is over');
});

void test('readNoResults() resolves below one and a half times the share at the opening, or after two weeks', () => {
  const open = { openedAt: now - 86_400_000, figures: { usualShare: 0.05 } };
  const reading = (withoutResults: number, openedAt = open.openedAt): readonly { isRaised: boolean }[] =>
    readNoResults([...usual(400, 80), onToday(1_000, withoutResults)], today, { ...open, openedAt }, now);
  assert.deepEqual(reading(76), []);
  assert.equal(reading(74)[0]!.isRaised, false);
  assert.deepEqual(reading(200, now - 14 * 86_400_000), []);
  assert.equal(reading(200, now - 14 * 86_400_000 - 1)[0]!.isRaised, false);
});

/** Shops of 300 with an alert within 30 days, judged four times a day. Days differ by more than chance. */
function shopsWithAlert(searches: number, share: number, factorOnLastDay: number): number {
  let alarms = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const days: DayTotals[] = [];
    let found = false;
    for (let day = today - 37; day <= today && !found; day++) {
      const factor = (day === today ? factorOnLastDay : 1) * exp(0.2 * normalDraw(random));
      const total = { day, searches: 0, withoutResults: 0, filteredWithoutResults: 0 };
      for (let quarter = 0; quarter < 4 && !found; quarter++) {
        for (let i = 0; i < searches / 4; i++) {
          total.searches++;
          if (random() < share * factor) total.withoutResults++;
        }
        if (day < today - 29) continue;
        found = readNoResults([...days, { ...total }], day, null, day * 86_400_000).some(
          (one) => one.isRaised,
        );
      }
      days.push(total);
    }
    if (found) alarms++;
  }
  return alarms;
}

void test('readNoResults() seldom raises a false alarm in a month, and finds one that became three times as high on its first day', () => {
  for (const searches of [120, 600, 3_000]) {
    const alarms = shopsWithAlert(searches, 0.06, 1);
    assert.ok(alarms <= 6, `${searches} searches per day: ${alarms} of 300 shops`);
  }
  const found = shopsWithAlert(600, 0.06, 3);
  assert.ok(found >= 190, `${found} of 300`);
});
