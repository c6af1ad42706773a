import assert from 'node:assert/strict';
import { test } from 'node:test';
import { representative } from '../../../test/support/matrix.ts';
import { compareArms } from './confidence-sequence.ts';
import { computeDaysNeeded, computePowerByDay } from './experiment-design.ts';
import { SimulatedExperiment, type SimulatedMetric } from './simulated-experiment.fixture.ts';
import { estimateMetric } from './visitor-sums.ts';

const metrics: readonly SimulatedMetric[] = ['clicks', 'clicksPerSearch', 'buyers', 'revenue'];
const lifts = [0.05, 0.2] as const;

/** The upper bound of the 95 % interval of a share (E. B. Wilson, 1927). */
function wilsonUpperBound(found: number, of: number): number {
  const z = 1.96;
  const share = found / of;
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return (share + (z * z) / (2 * of) + spread) / (1 + (z * z) / of);
}

/** Which tests declare a difference at this look: always-valid ones by metric and planned lift, and those for one look. */
function declared(shop: SimulatedExperiment): string[] {
  return metrics.flatMap((metric) => {
    const [control, treatment] = [shop.sums('control', metric), shop.sums('treatment', metric)];
    const found: string[] = [];
    for (const lift of lifts) {
      const interval = compareArms(control, treatment, lift)?.interval;
      if (interval && (interval.low > 0 || interval.high < 0)) found.push(`${metric} ${lift}`);
    }
    const [a, b] = [estimateMetric(control)!, estimateMetric(treatment)!];
    if (Math.abs(b.mean - a.mean) > 1.96 * Math.sqrt(a.variance + b.variance)) found.push(`${metric} once`);
    return found;
  });
}

void test('compareArms() is wrong in fewer than 5 % of A/A experiments that are looked at every day', () => {
  const experiments = representative(300, 1_000);
  const wrong = new Map<string, number>();
  for (let seed = 1; seed <= experiments; seed++) {
    const shop = new SimulatedExperiment(seed, { visitorsPerDay: 100 });
    const found = new Set<string>();
    for (let day = 0; day < 28; day++) {
      shop.run();
      for (const key of declared(shop)) found.add(key);
    }
    for (const key of found) wrong.set(key, (wrong.get(key) ?? 0) + 1);
  }
  for (const metric of metrics)
    for (const lift of lifts) {
      const count = wrong.get(`${metric} ${lift}`) ?? 0;
      assert.ok(
        wilsonUpperBound(count, experiments) < 0.05,
        `${metric}, designed for ${lift}: ${count} of ${experiments}`,
      );
    }
  // The same looks at a test for one look.
  for (const metric of metrics)
    assert.ok(wrong.get(`${metric} once`)! > 0.15 * experiments, wrong.get(`${metric} once`)?.toString());
});

void test('compareArms() finds + 5 % of clicks, designed for a power of 85 %, in at least 78 % of 200 experiments', () => {
  const experiments = representative(50, 200);
  const visitorsPerDay = 3_000;
  const pilot = new SimulatedExperiment(0, { visitorsPerDay: 50_000, returns: false });
  pilot.run();
  const before = pilot.sums('control', 'clicks');
  const mean = before.numerator / before.visitors;
  const deviation = Math.sqrt(before.numeratorSquares / before.visitors - mean * mean);
  const design = { visitorsPerDay, controlShare: 0.5, treatmentShare: 0.5, mean, deviation };
  const days = computeDaysNeeded(design, 0.05)!;
  let found = 0;
  let wrong = 0;
  let daysUsed = 0;
  for (let seed = 1; seed <= experiments; seed++) {
    // Without returning visitors, as the plan assumes.
    const shop = new SimulatedExperiment(seed, { visitorsPerDay, lift: 0.05, returns: false });
    for (let day = 1; day <= days; day++) {
      shop.run();
      daysUsed++;
      const { interval } = compareArms(
        shop.sums('control', 'clicks'),
        shop.sums('treatment', 'clicks'),
        0.05,
      )!;
      if (interval!.high < 0) wrong++;
      if (interval!.low <= 0) continue;
      found++;
      break;
    }
  }
  assert.ok(found >= 0.78 * experiments, `${found} of ${experiments}`);
  assert.equal(wrong, 0);
  // The plan is neither too short nor too long.
  const planned = computePowerByDay(design, 0.05, days).at(-1)!;
  assert.ok(
    Math.abs(found / experiments - planned) < 3 * Math.sqrt((planned * (1 - planned)) / experiments),
    `${found}`,
  );
  // Looking every day pays: on average it ends well before the last day.
  assert.ok(daysUsed / experiments < 0.75 * days, `${daysUsed / experiments} of ${days} days`);
});
