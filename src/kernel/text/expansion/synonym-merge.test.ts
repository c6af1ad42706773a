import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { representative } from '../../../../test/support/matrix.ts';
import { createAnalyzer } from '../language/analyzer.ts';
import { defaultTextSettings, type SynonymEntry } from '../schema/settings.ts';
import {
  checkSynonyms,
  synonymLengthMax,
  synonymRulesMax,
  synonymSidesMax,
  synonymsOfWordMax,
} from './synonym-check.ts';
import { mergeSynonyms } from './synonym-merge.ts';
import { joinStems, listSideWords } from './synonyms.ts';

const analyzer = createAnalyzer(defaultTextSettings);
const oneWay = (from: string, ...to: string[]): SynonymEntry => ({ kind: 'oneWay', from, to });
const equivalent = (...words: string[]): SynonymEntry => ({ kind: 'equivalent', words });
function merged(...rules: SynonymEntry[]): SynonymEntry[] {
  const merge = mergeSynonyms(rules, analyzer);
  assert.deepEqual(checkSynonyms(merge.rules, analyzer), []);
  return merge.rules;
}

test('mergeSynonyms() takes words that are the same after analysis for one', () => {
  assert.deepEqual(merged(equivalent('wi-fi', 'wifi', 'wi fi')), [equivalent('wi-fi', 'wifi')]);
  assert.deepEqual(merged(oneWay('i-pod', 'ipod'), oneWay('i pod', 'ipod')), [oneWay('i-pod', 'ipod')]);
  assert.deepEqual(merged(equivalent('sofa', 'Sofas'), oneWay('box', 'boxes', 'crate')), [
    oneWay('box', 'crate'),
  ]);
});

test('mergeSynonyms() makes words equivalent that name each other, and those of a cycle', () => {
  const mutual = [
    oneWay('phone', 'mobile', 'cell'),
    oneWay('mobile', 'phone', 'cell'),
    oneWay('cell', 'phone', 'mobile'),
  ];
  assert.deepEqual(merged(...mutual), [equivalent('phone', 'mobile', 'cell')]);
  // "mobile" does not find "cell": it does not either.
  assert.deepEqual(
    merged(oneWay('phone', 'mobile', 'cell'), oneWay('mobile', 'phone'), oneWay('cell', 'phone')),
    [equivalent('phone', 'mobile'), equivalent('phone', 'cell')],
  );
  assert.deepEqual(merged(oneWay('a1', 'b1', 'x1'), oneWay('b1', 'c1'), oneWay('c1', 'a1')), [
    equivalent('a1', 'b1', 'c1'),
    oneWay('a1', 'x1'),
  ]);
});

test('mergeSynonyms() leaves out pairs of other rules, the smaller of two groups first', () => {
  assert.deepEqual(merged(equivalent('tv', 'television'), equivalent('tv', 'television', 'telly')), [
    equivalent('tv', 'television', 'telly'),
  ]);
  assert.deepEqual(
    merged(equivalent('tv', 'telly'), oneWay('tv', 'telly', 'screen'), oneWay('telly', 'tv')),
    [equivalent('tv', 'telly'), oneWay('tv', 'screen')],
  );
});

test('mergeSynonyms() tells what no rule can have, and keeps the others', () => {
  const long = 'x'.repeat(synonymLengthMax + 1);
  const many = Array.from({ length: synonymSidesMax + 1 }, (_, i) => `w${i}`);
  const { rules, lost } = mergeSynonyms(
    [
      equivalent('sofa', '???', 'couch'),
      oneWay('one-two-three-four-five', 'six'),
      equivalent(long, 'short'),
      equivalent(...many),
      oneWay('far', ...many),
      equivalent('alone'),
    ],
    analyzer,
  );
  assert.deepEqual(checkSynonyms(rules, analyzer), []);
  assert.deepEqual(rules, [
    equivalent('sofa', 'couch'),
    equivalent(...many.slice(0, -1)),
    oneWay('far', ...many.slice(0, -1)),
    oneWay('far', many.at(-1)!),
  ]);
  assert.deepEqual(
    lost.map(({ rule, detail }) => [rule, detail.replace(/".*"/s, '…')]),
    [
      [0, '… has no letter or digit'],
      [1, '… has more than 4 words'],
      [2, `… has more than ${synonymLengthMax} characters`],
      [3, `… is beyond ${synonymSidesMax} equivalent words`],
      [5, 'fewer than two words'],
    ],
  );
});

test('mergeSynonyms() keeps the limits of all rules together, and those of long cycles', () => {
  const count = synonymRulesMax + 5;
  const rest = mergeSynonyms(
    Array.from({ length: count }, (_, i) => oneWay(`f${i}`, `t${i}`)),
    analyzer,
  );
  assert.deepEqual(
    [rest.rules.length, rest.lost.length, rest.lost[0]?.rule],
    [synonymRulesMax, 5, synonymRulesMax],
  );
  const ofOne = mergeSynonyms(
    [oneWay('one', ...Array.from({ length: synonymsOfWordMax + 1 }, (_, i) => `n${i}`))],
    analyzer,
  );
  assert.deepEqual(checkSynonyms(ofOne.rules, analyzer), []);
  assert.deepEqual([ofOne.rules.length, ofOne.lost.length], [synonymsOfWordMax / synonymSidesMax, 1]);
  const length = synonymSidesMax + 1;
  const cycle = mergeSynonyms(
    Array.from({ length }, (_, i) => oneWay(`c${i}`, `c${(i + 1) % length}`)),
    analyzer,
  );
  assert.deepEqual(checkSynonyms(cycle.rules, analyzer), []);
  assert.deepEqual([cycle.rules.length, cycle.lost.map(({ rule }) => rule)], [length - 1, [length - 1]]);
});

/** The words that each word finds, by their keys. */
function foundBy(rules: readonly SynonymEntry[]): Set<string> {
  const key = (text: string): string => joinStems(listSideWords(text, analyzer), analyzer);
  const found = new Set<string>();
  for (const rule of rules) {
    const froms = rule.kind === 'oneWay' ? [rule.from] : rule.words;
    const tos = rule.kind === 'oneWay' ? rule.to : rule.words;
    for (const from of froms.map(key))
      for (const to of tos.map(key)) if (from !== to && from !== '' && to !== '') found.add(`${from}>${to}`);
  }
  return found;
}

/** Whether a word leads to another by any number of one-way rules that name each other nowhere. */
function leads(found: ReadonlySet<string>, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const one of reached)
    for (const pair of found) {
      const [start = '', end = ''] = pair.split('>');
      if (start === one && !found.has(`${end}>${start}`)) reached.add(end);
    }
  return reached.has(to);
}

test('mergeSynonyms() finds what the rules find, and more only within cycles', () => {
  const word = fc.constantFrom('a1', 'b1', 'c1', 'd1', 'box', 'boxes', 'wi-fi', 'wi fi', 'wifi', '-');
  const words = fc.array(word, { maxLength: 4 });
  const rule: fc.Arbitrary<SynonymEntry> = fc.oneof(
    fc.record({ kind: fc.constant('equivalent' as const), words }),
    fc.record({ kind: fc.constant('oneWay' as const), from: word, to: words }),
  );
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), (rules) => {
      const [before, after] = [foundBy(rules), foundBy(merged(...rules))];
      for (const pair of before) assert.ok(after.has(pair), pair);
      for (const pair of after) {
        const [from = '', to = ''] = pair.split('>');
        assert.ok(before.has(pair) || (leads(before, from, to) && leads(before, to, from)), pair);
      }
    }),
    { seed: 20261129, numRuns: representative(300, 3_000) },
  );
});
