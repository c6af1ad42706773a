import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allLists } from './events.ts';
import { embeddedShop } from './embedded-shop.ts';
import { draws, history, plainResult, queryFor, randomQuery, users, vectorOf } from './random-history.ts';
import { Shop, type OpenEngine } from './shop.ts';

/** The results of many requests. */
async function answers(
  shop: Shop,
  seed: number,
  counts: { searches: number; photos: number },
): Promise<unknown[]> {
  const draw = draws(seed);
  const recorded: unknown[] = [];
  for (let i = 0; i < counts.searches; i++)
    recorded.push(plainResult(await shop.project.text.search(randomQuery(draw))));
  for (let i = 0; i < counts.photos; i++)
    recorded.push(
      plainResult(
        await shop.project.pictures.search(vectorOf(draw), { ...queryFor('', draw), explain: false }),
      ),
    );
  recorded.push(await allLists(shop, users), shop.project.events.count(), shop.project.catalog.count());
  return recorded;
}

/**
 * One history in a standalone service, in another engine, and in the first one restarted: all three return the same
 * results, to the last bit.
 */
export function testSameAnswers(
  name: string,
  open: OpenEngine,
  { steps = 400, ...counts }: { steps?: number; searches: number; photos: number } = {
    searches: 500,
    photos: 100,
  },
): void {
  test(`${name} returns the same results as a standalone service, to the last bit`, async () => {
    await using alone = await embeddedShop();
    await using other = await Shop.open(open);
    for (const shop of [alone, other]) await history(shop, 11, steps);
    const expected = await answers(alone, 12, counts);
    assert.ok(expected.length > counts.searches + counts.photos);
    assertEach(await answers(other, 12, counts), expected);
    for (const shop of [alone, other]) await shop.reopen();
    assertEach(await answers(other, 12, counts), await answers(alone, 12, counts));
  });
}

/** Compares one by one: the difference of all results at once takes gigabytes to print. */
function assertEach(found: readonly unknown[], expected: readonly unknown[]): void {
  assert.equal(found.length, expected.length);
  expected.forEach((one, i) => assert.deepEqual(found[i], one));
}
