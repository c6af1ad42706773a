import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLexicons } from '../../../encoders/text/lexicons.ts';
import { root } from '../../../lib/package-root.ts';
import { knownShareMin, TextReadability } from './text-readability.ts';

const readability = new TextReadability(await readLexicons(join(root, 'models')));
const findUnreadable = (text: string): string | null => readability.findUnreadable(['en'], text);

test('TextReadability reads English, with brands, sizes and codes', () => {
  for (const text of [
    'Electric kettle 1.7 l',
    'Dyson V15 Detect cordless vacuum cleaner',
    "Men's waterproof jacket",
    'women’s',
    "kids' shoes they're",
    "l'orange",
    "O'Neill's d’Angelo jacket",
    'aubergines',
    'courgettes and capsicum',
    'pushchair',
    'something to keep drinks cold',
    'TV 55"',
    'A4',
    '',
  ])
    assert.equal(findUnreadable(text), null, text);
});

test('TextReadability does not read other languages of its script, nor noise', () => {
  for (const text of [
    'Odkurzacz bezworkowy',
    'lodówka z zamrażarką',
    'Kühl-Gefrier-Kombination',
    'Damenhandtasche Leder',
    'chaussures',
    "chaussures d'équitation",
    "l'aspirateur",
    "can't dell'acquedotto",
    'zapatillas de correr',
    'pračka se sušičkou',
    'çamaşır makinesi',
    'Nồi cơm điện',
    'asdfgh',
    'qwrtz dfgdfg',
    'jjjj',
  ])
    assert.equal(findUnreadable(text), 'words', text);
});

test('TextReadability does not read other scripts, also next to units and brands', () => {
  for (const text of [
    '自転車',
    'ソニー 冷蔵庫 400L',
    '冰箱 Haier 300L',
    'ตู้เย็น',
    '세탁기',
    'холодильник',
    'ثلاجة',
    'מקרר',
    'रेफ्रिजरेटर',
  ])
    assert.equal(findUnreadable(text), 'script', text);
});

test('TextReadability counts words of the catalog as known', () => {
  const findIn = (text: string, ...known: string[]) =>
    readability.findUnreadable(['en'], text, { isKnown: (word) => known.includes(word) });
  assert.equal(findIn('Nespresso Vertuo pods'), 'words');
  assert.equal(findIn('Nespresso Vertuo pods', 'Nespresso'), null);
  assert.equal(findIn('自転車', '自転車'), 'script');
});

test('TextReadability takes every text as readable without a lexicon of all languages', () => {
  assert.equal(readability.findUnreadable(null, '自転車'), null);
  assert.equal(readability.findUnreadable(['en', 'ja'], '自転車'), null);
  assert.equal(new TextReadability(new Map()).findUnreadable(['en'], '自転車'), null);
});

test('TextReadability counts the word after an elided one', () => {
  const isKnown = (word: string): boolean => word === 'olive';
  assert.equal(readability.findUnreadable(['en'], "d'olive", { isKnown }), null);
  assert.equal(readability.findUnreadable(['en'], "d'oliveraie", { isKnown }), 'words');
  assert.equal(readability.findUnreadable(['en'], 'dell’olive', { isKnown }), null);
});

void test('an item is readable where a third of its letters are in known words: brands are in no lexicon', () => {
  const shareMin = knownShareMin.item;
  for (const text of ['Toy Car Tumbletoy', 'Whole Milk Arla Valio'])
    assert.equal(readability.findUnreadable(['en'], text, { shareMin }), null, text);
  assert.equal(readability.findUnreadable(['en'], 'Spielzeugauto Toy', { shareMin }), 'words');
  assert.equal(readability.findUnreadable(['en'], 'Toy Car Tumbletoy'), 'words');
});

test('TextReadability.hasFrequentWord() tells English from words that are rare in it', () => {
  for (const text of ['fishing rod', 'Tent for two', 'tubers for mash', 'dress'])
    assert.equal(readability.hasFrequentWord(['en'], text), true, text);
  for (const text of ['Hirsch', 'pomme', 'dauphin', 'zapatos', '登山靴', ''])
    assert.equal(readability.hasFrequentWord(['en'], text), false, text);
  assert.equal(readability.hasFrequentWord(['de'], 'dress'), false);
});

test('TextReadability.hasForeignLetters() tells words that English does not write from those with marks that it does', () => {
  const has = (text: string, ...known: string[]) =>
    readability.hasForeignLetters(['en'], text, (word) => known.includes(word));
  for (const text of ['çadır', 'noże kuchenne', 'juguetes para bebé', 'Kühlschrank', 'red poêle'])
    assert.equal(has(text), true, text);
  for (const text of ['tent', 'rd jaket', 'café', 'crème', 'naïve', '登山靴', 'çadır 2', ''])
    assert.equal(has(text, 'çadır'), false, text);
  assert.equal(
    readability.hasForeignLetters(['de'], 'çadır', () => false),
    false,
  );
});
