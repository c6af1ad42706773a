import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ScoreThreshold } from './score-threshold.ts';

const scores = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 10, noNaN: true }),
    fc.constantFrom(0, 1, 2 ** -20, 5000, 1e9),
    fc.double({ min: -1, max: 1e-6, noNaN: true }),
  ),
  { maxLength: 200 },
);

test('ScoreThreshold.of() returns a score reached by at least the wanted number, or 0', () => {
  const cuts = new ScoreThreshold();
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 60 }), (list, wanted) => {
      const cut = cuts.findThreshold(Float64Array.from(list), list.length, wanted);
      const reached = list.filter((score) => score >= cut).length;
      const positive = list.filter((score) => score >= 2 ** -20).length;
      assert.ok(cut === 0 ? positive < wanted : cut > 0 && reached >= wanted);
    }),
    { seed: 20261121, numRuns: 1000 },
  );
});

test('ScoreThreshold.of() lets few more through than wanted', () => {
  const list = Float64Array.from({ length: 1000 }, (_, at) => 0.001 * (at + 1));
  const cut = new ScoreThreshold().findThreshold(list, list.length, 100);
  assert.ok(cut <= 0.901 && cut >= 0.901 - 1 / 32);
});
