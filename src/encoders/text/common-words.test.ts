import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommonWords } from './common-words.ts';

const modelsDir = new URL('../../../models', import.meta.url).pathname;
const asWord = (text: string) => ({ text, folded: text, stem: text });

void test('readCommonWords() contains English words, but neither misspellings nor parts of words', async () => {
  const words = await readCommonWords(modelsDir);
  for (const word of ['cold', 'milk', 'keep', 'drink', 'something'])
    assert.ok(words.has('en', asWord(word)), word);
  assert.ok(words.has('en', { text: 'drinks', folded: 'drinks', stem: 'drink' }));
  for (const word of ['haedphones', 'recieve', '##ing', 'the'])
    assert.ok(!words.has('en', asWord(word)), word);
});

void test('readCommonWords() contains words of the languages of the multilingual model, with their accents', async () => {
  const words = await readCommonWords(modelsDir);
  const common = { de: 'kater hose straße', fr: 'café maison mouton', es: 'silla leche', ru: 'океан страны' };
  for (const [language, list] of Object.entries(common))
    for (const word of list.split(' ')) assert.ok(words.has(language, asWord(word)), word);
  for (const word of ['woole', 'wanderrucksack', 'rucksakc']) assert.ok(!words.has('de', asWord(word)), word);
  assert.ok(!words.has('fr', { text: 'lainée', folded: 'lainee', stem: 'maison' }));
  assert.ok(!words.has('sv', asWord('silla')), 'a language that no model knows');
});

void test('threads share the pieces, and words that cannot be read are none', async () => {
  const { pieces } = await readCommonWords(modelsDir);
  const other = await readCommonWords('/nowhere', pieces);
  assert.ok(other.has('de', asWord('kater')));
  assert.ok(!other.has('en', asWord('cold')));
  const none = await readCommonWords('/nowhere');
  assert.equal(none.pieces, null);
  assert.ok(!none.has('de', asWord('kater')));
});
