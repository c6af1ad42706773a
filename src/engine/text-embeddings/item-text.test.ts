import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItemText, createItemTexts, hashTexts, type TextFields } from './item-text.ts';

const item = { name: 'Oak sofa', brand: 'Acme', color: 'red' };
const text = (changes: Partial<TextFields>): string =>
  createItemText(item, { name: { fields: ['name'] }, zones: [], unsearchableFields: [], ...changes }).text;

test('createItemText() has the name, and the brand where it is searched', () => {
  assert.equal(text({}), 'Oak sofa Acme');
  assert.equal(text({ unsearchableFields: ['brand'] }), 'Oak sofa');
  assert.equal(text({ unsearchableFields: ['*'] }), 'Oak sofa');
  assert.equal(text({ unsearchableFields: ['*'], zones: [{ fields: ['color', 'brand'] }] }), 'Oak sofa Acme');
  assert.equal(
    text({ unsearchableFields: ['*'], name: { fields: ['name', 'color'] } }),
    'Oak sofa red Acme'.slice(0, 12),
  );
});

const fields: TextFields = { name: { fields: ['name'] }, zones: [], unsearchableFields: [] };

test('createItemTexts() has the translated names once each, with and without the brand', () => {
  const translations = {
    de: { name: 'Eichensofa', description: 'Lang' },
    'de-AT': { name: 'Eichensofa' },
    en: { name: 'Oak sofa' },
    fr: { description: 'Sans nom' },
    ja: { name: 'オークのソファ', brand: 'アクメ', price: 7 },
    nl: 'not an object',
  };
  const texts = createItemTexts({ ...item, translations }, fields);
  assert.deepEqual(texts, {
    text: 'Oak sofa Acme',
    name: 'Oak sofa',
    translations: [
      { language: 'de', text: 'Eichensofa Acme', name: 'Eichensofa' },
      { language: 'ja', text: 'オークのソファ アクメ', name: 'オークのソファ' },
    ],
  });
  const hidden = (path: string) =>
    createItemTexts({ ...item, translations }, { ...fields, unsearchableFields: [path] }).translations.map(
      ({ language }) => language,
    );
  assert.deepEqual(hidden('translations.de'), ['de-AT', 'ja']);
  assert.deepEqual(hidden('translations.ja.name'), ['de']);
  assert.deepEqual(hidden('translations'), []);
});

test('createItemTexts() embeds at most fifteen translations', () => {
  const translations = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`x${i}`, { name: `Sofa ${i}` }]),
  );
  assert.equal(createItemTexts({ ...item, translations }, fields).translations.length, 15);
});

test('hashTexts() depends on all texts, and is that of the own text without others', () => {
  const own = { text: 'Oak sofa', translations: [] };
  const translated = (language: string, text: string): string =>
    hashTexts({ ...own, translations: [{ language, text, name: text }] });
  const hashes = [
    hashTexts(own),
    hashTexts({ ...own, text: 'Oak sofas' }),
    translated('de', 'Sofa'),
    translated('fr', 'Sofa'),
    translated('de', 'Sofas'),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(hashTexts({ text: '', translations: [] }), '');
});
