import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { computeAmount, BasketLedger, type Basket } from './basket-ledger.ts';
import { log2 } from '../../../math/logarithm.ts';

const basket: fc.Arbitrary<Basket> = fc
  .record({
    lines: fc.array(fc.tuple(fc.nat(9), fc.nat(1_000_000)), { minLength: 1, maxLength: 4 }),
    at: fc.nat(20),
    cappedOf: fc.constantFrom(1, 2, 3),
  })
  .map(({ lines, at, cappedOf }) => ({
    items: lines.map(([item]) => item),
    amounts: lines.map(([, amount]) => amount),
    at,
    capped: new Set(lines.map(([item]) => item).filter((item) => item % cappedOf === 1)),
  }));
const withItems = ({ items, amounts, at, capped }: Basket, isKept: (item: number) => boolean): Basket => ({
  items: items.filter(isKept),
  amounts: amounts.filter((_, i) => isKept(items[i]!)),
  at,
  capped: new Set([...capped].filter(isKept)),
});
/** The higher the number of an item, the lower its tie. */
const tieOf = (item: number): number => 9 - item;
const ties = (items: Iterable<number>): number[] =>
  Array.from(items, tieOf).sort((one, other) => one - other);
function compareTies(own: readonly number[], others: readonly number[]): number {
  const at = own.findIndex((tie, position) => tie !== others[position]);
  return at < 0 ? own.length - others.length : own[at]! - (others[at] ?? -1);
}
function byTime(baskets: readonly Basket[]): Basket[] {
  return baskets.toSorted(
    (one, other) =>
      one.at - other.at ||
      compareTies(ties(one.items), ties(other.items)) ||
      compareTies(ties(one.capped), ties(other.capped)),
  );
}
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('add' as const), subject: fc.nat(5), basket }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), subject: fc.nat(5), basket }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), subject: fc.nat(5), basket }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), subject: fc.nat(5), basket }) },
);

test('BasketLedger equals a list per subject, also after save() and load()', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(40), (steps, restart) => {
      let ledger = new BasketLedger(tieOf);
      const lists = new Map<number, Basket[]>();
      const listOf = (subject: number): Basket[] => lists.get(subject) ?? [];
      // Enough rounds for removed baskets to be compacted.
      for (let round = 0; round < 40; round++) {
        steps.forEach(({ kind, subject, basket: own }, at) => {
          const other = (subject + 1) % 6;
          if (kind === 'add') {
            ledger.add(subject, own);
            lists.set(subject, byTime([...listOf(subject), own]));
          } else if (kind === 'drop') {
            ledger.clear(subject);
            lists.set(subject, []);
          } else if (kind === 'take') {
            const isKept = (item: number, time: number): boolean => item !== own.items[0] || time > own.at;
            ledger.retain(subject, isKept);
            lists.set(
              subject,
              byTime(
                listOf(subject)
                  .map((each) => withItems(each, (one) => isKept(one, each.at)))
                  .filter(({ items }) => items.length > 0),
              ),
            );
          } else {
            ledger.move(subject, other);
            lists.set(other, byTime([...listOf(other), ...listOf(subject)]));
            lists.set(subject, []);
          }
          if (round > 0 || at !== restart) return;
          const restored = new BasketLedger(tieOf);
          restored.load(structuredClone(ledger.save()));
          ledger = restored;
        });
        for (const [subject, own] of lists) lists.set(subject, own.slice(-30));
        for (const [subject, own] of lists) {
          ledger.clear(subject);
          for (const each of own) ledger.add(subject, each);
          ledger.compactWhenDue();
        }
      }
      for (let subject = 0; subject < 6; subject++) {
        assert.deepEqual(ledger.of(subject), listOf(subject));
        for (const since of [-Infinity, 0, 50, 100]) {
          const counted = listOf(subject).filter(({ at }) => at >= since);
          const sum = counted.flatMap(({ amounts }) => amounts).reduce((total, one) => total + one, 0);
          assert.equal(ledger.sumSpendingSince(subject, since), sum / 10_000);
        }
      }
    }),
    { seed: 20240601, numRuns: 60 },
  );
});

test('computeAmount() rounds to ten-thousandths, so that sums are exact', () => {
  const ledger = new BasketLedger(tieOf);
  const amounts = Array.from({ length: 30 }, () => computeAmount(1, 0.1));
  ledger.add(0, { items: amounts.map((_, i) => i), amounts, at: 1, capped: new Set() });
  const late = { items: [1, 2], amounts: [computeAmount(3, 33.3333), computeAmount(2, 0.00005)], at: 2 };
  ledger.add(0, { ...late, capped: new Set([1]) });
  assert.equal(ledger.sumSpendingSince(0, 0), 3 + 99.9999 + 0.0001);
  assert.equal(computeAmount(5, undefined), 0);
  assert.equal(computeAmount(1e9, 1e300), Number.MAX_SAFE_INTEGER);
});

test('BasketLedger.add() compares a basket with few others of the same time', () => {
  let reads = 0;
  const ledger = new BasketLedger((item) => {
    reads++;
    return (item * 7919) % 4001;
  });
  const count = 4000;
  for (let item = 0; item < count; item++)
    ledger.add(0, { items: [item], amounts: [0], at: 5, capped: new Set() });
  assert.equal(ledger.of(0).length, count);
  assert.ok(reads < count * 2 * (2 + log2(count)), `${reads} reads`);
});
