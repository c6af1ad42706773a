import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EventTypes } from './event-types.ts';
import { stableHash } from '../rows/stable-hash.ts';
import { InteractionHistories } from './interaction-histories.ts';
import { applyTransitionDeltas } from './transition-deltas.ts';
import { TransitionRows } from './transition-rows.ts';
import { backUnits, forwardUnits, TRANSITION_UNIT, TransitionSums } from './transition-sums.ts';
import { BOUNDS, DEFAULT_WEIGHTS } from './weights.ts';

const ITEMS = 60;
const ties = Array.from({ length: ITEMS }, (_, item) => stableHash(`item ${item}`));

/** Bounds so low that rows are truncated, evicted and rebuilt all the time. */
const TIGHT = { cutItems: 5, keptMin: 7, keptMax: 12, rowsMax: 20, lightTouches: 4, lightRowsMax: 6 };

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
  item: fc.tuple(fc.nat(ITEMS - 1), fc.nat(ITEMS - 1)).map(([one, other]) => Math.min(one, other)),
  user: fc.nat(6),
  type: fc.constantFrom('view', 'view', 'purchase', 'wish'),
  late: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3000) }),
});

/** Rows over separate histories, updated as the state updates them. */
class World {
  readonly histories = new InteractionHistories();
  readonly types = new EventTypes(DEFAULT_WEIGHTS);
  readonly rows = new TransitionRows(
    new TransitionSums(this.histories, this.types),
    DEFAULT_WEIGHTS,
    (item) => ties[item]!,
    TIGHT,
  );
  #now = 0;

  touch({ item, user, type: name, late }: Step): void {
    const { histories, types, rows } = this;
    const type = types.numberOf(name, false);
    const subject = histories.subject(`u${user}`);
    const place = histories.add(item, subject, type, (this.#now += 10) - late);
    rows.addCount(item, Math.round(TRANSITION_UNIT * types.weightOf(type)));
    applyTransitionDeltas(rows, histories, types, { subject, place });
  }

  erase(user: number): void {
    const { histories, types, rows } = this;
    const subject = histories.findSubject(`u${user}`);
    if (subject === undefined) return;
    for (let place = 0; place < histories.lengthOf(subject); place++) {
      const item = histories.itemAt(subject, place);
      rows.addCount(item, -Math.round(TRANSITION_UNIT * types.weightOf(histories.typeAt(subject, place))));
      rows.forget(item);
    }
    histories.removeAt(
      subject,
      Array.from({ length: histories.lengthOf(subject) }, (_, place) => place),
    );
    histories.forgetNames(subject);
  }

  /** C_ij by every pair of interactions. */
  units(item: number, other: number): number {
    const { histories, types } = this;
    let sum = 0;
    for (let subject = 0; subject < histories.subjectNumbers; subject++) {
      const length = histories.lengthOf(subject);
      for (let later = 0; later < length; later++) {
        for (let earlier = Math.max(0, later - BOUNDS.transitionWindow); earlier < later; earlier++) {
          const pair = [histories.itemAt(subject, earlier), histories.itemAt(subject, later)];
          const [one, two] = [histories.typeAt(subject, earlier), histories.typeAt(subject, later)];
          if (pair[0] === pair[1] && !types.isSame(one, two)) continue;
          const weight = types.weightOf(one) * types.weightOf(two);
          if (pair[0] === item && pair[1] === other) sum += forwardUnits(weight, later - earlier);
          if (pair[1] === item && pair[0] === other) sum += backUnits(weight, later - earlier);
        }
      }
    }
    return sum;
  }

  assertCut(item: number): void {
    const column = (other: number): number => {
      const rounded = Math.round(Math.log2(this.rows.count(other) + DEFAULT_WEIGHTS.shrink) * 16);
      return (2 ** (rounded / 16)) ** -DEFAULT_WEIGHTS.columnPower;
    };
    const sorted = this.rows.entries(item).map(([other, units]) => ({ other, score: units * column(other) }));
    sorted.sort((one, other) => other.score - one.score || ties[one.other]! - ties[other.other]!);
    const expected = sorted.slice(0, TIGHT.cutItems);
    const { items, scores } = this.rows.cut(item);
    assert.deepEqual(
      [...items],
      expected.map(({ other }) => other),
    );
    assert.deepEqual(
      [...scores],
      expected.map(({ score }) => score),
    );
  }
}

test('TransitionRows.cut() equals the best of a full sort after any events and erasures, with queries in between', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 700 }), (steps) => {
      const world = new World();
      for (const each of steps) {
        if (each.kind === 'touch') world.touch(each);
        else if (each.kind === 'erase') world.erase(each.user);
        else world.assertCut(each.item);
      }
      const scale = world.rows.scale();
      for (let item = 0; item < ITEMS; item++) world.assertCut(item);
      const fresh = new TransitionRows(
        new TransitionSums(world.histories, world.types),
        DEFAULT_WEIGHTS,
        (item) => ties[item]!,
      );
      fresh.load(world.rows.save());
      assert.equal(fresh.touchedItems, world.rows.touchedItems);
      const tight = new TransitionRows(
        new TransitionSums(world.histories, world.types),
        DEFAULT_WEIGHTS,
        (item) => ties[item]!,
        TIGHT,
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
        if (each.kind === 'touch') world.touch(each);
        else if (each.kind === 'erase') world.erase(each.user);
        else world.rows.cut(each.item);
      }
      for (const { item, user } of steps.slice(0, 20)) {
        const entries = new Map(world.rows.entries(item));
        for (let other = 0; other < ITEMS; other++)
          assert.equal(entries.get(other) ?? 0, world.units(item, other));
        const other = (item + 1 + user) % ITEMS;
        const mass = (world.units(item, other) + world.units(other, item)) / TRANSITION_UNIT;
        assert.equal(world.rows.mass(item, other), mass);
      }
    }),
    { seed: 20240601, numRuns: 60 },
  );
});
