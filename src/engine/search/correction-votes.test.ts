import assert from 'node:assert/strict';
import { test } from 'node:test';
import { electCorrection, type CorrectionVote } from './correction-votes.ts';

const day = 86_400_000;

/** Votes for a target by visitors of their own. */
const votes = (target: string, count: number, change: Partial<CorrectionVote> = {}): CorrectionVote[] =>
  Array.from({ length: count }, (_, i) => ({
    visitor: `${target}${i}`,
    word: 'settee',
    target,
    targetStems: target,
    at: 100 * day,
    strength: 1,
    origin: null,
    ...change,
  }));

test('electCorrection() needs five visitors, and half of the votes', () => {
  assert.equal(electCorrection([]), null);
  assert.equal(electCorrection(votes('sofa', 4)), null);
  assert.deepEqual(electCorrection([...votes('sofa', 5), ...votes('bed', 5)]), {
    word: 'settee',
    target: 'sofa',
    visitors: 5,
    at: 100 * day,
  });
  assert.equal(electCorrection([...votes('sofa', 5), ...votes('bed', 3), ...votes('chair', 3)]), null);
});

test('electCorrection() counts all forms of a word together, and returns those of most visitors', () => {
  const votesOfForms = [
    ...votes('sofas', 2, { targetStems: 'sofa' }),
    ...votes('sofa', 3, { word: 'settees' }),
    ...votes('bed', 4),
  ];
  const agreed = electCorrection(votesOfForms);
  assert.deepEqual([agreed?.word, agreed?.target, agreed?.visitors], ['settees', 'sofa', 5]);
});

test('electCorrection() counts a visitor once, and two of an address', () => {
  assert.equal(electCorrection(votes('sofa', 9, { visitor: 'one' })), null);
  const ofOne = votes('sofa', 9, { origin: 7 });
  assert.equal(electCorrection(ofOne), null);
  const ofAnother = votes('sofa', 3, { origin: 8 }).map((vote, i) => ({ ...vote, visitor: `v${i}` }));
  assert.equal(electCorrection([...ofOne, ...ofAnother]), null, 'two and two');
  // Votes beyond those of an address do not count against others either.
  const others = votes('bed', 5).map((vote, i) => ({ ...vote, origin: i }));
  assert.equal(electCorrection([...ofOne, ...others])?.target, 'bed');
  const ofManyTargets = Array.from({ length: 9 }, (_, i) => votes(`t${i}`, 2, { origin: 9 })).flat();
  assert.equal(electCorrection([...ofManyTargets, ...others])?.target, 'bed');
});

test('electCorrection() weighs votes by strength and age', () => {
  const old = votes('sofa', 8, { at: 50 * day });
  const fresh = votes('bed', 5);
  assert.equal(electCorrection([...fresh, ...old])?.target, 'bed');
  const chosen = votes('chair', 5, { strength: 2 });
  assert.equal(electCorrection([...chosen, ...fresh, ...old])?.target, 'chair');
});
