import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { candidateFeatureNames, featureCount } from '../candidates/candidate-features.ts';
import {
  type TrainingList,
  type TrainingLists,
  collectTrainingLists,
  chooseSampleOptions,
  sampleLists,
  sliceLists,
} from './training-lists.ts';
import { binRows } from './feature-bins.ts';
import { forUser } from '../lists/for-user.ts';
import { addGradients, trainTrees } from './lambda-rank.ts';
import { computeRankingScores, type LearnedRanking } from '../candidates/learned-ranking.ts';
import { evaluateTree } from '../candidates/ranking-tree.ts';
import { selectRanking } from './ranking-selection.ts';
import type { ModelEvent } from '../counters/model-event.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import { growTree } from './regression-tree.ts';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { trainLinear } from './linear-ranking.ts';

const runOptions = { seed: 20240601, numRuns: 60 };
const rowTotal = 12;
const scoreFeature = candidateFeatureNames.indexOf('score');
const contentFeature = candidateFeatureNames.indexOf('content');

/** Lists of twelve random rows in which the row with the highest `worth` is the hit. */
function plantedLists(count: number, worth: (row: Float32Array) => number): TrainingLists {
  const lists = Array.from({ length: count }, (_, number): TrainingList => {
    const size = rowTotal * featureCount;
    const rows = Array.from({ length: rowTotal }, (_row, row) =>
      Float32Array.from({ length: featureCount }, (_value, at) =>
        drawBySeed(7, number * size + row * featureCount + at),
      ),
    );
    // As the service orders them: best first by the fixed formula.
    rows.sort((one, other) => other[scoreFeature]! - one[scoreFeature]!);
    const features = new Float32Array(size);
    rows.forEach((row, at) => features.set(row, at * featureCount));
    const best = rows.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    return {
      features,
      hits: Uint8Array.from(rows, (row) => (row === best ? 1 : 0)),
      weights: new Float32Array(rowTotal).fill(1),
      isWhole: true,
    };
  });
  return { lists, requests: count };
}

/** The share of lists whose best row is the hit. */
function topAccuracy({ lists }: TrainingLists, ranking: LearnedRanking): number {
  const correct = lists.filter(({ features, hits }) => {
    const scores = computeRankingScores(ranking, features);
    return hits[scores.indexOf(Math.max(...scores))] === 1;
  });
  return correct.length / lists.length;
}

test('binRows() preserves the order of values, in at most 64 bins', () => {
  const value = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -3, max: 3 }),
    fc.float({ noNaN: true, min: -9, max: 9 }),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), (values) => {
      const column = Float32Array.from(values);
      const { codes, limits } = binRows([column.subarray(0, 1), column.subarray(1)], 1);
      assert.ok(limits[0]!.length < 64);
      column.forEach((each, row) => {
        const bin = codes[0]![row]!;
        assert.ok(bin === limits[0]!.length || each <= limits[0]![bin]!);
        assert.ok(bin === 0 || each > limits[0]![bin - 1]!);
      });
    }),
    runOptions,
  );
});

test('growTree() finds the same split as an exhaustive search', () => {
  const row = fc.record({
    one: fc.integer({ min: 0, max: 5 }),
    other: fc.integer({ min: 0, max: 5 }),
    pull: fc.integer({ min: -4, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 4, maxLength: 40 }), (rows) => {
      const features = Float32Array.from(rows.flatMap(({ one, other }) => [one, other]));
      const gradients = Float64Array.from(rows, ({ pull }) => pull);
      const hessians = new Float64Array(rows.length).fill(1);
      const all = Uint32Array.from(rows, (_, at) => at);
      const options = { leavesMax: 2, rowsPerLeafMin: 2, rate: 1 };
      const { tree, leaves } = growTree(binRows([features], 2), all, gradients, hessians, options);
      for (const { first, end, value } of leaves)
        for (const row of all.subarray(first, end))
          assert.equal(value, evaluateTree(tree, features, 2 * row));
      const worth = (chosen: readonly number[]): number =>
        chosen.reduce((sum, at) => sum + gradients[at]!, 0) ** 2 / (chosen.length + 1e-3);
      const everything = rows.map((_, at) => at);
      const gains = [0, 1].flatMap((feature) =>
        [0, 1, 2, 3, 4].flatMap((limit) => {
          const left = everything.filter((at) => features[at * 2 + feature]! <= limit);
          const correct = everything.filter((at) => features[at * 2 + feature]! > limit);
          if (Math.min(left.length, correct.length) < 2) return [];
          return [worth(left) + worth(correct) - worth(everything)];
        }),
      );
      const best = Math.max(0, ...gains);
      if (tree.left[0] === -1) {
        assert.ok(best < 1e-6);
        return;
      }
      const left = everything.filter((at) => features[at * 2 + tree.feature[0]!]! <= tree.threshold[0]!);
      const correct = everything.filter((at) => !left.includes(at));
      assert.ok(Math.abs(worth(left) + worth(correct) - worth(everything) - best) < 1e-6);
      for (const side of [left, correct]) {
        const value = -side.reduce((sum, at) => sum + gradients[at]!, 0) / (side.length + 1e-3);
        assert.ok(Math.abs(evaluateTree(tree, features, side[0]! * 2) - value) < 1e-9);
      }
    }),
    runOptions,
  );
});

test('addGradients() raises hits by as much as it lowers other rows, most near the top', () => {
  const scores = Float64Array.of(3, 2, 1, 0);
  const hits = Uint8Array.of(0, 0, 1, 0);
  const gradients = new Float64Array(4);
  const order = Uint8Array.of(3, 1, 0, 2);
  const weights = Float32Array.of(1, 1, 1, 1);
  const hessians = new Float64Array(4);
  addGradients({ scores, order, hits, weights, gradients, hessians, positionsSeen: 20 });
  assert.deepEqual([...order], [0, 1, 2, 3]);
  assert.ok(gradients[2]! < 0);
  assert.ok(gradients[0]! > gradients[1]! && gradients[1]! > gradients[3]! && gradients[3]! > 0);
  assert.ok(Math.abs(gradients.reduce((sum, each) => sum + each, 0)) < 1e-12);
});

test('addGradients() counts a row that stands for others as often', () => {
  const gradientsOf = (rows: number[], rowWeights: number[]): Float64Array => {
    const gradients = new Float64Array(rows.length);
    addGradients({
      scores: Float64Array.from(rows),
      order: Uint8Array.from(rows.keys()),
      hits: Uint8Array.from(rows, (_, row) => (row === 1 ? 1 : 0)),
      weights: Float32Array.from(rowWeights),
      gradients,
      hessians: new Float64Array(rows.length),
      positionsSeen: 1,
    });
    return gradients;
  };
  // Only the first row is near the top: a pair with it counts.
  const [all, sample] = [gradientsOf([3, 2, 1], [1, 1, 1]), gradientsOf([3, 2, 1], [2, 1, 1])];
  assert.ok(Math.abs(sample[0]!) > Math.abs(all[0]!));
});

test('sampleLists() keeps the hits and the first rows, and weights the others by what they stand for', () => {
  const rows = 200;
  const count = 40;
  const lists = Array.from({ length: count }, (): TrainingList => {
    return {
      features: Float32Array.from({ length: rows * featureCount }, (_, at) => at),
      hits: Uint8Array.from({ length: rows }, (_, row) => (row === 150 ? 1 : 0)),
      weights: new Float32Array(rows).fill(1),
      isWhole: true,
    };
  });
  const sampled = sampleLists({ lists, requests: count }, 1);
  assert.equal(sampled.lists.length, count);
  for (const { features, hits, isWhole } of sampled.lists) {
    assert.deepEqual([hits.filter((hit) => hit === 1).length, isWhole], [1, false]);
    for (let row = 0; row < 20; row++) assert.equal(features[row * featureCount], row * featureCount);
  }
  const weights = sampled.lists.flatMap((list) => [...list.weights]);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  assert.ok(Math.abs(sum / (rows * count) - 1) < 0.05, `${sum}`);
  assert.ok(weights.length < 0.4 * rows * count);
  // Lists are sampled once.
  assert.deepEqual(sampleLists(sampled, 2), sampled);
});

test('trainTrees() finds a ranking that no linear model can, deterministically', () => {
  const worth = (row: Float32Array): number => (row[contentFeature]! > 0.5 ? row[0]! : 1 - row[0]!);
  const lists = plantedLists(600, worth);
  const trees = trainTrees(lists);
  assert.ok(topAccuracy(lists, trees) > 0.75, `${topAccuracy(lists, trees)}`);
  assert.ok(topAccuracy(lists, trainLinear(lists)) < 0.5);
  assert.deepEqual(trainTrees(lists), trees);
});

test('trainLinear() finds the decisive features', () => {
  const lists = plantedLists(600, (row) => row[scoreFeature]! + 2 * row[contentFeature]!);
  assert.ok(topAccuracy(lists, trainLinear(lists)) > 0.8, `${topAccuracy(lists, trainLinear(lists))}`);
});

test('selectRanking() keeps the fixed formula unless a trained ranking is better', () => {
  const options = { mixListsMin: 100, treesListsMin: 300 };
  const asIs = selectRanking(
    plantedLists(600, (row) => row[scoreFeature]!),
    options,
  );
  assert.equal(asIs.ranking, null);
  assert.equal(asIs.figures.fixed?.ndcg, 1);
  const worth = (row: Float32Array): number => (row[contentFeature]! > 0.5 ? row[0]! : 1 - row[0]!);
  const chosen = selectRanking(plantedLists(600, worth), options);
  assert.equal(chosen.ranking?.kind, 'trees');
  assert.ok(chosen.figures.trees!.ndcg > chosen.figures.fixed!.ndcg);
  const candidates = selectRanking(sliceLists(plantedLists(600, worth), 0, 90), options);
  assert.deepEqual([candidates.ranking, Object.keys(candidates.figures)], [null, ['fixed']]);
});

/** Visitors who go from item to item by a rule, with some noise. */
function shopLog(state: RecommenderState): ModelEvent[] {
  return Array.from({ length: 1500 }, (_, at) => {
    const user = Math.floor(drawBySeed(1, at) * 60);
    const item = Math.floor(drawBySeed(2, at) * 6) + (Math.floor(at / 60) % 5) * 6;
    return { type: 'view', user: `u${user}`, items: [{ index: state.item(`i${item}`) }], at: at * 60_000 };
  });
}

test('collectTrainingLists() keeps all rows of the newest fifth of the lists, up to a maximum, where the newest events are no requests', () => {
  const state = new RecommenderState();
  const events = shopLog(state);
  const last = events.at(-1)!;
  const anonymous = events.map(({ type, items }) => ({ type, items, at: last.at }));
  const sampled = (comparedMax: number): boolean[] => {
    const fresh = new RecommenderState();
    const log = [...shopLog(fresh), ...anonymous];
    const options = { requestsMax: 10_000, listsMax: 10_000, warmUp: 0.2, comparedShare: 0.2, seed: 3 };
    return collectTrainingLists(fresh, log, { ...options, comparedMax }).lists.map(({ isWhole }) => !isWhole);
  };
  const fifth = sampled(2_000);
  assert.ok(fifth.length > 100);
  const expected = (count: number): boolean[] => fifth.map((_, number) => number < count);
  assert.deepEqual(fifth, expected(Math.floor(0.8 * fifth.length)));
  assert.deepEqual(sampled(10), expected(fifth.length - 10));
});

test('chooseSampleOptions() takes a sample that grows with the log, within bounds', () => {
  const sampleOf = (events: number): number[] => {
    const { requestsMax, listsMax } = chooseSampleOptions(events);
    return [requestsMax, listsMax];
  };
  assert.deepEqual(sampleOf(1_000), [40_000, 12_000]);
  assert.deepEqual(sampleOf(400_000), [40_000, 12_000]);
  assert.deepEqual(sampleOf(450_000), [45_000, 13_500]);
  assert.deepEqual(sampleOf(700_000), [50_000, 20_000]);
  assert.deepEqual(sampleOf(2_000_000), [50_000, 20_000]);
});

test('collectTrainingLists() collects the lists that forUser() returned before each event', () => {
  const state = new RecommenderState();
  const events = shopLog(state);
  const options = {
    requestsMax: 100,
    listsMax: 1000,
    warmUp: 0.5,
    comparedShare: 1,
    comparedMax: 1000,
    seed: 3,
  };
  const lists = collectTrainingLists(state, events, options);
  assert.ok(lists.lists.length > 20 && lists.requests >= lists.lists.length);
  const naive = new RecommenderState();
  shopLog(naive);
  const expected: number[][] = [];
  events.forEach((event, position) => {
    if (position >= 750 && drawBySeed(3, position) < 100 / 750) {
      const list = forUser(naive, { user: event.user!, limit: 100, now: 0, allow: () => true });
      if (list.some(({ index }) => index === event.items[0]!.index))
        expected.push(list.map(({ score }) => score));
    }
    naive.apply(event);
  });
  assert.deepEqual(
    lists.lists.map(({ features, hits }) =>
      Array.from(hits.keys(), (row) => features[row * featureCount + scoreFeature]!),
    ),
    expected.map((scores) => [...Float32Array.from(scores)]),
  );
  const fewer = new RecommenderState();
  const tenLists = collectTrainingLists(fewer, shopLog(fewer), { ...options, listsMax: 10 });
  // The sample is of all lists: as many of them have a hit.
  assert.equal(tenLists.lists.length, 10);
  assert.ok(Math.abs(tenLists.requests / 10 - lists.requests / lists.lists.length) < 1e-9);
  const all = lists.lists.map(({ features }) => features.join());
  const drawn = tenLists.lists.map(({ features }) => all.indexOf(features.join()));
  assert.ok(
    drawn.every((number, at) => number > (drawn[at - 1] ?? -1)),
    drawn.join(),
  );
  assert.ok(drawn[0]! < all.length / 2 && drawn[9]! > all.length / 2, drawn.join());
});

test('forUser() orders its best hundred by a learned ranking, and keeps the rest after them', () => {
  const state = new RecommenderState();
  for (let at = 0; at < 600; at++) {
    const item = Math.floor(drawBySeed(5, at) * 180);
    state.apply({ type: 'view', user: `u${at % 3}`, items: [{ index: state.item(`i${item}`) }], at });
  }
  const request = { user: 'u1', limit: 150, now: 0, allow: () => true };
  const fixed = forUser(state, request);
  assert.ok(fixed.length > 105, `${fixed.length}`);
  // Reverses the fixed formula.
  const weights = candidateFeatureNames.map((name) => (name === 'score' ? -1 : 0));
  const ranking: LearnedRanking = { kind: 'linear', weights };
  const learned = forUser(state, { ...request, ranking });
  assert.deepEqual(
    new Set(learned.slice(0, 100).map(({ index }) => index)),
    new Set(fixed.slice(0, 100).map(({ index }) => index)),
  );
  assert.equal(learned[0]!.index, fixed[99]!.index);
  assert.deepEqual(
    learned.slice(100).map(({ index }) => index),
    fixed.slice(100).map(({ index }) => index),
  );
  assert.ok(learned.every(({ score }, at) => score > 0 && (at === 0 || score <= learned[at - 1]!.score)));
  assert.deepEqual(forUser(state, { ...request, limit: 5, ranking }), learned.slice(0, 5));
});
