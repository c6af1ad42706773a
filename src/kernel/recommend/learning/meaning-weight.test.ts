import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { choicesMin, estimateWeight, type ClickedList } from './meaning-weight.ts';

/** How shoppers go through a list. `position`: less likely to look, the further down; `cascade`: from the top until they choose. */
type Reading = 'position' | 'cascade';

/**
 * A shop whose lists are ordered by `shownBy`, and whose shoppers want what `wanted` puts first; null: they choose by place alone.
 * `sharpness`: how much they mind.
 */
function shop(options: {
  seed: number;
  choices: number;
  wanted: number | null;
  shownBy?: number;
  reading?: Reading;
  queries?: number;
  sharpness?: number;
}): ClickedList[] {
  const {
    seed,
    choices,
    wanted,
    shownBy = 0.5,
    reading = 'position',
    queries = 120,
    sharpness = 8,
  } = options;
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const valueBy = (weight: number, place: { words: number; cosine: number }): number =>
    (1 - weight) * place.words + weight * place.cosine;
  const lists = Array.from({ length: queries }, () => {
    const best = { words: 1, cosine: 0.5 + 0.15 * normal() };
    const others = Array.from({ length: 40 }, () => ({
      words: 0.3 + 0.7 * random(),
      cosine: Math.min(1, 0.45 + 0.15 * normal()),
    }));
    return [best, ...others].sort((a, b) => valueBy(shownBy, b) - valueBy(shownBy, a)).slice(0, 20);
  });
  const made: ClickedList[] = [];
  while (made.length < choices) {
    const query = Math.floor(queries * random() ** 2);
    const places = lists[query]!;
    const middle = places.reduce((sum, place) => sum + valueBy(wanted ?? 0, place), 0) / places.length;
    const chosen = places.findIndex((place, at) => {
      const liking = wanted === null ? 0 : sharpness * (valueBy(wanted, place) - middle);
      const likes = random() < 1 / (1 + Math.exp(1.5 - liking));
      return likes && (reading === 'cascade' || random() < 1 / (at + 1));
    });
    if (chosen < 0) continue;
    made.push({
      query: `query ${query}`,
      chosen,
      positions: places.map((_, at) => at + 1),
      words: places.map(({ words }) => words),
      cosines: places.map(({ cosine }) => cosine),
    });
  }
  return made;
}

for (const reading of ['position', 'cascade'] as const) {
  void test(`chooseWeight() finds what shoppers who read by ${reading} want, and keeps it`, () => {
    for (const [wanted, from, to] of [
      [0.9, 0.7, 1],
      [0.1, 0, 0.3],
    ] as const) {
      const found = estimateWeight(shop({ seed: 7, choices: 2_500, wanted, reading }), 0.5);
      const said = `${reading}, wanted ${wanted}: ${JSON.stringify(found)}`;
      assert.ok(found.weight >= from && found.weight <= to, said);
      assert.ok(found.gain !== null && found.gain > 0, said);
      const later = shop({ seed: 8, choices: 2_500, wanted, reading, shownBy: found.weight });
      const kept = estimateWeight(later, found.weight);
      assert.ok(Math.abs(kept.weight - found.weight) <= 0.2, `${said}, then ${JSON.stringify(kept)}`);
      const back = shop({ seed: 9, choices: 2_500, wanted: 1 - wanted, reading, shownBy: found.weight });
      const turned = estimateWeight(back, found.weight).weight;
      assert.ok(wanted > 0.5 ? turned < found.weight : turned > found.weight, `${said}, then ${turned}`);
    }
  });

  void test(`chooseWeight() stays where shoppers who read by ${reading} want what is usual, or mind nothing`, () => {
    for (let seed = 0; seed < 5; seed++) {
      for (const wanted of [0.5, null]) {
        for (const shownBy of [0.5, 0.8]) {
          const found = estimateWeight(shop({ seed, choices: 600, wanted, reading, shownBy }), 0.5);
          assert.equal(
            found.weight,
            0.5,
            `${reading}, seed ${seed}, wanted ${wanted}: ${JSON.stringify(found)}`,
          );
        }
      }
    }
  });
}

void test('chooseWeight() learns nothing from few choices, or of few queries', () => {
  const few = shop({ seed: 1, choices: choicesMin - 1, wanted: 1 });
  assert.deepEqual(estimateWeight(few, 0.5), {
    weight: 0.5,
    tried: null,
    choices: choicesMin - 1,
    queries: new Set(few.map(({ query }) => query)).size,
    gain: null,
    error: null,
  });
  assert.equal(estimateWeight(shop({ seed: 1, choices: 2_000, wanted: 1, queries: 10 }), 0.5).tried, null);
});

void test('chooseWeight() is not led by one query that is asked all the time', () => {
  const usual = shop({ seed: 3, choices: 600, wanted: 0.5 });
  const flood = shop({ seed: 4, choices: 600, wanted: 1, queries: 1 }).map((one) => ({
    ...one,
    query: 'flood',
  }));
  const mixed = usual.flatMap((one, i) => [one, flood[i]!]);
  assert.equal(estimateWeight(mixed, 0.5).weight, 0.5);
});
