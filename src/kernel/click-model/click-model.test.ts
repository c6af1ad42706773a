import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../bits/steps.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { ClickModel, visitorsMin } from './click-model.ts';
import { computeAgeWeight } from './evidence.ts';
import { limitFactor, shrinkageMin, shrinkRatio } from './learned-factors.ts';
import { LearnedOrder } from './learned-order.ts';
import { actionKinds } from './visit-window.ts';

const now = 20_000 * 86_400_000;
const items = [1, 2, 3, 4, 5, 6, 7, 8];
/** Enough lists to tell that items differ by more than chance. */
const lists = ['lamp', 'light', 'bulb', 'torch', 'desk lamp', 'floor lamp', 'night light', 'lampshade'];

/** Lets visitors see lists of a category; `isClicked` decides on each item, at a random position. */
function visit(
  model: ClickModel,
  visitors: number,
  lists: readonly string[],
  isClicked: (item: number, random: () => number) => boolean,
): void {
  const random = createRandom(3);
  for (let v = 0; v < visitors; v++) {
    for (const list of lists) {
      const shown = items.toSorted(() => random() - 0.5);
      model.recordImpression({ list, category: 'lamps', visitor: `v${v}`, at: now, offset: 0, items: shown });
      for (const item of shown)
        if (isClicked(item, random)) model.recordAction(list, `v${v}`, item, actionKinds.click);
    }
  }
}

const isGood = (item: number, random: () => number): boolean => random() < (item === 8 ? 0.4 : 0.1);

function orderOf(model: ClickModel): LearnedOrder {
  const order = new LearnedOrder();
  order.apply(finish(model.update(now)));
  return order;
}

test('ClickModel finds the item that is clicked more often than its positions predict', () => {
  const model = new ClickModel({ halfLifeDays: () => 30 });
  visit(model, 400, lists, isGood);
  const ratios = orderOf(model).readRatios('lamp');
  const [best, second] = [...ratios].sort(([, a], [, b]) => b.ratio - a.ratio);
  const { ratio, source } = best![1];
  assert.equal(best![0], 8);
  assert.equal(source, 'list');
  // 0.4 against a mean of 0.1375 is 2.9.
  assert.ok(ratio > 2.3 && ratio < 3.2, String(ratio));
  assert.ok(second![1].ratio < 1);
});

test('ClickModel takes the evidence of the category for a list with few visitors', () => {
  const model = new ClickModel({ halfLifeDays: () => 30 });
  visit(model, 300, lists, isGood);
  const rare = { list: 'lantern', category: 'lamps', at: now, offset: 0, items };
  for (let v = 0; v < visitorsMin - 1; v++) model.recordImpression({ ...rare, visitor: `w${v}` });
  const order = orderOf(model);
  const ofCategory = order.readRatios('lantern').get(8)!;
  assert.equal(ofCategory.source, 'category');
  assert.ok(ofCategory.ratio > 1.5 && ofCategory.ratio <= order.readRatios('lamp').get(8)!.ratio);
  model.recordImpression({ ...rare, visitor: 'w9' });
  order.apply(finish(model.update(now)));
  assert.equal(order.readRatios('lantern').get(8)!.source, 'list');
  model.recordImpression({ ...rare, list: 'sofa', category: 'sofas', visitor: 'w1' });
  order.apply(finish(model.update(now)));
  assert.deepEqual([...order.readRatios('sofa')], []);
});

test('ClickModel.forget() gives what there would be without the visitor', () => {
  const [model, without] = [
    new ClickModel({ halfLifeDays: () => 30 }),
    new ClickModel({ halfLifeDays: () => 30 }),
  ];
  for (const one of [model, without]) visit(one, 200, lists, isGood);
  const order = orderOf(model);
  model.recordImpression({ list: 'lamp', category: 'lamps', visitor: 'eve', at: now, offset: 0, items });
  model.recordAction('lamp', 'eve', 3, actionKinds.purchase);
  order.apply(finish(model.update(now)));
  const expected = orderOf(without);
  assert.notDeepEqual([...order.readRatios('lamp')], [...expected.readRatios('lamp')]);
  model.forget('eve');
  order.apply(finish(model.update(now)));
  assert.deepEqual(order.state(), expected.state());
});

test('ClickModel.update() returns only what changed, and everything on another day', () => {
  const model = new ClickModel({ halfLifeDays: () => 30 });
  visit(model, 200, lists, isGood);
  const [order, later] = [orderOf(model), new LearnedOrder()];
  model.recordAction('lamp', 'v1', 2, actionKinds.cart);
  const change = finish(model.update(now));
  assert.deepEqual(
    change.lists.map(([list]) => list),
    ['lamp'],
  );
  order.apply(change);
  assert.equal(model.isOutdated(now), false);
  assert.equal(model.isOutdated(now + 86_400_000), true);
  later.apply(finish(model.update(now + 86_400_000)));
  assert.deepEqual(new Set(later.readRatios('lamp').keys()), new Set(order.readRatios('lamp').keys()));
});

test('LearnedOrder.state() restores it elsewhere', () => {
  const model = new ClickModel({ halfLifeDays: () => 30 });
  visit(model, 200, lists, isGood);
  const [order, copy] = [orderOf(model), new LearnedOrder()];
  copy.apply(structuredClone(order.state()));
  assert.deepEqual([...copy.readRatios('lamp')], [...order.readRatios('lamp')]);
  assert.equal(copy.isExplored(8), true);
  assert.equal(copy.isExplored(9), false);
});

test('a single action moves a ratio by at most a tenth, and a factor stays in its bounds', () => {
  assert.ok(shrinkRatio({ observed: 1, expected: 0 }, shrinkageMin, 1) <= 1.1);
  assert.equal(shrinkRatio({ observed: 9, expected: 1 }, Infinity, 1), 1);
  for (const ratio of [0, 0.5, 1, 2, 1e9]) {
    const factor = limitFactor(ratio, 0.2);
    assert.ok(factor >= 0.8 && factor <= 1.2);
    assert.equal(limitFactor(ratio, 0), 1);
  }
  assert.ok(Math.abs(limitFactor(1.31, 0.2) - 1.053) < 0.001);
});

test('computeAgeWeight() halves with the half-life', () => {
  assert.equal(computeAgeWeight(now, now, 30), 1);
  assert.equal(computeAgeWeight(now - 30 * 86_400_000, now, 30), 0.5);
  assert.equal(computeAgeWeight(now + 86_400_000, now, 30), 1);
});
