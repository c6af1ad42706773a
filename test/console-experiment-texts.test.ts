import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  change,
  dayOf,
  experimentIdOf,
  planSentences,
  verdictOf,
} from '../console/src/app/experiment-texts.ts';
import type { ExperimentReply, ExperimentResults, IntervalBounds } from '../sdk/src/contract.ts';

const dayMs = 86_400_000;
const running: ExperimentReply = {
  experiment: { id: 'e', draft: 'd', mode: 'split', metric: 'clickRate' },
  author: 'console',
  startedAt: 0,
  endedAt: null,
};
const ended = { ...running, endedAt: 3 * dayMs };

function results(interval: IntervalBounds | null, isOff = false): ExperimentResults {
  const one = { control: 0.1, treatment: 0.1, difference: 0, lift: 0 };
  return {
    at: 0,
    visitors: { control: 1, treatment: 1 },
    impressions: { control: 1, treatment: 1 },
    metrics: [
      { ...one, metric: 'conversion', interval: { low: 1, high: 2 }, liftInterval: { low: 1, high: 2 } },
      { ...one, metric: 'clickRate', interval, liftInterval: interval },
    ],
    sampleRatio: { pValue: 1, isOff },
    preference: null,
    winner:
      interval === null || interval.low * interval.high <= 0
        ? null
        : interval.low > 0
          ? 'treatment'
          : 'control',
  };
}

test('verdictOf() decides by the metric of the experiment, and gives the smaller change first', () => {
  assert.equal(verdictOf(running, results({ low: 0.03, high: 0.09 })), 'The draft is better by 3% to 9%');
  assert.equal(verdictOf(running, results({ low: -0.09, high: -0.03 })), 'The draft is worse by 3% to 9%');
  assert.equal(verdictOf(running, results({ low: -0.01, high: 0.03 })), 'No significant difference yet');
  assert.equal(verdictOf(ended, results({ low: -0.01, high: 0.03 })), 'No significant difference');
  assert.equal(verdictOf(running, results(null)), 'Not enough data: too few visitors clicked or bought');
});

test('verdictOf() tells nothing of visitors who are not divided as planned', () => {
  assert.equal(verdictOf(running, results({ low: 0.03, high: 0.09 }, true)), 'These results cannot be used');
});

test('verdictOf() names the better order of an interleaved experiment', () => {
  const of = (interval: IntervalBounds | null): string =>
    verdictOf(running, {
      ...results(null),
      metrics: [],
      sampleRatio: null,
      preference: { searches: 9, preference: 0, interval },
    });
  assert.equal(of({ low: 0.1, high: 0.2 }), 'The order of the draft is better');
  assert.equal(of({ low: -0.2, high: -0.1 }), 'The live order is better');
  assert.equal(of({ low: -0.2, high: 0.1 }), 'No significant difference yet');
  assert.equal(of(null), 'Not enough data: too few visitors clicked');
});

test('planSentences() says plainly where visitors are too few', () => {
  const plan = {
    visitorsPerDay: 5_214,
    mean: 0.03,
    daysNeeded: 84,
    effectIn14Days: 0.134,
    effectIn28Days: 0.09,
  };
  assert.deepEqual(planSentences(plan, 'conversion', 0.05), {
    sentences: [
      'About 5,210 visitors per day.',
      'Detecting a 5% change in conversion takes about 84 days.',
      'Within 14 days it detects changes of 13% or more.',
    ],
    isTooFew: false,
  });
  const few = planSentences({ ...plan, daysNeeded: null, effectIn14Days: null }, 'revenue', 0.05);
  assert.ok(few.isTooFew);
  assert.match(
    few.sentences.join(' '),
    /too few visitors to detect a 5% change in revenue per visitor within a year/,
  );
  const none = { ...plan, visitorsPerDay: 0, mean: null, daysNeeded: null, effectIn14Days: null };
  assert.match(planSentences(none, 'clickRate', 0.05).sentences[0]!, /^No visitors were recorded/);
});

test('changes have a sign, days begin at 1, and ids are unique', () => {
  assert.deepEqual([change(0.042), change(-0.5), change(0)], ['+4.2%', '-50%', '0%']);
  assert.deepEqual([dayOf(running, 0), dayOf(running, dayMs), dayOf(ended, 9 * dayMs)], [1, 2, 4]);
  assert.equal(experimentIdOf('a', new Set()), 'a');
  assert.equal(experimentIdOf('a', new Set(['a', 'a-2'])), 'a-3');
  assert.equal(experimentIdOf('x'.repeat(64), new Set(['x'.repeat(60)])).length, 62);
});
