import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import type { ResultClick } from '../../src/ports/click-log.ts';
import { embeddedShop } from './embedded-shop.ts';
import type { Shop } from './shop.ts';
import { until } from '../support/until.ts';

/** What the embedded engine learns from what shoppers choose of lists: the weight of the meaning. */
const model = 'fake:1';

/** Choices of people who go by the meaning alone, of lists that were ordered half by it. */
function choose(shop: Shop, count: number, from = 0): void {
  const random = seededRandom(5 + from);
  for (let i = from; i < from + count; i++) {
    const places = Array.from({ length: 8 }, () => ({ words: random(), cosine: random() }))
      .sort((a, b) => b.words + b.cosine - a.words - a.cosine)
      .map((place, at) => ({ ...place, position: at + 1 }));
    const best = places.reduce((top, place, at) => (place.cosine > places[top]!.cosine ? at : top), 0);
    const chosen = random() < 0.8 ? best : 0;
    const by: ResultClick['by'] = { user: `u${i}` };
    shop.project.clickLog.record({ query: `q${i % 60}`, by, at: shop.now + i, model, places, chosen });
  }
}

void test('EmbeddedEngine learns the weight of the meaning from choices, says what it found, and keeps it', async () => {
  await using shop = await embeddedShop({ learningEventsMax: 1 });
  const { clickLog: choices } = shop.project;
  assert.deepEqual(choices.training(), {
    state: 'waiting',
    weight: 0.5,
    learnt: false,
    choices: 0,
    choicesMin: 200,
    last: null,
  });
  choose(shop, 150);
  await until('Not all choices are kept', () => choices.training().choices === 150);
  assert.equal(choices.training().last, null);
  choose(shop, 450, 150);
  await until('Nothing is learnt', () => choices.training().last !== null);
  const { last, weight, learnt } = choices.training();
  assert.ok(weight > 0.6 && learnt, JSON.stringify(last));
  assert.deepEqual([last!.before, last!.weight, last!.choices, last!.queries], [0.5, weight, 600, 60]);
  assert.equal(choices.weight(model), weight);
  assert.equal(choices.weight('another:1'), 0.5);
  await shop.reopen();
  assert.equal(shop.project.clickLog.weight(model), weight);
  assert.deepEqual(shop.project.clickLog.training().last, last);
});

void test('EmbeddedEngine keeps one choice of a person and query, none of whoever is erased, and learns nothing where that is off', async () => {
  await using shop = await embeddedShop();
  const kept = (): number => shop.project.clickLog.training().choices;
  choose(shop, 10);
  choose(shop, 10);
  await until('Not all choices are kept', () => kept() === 10);
  await shop.project.events.eraseUser('u3');
  choose(shop, 1);
  await until('The oldest choice is kept', () => kept() === 9);
  choose(shop, 300, 100);
  await shop.reopen();
  assert.equal(kept(), 309, 'a stop keeps what waits');
  assert.equal(shop.project.clickLog.training().state, 'off');
  assert.equal(await shop.project.clickLog.train(), null);
});

void test('EmbeddedEngine forgets choices after two months', async () => {
  await using shop = await embeddedShop({ learningEventsMax: 1 });
  choose(shop, 10);
  await until('Not all choices are kept', () => shop.project.clickLog.training().choices === 10);
  shop.now += 61 * 86_400_000;
  choose(shop, 5, 50);
  await until('Choices of others are gone', () => shop.project.clickLog.training().choices === 5);
});
