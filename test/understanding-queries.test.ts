import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, shopProducts } from '../bench/quality/understanding/catalogs.ts';
import { isMeant, judgedQueries, valueFields } from '../bench/quality/understanding/queries.ts';

test('each language has 25 judged queries, and the shop has the values and products of each', () => {
  const judged = judgedQueries();
  for (const language of languages) {
    const products = shopProducts(language);
    const own = judged.filter((query) => query.language === language);
    assert.equal(own.length, 25, language);
    for (const query of own) {
      for (const field of valueFields) {
        const value = query.values[field];
        assert.ok(value === undefined || products.some((product) => product[field] === value), value);
      }
      assert.ok(
        products.some((product) => isMeant(query, product)),
        query.query,
      );
    }
  }
});
