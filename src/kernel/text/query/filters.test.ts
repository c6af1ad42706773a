import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { histories, replay } from '../oracle/conditions.fixture.ts';
import { flattenItem } from '../schema/flatten.ts';
import { compareBySort, distanceOf, passes } from '../oracle/naive-conditions.fixture.ts';
import type { FilterNode } from './query.ts';
import { representative } from '../../../../test/support/matrix.ts';

const colour = fc.constantFrom('red', 'Red', 'blue', 'Home', 'Home > Kitchen');
const amount = fc.constantFrom(1, 2, 3);
/** Numbers, also written as strings. */
const written = fc.oneof({ weight: 3, arbitrary: amount }, fc.constantFrom('2', '2.50', '007', '1e0'));
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });
/** A list of objects, a single object, a list of lists, or another type. */
function several<T>(one: fc.Arbitrary<T>) {
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(one, { maxLength: 3 }) },
    { weight: 2, arbitrary: one },
    fc.array(fc.array(one, { maxLength: 2 }), { maxLength: 2 }),
    fc.constantFrom('none', 7, null),
  );
}
const part = fc.record({ colour: option(colour), amount: option(written) });
const offer = fc.record({
  colour: option(fc.oneof(colour, fc.array(colour, { maxLength: 2 }))),
  amount: option(written),
  parts: option(several(part)),
});
const item = fc.record({ colour: option(colour), amount: option(written), offers: option(several(offer)) });

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
    fc.record({
      kind: fc.constant('exists' as const),
      field,
      without: fc.array(field, { maxLength: 2 }),
    }),
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

test('SegmentedIndex.filter() matches one element with the whole expression, as a scan does', () => {
  fc.assert(
    fc.property(histories(item), fc.array(node, { minLength: 1, maxLength: 8 }), (history, filters) => {
      const { index, documents } = replay(history, (key, source) => ({
        key,
        popularity: 0,
        ...flattenItem(source),
      }));
      for (const filter of filters) {
        const passing = index.filter(filter);
        for (const [key, document] of documents) {
          assert.equal(passing(key), passes(document, filter), JSON.stringify({ filter, document }));
        }
      }
    }),
    { seed: 20261121, numRuns: representative(500, 1_500) },
  );
});

const equals = (name: string, value: string | number): FilterNode => ({ kind: 'equals', field: name, value });

test('an element filter matches one element with all conditions, and NOT an element without them', () => {
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
    popularity: 0,
    ...flattenItem(source),
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

const dates = [
  '2024-01-05',
  '2024-01-05T23:30:00-05:00',
  '2024-01-06',
  '2024-01-06T04:30:00Z',
  '2024-02-30',
  '2024-03',
  'soon',
  Date.UTC(2024, 0, 6),
  String(Date.UTC(2024, 0, 7)),
  7,
  '10',
  '9.50',
];
const day = fc.constantFrom(...['2024-01-05', '2024-01-06', '2024-01-07'].map((text) => Date.parse(text)));
const bounds = fc.record(
  {
    kind: fc.constant('range' as const),
    field: fc.constant('at'),
    min: day,
    max: day,
    minExclusive: fc.boolean(),
    maxExclusive: fc.boolean(),
    dates: fc.boolean(),
  },
  { requiredKeys: ['kind', 'field'] },
);
const dated = fc.record({
  at: option(fc.oneof(fc.constantFrom(...dates), fc.array(fc.constantFrom(...dates), { maxLength: 2 }))),
});
const orders = fc.constantFrom('asc' as const, 'desc' as const);

test('ranges of dates and sorting by date match a scan', () => {
  fc.assert(
    fc.property(histories(dated), bounds, orders, (history, filter, order) => {
      const { index, documents } = replay(history, (key, source) => ({
        key,
        popularity: 0,
        ...flattenItem(source),
      }));
      const sort = [{ field: 'at', order }];
      const { hits } = index.search({ text: '', filter, sort, offset: 0, limit: 100 });
      const expected = [...documents.values()]
        .filter((document) => passes(document, filter))
        .sort((a, b) => compareBySort(a, b, sort) || a.key - b.key);
      assert.deepEqual(
        hits.map(({ key }) => key),
        expected.map(({ key }) => key),
      );
    }),
    { seed: 20261121, numRuns: representative(400, 1_000) },
  );
});

const degree = fc.constantFrom(-91, -90, -89.9, -45.5, 0, 45.5, 89.9, 90);
const meridian = fc.constantFrom(-180, -179.9, -90, 0, 0.1, 90, 179.9, 180, 180.5);
const located = fc
  .record({
    names: fc.constantFrom(['lat', 'lng'], ['lat', 'lon'], ['latitude', 'longitude'], ['lat', 'wrong']),
    lat: fc.oneof(degree, degree.map(String)),
    lng: fc.oneof(meridian, meridian.map(String), fc.constant('east')),
    stock: amount,
  })
  .map(({ names, lat, lng, stock }) => ({ at: { [names[0]!]: lat, [names[1]!]: lng }, stock }));
const withPoints = fc.record({
  shop: option(located),
  shops: option(fc.oneof(fc.array(located, { maxLength: 3 }), located)),
});
const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const side = fc.constantFrom(-180, -170.5, -45, 0, 45, 170.5, 180);
const pointField = fc.constantFrom('shop.at', 'shops.at');
const pointFilter: fc.Arbitrary<FilterNode> = fc.oneof(
  fc.record({
    kind: fc.constant('within' as const),
    field: pointField,
    from: point,
    metres: fc.constantFrom(0, 20_000, 5_000_000, 12_000_000, 20_020_000),
  }),
  fc.record({
    kind: fc.constant('box' as const),
    field: pointField,
    box: fc.record({ south: degree, north: degree, west: side, east: side }),
  }),
);
const shopFilter: fc.Arbitrary<FilterNode> = fc.record({
  kind: fc.constant('element' as const),
  list: fc.constant('shops'),
  clause: fc.tuple(pointFilter, amount).map(([clause, value]): FilterNode => {
    const relative: FilterNode = 'field' in clause ? { ...clause, field: 'at' } : clause;
    return { kind: 'and', clauses: [relative, equals('stock', value)] };
  }),
});

test('geo filters and sorting by distance match a scan, across poles and the antimeridian', () => {
  fc.assert(
    fc.property(
      histories(withPoints),
      fc.oneof(pointFilter, shopFilter),
      point,
      orders,
      (history, filter, from, order) => {
        const { index, documents } = replay(history, (key, source) => ({
          key,
          popularity: 0,
          ...flattenItem(source),
        }));
        const sort = [{ field: 'shops.at', order, from }];
        const { hits } = index.search({ text: '', filter, sort, offset: 0, limit: 100 });
        const expected = [...documents.values()].filter((document) => passes(document, filter));
        assert.deepEqual(
          hits.map(({ key }) => key).sort((a, b) => a - b),
          expected.map(({ key }) => key).sort((a, b) => a - b),
          JSON.stringify(filter),
        );
        const distances = hits.map(({ key }) => distanceOf(documents.get(key)!, 'shops.at', from));
        hits.forEach(({ distance }, i) => assert.ok(Math.abs((distance ?? -1) - distances[i]!) < 0.01));
        const sorted = distances.toSorted((a, b) =>
          a < 0 || b < 0 ? Number(a < 0) - Number(b < 0) : order === 'asc' ? a - b : b - a,
        );
        distances.forEach((distance, i) => assert.ok(Math.abs(distance - sorted[i]!) < 0.01));
      },
    ),
    { seed: 20261121, numRuns: representative(400, 1_000) },
  );
});
