import { unrestricted } from '../../src/domain/access/restrictions.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as recommend from '../../src/domain/recommend/recommend.ts';
import type { RecommendationOptions, RecommendationList } from '../../src/domain/recommend/list-builder.ts';
import type { ListRules } from '../../src/domain/rules/active-rules.ts';
import { representative } from '../support/matrix.ts';
import { plantedShop, type PlantedShop } from './planted-shop.ts';
import { aUser, stranger, fieldsOf, text, type OpenEngine } from './shop.ts';

const seeds = representative([20261121], [20261121, 7]);

const noRules: ListRules = {
  rules: { hidden: [], boosts: [], pins: [] },
  report: { acting: [], facets: [], redirect: null, userData: [] },
};
const optionsWith = (more: Partial<RecommendationOptions> = {}): RecommendationOptions => ({
  limit: 10,
  filter: () => null,
  rules: () => Promise.resolve(noRules),
  exclude: [],
  shown: [],
  soldOut: false,
  bought: null,
  shape: { oneVariant: true, caps: [], diversity: 0, privateFields: [], minRelevance: 0 },
  rotation: 0,
  recordsImpressions: true,
  restrictions: unrestricted,
  explain: false,
  ...more,
});
const ids = ({ entries }: RecommendationList): string[] => entries.map(({ entry }) => entry.item.id);

/** Each list finds its planted pattern in a simulated shop, and scripts have little effect. */
export function testPlanted(name: string, open: OpenEngine): void {
  for (const seed of seeds) {
    test(`${name} lists find bundles, substitutes, trends, popular items and habits, and ignore scripts (seed ${seed})`, async () => {
      await using planted = await plantedShop(open, seed);
      await findsPairs(planted);
      await findsTimes(planted);
      await findsTaste(planted);
      const { regular, item, notYet } = planted.due;
      const again = ids(await recommend.buyAgain(planted.shop.project, optionsWith(), aUser(regular)));
      assert.deepEqual(again, [item, notYet]);
    });
  }
}

async function findsPairs({ shop, bundles, substitutes }: PlantedShop): Promise<void> {
  for (const [one, other] of bundles) {
    const together = await recommend.boughtTogether(shop.project, optionsWith(), {
      items: [one],
      visitor: stranger,
    });
    assert.equal(ids(together)[0], other, `bought with ${one}`);
    const [first] = together.entries;
    assert.equal(first?.reason.code, 'bought_together');
    const { support = 0, confidence = 0, lift = 0 } = first?.entry.facts ?? {};
    assert.ok(support >= 10 && confidence > 0.2 && lift > 5, `${support} ${confidence} ${lift}`);
  }
  for (const [one, other] of substitutes) {
    const like = await recommend.similar(shop.project, optionsWith({ limit: 3 }), {
      item: one,
      visitor: stranger,
    });
    assert.ok(ids(like).includes(other), `like ${one}: ${ids(like).join()}`);
    const together = await recommend.boughtTogether(
      shop.project,
      optionsWith({ shape: { ...optionsWith().shape, minRelevance: 0.01 } }),
      {
        items: [one],
        visitor: stranger,
      },
    );
    assert.ok(!ids(together).includes(other), `${other} is a substitute of ${one}`);
  }
}

async function findsTimes({ shop, trend, hit, scripted, outOfSeason }: PlantedShop): Promise<void> {
  const about = { visitor: stranger, category: null, windowHours: null };
  for (const windowHours of [null, 6]) {
    const now = ids(await recommend.trending(shop.project, optionsWith(), { ...about, windowHours }));
    assert.deepEqual(new Set(now.slice(0, 2)), new Set([trend, hit]), now.join());
    for (const item of outOfSeason) assert.ok(!now.includes(item), `${item} is out of season`);
  }
  const [crowd, single] = scripted;
  const trendOf = async (item: string): Promise<number> => {
    const { entries } = await recommend.trending(shop.project, optionsWith({ limit: 100 }), about);
    return (
      entries.find(({ entry }) => entry.item.id === item && entry.source === 'trending')?.entry.score ?? 0
    );
  };
  const usual = await trendOf(trend);
  assert.ok((await trendOf(crowd)) < usual / 2, 'many sessions of one address');
  assert.ok((await trendOf(single)) < usual / 5, 'one endless visitor');
  const popular = ids(
    await recommend.popular(shop.project, optionsWith(), { visitor: stranger, category: null }),
  );
  for (const item of [single, ...outOfSeason]) assert.ok(!popular.includes(item), item);
}

/** Most of a list is from the shopper's own categories, far more than from the popular ones. */
async function findsTaste({ shop, shoppers }: PlantedShop): Promise<void> {
  let own = 0;
  let popular = 0;
  let listed = 0;
  for (const { user, taste } of shoppers.filter((_, at) => at % 10 === 0)) {
    const isOwn = ({ entries }: RecommendationList): number =>
      entries.filter(({ entry }) => taste.includes(text(fieldsOf(entry.item)['category']))).length;
    // What was just bought is of their taste, too; other lists leave it out.
    const options = optionsWith({ bought: true });
    const list = await recommend.forUser(shop.project, options, { visitor: aUser(user), seen: [] });
    own += isOwn(list);
    popular += isOwn(
      await recommend.popular(shop.project, optionsWith(), { visitor: aUser(user), category: null }),
    );
    listed += list.entries.length;
  }
  assert.ok(own / listed > 0.7, `${own} of ${listed} of the shopper's taste`);
  assert.ok(own > 2 * popular, `${own} next to ${popular} of the popular`);
}
