import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EventTypes } from './event-types.ts';
import { stableHash } from '../../bits/hashing.ts';
import { InteractionHistories } from './interaction-histories.ts';
import { applyTransitionDeltas } from './transition-deltas.ts';
import { TransitionRows } from './transition-rows.ts';
import { backUnits, forwardUnits, transitionUnit, TransitionSums } from './transition-sums.ts';
import { recommenderBounds, defaultWeights } from './weights.ts';
import { log2 } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

const itemTotal = 60;
const ties = Array.from({ length: itemTotal }, (_, item) => stableHash(`item ${item}`));

/** Bounds so low that rows are truncated, evicted and rebuilt all the time. */
const tightBounds = {
  cutItems: 5,
  maintainedMin: 7,
  maintainedMax: 12,
  rowsMax: 20,
  lightInteractions: 4,
  lightRowsMax: 6,
  contentRowsMax: 6,
};

interface Step {
  readonly kind: 'touch' | 'erase' | 'ask';
  readonly item: number;
  readonly user: number;
  readonly type: string;
  /** Time before the newest interaction; interactions are ten apart. */
  readonly late: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 20, arbitrary: fc.constant('touch' as const) },
    { weight: 5, arbitrary: fc.constant('ask' as const) },
    { weight: 1, arbitrary: fc.constant('erase' as const) },
  ),
  // Few items are popular.
  item: fc.tuple(fc.nat(itemTotal - 1), fc.nat(itemTotal - 1)).map(([one, other]) => Math.min(one, other)),
  user: fc.nat(6),
  type: fc.constantFrom('view', 'view', 'purchase', 'wish'),
  late: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3000) }),
});

/** Rows over separate histories, updated as the state updates them. */
class World {
  readonly histories = new InteractionHistories();
  readonly types = new EventTypes(defaultWeights);
  readonly rows = new TransitionRows(
    new TransitionSums(this.histories, this.types),
    defaultWeights,
    (item) => ties[item]!,
    tightBounds,
  );
  #now = 0;

  interaction({ item, user, type: name, late }: Step): void {
    const { histories, types, rows } = this;
    const type = types.getNumber(name, 'counted');
    const subject = histories.subject(`u${user}`);
    const position = histories.add(item, subject, type, (this.#now += 10) - late);
    rows.addCount(item, Math.round(transitionUnit * types.getWeight(type)));
    applyTransitionDeltas(rows, histories, types, { subject, position });
  }

  erase(user: number): void {
    const { histories, types, rows } = this;
    const subject = histories.findSubject(`u${user}`);
    if (subject === undefined) return;
    for (let position = 0; position < histories.getLength(subject); position++) {
      const item = histories.itemAt(subject, position);
      rows.addCount(item, -Math.round(transitionUnit * types.getWeight(histories.typeAt(subject, position))));
      rows.evict(item);
    }
    histories.removeAt(
      subject,
      Array.from({ length: histories.getLength(subject) }, (_, position) => position),
    );
    histories.removeNames(subject);
  }

  /** C_ij by every pair of interactions. */
  units(item: number, other: number): number {
    const { histories, types } = this;
    let sum = 0;
    for (let subject = 0; subject < histories.subjectNumberEnd; subject++) {
      const length = histories.getLength(subject);
      for (let later = 0; later < length; later++) {
        for (
          let earlier = Math.max(0, later - recommenderBounds.transitionWindow);
          earlier < later;
          earlier++
        ) {
          const pair = [histories.itemAt(subject, earlier), histories.itemAt(subject, later)];
          const [one, two] = [histories.typeAt(subject, earlier), histories.typeAt(subject, later)];
          if (pair[0] === pair[1] && !types.haveSameName(one, two)) continue;
          const weight = types.getWeight(one) * types.getWeight(two);
          if (pair[0] === item && pair[1] === other) sum += forwardUnits(weight, later - earlier);
          if (pair[1] === item && pair[0] === other) sum += backUnits(weight, later - earlier);
        }
      }
    }
    return sum;
  }

  assertCut(item: number): void {
    const column = (other: number): number => {
      const rounded = Math.round(log2(this.rows.count(other) + defaultWeights.shrink) * 16);
      return pow(pow(2, rounded / 16), -defaultWeights.columnPower);
    };
    const sorted = this.rows.entries(item).map(([other, units]) => ({ other, score: units * column(other) }));
    sorted.sort((one, other) => other.score - one.score || ties[one.other]! - ties[other.other]!);
    const expected = sorted.slice(0, tightBounds.cutItems);
    const { items, scores } = this.rows.cut(item);
    assert.deepEqual(
      [...items],
      expected.map(({ other }) => other),
    );
    assert.deepEqual(
      [...scores],
      expected.map(({ score }) => score),
    );
    const others = this.rows.entries(item).filter(([other]) => other !== item);
    const sum = others.reduce((total, [, units]) => total + units, 0);
    assert.equal(this.rows.sumTransitions(item), sum / transitionUnit);
  }
}

test('TransitionRows.cut() and sumTransitions() equal those of a full sort after any events and erasures, with queries in between', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 700 }), (steps) => {
      const world = new World();
      for (const each of steps) {
        if (each.kind === 'touch') world.interaction(each);
        else if (each.kind === 'erase') world.erase(each.user);
        else world.assertCut(each.item);
      }
      const scale = world.rows.scale();
      for (let item = 0; item < itemTotal; item++) world.assertCut(item);
      const fresh = new TransitionRows(
        new TransitionSums(world.histories, world.types),
        defaultWeights,
        (item) => ties[item]!,
      );
      fresh.load(world.rows.save());
      assert.equal(fresh.counts.itemsWithInteractions, world.rows.counts.itemsWithInteractions);
      const tight = new TransitionRows(
        new TransitionSums(world.histories, world.types),
        defaultWeights,
        (item) => ties[item]!,
        tightBounds,
      );
      tight.load(world.rows.save());
      assert.equal(tight.scale(), scale);
    }),
    { seed: 20240601, numRuns: 150 },
  );
});

test('TransitionRows.entries() and mass() equal the sums over all pairs of interactions', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const world = new World();
      for (const each of steps) {
        if (each.kind === 'touch') world.interaction(each);
        else if (each.kind === 'erase') world.erase(each.user);
        else world.rows.cut(each.item);
      }
      for (const { item, user } of steps.slice(0, 20)) {
        const entries = new Map(world.rows.entries(item));
        for (let other = 0; other < itemTotal; other++)
          assert.equal(entries.get(other) ?? 0, world.units(item, other));
        const other = (item + 1 + user) % itemTotal;
        const mass = (world.units(item, other) + world.units(other, item)) / transitionUnit;
        assert.equal(world.rows.mass(item, other), mass);
      }
    }),
    { seed: 20240601, numRuns: 60 },
  );
});
