import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { foldAccents, tokenize } from './tokenizer.ts';
import { createAnalyzer } from './analyzer.ts';
import { wordLengthMax } from '../schema/document.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { stemPlural } from './stemmer.ts';

const { stem } = createAnalyzer(defaultTextSettings);

function wordsOf(value: string): string[] {
  const words: string[] = [];
  tokenize(value, (word, _start, _end, joined) => words.push(joined ? `+${word}` : word));
  return words;
}

test('tokenize() splits product texts', () => {
  assert.deepEqual(wordsOf('HP dv7-1211ea, 43.2 cm (17")'), [
    'hp',
    'dv7',
    '1211ea',
    '+dv71211ea',
    '43.2',
    'cm',
    '17',
    'inch',
  ]);
  const units = '17 inch 17 inch 17.3 inch 1.5 l 1.5 l 1.5 l 500 g 5g 60 w 1 500 ml 3m';
  assert.deepEqual(wordsOf('17" 17in 17.3” 1.5 l 1.5l 1,5 l 500g 5G 60W 1,500 ml 3M'), units.split(' '));
  assert.deepEqual(wordsOf('the "iPhone 7" and “size 8” 1,2,3'), 'the iphone 7 and size 8 1 2 3'.split(' '));
  assert.deepEqual(wordsOf('16GB 5-foot 5ft 665A'), ['16', 'gb', '5', 'foot', '+5foot', '5', 'ft', '665a']);
  const separated = 'men and or l oréal +loréal cz109 bgx +cz109bgx';
  assert.deepEqual(wordsOf("men's and/or L'Oréal CZ109/BGX"), separated.split(' '));
  assert.deepEqual(wordsOf('T-Shirt 😀 ＡＢ１ \ud800'), ['t', 'shirt', '+tshirt', 'ab1']);
  assert.equal(wordsOf('日本語のカメラ').join(''), '日本語のカメラ');
});

test('tokenize() returns offsets within the value and words of limited length for any value', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', '1', '-', '.')) }),
      (value) => {
        let before = 0;
        tokenize(value, (word, start, end, joined) => {
          assert.ok(start >= 0 && start < end && end <= value.length);
          assert.ok(word.length > 0 && word.length <= wordLengthMax);
          if (joined) return;
          assert.ok(start >= before);
          before = end;
        });
      },
    ),
    { seed: 20261121, numRuns: 2000 },
  );
});

test('stem() conflates plurals and accents, and nothing else', () => {
  const groups = [
    ['laptop', 'laptops'],
    ['case', 'cases'],
    ['box', 'boxes'],
    ['battery', 'batteries'],
    ['movie', 'movies'],
    ['shoe', 'shoes'],
    ['glass', 'glasses'],
    ['watch', 'watches'],
    ['lens', 'lenses'],
    ['woman', 'women'],
    ['tv', 'tvs'],
    ['crème', 'creme', 'crèmes'],
    ['foot', 'feet', 'ft'],
    ['bus', 'buses'],
    ['tennis'],
    ['gas'],
    ['iphone7s'],
    ['iphone7'],
    ['news'],
    ['new'],
  ];
  const stems = groups.map((group) => new Set(group.map(stem)));
  for (const ofGroup of stems) assert.equal(ofGroup.size, 1, [...ofGroup].join());
  assert.equal(new Set(stems.flatMap((ofGroup) => [...ofGroup])).size, groups.length);
});

test('stem() folds and stems plurals, and foldAccents() is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zéüß]{1,12}$/), (word) => {
      assert.equal(foldAccents(foldAccents(word)), foldAccents(word));
      assert.equal(stemPlural(foldAccents(word)), stem(word));
    }),
    { seed: 20261121 },
  );
});
