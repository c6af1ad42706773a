import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalDraw } from '../../lib/normal-draw.fixture.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { computeBoundaryWidth } from './confidence-sequence.ts';
import {
  computeDaysNeeded,
  computeDetectableLift,
  experimentDaysMax,
  computePowerByDay,
} from './experiment-design.ts';

const rate = 0.3;
const design = {
  visitorsPerDay: 3_000,
  controlShare: 0.5,
  treatmentShare: 0.5,
  mean: rate,
  deviation: Math.sqrt(rate * (1 - rate)),
};

void test('computePowerByDay() equals the share of simulated random walks that cross the boundary', () => {
  const lift = 0.06;
  const days = 20;
  const variance = design.deviation ** 2 * (1 / 1_500 + (1 + lift) / 1_500);
  const tau = lift * rate;
  const random = createRandom(3);
  const crossed = new Float64Array(days);
  const runs = 20_000;
  for (let run = 0; run < runs; run++) {
    let sum = 0;
    for (let day = 1; day <= days; day++) {
      sum += tau + Math.sqrt(variance) * normalDraw(random);
      const mean = sum / day;
      if (Math.abs(mean) <= computeBoundaryWidth(variance / day, tau) * Math.sqrt(variance / day)) continue;
      for (let later = day; later <= days; later++) crossed[later - 1]!++;
      break;
    }
  }
  const power = computePowerByDay(design, lift, days);
  for (const [day, found] of power.entries())
    assert.ok(
      Math.abs(found - crossed[day]! / runs) < 0.015,
      `${day + 1}: ${found}, ${crossed[day]! / runs}`,
    );
  assert.ok(power[4]! < 0.3 && power[19]! > 0.85);
});

void test('computePowerByDay() stays below alpha where nothing changes', () => {
  // So little traffic that a lift of 5 % cannot show within a year.
  const hidden = computePowerByDay({ ...design, visitorsPerDay: 1 }, 0.001, experimentDaysMax);
  assert.ok(hidden.at(-1)! < 0.05, String(hidden.at(-1)));
});

void test('computeDaysNeeded() and computeDetectableLift() agree, and need more than a test with one look', () => {
  const days = computeDaysNeeded(design, 0.05)!;
  assert.ok(computePowerByDay(design, 0.05, days)[days - 1]! >= 0.85);
  assert.ok(computePowerByDay(design, 0.05, days - 1)[days - 2]! < 0.85);
  const lift = computeDetectableLift(design, days)!;
  assert.ok(lift <= 0.0502 && lift > 0.048, String(lift));
  // (1.96 + 1.036)^2 * variance / effect^2 visitors per arm, for one look with the same power.
  const oneLook = ((2.996 ** 2 * design.deviation ** 2) / (0.05 * rate) ** 2) * (2.05 / 1_500);
  assert.ok(days > 1.2 * oneLook && days < 2 * oneLook, `${days} days, ${oneLook} for one look`);
});

void test('computeDaysNeeded() is null where a year does not suffice', () => {
  assert.equal(computeDaysNeeded({ ...design, visitorsPerDay: 20 }, 0.05), null);
  assert.equal(computeDetectableLift({ ...design, visitorsPerDay: 0.001 }, 1), null);
});

void test('computeDaysNeeded() is more with unequal shares', () => {
  const unequal = computeDaysNeeded({ ...design, controlShare: 0.9, treatmentShare: 0.1 }, 0.05)!;
  assert.ok(unequal > 2 * computeDaysNeeded(design, 0.05)!, String(unequal));
});
