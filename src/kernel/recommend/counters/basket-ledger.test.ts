import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BasketLedger, type Basket } from './basket-ledger.ts';

const basket: fc.Arbitrary<Basket> = fc.record({
  items: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
  at: fc.nat(99),
});
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('add' as const), subject: fc.nat(5), basket }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), subject: fc.nat(5), basket }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), subject: fc.nat(5), basket }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), subject: fc.nat(5), basket }) },
);

test('BasketLedger equals a list per subject, also after save() and load()', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(40), (steps, restart) => {
      let ledger = new BasketLedger();
      const lists = new Map<number, Basket[]>();
      const listOf = (subject: number): Basket[] => lists.get(subject) ?? [];
      // Enough rounds for removed baskets to be compacted.
      for (let round = 0; round < 40; round++) {
        steps.forEach(({ kind, subject, basket: own }, at) => {
          const other = (subject + 1) % 6;
          if (kind === 'add') {
            ledger.add(subject, own);
            lists.set(subject, [...listOf(subject), own]);
          } else if (kind === 'drop') {
            const kept = listOf(subject).slice(-1);
            ledger.set(subject, kept);
            lists.set(subject, kept);
          } else if (kind === 'take') {
            const isKept = (item: number, time: number): boolean => item !== own.items[0] || time > own.at;
            const reported: Basket[] = [];
            ledger.retain(subject, isKept, (before) => reported.push(before));
            const changed = listOf(subject).filter(({ items, at }) => !items.every((one) => isKept(one, at)));
            assert.deepEqual(
              reported,
              changed.map(({ items, at }) => ({ items, at })),
            );
            lists.set(
              subject,
              listOf(subject)
                .map(({ items, at }) => ({ items: items.filter((one) => isKept(one, at)), at }))
                .filter(({ items }) => items.length > 0),
            );
          } else {
            ledger.move(subject, other);
            lists.set(other, [...listOf(other), ...listOf(subject)]);
            lists.set(subject, []);
          }
          if (round > 0 || at !== restart) return;
          const restored = new BasketLedger();
          restored.load(structuredClone(ledger.save()));
          ledger = restored;
        });
        for (const [subject, own] of lists) lists.set(subject, own.slice(-30));
        for (const [subject, own] of lists) ledger.set(subject, own);
      }
      for (let subject = 0; subject < 6; subject++)
        assert.equal(
          JSON.stringify(ledger.of(subject)),
          JSON.stringify(listOf(subject).map(({ items, at }) => ({ items, at }))),
        );
    }),
    { seed: 20240601, numRuns: 60 },
  );
});
