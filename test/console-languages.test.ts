import assert from 'node:assert/strict';
import test from 'node:test';
import { findLanguage, findLanguages, languageCodes, readTaggedCode } from '../console/src/app/languages.ts';
import { languageCodes as kernelCodes } from '../src/kernel/text/language/languages.ts';

test('the console offers the languages that the service knows', () => {
  assert.deepEqual(languageCodes, kernelCodes);
});

test('findLanguages() finds languages by their names, also in the language itself, and by code', () => {
  assert.deepEqual(findLanguages('german'), ['de']);
  assert.deepEqual(findLanguages('Deutsch'), ['de']);
  assert.equal(findLanguages('espanol')[0], 'es');
  assert.equal(findLanguages('日本')[0], 'ja');
  assert.equal(findLanguages('de')[0], 'de');
  assert.ok(findLanguages('nor').includes('nb'));
  assert.deepEqual(findLanguages('klingon'), []);
  assert.equal(findLanguages(' ')[0], 'en');
});

test('findLanguage() takes whole names and codes only', () => {
  assert.equal(findLanguage('French '), 'fr');
  assert.equal(findLanguage('français'), 'fr');
  assert.equal(findLanguage('FR'), 'fr');
  assert.equal(findLanguage('Fren'), undefined);
});

test('readTaggedCode() reads a language with its region or script', () => {
  assert.equal(readTaggedCode('pt-br'), 'pt-BR');
  assert.equal(readTaggedCode('zh-hant-tw'), 'zh-Hant-TW');
  for (const text of ['pt', 'pt-', 'a-b-c', '<b>-x', 'de_DE']) assert.equal(readTaggedCode(text), null, text);
});
