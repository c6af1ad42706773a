import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer } from '../language/analyzer.ts';
import { listEnglishSynonyms } from './built-in-synonyms.ts';
import { defaultTextSettings, type SynonymEntry } from '../schema/settings.ts';
import {
  checkSynonyms,
  synonymLengthMax,
  synonymPairsMax,
  synonymRulesMax,
  synonymSidesMax,
  synonymsOfWordMax,
} from './synonym-check.ts';
import { finish } from '../../bits/steps.ts';
import { compileSynonyms } from './synonyms.ts';
import { representative } from '../../../../test/support/matrix.ts';

const analyzer = createAnalyzer(defaultTextSettings);
const faultsOf = (rules: SynonymEntry[]): string[] =>
  checkSynonyms(rules, analyzer).map(({ path, code }) => `${path} ${code}`);
const oneWay = (from: string, ...to: string[]): SynonymEntry => ({ kind: 'oneWay', from, to });
const equivalent = (...words: string[]): SynonymEntry => ({ kind: 'equivalent', words });

test('checkSynonyms() rejects sides with no or too many words, with their path', () => {
  assert.deepEqual(faultsOf([equivalent('sofa', 'couch'), oneWay('phone', 'iphone', 'smart phone')]), []);
  assert.deepEqual(faultsOf([equivalent('sofa'), oneWay('phone'), equivalent('a', '-')]), [
    '[0].words too_few',
    '[1].to too_few',
    '[2].words[1] no_word',
  ]);
  assert.deepEqual(faultsOf([oneWay('one two three four', 'one two three four five')]), [
    '[0].to[0] too_many_words',
  ]);
});

test('checkSynonyms() rejects the same words twice, in one rule or in two', () => {
  assert.deepEqual(faultsOf([equivalent('sofa', 'couch', 'Sofas')]), ['[0].words[2] duplicate']);
  assert.deepEqual(faultsOf([oneWay('sofa', 'sofas')]), ['[0].to[0] duplicate']);
  assert.deepEqual(faultsOf([equivalent('sofa', 'couch'), oneWay('couches', 'sofa')]), [
    '[1].to[0] duplicate',
  ]);
  assert.deepEqual(faultsOf([equivalent('sofa', 'couch'), equivalent('sofa', 'settee')]), []);
});

test('checkSynonyms() rejects cycles of one-way rules', () => {
  assert.deepEqual(faultsOf([oneWay('phone', 'iphone'), oneWay('iphone', 'phone')]), ['[1].to[0] cycle']);
  assert.deepEqual(faultsOf([oneWay('a1', 'b1'), oneWay('b1', 'c1'), oneWay('c1', 'x1', 'a1')]), [
    '[2].to[1] cycle',
  ]);
  assert.deepEqual(faultsOf([oneWay('a1', 'b1', 'c1'), oneWay('b1', 'd1'), oneWay('c1', 'd1')]), []);
});

test('checkSynonyms() enforces its limits at n and n + 1', () => {
  const sides = (count: number) => ({
    kind: 'oneWay' as const,
    from: 'from',
    to: Array.from({ length: count }, (_, i) => `to${i}`),
  });
  assert.deepEqual(faultsOf([sides(synonymSidesMax)]), []);
  assert.deepEqual(faultsOf([sides(synonymSidesMax + 1)]), ['[0].to too_many']);
  const rules = (count: number) => Array.from({ length: count }, (_, i) => oneWay(`from${i}`, `to${i}`));
  assert.deepEqual(faultsOf(rules(synonymRulesMax)), []);
  assert.deepEqual(faultsOf(rules(synonymRulesMax + 1)), [' too_many']);
  assert.deepEqual(faultsOf([oneWay('x'.repeat(synonymLengthMax), 'y')]), []);
  assert.deepEqual(faultsOf([oneWay('x'.repeat(synonymLengthMax + 1), 'y')]), ['[0].from too_long']);
  // Fifty equivalent words are 2,450 pairs.
  const groups = (count: number, more: number) => [
    ...Array.from({ length: count }, (_, i) =>
      equivalent(...Array.from({ length: synonymSidesMax }, (_, j) => `g${i}x${j}`)),
    ),
    sides(more),
  ];
  const remaining = synonymPairsMax - 20 * 2_450 - 50 * 19;
  const oneWays = Array.from({ length: 19 }, (_, i) =>
    oneWay(`o${i}`, ...sides(50).to.map((to) => `${to}w${i}`)),
  );
  assert.deepEqual(faultsOf([...groups(20, remaining), ...oneWays]), []);
  assert.deepEqual(faultsOf([...groups(20, remaining), ...oneWays, oneWay('y', 'z')]), [' too_many']);
  const ofOne = (count: number) =>
    Array.from({ length: Math.ceil(count / 50) }, (_, i) =>
      oneWay('one', ...Array.from({ length: Math.min(50, count - i * 50) }, (_, j) => `n${i}n${j}`)),
    );
  assert.deepEqual(faultsOf(ofOne(synonymsOfWordMax)), []);
  assert.deepEqual(faultsOf(ofOne(synonymsOfWordMax + 1)), [`[${synonymsOfWordMax / 50}].from too_many`]);
  const chain = Array.from({ length: synonymRulesMax }, (_, i) => oneWay(`w${i}`, `w${i + 1}`));
  assert.deepEqual(faultsOf(chain), []);
});

test('checkSynonyms() returns a path for each fault, and compileSynonyms() accepts any rules', () => {
  const side = fc.array(fc.constantFrom('a', 'red', 'the', '-', 'box', 'boxes', 'x9', ''), { maxLength: 6 });
  const text = side.map((words) => words.join(' '));
  const rule: fc.Arbitrary<SynonymEntry> = fc.oneof(
    fc.record({ kind: fc.constant('equivalent' as const), words: fc.array(text, { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('oneWay' as const), from: text, to: fc.array(text, { maxLength: 4 }) }),
  );
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), (synonyms) => {
      for (const { path } of checkSynonyms(synonyms, analyzer))
        assert.match(path, /^\[\d+\]\.[a-z]+(?:\[\d+\])?$/);
      const { targets } = finish(compileSynonyms({ ...defaultTextSettings, synonyms }, analyzer));
      for (const [key, list] of targets) {
        const forms = list.map(({ stems }) => stems.join(' '));
        assert.ok(!forms.includes(key) && new Set(forms).size === forms.length);
      }
    }),
    { seed: 20261121, numRuns: representative(80, 500) },
  );
});

test('the built-in synonyms pass checkSynonyms(), and no word is in two groups', () => {
  const rules = listEnglishSynonyms();
  assert.ok(rules.length >= 200);
  assert.deepEqual(checkSynonyms(rules, analyzer), []);
  const groups = rules.filter((rule) => rule.kind === 'equivalent').flatMap(({ words }) => words);
  assert.equal(
    new Set(groups).size,
    groups.length,
    groups.filter((word, i) => groups.indexOf(word) < i).join(),
  );
});
