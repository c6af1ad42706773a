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
  const units = '17 inch 17 inch 17.3 inch 1.5 l 1.5 l 1.5 l 500 g 5g 60 w 1500 +1.500 ml 3m';
  assert.deepEqual(wordsOf('17" 17in 17.3” 1.5 l 1.5l 1,5 l 500g 5G 60W 1,500 ml 3M'), units.split(' '));
  assert.deepEqual(wordsOf('the "iPhone 7" and “size 8” 1,2,3'), 'the iphone 7 and size 8 1 2 3'.split(' '));
  assert.deepEqual(wordsOf('16GB 5-foot 5ft 665A'), ['16', 'gb', '5', 'foot', '+5foot', '5', 'ft', '665a']);
  const separated = 'men and or l oréal +loréal cz109 bgx +cz109bgx';
  assert.deepEqual(wordsOf("men's and/or L'Oréal CZ109/BGX"), separated.split(' '));
  assert.deepEqual(wordsOf('T-Shirt 😀 ＡＢ１ \ud800'), ['t', 'shirt', '+tshirt', 'ab1']);
  assert.equal(wordsOf('日本語のカメラ').join(''), '日本語のカメラ');
});

const written = (text: string): string =>
  wordsOf(text)
    .filter((word) => !word.startsWith('+'))
    .join(' ');

test('tokenize() writes numbers in one form', () => {
  const groups = {
    '1.5 m': ['1,5m', '1.5 m', '1,5 m', '1.5m', '١٫٥m'],
    '8.5': ['8,5', '8.5'],
    '20000 mah': [
      '20.000 mAh',
      '20,000mAh',
      '20 000 mAh',
      "20'000 mAh",
      '20\u202f000 mAh',
      '20000mAh',
      '٢٠٬٠٠٠ mAh',
    ],
    '1234.56': ['1.234,56', '1,234.56', "1'234.56"],
    '12 v 9 ah': ['12v 9ah', '12V 9Ah', '12 V 9 AH'],
    '230 v 50 hz 10 kva': ['230V 50Hz 10kVA'],
    '4.7 μf 10 kω 2.5 mm2': ['4,7µF 10kΩ 2,5mm²', '4.7 μF 10 kΩ 2.5 mm2'],
    '5 кг 1.5 л': ['5кг 1,5л', '5 кг 1.5 л'],
    '3/4 inch': ['¾ inch', '3/4 inch', '3/4"', '3⁄4in', '¾"'],
    '1-1/2 inch': ['1½ inch', '1 1/2"', '1-1/2in', '1 ½ inch'],
    '12 24 v': ['12 24V'],
    '1 2 3': ['1,2,3', '1, 2, 3'],
    '300 301 302': ['300,301,302'],
    '192.168.178.100': ['192.168.178.100'],
    '1.375 inch': ['1.375in'],
    '2.500 kg': ['2.500 kg'],
    '0.750 l': ['0,750 l', '0.750 l'],
    '24 7': ['24/7'],
    'no 5': [
      'N°5',
      'Nº 5',
      'n° 5',
      'N.º 5',
      'no5',
      'NO 5',
      'no. 5',
      'No.5',
      '№5',
      '№ 5',
      'Nr. 5',
      'nr 5',
      'nr5',
    ],
    'no5x7y no5 b': ['NO5X7Y No5-B'],
    'no problem nr one': ['no problem nr one'],
    '1.5.2': ['1.5.2'],
    '26a 1.5 a': ['26A 1,5A'],
    '4k 4000 k': ['4K 4000K'],
    '5g 500 g 3m 5 m': ['5G 500g 3M 5m'],
  };
  for (const [words, texts] of Object.entries(groups))
    for (const text of texts) assert.equal(written(text), words, text);
});

test('tokenize() keeps the signs of names', () => {
  const groups = {
    'c++ c++ primer': ['C++, C++ Primer', 'C＋＋ (c++) primer'],
    'c# f# vb#': ['C# F# VB#', 'C♯/F♯/VB#', 'c# f#, vb#.'],
    'c++ 17 c# 12': ['C++17 C# 12'],
    'a+ a++ a+++ k+': ['A+ A++ A+++ K+'],
    '.net .net core asp net': ['.NET (.NET Core) ASP.NET', '.net/.net core asp.net'],
    'spf50 spf 50 notepad++': ['SPF50+ SPF 50+ Notepad++', 'SPF50+/SPF 50+/Notepad++'],
    'a b 2 1 no 5 item 12 more 5 50': ['A+B 2+1 No# 5 Item# 12 ...more .5 50+'],
    'end next': ['End. Next', 'end... next.'],
    'c++ buch': ['C++-Buch'],
  };
  for (const [words, texts] of Object.entries(groups))
    for (const text of texts) assert.equal(written(text), words, text);
});

test('tokenize() reads initials with dots as one word', () => {
  assert.deepEqual(wordsOf('O.P.I A.P.C. É.T. К.А.'), ['opi', 'apc', 'ét', 'ка']);
  assert.deepEqual(wordsOf('L.L.Bean R.M. Williams'), ['ll', 'bean', '+llbean', 'rm', 'williams']);
  assert.deepEqual(wordsOf('J.Crew Ph.D e\u0301.l.f.'), ['j', 'crew', '+jcrew', 'ph', 'd', '+phd', 'élf']);
  assert.deepEqual(wordsOf('Ph.D. M.Sc. J.Crew.'), [
    'ph',
    'd',
    '+phd',
    'm',
    'sc',
    '+msc',
    'j',
    'crew',
    '+jcrew',
  ]);
  assert.deepEqual(wordsOf('and/or shop.com a/b End.Next'), 'and or shop com a b end next'.split(' '));
  assert.deepEqual(wordsOf('M.2 U.S.B-C'), ['m', '2', '+m2', 'usb', 'c', '+usbc']);
});

test('tokenize() returns offsets within the value and words of limited length for any value', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', '1', '-', '.', '+', '#', ' ')),
      }),
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
