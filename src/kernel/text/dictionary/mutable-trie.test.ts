import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { FuzzyAutomaton, tooFar } from './fuzzy.ts';
import { MutableTrie } from './mutable-trie.ts';
import { naiveDistances } from '../oracle/naive-distances.fixture.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ж', '1'), minLength: 1, maxLength: 9 });

/** Words may repeat, as different words may have equal folded forms. */
const trieOf = (words: readonly string[]): MutableTrie => {
  const trie = new MutableTrie();
  for (const each of words) trie.add(each);
  return trie;
};

test('MutableTrie.walk() visits exactly once each match of the table of edit distances', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 40 }), fc.constantFrom(1, 2), (typed, words, typos) => {
      const expected = words.map((each) => {
        const { full, prefix } = naiveDistances(typed, each);
        return [full <= typos ? full : tooFar, prefix <= typos ? prefix : tooFar];
      });
      const walked = words.map(() => [tooFar, tooFar]);
      const visited: number[] = [];
      trieOf(words).walk(new FuzzyAutomaton(typed, typos), (term, distance, prefix) => {
        visited.push(term);
        walked[term] = [distance, prefix];
      });
      assert.deepEqual(walked, expected);
      assert.equal(new Set(visited).size, visited.length);
    }),
    { seed: 20261121, numRuns: 4000 },
  );
});

test('MutableTrie.findByPrefix() returns the words with a prefix', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 40 }), (typed, words) => {
      const expected = [...words.keys()].filter((term) => words[term]!.startsWith(typed));
      const found = trieOf(words).findByPrefix(typed);
      assert.deepEqual(
        found.toSorted((a, b) => a - b),
        expected,
      );
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});
