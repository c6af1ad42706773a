import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../bench/quality/understanding/catalogs.ts';
import { judge, shopItems, type Verdict } from '../../bench/quality/understanding/judge.ts';
import { judgedQueries } from '../../bench/quality/understanding/queries.ts';
import { understandQuery } from '../../src/domain/search/understanding/understand-query.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { embeddedShop } from './embedded-shop.ts';
import { textQuery } from './shop.ts';

const share = (verdicts: readonly Verdict[], test: (verdict: Verdict) => boolean): number =>
  verdicts.filter(test).length / verdicts.length;

test('queries in eight languages are understood', async () => {
  const queries = judgedQueries();
  const all: Verdict[] = [];
  for (const language of languages) {
    await using shop = await embeddedShop();
    const { rebuilt } = await shop.project.settings.change(
      () => ({ search: { languages: language === 'ja' ? [] : [language] } }),
      () => undefined,
    );
    await rebuilt;
    const items = shopItems(language) as JsonObject[];
    for (let first = 0; first < items.length; first += 200)
      await shop.put(...items.slice(first, first + 200));
    const verdicts = await judge(language, queries, async (text) => {
      const understood = await understandQuery(shop.project, textQuery(text), new Set());
      return understood?.parts.map(({ filter }) => filter) ?? [];
    });
    const failures = verdicts
      .filter(({ isRight }) => !isRight)
      .map(({ query, read }) => `${query.query}: ${read}`);
    assert.ok(share(verdicts, ({ isRight }) => isRight) >= 0.8, failures.join('\n'));
    all.push(...verdicts);
  }
  assert.ok(share(all, ({ isRight }) => isRight) >= 0.9);
  assert.ok(share(all, ({ isWrong }) => isWrong) <= 0.02);
});
