import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { logGamma } from './log-gamma.ts';
import { isSampleRatioOff, sampleRatioPValue } from './sample-ratio.ts';
import { log } from '../../math/logarithm.ts';

/** Experiments of 300 that raise an alarm at a daily look within 40 days. */
function alarms(shares: readonly number[], treatmentShare: number, perDay: number, alpha?: number): number {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(1_000 + seed);
    const counts = shares.map(() => 0);
    for (let day = 0; day < 40; day++) {
      for (let i = 0; i < perDay; i++) {
        const draw = random();
        let [arm, sum] = [0, 0];
        const last = shares.length - 1;
        // The last arm has `treatmentShare`; the others have the rest by their shares.
        const rest = (1 - treatmentShare) / (1 - shares[last]!);
        while (arm < last && draw >= (sum += shares[arm]! * rest)) arm++;
        counts[arm]!++;
      }
      if (
        isSampleRatioOff(
          shares.map((share, arm) => ({ visitors: counts[arm]!, share })),
          alpha,
        )
      ) {
        found++;
        break;
      }
    }
  }
  return found;
}

void test('logGamma() equals the logarithm of factorials and of a half', () => {
  let factorial = 0;
  for (let n = 1; n < 170; n++) {
    assert.ok(Math.abs(logGamma(n) - factorial) < 1e-11 * Math.max(1, factorial), String(n));
    factorial += log(n);
  }
  assert.ok(Math.abs(logGamma(0.5) - log(Math.PI) / 2) < 1e-13);
});

void test('sampleRatioPValue() raises fewer false alarms than alpha over all daily looks', () => {
  for (const shares of [
    [0.5, 0.5],
    [0.9, 0.1],
    [0.2, 0.3, 0.5],
  ]) {
    const found = alarms(shares, shares.at(-1)!, 250, 0.05);
    assert.ok(found <= 0.05 * 300, `${shares.join(', ')}: ${found}`);
  }
});

void test('sampleRatioPValue() finds visitors that go missing in one arm', () => {
  // One in twenty of the treatment is lost: 48.7 % remain.
  assert.ok(alarms([0.5, 0.5], 0.4872, 2_000) >= 0.95 * 300);
});

void test('sampleRatioPValue() is 1 without visitors, and needs shares only as ratios', () => {
  assert.ok(
    Math.abs(
      sampleRatioPValue([
        { visitors: 0, share: 1 },
        { visitors: 0, share: 1 },
      ]) - 1,
    ) < 1e-9,
  );
  const counts = [4_000, 4_400];
  const [percent, share] = [50, 0.1].map((one) =>
    sampleRatioPValue(counts.map((visitors) => ({ visitors, share: one }))),
  );
  assert.equal(percent, share);
  assert.ok(share! < 0.01, String(share));
});
