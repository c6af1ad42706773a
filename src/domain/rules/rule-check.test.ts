import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findWordsInCycles } from './rule-check.ts';

test('findWordsInCycles() returns the words that lead back to themselves', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 6 }), (pairs) => {
      const targets = new Map<string, string>(pairs.filter(([from]) => from !== ''));
      const leadsBack = (word: string): boolean => {
        let at = targets.get(word);
        for (let steps = 0; steps < 6 && at !== undefined; steps++, at = targets.get(at))
          if (at === word) return true;
        return false;
      };
      assert.deepEqual(
        [...findWordsInCycles(targets)].toSorted(),
        [...targets.keys()].filter(leadsBack).toSorted(),
      );
    }),
    { seed: 20261125, numRuns: 2_000 },
  );
});
