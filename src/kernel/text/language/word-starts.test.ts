import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer } from './analyzer.ts';
import { languageCodes } from './languages.ts';
import { splitTextWords } from '../search/highlight.ts';
import { wordLists } from './word-lists.ts';
import { WordStarts } from './word-starts.ts';

test('WordStarts has the first unit of each spelling of its words, and few others', () => {
  const starts = new WordStarts();
  for (const word of ['oak', 'café', 'über', 'æble']) starts.add(word);
  for (const unit of ['o', 'O', 'Ö', 'C', 'ç', 'U', 'ü', 'ａ', 'Å', 'ﬀ'.slice(1), 'œ'])
    if (unit !== '') assert.ok(starts.has(unit.charCodeAt(0)), unit);
  for (const unit of ['b', 'z', '登', 'д', 'Ł']) assert.ok(!starts.has(unit.charCodeAt(0)), unit);
  // Its place depends on what is around it.
  assert.ok(starts.has(0x301));
  starts.addAny();
  assert.ok(starts.has('z'.charCodeAt(0)));
});

test('WordStarts tells words of ASCII letters apart by their second letter, where that is kept', () => {
  const starts = new WordStarts();
  const hasPair = (text: string): boolean => starts.hasPair(text.charCodeAt(0), text.charCodeAt(1));
  for (const word of ['oak', 'c']) starts.add(word, true);
  assert.ok(hasPair('oa') && hasPair('OA') && !hasPair('ob') && !hasPair('ca'));
  assert.ok(starts.hasLetter('C'.charCodeAt(0)) && !starts.hasLetter('o'.charCodeAt(0)));
  starts.add('ox');
  assert.ok(hasPair('ob') && starts.hasLetter('o'.charCodeAt(0)));
  starts.addAny();
  assert.ok(hasPair('zz') && starts.hasLetter('z'.charCodeAt(0)));
});

test('WordStarts has the first unit of each word of a stem, in each language', () => {
  const letters =
    'abcdefghijklmnopqrstuvwxyzäöüåæøßéèıçğşабвгдежзийклмнопρστυφχψωαβγδεζηθاكتبلمנםנेकतமில'.split('');
  const drawLetters = (from: readonly string[]) =>
    fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 9 });
  // Half of the words have the letters of endings and digraphs only.
  const random = fc.oneof(drawLetters(letters), drawLetters('aeiousyxzhnt'.split('')));
  for (const code of languageCodes) {
    const analyzer = createAnalyzer({ languages: [code], stopWords: null });
    const check = (text: string): void => {
      for (const word of splitTextWords(text).words) {
        const beginnings = analyzer.beginnings(analyzer.stem(word.text));
        if (beginnings === null) continue;
        const starts = new WordStarts();
        for (const one of beginnings) starts.add(one, analyzer.keepsTwoLetters);
        const found = `${code}: ${word.text}, ${beginnings.join(' ')}`;
        assert.ok(starts.has(text.charCodeAt(word.start)), found);
        if (!/^[a-z]+$/.test(word.text)) continue;
        const [first, second] = [word.text.charCodeAt(0), word.text.charCodeAt(1)];
        assert.ok(word.text.length === 1 ? starts.hasLetter(first) : starts.hasPair(first, second), found);
      }
    };
    const { stopWords = [], prepositions = [], qualifiers = [], firstParts = [] } = wordLists[code] ?? {};
    for (const word of [...stopWords, ...prepositions, ...qualifiers, ...firstParts]) check(word);
    fc.assert(
      fc.property(random, (word) => check(word.join(''))),
      { seed: 20261125, numRuns: 500 },
    );
  }
});
