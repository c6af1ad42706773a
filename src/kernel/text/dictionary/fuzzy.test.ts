import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { computeBranchEnds, FuzzyAutomaton, matchWord, tooFar, walkTerms } from './fuzzy.ts';
import { naiveDistances } from '../oracle/naive-distances.fixture.ts';
import { packStrings } from './string-table.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });

test('FuzzyAutomaton agrees with the table of edit distances', () => {
  fc.assert(
    fc.property(
      word,
      fc.uniqueArray(word, { maxLength: 30 }),
      fc.integer({ min: 0, max: 2 }),
      (query, list, typos) => {
        const terms = list.toSorted();
        const expected = terms.map((term) => {
          const { full, prefix } = naiveDistances(query, term);
          return [full <= typos ? full : tooFar, prefix <= typos ? prefix : tooFar];
        });
        const walked = terms.map(() => [tooFar, tooFar]);
        const single = terms.map(() => [tooFar, tooFar]);
        const table = packStrings(terms);
        walkTerms(
          table,
          computeBranchEnds(table),
          0,
          terms.length,
          new FuzzyAutomaton(query, typos),
          (term, distance, prefix) => {
            walked[term] = [distance, prefix];
          },
        );
        terms.forEach((term, i) =>
          matchWord(new FuzzyAutomaton(query, typos), term, i, (id, distance, prefix) => {
            single[id] = [distance, prefix];
          }),
        );
        assert.deepEqual(walked, expected);
        assert.deepEqual(single, expected);
      },
    ),
    { seed: 20261121, numRuns: 3000 },
  );
});

test('FuzzyAutomaton counts a transposition as one typo, and one in the first letter where the others are right', () => {
  const distance = (query: string, term: string, typos: number): number => {
    let found = tooFar;
    matchWord(new FuzzyAutomaton(query, typos), term, 0, (_, full) => (found = full));
    return found;
  };
  assert.equal(distance('latpop', 'laptop', 1), 1);
  for (const typed of ['kaptop', 'aptop', 'klaptop', 'alptop']) assert.equal(distance(typed, 'laptop', 1), 1);
  assert.equal(distance('keadphones', 'headphones', 2), 1);
  // With a typo in the first letter, no other is allowed.
  assert.equal(distance('kaetop', 'laptop', 2), tooFar);
  assert.equal(distance('creme', 'crème', 0), 0);
});
