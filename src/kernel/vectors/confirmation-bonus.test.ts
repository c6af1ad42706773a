import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeConfirmationBonuses } from './confirmation-bonus.ts';
import { l2Normalise } from './vector-math.ts';

const photo = (...numbers: number[]): Float32Array => l2Normalise(Float32Array.from(numbers));

test('computeConfirmationBonuses() adds to an item whose photos look like the photo, and takes a little from others', () => {
  const pears = [photo(1, 0.1, 0), photo(1, 0, 0.1), photo(1, 0.1, 0.1), photo(1, 0, 0)];
  const leeks = [photo(0, 1, 0.1), photo(0, 1, 0), photo(0.1, 1, 0), photo(0, 1, 0.2)];
  const bonuses = computeConfirmationBonuses(photo(1, 0.05, 0.05), [
    { key: 1, photos: pears },
    { key: 2, photos: leeks },
  ]);
  const { [0]: pear = 0, [1]: leek = 0 } = [bonuses.get(1), bonuses.get(2)];
  // Nearly the mean of photos that are nearly the same: half of what 1 is above .85.
  assert.ok(Math.abs(pear - 0.075) < 0.01, `${pear}`);
  assert.equal(leek, -0.05);
  // A look-alike that is less similar than the photos are to each other gains nothing.
  const alike = computeConfirmationBonuses(photo(1, 1, 0), [{ key: 1, photos: pears }]).get(1)!;
  assert.ok(alike < 0, `${alike}`);
});

test('computeConfirmationBonuses() expects as much as most photos have: a wrong one among five changes little', () => {
  const right = [photo(1, 0.2, 0), photo(1, 0, 0.2), photo(1, 0.2, 0.2), photo(1, 0, 0)];
  const of = (photos: Float32Array[], asked: Float32Array): number =>
    computeConfirmationBonuses(asked, [{ key: 1, photos }]).get(1)!;
  const wrong = photo(0, 0, 1);
  const asked = photo(1, 0.1, 0.1);
  const [five, withWrong] = [of([...right, photo(1, 0.1, 0)], asked), of([...right, wrong], asked)];
  assert.ok(Math.abs(five - withWrong) < 0.03, `${five}, ${withWrong}`);
  assert.equal(of([...right, wrong], wrong), -0.05);
  assert.deepEqual(computeConfirmationBonuses(asked, []), new Map());
});
