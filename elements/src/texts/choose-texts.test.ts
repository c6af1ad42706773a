import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTexts, chooseTexts } from './choose-texts.ts';

test('all languages have all texts, with the same values to fill in', () => {
  assert.deepEqual(Object.keys(allTexts).sort(), ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl']);
  const english = allTexts['en']!;
  for (const [language, texts] of Object.entries(allTexts)) {
    assert.deepEqual(Object.keys(texts), Object.keys(english), language);
    for (const [key, text] of Object.entries(texts)) {
      const forms = typeof text === 'string' ? [text] : Object.values(text);
      const wanted =
        key === 'results' ? ['{count}'] : findValues(english[key as keyof typeof english] as string);
      for (const form of forms) {
        assert.notEqual(form.trim(), '', `${language} ${key}`);
        assert.deepEqual(findValues(form), wanted, `${language} ${key}`);
      }
    }
    // Each category of plurals that the language has for counts.
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const category of categories)
      assert.ok(category in texts.results, `${language} results ${category}`);
  }
});

test('chooseTexts() takes the primary language, English where there is none, and texts of the shop first', () => {
  assert.equal(chooseTexts('de-AT', {}).text('search'), 'Suche');
  assert.equal(chooseTexts('pt', {}).text('search'), 'Search');
  assert.equal(chooseTexts('pl', {}).countResults(3), '3 produkty');
  assert.equal(chooseTexts('pl', {}).countResults(5), '5 produktów');
  assert.equal(chooseTexts('en', { search: 'Find' }).text('search'), 'Find');
  assert.equal(chooseTexts('en', {}).text('removeFilter', { name: 'Red' }), 'Remove filter Red');
  assert.equal(
    chooseTexts('en', { __proto__: null, 'sort.price:asc': 'Cheapest' } as never).own('sort.price:asc'),
    'Cheapest',
  );
});

function findValues(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}
