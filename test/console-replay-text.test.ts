import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedText, differenceText, proofText } from '../console/src/views/drafts/replay-text.ts';
import type { ReplaySummary } from '../sdk/src/contract.ts';

const clicks = { before: 0.5, after: 0.6, low: 0.05, high: 0.15 };
const summary: ReplaySummary = {
  startedAt: 0,
  finishedAt: 0,
  impressions: 1_200,
  skipped: 3,
  from: 0,
  to: 0,
  changed: 0.25,
  withoutResults: { before: 0.1, after: 0.1, low: 0, high: 0 },
  clicks,
  revenue: null,
  judged: 40,
  visitors: 30,
};

test('differenceText() names a difference only if its interval is without 0', () => {
  const verdict = (low: number | null, high: number | null): string =>
    differenceText('clicks', { ...clicks, low, high }).verdict;
  assert.equal(verdict(0.001, 0.1), 'What visitors clicked or bought ranks higher.');
  assert.equal(verdict(-0.1, -0.001), 'What visitors clicked or bought ranks lower.');
  for (const [low, high] of [
    [-0.1, 0.1],
    [0, 0.1],
    [-0.1, 0],
    [0, 0],
  ] as const)
    assert.equal(verdict(low, high), 'No measurable difference.');
  assert.equal(verdict(null, null), 'Too few visitors for an interval: at least 25 are needed.');
});

test('differenceText() gives the figures with their interval, in points for shares', () => {
  assert.equal(
    differenceText('clicks', clicks).figures,
    'NDCG 0.500 before, NDCG 0.600 after: +0.100, 95% interval +0.050 to +0.150.',
  );
  assert.equal(
    differenceText('clicks', { ...clicks, low: null, high: null }).figures,
    'NDCG 0.500 before, NDCG 0.600 after.',
  );
  const fewer = { before: 0.041, after: 0.032, low: -0.011, high: -0.007 };
  assert.deepEqual(differenceText('withoutResults', fewer), {
    verdict: 'Fewer searches are without results.',
    figures: '4.1% before, 3.2% after: -0.9 points, 95% interval -1.1 points to -0.7 points.',
  });
});

test('changedText() tells how much a draft changes, and whether there was anything to try it on', () => {
  assert.equal(
    changedText(summary),
    'The draft changes 25% of 1,200 searches and lists of shoppers: other items first, or another order.',
  );
  assert.equal(
    changedText({ ...summary, changed: 0 }),
    'The draft changes none of 1,200 searches and lists of shoppers.',
  );
  assert.equal(
    changedText({ ...summary, impressions: 0 }),
    'No searches or lists of shoppers are recorded yet.',
  );
});

test('proofText() sums up the proof of a version', () => {
  assert.equal(proofText(null), null);
  assert.equal(proofText({ kind: 'other' }), null);
  const proof = { kind: 'replay', isLiveOutdated: false, ...summary };
  const tried =
    'Tried on 1,200 searches and lists before it was published: 25% of them changed. What visitors clicked or bought ranks higher.';
  assert.equal(proofText(proof), tried);
  assert.equal(
    proofText({ ...proof, isLiveOutdated: true }),
    `${tried} The live shop changed between the replay and the publication.`,
  );
  assert.equal(
    proofText({ ...proof, clicks: null }),
    'Tried on 1,200 searches and lists before it was published: 25% of them changed.',
  );
});
