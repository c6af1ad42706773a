import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Filter } from '../../ports/search/filters.ts';
import type { VisitorCondition } from '../../ports/search/rules.ts';
import type { VisitorSegment } from '../../ports/recommendations/visitor-segments.ts';
import {
  areDisjoint,
  compileVisitorCondition,
  implies,
  describeVisitorCondition,
} from './visitor-condition.ts';

const dayMs = 86_400_000;
const now = 100 * dayMs;

const days = fc.constantFrom(1, 5, 30);
const filter = fc.constantFrom('a:1', 'b:2', 'a:1 AND b:2', 'b:2 AND (a:1)', 'a:1 OR b:2');
const items = fc.oneof(filter, fc.record({ filter, days }, { requiredKeys: ['filter'] }));
const spent = fc.record(
  { min: fc.constantFrom(0, 10, 50), max: fc.constantFrom(9, 10, 60), days },
  { requiredKeys: [] },
);
const condition: fc.Arbitrary<VisitorCondition> = fc
  .record(
    { viewed: items, bought: items, spent, is: fc.constantFrom('new' as const, 'returning' as const) },
    { requiredKeys: [] },
  )
  .filter((one) => Object.keys(one).length > 0);

/** A visitor of a naive model. */
interface Shopper {
  readonly isNew: boolean;
  /** `days`: since the event. */
  readonly viewed: readonly { readonly a: number; readonly b: number; readonly days: number }[];
  readonly bought: Shopper['viewed'];
  readonly paid: readonly { readonly amount: number; readonly days: number }[];
}

const age = fc.constantFrom(0.5, 3, 20, 90);
const item = fc.record({ a: fc.nat(1), b: fc.nat(2), days: age });
const shopper: fc.Arbitrary<Shopper> = fc.record({
  isNew: fc.boolean(),
  viewed: fc.array(item, { maxLength: 3 }),
  bought: fc.array(item, { maxLength: 3 }),
  paid: fc.array(fc.record({ amount: fc.constantFrom(1, 9, 40), days: age }), { maxLength: 4 }),
});

/** Evaluates what a condition compiles to. */
function fulfils(who: Shopper, { viewed, bought, spent: sum, is }: VisitorSegment): boolean {
  const has = (list: Shopper['viewed'], wanted: typeof viewed): boolean =>
    wanted === undefined ||
    list.some((one) => now - one.days * dayMs >= wanted.since && matches(one, wanted.filter));
  const total = who.paid
    .filter((one) => now - one.days * dayMs >= (sum?.since ?? 0))
    .reduce((all, { amount }) => all + amount, 0);
  return (
    (is === undefined || who.isNew === (is === 'new')) &&
    (sum === undefined || (total >= sum.min && total <= sum.max)) &&
    has(who.viewed, viewed) &&
    has(who.bought, bought)
  );
}

function matches(one: { readonly a: number; readonly b: number }, node: Filter): boolean {
  if (node.kind === 'and') return node.clauses.every((clause) => matches(one, clause));
  if (node.kind === 'or') return node.clauses.some((clause) => matches(one, clause));
  assert.ok(node.kind === 'equals');
  return String(node.field === 'a' ? one.a : one.b) === String(node.value);
}

test('a condition on visitors compiles to times and bounds', () => {
  const own = { viewed: 'a:1', bought: { filter: 'b:2', days: 7 }, spent: { min: 5 }, is: 'new' } as const;
  assert.deepEqual(compileVisitorCondition(own).resolveAt(now), {
    viewed: { filter: { kind: 'equals', field: 'a', value: '1' }, since: -Infinity },
    bought: { filter: { kind: 'equals', field: 'b', value: '2' }, since: 93 * dayMs },
    spent: { min: 5, max: Infinity, since: -Infinity },
    is: 'new',
  });
});

/** Two conditions; some are one condition, written in two ways. */
const pair = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(condition, condition) },
  {
    weight: 1,
    arbitrary: condition.map((one) => {
      const other = JSON.stringify(one).replaceAll('a:1 AND b:2', 'b:2 AND (a:1)');
      return [one, JSON.parse(other) as VisitorCondition] as const;
    }),
  },
);

test('implies() and areDisjoint() hold for every visitor, and equal texts mean the same', () => {
  const seen = { implied: 0, disjoint: 0, equal: 0 };
  fc.assert(
    fc.property(pair, fc.array(shopper, { minLength: 20, maxLength: 20 }), ([one, other], all) => {
      const isImplied = implies(one, other);
      const isDisjoint = areDisjoint(one, other);
      const isEqual = describeVisitorCondition(one) === describeVisitorCondition(other);
      if (isImplied) seen.implied++;
      if (isDisjoint) seen.disjoint++;
      if (isEqual) seen.equal++;
      assert.equal(isDisjoint, areDisjoint(other, one));
      if (isEqual) assert.ok(isImplied && implies(other, one));
      const [first, second] = [one, other].map((each) => compileVisitorCondition(each).resolveAt(now));
      for (const who of all) {
        const [inOne, inOther] = [fulfils(who, first!), fulfils(who, second!)];
        assert.ok(!isImplied || !inOne || inOther);
        assert.ok(!isDisjoint || !(inOne && inOther));
        if (isEqual) assert.equal(inOne, inOther);
      }
    }),
    { seed: 20261126, numRuns: 4_000 },
  );
  assert.ok(seen.implied > 300 && seen.disjoint > 300 && seen.equal > 300, JSON.stringify(seen));
});

test('implies() recognises narrower segments', () => {
  const cases: [VisitorCondition, VisitorCondition, boolean][] = [
    [{ bought: 'a:1 AND b:2' }, { bought: 'a:1' }, true],
    [{ bought: 'a:1' }, { bought: 'a:1 AND b:2' }, false],
    [{ bought: { filter: 'a:1', days: 7 } }, { bought: 'A:1' }, false],
    [{ bought: { filter: 'a:1', days: 7 } }, { bought: { filter: 'a:1', days: 30 } }, true],
    [{ bought: 'a:1' }, { viewed: 'a:1' }, false],
    [{ spent: { min: 200, days: 30 } }, { spent: { min: 100 } }, true],
    [{ spent: { min: 200 } }, { spent: { min: 100, days: 30 } }, false],
    [{ spent: { max: 5 } }, { spent: { max: 9, days: 30 } }, true],
    [{ spent: { min: 0 } }, { is: 'returning' }, false],
    [{ is: 'new', viewed: 'a:1' }, { is: 'new' }, true],
    [{ is: 'new' }, { spent: { min: 0 } }, true],
  ];
  for (const [segment, other, expected] of cases)
    assert.equal(implies(segment, other), expected, JSON.stringify([segment, other]));
});
