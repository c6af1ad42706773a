import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isCode } from '../language/tokenizer.ts';
import { InfixBloomFilter } from './infix-bloom.ts';
import { packStrings } from './string-table.ts';

const unit = fc.constantFrom('a', 'b', '1', '2', '.', 'é', 'Ω', '\ud83d');
const word = fc.string({ unit, minLength: 1, maxLength: 9 });

test('InfixBloomFilter.mayHave() accepts every text that a code contains', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, text) => {
      const filter = new InfixBloomFilter(packStrings(words.toSorted()));
      const isWithin = words.some((code) => isCode(code) && code.includes(text));
      assert.ok(!isWithin || filter.mayHave(text), `${text} in ${words.join(' ')}`);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

test('InfixBloomFilter.mayHave() rejects most texts that no code contains', () => {
  const codes = Array.from({ length: 20_000 }, (_, i) => `xk${(i * 7_919) % 1_000_003}q`);
  const filter = new InfixBloomFilter(packStrings(codes.toSorted()));
  const absent = Array.from({ length: 1_000 }, (_, i) => `novelty${i}`);
  assert.ok(codes.every((code) => filter.mayHave(code.slice(1, 6))));
  assert.ok(absent.filter((text) => filter.mayHave(text)).length < 20);
});
