import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { tooFar } from './fuzzy.ts';
import { buildLetterTrie, walkTrie } from './letter-trie.ts';
import { naiveDistances } from '../oracle/naive-distances.fixture.ts';
import { packStrings } from './string-table.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 9 });
const query = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e', 'ж'), minLength: 1, maxLength: 9 });

test('walkTrie() agrees with the table of edit distances for words without digits', () => {
  fc.assert(
    fc.property(
      query,
      fc.uniqueArray(word, { maxLength: 40 }),
      fc.constantFrom(1 as const, 2 as const),
      (typed, list, typos) => {
        const terms = list.toSorted();
        const expected = terms.map((term) => {
          if (term.includes('1')) return [tooFar, tooFar];
          const { full, prefix } = naiveDistances(typed, term.replaceAll('é', 'e'));
          return [full <= typos ? full : tooFar, prefix <= typos ? prefix : tooFar];
        });
        const walked = terms.map(() => [tooFar, tooFar]);
        walkTrie(buildLetterTrie(packStrings(terms)), typed, typos, (term, distance, prefix) => {
          walked[term] = [distance, prefix];
        });
        assert.deepEqual(walked, expected);
      },
    ),
    { seed: 20261121, numRuns: 4000 },
  );
});
