import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { EmbeddingTrainer, trainEmbeddings, type EmbeddingOptions } from './embedding-training.ts';

const trainingOptions: EmbeddingOptions = {
  dimensions: 16,
  ages: 5,
  rounds: 8,
  stepsMax: 100_000,
  positionStepsMax: 0,
  negatives: 16,
  rate: 0.05,
  dropout: 0.2,
  ridge: 1e-3,
  seed: 1,
};
const itemTotal = 30;

/** Visitors who walk around a ring of thirty items, with some random jumps. */
function ringShop(visitors: number): RecommenderState {
  const state = new RecommenderState();
  for (let visitor = 0; visitor < visitors; visitor++) {
    let item = Math.floor(drawBySeed(1, visitor) * itemTotal);
    for (let at = 0; at < 8; at++) {
      const index = state.item(`i${item}`);
      state.apply({ type: 'view', user: `u${visitor}`, items: [{ index }], at: visitor * 1000 + at });
      const isNoise = drawBySeed(2, visitor * 8 + at) < 0.1;
      item = isNoise ? Math.floor(drawBySeed(3, visitor * 8 + at) * itemTotal) : (item + 1) % itemTotal;
    }
  }
  return state;
}

test('trainEmbeddings() places adjacent items close together, deterministically', () => {
  const state = ringShop(400);
  const learned = trainEmbeddings(state, trainingOptions)!;
  const vectors = new ItemEmbeddings(learned, state);
  const all = Uint32Array.from({ length: state.itemCount }, (_, item) => item);
  let hits = 0;
  for (let item = 0; item < itemTotal; item++) {
    const index = state.item(`i${item}`);
    const scores = vectors.scores([index], all);
    scores[index] = -Infinity;
    const best = Number(state.getId(scores.indexOf(Math.max(...scores))).slice(1));
    if ([1, itemTotal - 1].includes((best - item + itemTotal) % itemTotal)) hits++;
  }
  assert.ok(hits >= 27, `${hits} of ${itemTotal}`);
  assert.deepEqual(trainEmbeddings(ringShop(400), trainingOptions), learned);
});

test('trainEmbeddings() returns null with few histories', () => {
  assert.equal(trainEmbeddings(ringShop(20), trainingOptions), null);
});

test('trainEmbeddings() relates an item to items with the same attributes', () => {
  const state = ringShop(400);
  for (let item = 0; item < itemTotal; item++)
    state.setContent(state.item(`i${item}`), { attributes: [`place=${item % 10}`], words: [] });
  // One interaction only, but it shares the attribute of the items after i4, i14 and i24.
  const fresh = state.item('fresh');
  state.setContent(fresh, { attributes: ['place=5'], words: [] });
  const other = state.item('other');
  state.setContent(other, { attributes: ['place=2'], words: [] });
  for (const index of [fresh, other])
    state.apply({ type: 'view', user: 'one', items: [{ index }], at: index });
  const vectors = new ItemEmbeddings(trainEmbeddings(state, trainingOptions)!, state);
  const scores = vectors.scores([state.item('i4')], Uint32Array.of(fresh, other));
  assert.ok(scores[0]! > scores[1]!, scores.join(' '));
});

test('EmbeddingTrainer.train() goes on with more events, new items and new attributes', () => {
  const trainer = new EmbeddingTrainer(trainingOptions);
  const state = ringShop(400);
  const first = trainer.train(state)!;
  const fresh = state.item('fresh');
  state.setContent(fresh, { attributes: ['place=new'], words: [] });
  for (let visitor = 0; visitor < 60; visitor++)
    for (const [step, index] of [state.item('i3'), fresh, state.item('i5')].entries())
      state.apply({
        type: 'view',
        user: `late${visitor}`,
        items: [{ index }],
        at: 1e6 + visitor * 10 + step,
      });
  const later = trainer.train(state)!;
  assert.equal(later.ids.length, first.ids.length + 1);
  const scores = new ItemEmbeddings(later, state).scores(
    [state.item('i3')],
    Uint32Array.of(fresh, state.item('i20')),
  );
  assert.ok(scores[0]! > scores[1]!, scores.join(' '));
  // What was learned before remains.
  const vectors = new ItemEmbeddings(later, state);
  const near = vectors.scores([state.item('i14')], Uint32Array.of(state.item('i15'), state.item('i25')));
  assert.ok(near[0]! > near[1]!, near.join(' '));
});

test('ItemEmbeddings.scores() is NaN for items added after the training, and for histories of only such items', () => {
  const state = ringShop(400);
  const learned = trainEmbeddings(state, trainingOptions)!;
  const late = state.item('late');
  // In another state the items have other numbers.
  const otherState = new RecommenderState();
  otherState.item('late');
  for (let item = itemTotal - 1; item >= 0; item--) otherState.item(`i${item}`);
  const [here, there] = [new ItemEmbeddings(learned, state), new ItemEmbeddings(learned, otherState)];
  const ids = ['i1', 'i2', 'late'];
  const scoresIn = (of: RecommenderState, vectors: ItemEmbeddings): number[] => [
    ...vectors.scores(
      [of.item('late'), of.item('i0')],
      Uint32Array.from(ids, (id) => of.item(id)),
    ),
  ];
  assert.deepEqual(scoresIn(otherState, there), scoresIn(state, here));
  assert.ok(Number.isNaN(scoresIn(state, here)[2]));
  assert.ok(Number.isNaN(here.scores([late], Uint32Array.of(state.item('i1')))[0]));
});
