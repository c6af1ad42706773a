import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { histories, replay } from './conditions.fixture.ts';
import { flatten } from './flatten.ts';
import { passes } from './naive-conditions.ts';
import type { FilterNode } from './query.ts';

const colour = fc.constantFrom('red', 'Red', 'blue', 'Home', 'Home > Kitchen');
const amount = fc.constantFrom(1, 2, 3);
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });
/** A list of objects, an object alone, a list in a list, or something else altogether. */
function several<T>(one: fc.Arbitrary<T>) {
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(one, { maxLength: 3 }) },
    { weight: 2, arbitrary: one },
    fc.array(fc.array(one, { maxLength: 2 }), { maxLength: 2 }),
    fc.constantFrom('none', 7, null),
  );
}
const part = fc.record({ colour: option(colour), amount: option(amount) });
const offer = fc.record({
  colour: option(fc.oneof(colour, fc.array(colour, { maxLength: 2 }))),
  amount: option(amount),
  parts: option(several(part)),
});
const item = fc.record({ colour: option(colour), amount: option(amount), offers: option(several(offer)) });

const field = fc.constantFrom(
  'colour',
  'amount',
  'parts.colour',
  'parts.amount',
  'offers.colour',
  'offers',
  'parts',
);
const node = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant('equals' as const), field, value: fc.oneof(colour, amount) }),
    fc.record({ kind: fc.constant('range' as const), field, min: amount, max: amount }),
    fc.record({ kind: fc.constant('exists' as const), field }),
    fc.record({ kind: fc.constant('not' as const), clause: tie('node') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      clauses: fc.array(tie('node'), { maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('element' as const),
      list: fc.constantFrom('offers', 'parts', 'offers.parts', 'nothing'),
      clause: tie('node'),
    }),
  ),
})).node;

test('TextIndex.filter() looks for one element that satisfies the whole expression, as a scan does', () => {
  fc.assert(
    fc.property(histories(item), fc.array(node, { minLength: 1, maxLength: 8 }), (history, filters) => {
      const { index, documents } = replay(history, (key, source) => ({ key, rank: 0, ...flatten(source) }));
      for (const filter of filters) {
        const passing = index.filter(filter);
        for (const [key, document] of documents) {
          assert.equal(passing(key), passes(document, filter), JSON.stringify({ filter, document }));
        }
      }
    }),
    { seed: 20261121, numRuns: 1500 },
  );
});

const equals = (name: string, value: string | number): FilterNode => ({ kind: 'equals', field: name, value });

test('a filter on an element wants one that has it all, and NOT one that has it not', () => {
  const items = [
    {
      variants: [
        { color: 'blue', size: 'XXL' },
        { color: 'red', size: 'S' },
      ],
    },
    {
      variants: [
        { color: 'blue', size: 'S' },
        { color: 'red', size: 'XXL' },
      ],
    },
    { variants: { color: 'blue', size: 'XXL' } },
    { variants: [] },
    {},
  ];
  const { index } = replay([{ kind: 'attach', documents: items }], (key, source) => ({
    key,
    rank: 0,
    ...flatten(source),
  }));
  const found = (clause: FilterNode): number[] => {
    const passing = index.filter({ kind: 'element', list: 'variants', clause });
    return items.flatMap((_, i) => (passing(i * 3) ? [i] : []));
  };
  const both: FilterNode = { kind: 'and', clauses: [equals('color', 'blue'), equals('size', 'XXL')] };
  assert.deepEqual(found(both), [0, 2]);
  assert.deepEqual(found({ kind: 'not', clause: equals('color', 'blue') }), [0, 1]);
  assert.deepEqual(found({ kind: 'not', clause: both }), [0, 1]);
  assert.deepEqual(found({ kind: 'not', clause: { kind: 'exists', field: 'color' } }), []);
});
