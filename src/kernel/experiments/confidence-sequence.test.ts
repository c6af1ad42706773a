import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeBoundaryWidth, compareArms, nonZeroVisitorsMin } from './confidence-sequence.ts';
import { noVisitors, type VisitorSums } from './visitor-sums.ts';
import { exp } from '../../math/exponential.ts';

/** Visitors of whom `buyers` bought. */
const rate = (visitors: number, buyers: number): VisitorSums => ({
  ...noVisitors,
  visitors,
  nonZero: buyers,
  numerator: buyers,
  denominator: visitors,
  numeratorSquares: buyers,
  denominatorSquares: visitors,
  products: buyers,
});

void test('computeBoundaryWidth() is where the mixture of likelihood ratios reaches 1/alpha', () => {
  for (const alpha of [0.05, 0.01])
    for (const variance of [0.1, 1, 7])
      for (const tau of [0.3, 1, 2]) {
        const estimate = computeBoundaryWidth(variance, tau, alpha) * Math.sqrt(variance);
        // The mean over effects of N(0, tau^2) of the likelihood ratio against 0, integrated numerically.
        const step = tau / 200;
        let ratio = 0;
        for (let effect = -10 * tau; effect <= 10 * tau; effect += step) {
          const density = exp(-((effect / tau) ** 2) / 2) / (tau * Math.sqrt(2 * Math.PI));
          ratio += step * density * exp((effect * estimate - effect ** 2 / 2) / variance);
        }
        assert.ok(Math.abs(ratio * alpha - 1) < 1e-3, `${alpha} ${variance} ${tau}: ${ratio}`);
      }
});

void test('computeBoundaryWidth() is wider than that of one look, and narrowest near the planned effect', () => {
  for (let variance = 0.001; variance < 100; variance *= 1.5)
    assert.ok(computeBoundaryWidth(variance, 1) > 3, String(variance));
  assert.ok(computeBoundaryWidth(1 / 10, 1) < 3.04);
});

void test('compareArms() returns the difference and the lift, whose intervals exclude 0 together', () => {
  let excluded = 0;
  for (let buyers = 1_000; buyers <= 1_400; buyers++) {
    const { interval, liftInterval } = compareArms(rate(20_000, 1_000), rate(20_000, buyers), 0.1)!;
    assert.equal(interval!.low > 0, liftInterval!.low > 0, String(buyers));
    if (interval!.low > 0) excluded++;
  }
  assert.ok(excluded > 100 && excluded < 300, String(excluded));
  const { difference, lift, liftInterval } = compareArms(rate(20_000, 1_000), rate(20_000, 1_200), 0.1)!;
  assert.ok(Math.abs(difference - 0.01) < 1e-12);
  assert.ok(Math.abs(lift! - 0.2) < 1e-12);
  assert.ok(liftInterval!.low < 0.2 && liftInterval!.high > 0.2);
});

void test('compareArms() has no interval before each arm has enough buyers', () => {
  const few = rate(1_000, nonZeroVisitorsMin - 1);
  const enough = rate(1_000, nonZeroVisitorsMin);
  assert.equal(compareArms(few, enough, 0.05)!.interval, null);
  assert.equal(compareArms(enough, few, 0.05)!.interval, null);
  assert.notEqual(compareArms(enough, enough, 0.05)!.interval, null);
  assert.equal(compareArms(noVisitors, enough, 0.05), null);
  // A lift needs a control that differs from 0; the difference does not.
  assert.equal(compareArms(enough, rate(1_000, 40), 0.05)!.liftInterval, null);
});
