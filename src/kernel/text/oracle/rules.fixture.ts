import * as fc from 'fast-check';
import type { FilterNode, QueryRules } from '../query/query.ts';

/** Rules for documents with the keys 0 to 15, some of which have a `groupId` or a `colour`. */
export function rulesOf(filter: fc.Arbitrary<FilterNode>): fc.Arbitrary<QueryRules> {
  const someItems: fc.Arbitrary<FilterNode> = fc.record({
    kind: fc.constant('documents' as const),
    keys: fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 3 }),
    field: fc.constantFrom('groupId', 'colour'),
    values: fc.array(fc.constantFrom('g', '7', 'Red'), { maxLength: 2 }),
  });
  const position = fc.integer({ min: 1, max: 9 });
  const itemPin = fc.record({
    key: fc.option(fc.integer({ min: 0, max: 17 })),
    product: fc.constantFrom('g', '7', 'Red', 'none'),
    position,
  });
  const slot = fc.record({ key: fc.constant(null), product: fc.constant(''), position, filter });
  const pin = fc.oneof({ arbitrary: itemPin, weight: 2 }, slot);
  const boost = fc.record({ filter, by: fc.constantFrom(-7, -2, -1, 1, 3) });
  return fc.record(
    {
      hidden: fc.oneof(filter, someItems),
      boosts: fc.array(boost, { maxLength: 9 }),
      pins: fc.array(pin, { maxLength: 5 }),
    },
    { requiredKeys: [] },
  );
}
