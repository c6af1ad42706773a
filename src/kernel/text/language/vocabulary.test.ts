import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from '../schema/settings.ts';
import { Vocabulary } from './vocabulary.ts';

test('Vocabulary.withoutNumbers() has the words without digits, with their analysis', () => {
  const words = ['the', 'boxes', 'x100', 'box', '43.2', 'für', 'ab1'];
  const settings = { ...defaultTextSettings, languages: ['en', 'de'] };
  const all = new Vocabulary(settings);
  for (const word of words) all.add(word);
  const expected = new Vocabulary(settings);
  for (const word of ['the', 'boxes', 'box', 'für']) expected.add(word);

  const rest = all.withoutNumbers();

  const describe = (vocabulary: Vocabulary): unknown =>
    vocabulary.terms.strings.map((word, term) => [
      word,
      vocabulary.findTerm(word),
      vocabulary.stems.strings[vocabulary.getStem(term)],
      vocabulary.listTermsOfStem(vocabulary.getStem(term)),
      vocabulary.isStopWord(term),
      vocabulary.getRole(term),
    ]);
  assert.deepEqual(describe(rest), describe(expected));
  assert.equal(rest.findTerm('x100'), -1);
  assert.equal(rest.add('x100'), 4);
});
