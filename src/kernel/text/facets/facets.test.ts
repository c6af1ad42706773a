import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { histories, replay } from '../oracle/conditions.fixture.ts';
import type { FieldValue, IndexDocument } from '../schema/document.ts';
import { formatFieldKey, readFieldName, type IndexField } from '../schema/index-field.ts';
import { removeField } from './disjunctive-facets.ts';
import { sampleSize } from './facet-selection.ts';
import { flattenItem } from '../schema/flatten.ts';
import { passes, readValues } from '../oracle/naive-conditions.fixture.ts';
import { naiveFacet } from '../oracle/naive-facets.fixture.ts';
import type { IndexFacetRequest, FilterNode } from '../query/query.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

const texts = [
  'Red',
  'red',
  'RED',
  'blue',
  'A',
  'A > B',
  'a>b > C',
  'A > b > D',
  'A > E',
  'Z > B',
  '>',
  'A > ',
  'true',
  '10',
  ' 2.5',
  '50.0',
  'S',
  'm',
  'XL',
  'xs',
  'S/M',
  '3XL',
  '38',
  '9 kg',
];
const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...texts) },
  fc.constantFrom(1, 2.5, 10, 49.99, 50),
  fc.constantFrom('2024-01-05', '2024-02-01T00:30:00+01:00'),
  fc.boolean(),
);
const fields = fc.constantFrom('a', 'b');
const item = fc.record(
  {
    groupId: fc.constantFrom('x', 'y', 7),
    a: fc.oneof(value, fc.array(value, { maxLength: 4 })),
    b: fc.oneof(value, fc.array(value, { maxLength: 2 })),
  },
  { requiredKeys: [] },
);
const named = fc.uniqueArray(
  fc.constantFrom(
    'red',
    'BLUE',
    'A',
    'a>b',
    'A > E',
    '10',
    'true',
    'XL',
    'S',
    'purple',
    '2.5',
    '49.99',
    '50.0',
    'Z',
  ),
  { maxLength: 3 },
);
const bound = fc.constantFrom(1, 2.5, 10, 50, Date.UTC(2024, 0, 5), Date.UTC(2024, 0, 31, 23, 30));
const request = fc.record(
  {
    field: fc.constant('a'),
    limit: fc.constantFrom(0, 1, 2, 100),
    order: fc.constantFrom('count' as const, 'value' as const, 'number' as const, 'size' as const),
    countMin: fc.constantFrom(1, 2, 3),
    first: named,
    chosen: named,
    hidden: named,
    ranges: fc.array(fc.record({ from: bound, to: bound, dates: fc.boolean() }, { requiredKeys: [] }), {
      maxLength: 4,
    }),
    path: fc.constantFrom('', 'A', 'a > B', 'A>b>D', 'none > such', ' '),
    disjunctive: fc.boolean(),
  },
  { requiredKeys: ['field'] },
);
const filter = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('equals' as const), field: fields, value }),
    fc.record({ kind: fc.constant('not' as const), clause: tie('node') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'and' as const, 'or' as const),
      clauses: fc.array(tie('node'), { maxLength: 3 }),
    }),
  ),
})).node;

test('facets agree with a scan: order, limit, minimum count, ranges, levels, dates, disjunctive', () => {
  fc.assert(
    fc.property(
      histories(item),
      request,
      fc.option(filter, { nil: undefined }),
      fc.boolean(),
      (history, facetRequest, narrowed, grouped) => {
        const { index, documents } = replay(history, (key, source) => ({
          key,
          popularity: 0,
          ...flattenItem(source),
        }));
        const query = { grouped, ...(narrowed === undefined ? {} : { filter: narrowed }) };
        const other: IndexFacetRequest = { field: 'b' };
        const { facets } = index.search({
          text: '',
          ...query,
          facets: [facetRequest, other],
          offset: 0,
          limit: 0,
        });
        const productOf = (document: IndexDocument): string | IndexDocument => {
          const [group] = readValues(document, 'groupId');
          return grouped && group !== undefined ? String(group) : document;
        };
        const found = (setFilter: FilterNode | undefined): IndexDocument[] =>
          [...documents.values()].filter(
            (document) => setFilter === undefined || passes(document, setFilter),
          );
        const { corrected, ...result } = facets['a']!;
        const under = facetRequest.disjunctive === true ? naiveWithout(narrowed, 'a') : narrowed;
        assert.deepEqual(result, naiveFacet(found(under), facetRequest, productOf));
        assert.equal(corrected, false);
        assert.deepEqual(facets['b']!.values, naiveFacet(found(narrowed), other, productOf).values);
      },
    ),
    { seed: 20261121, numRuns: representative(300, 2_000) },
  );
});

/** Flattens the conjunction to a list first. */
function naiveWithout(node: FilterNode | undefined, field: IndexField): FilterNode {
  const conjuncts = (one: FilterNode): FilterNode[] =>
    one.kind === 'and' ? one.clauses.flatMap(conjuncts) : [one];
  const names = (one: FilterNode): string[] =>
    'field' in one
      ? [formatFieldKey(one.field)]
      : 'clause' in one
        ? names(one.clause)
        : one.clauses.flatMap(names);
  const kept = (node === undefined ? [] : conjuncts(node)).filter(
    (one) => [...new Set(names(one))].join() !== formatFieldKey(field),
  );
  return { kind: 'and', clauses: kept };
}

const equals = (field: string, wanted: string): FilterNode => ({ kind: 'equals', field, value: wanted });

test('removeField() removes the clauses that reference this field alone, and an OR as a whole or not', () => {
  const [red, small] = [equals('color', 'red'), equals('size', 'S')];
  const either: FilterNode = { kind: 'or', clauses: [red, equals('color', 'blue')] };
  const mixed: FilterNode = { kind: 'or', clauses: [red, small] };
  assert.equal(removeField(small, 'color'), small);
  assert.equal(removeField(either, 'color'), undefined);
  assert.equal(removeField(mixed, 'color'), mixed);
  assert.deepEqual(
    removeField({ kind: 'and', clauses: [{ kind: 'not', clause: red }, mixed, small] }, 'color'),
    {
      kind: 'and',
      clauses: [mixed, small],
    },
  );
  const nested: FilterNode = { kind: 'and', clauses: [{ kind: 'and', clauses: [red, small] }, either] };
  assert.deepEqual(removeField(nested, 'color'), {
    kind: 'and',
    clauses: [{ kind: 'and', clauses: [small] }],
  });
  const variant: FilterNode = { kind: 'element', list: 'variants', clause: red };
  assert.equal(removeField(variant, 'variants.color'), undefined);
  assert.equal(removeField(variant, 'color'), variant);
});

function indexOf(items: readonly Record<string, unknown>[], cut = items.length): SegmentedIndex {
  const index = new SegmentedIndex();
  items.forEach((source, key) => {
    if (key === cut) index.seal();
    index.add({ key, popularity: 0, ...flattenItem(source) });
  });
  return index;
}

function matching(values: readonly FieldValue[], text: string): { shown: FieldValue[]; corrected: boolean } {
  const index = indexOf(values.map((brand) => ({ brand })));
  const facets = [{ field: 'brand', matching: text }];
  const {
    values: shown,
    distinct,
    corrected,
  } = index.search({ text: '', facets, offset: 0, limit: 0 }).facets['brand']!;
  assert.equal(distinct, shown.length);
  return { shown: shown.map((entry) => entry.value), corrected };
}

test('facet value search matches words without accents and case, and tolerates typos only without a match', () => {
  const brands = ['Citroën', 'Black & Decker', 'Electrolux', 'Elektra', 'Bläck', 'AEG', 42];
  const cases: [text: string, shown: FieldValue[], corrected: boolean][] = [
    ['citroe', ['Citroën'], false],
    ['CITROË', ['Citroën'], false],
    ['deck bla', ['Black & Decker'], false],
    ['& d', ['Black & Decker'], false],
    ['lux', ['Electrolux'], false],
    ['black', ['Black & Decker', 'Bläck'], false],
    ['4', [42], false],
    ['elcetrolux', ['Electrolux'], true],
    ['elekt', ['Elektra'], false],
    ['elektro', ['Elektra', 'Electrolux'].sort(), true],
    ['blakc dekcer', ['Black & Decker'], true],
    ['aeq', [], false],
    ['zzzzzz', [], false],
    ['&&&', [], false],
  ];
  for (const [text, shown, corrected] of cases) {
    const found = matching(brands, text);
    assert.deepEqual(
      [found.shown.map(String).sort(), found.corrected],
      [shown.map(String).sort(), corrected],
      text,
    );
  }
  assert.equal(matching(brands, '').shown.length, brands.length);
});

const selection = { countMax: 8, without: ['id'], request: { limit: 5 } };

test('facet selection prefers fields of high entropy, independently of segments', () => {
  const items = Array.from({ length: 200 }, (_, i) => ({
    id: i,
    same: 'everywhere',
    own: `serial ${i}`,
    number: 10_000 + i,
    brand: `brand ${i % 6}`,
    half: i % 2 === 0 ? 'one' : 'other',
    price: (i * 37) % 100,
    ...(i % 20 === 0 ? { rare: `rare ${i % 3}` } : {}),
    ...(i % 2 === 0 ? { details: { material: `material ${i % 5}` } } : {}),
  }));
  const selected = (index: SegmentedIndex): [string, number][] => {
    const { facets } = index.search({ text: '', facetSelection: selection, offset: 0, limit: 0 });
    return Object.entries(facets).map(([field, { values }]) => [field, values.length]);
  };
  const expected: [string, number][] = [
    ['brand', 5],
    ['price', 5],
    ['details.material', 5],
    ['half', 2],
  ];
  assert.deepEqual(selected(indexOf(items)), expected);
  assert.deepEqual(selected(indexOf(items, 77)), expected);
  const narrowed = indexOf(items).search({
    text: '',
    filter: equals('half', 'one'),
    facetSelection: { ...selection, countMax: 2 },
    facets: [{ field: 'same' }],
    offset: 0,
    limit: 0,
  });
  assert.deepEqual(Object.keys(narrowed.facets), ['same', 'details.material', 'price']);
  assert.deepEqual(selected(indexOf([])), []);
});

test('a selected numeric facet has ranges that contain every document once', () => {
  const items = Array.from({ length: sampleSize * 2 }, (_, i) => ({
    price: (i % 500) + 0.99,
    kind: `kind ${i % 3}`,
  }));
  const { facets } = indexOf(items, 900).search({ text: '', facetSelection: selection, offset: 0, limit: 0 });
  const ranges = facets['price']!.ranges!;
  assert.equal(ranges.length, 5);
  assert.equal(
    ranges.reduce((sum, { count }) => sum + count, 0),
    items.length,
  );
  ranges.forEach(({ count }) => assert.ok(count > items.length / 8 && count < items.length / 3));
  ranges.slice(1).forEach(({ from }, i) => assert.equal(from, ranges[i]!.to));
  assert.deepEqual(
    facets['kind']!.values.map(({ count }) => count),
    [683, 683, 682],
  );
});

test('selected date facets have ranges of days, months or years', () => {
  const bounds = (stepDays: number): string[] => {
    const items = Array.from({ length: 100 }, (_, i) => ({
      at: new Date(Date.UTC(2020, 0, 10, 12) + i * stepDays * 86_400_000).toISOString(),
    }));
    const { ranges } = indexOf(items).search({ text: '', facetSelection: selection, offset: 0, limit: 0 })
      .facets['at']!;
    assert.equal(
      ranges!.reduce((sum, { count }) => sum + count, 0),
      items.length,
    );
    return ranges!.flatMap(({ to }) => (to === undefined ? [] : [new Date(to).toISOString().slice(0, 10)]));
  };
  assert.deepEqual(bounds(1), ['2020-01-30', '2020-02-19', '2020-03-10', '2020-03-30']);
  assert.deepEqual(bounds(10), ['2020-07-01', '2021-02-01', '2021-09-01', '2022-03-01']);
  assert.deepEqual(bounds(100), ['2025-01-01', '2030-01-01', '2036-01-01', '2041-01-01']);
});

test('a limit keeps the best values of an order, not the most frequent, with and without products', () => {
  const sizes = ['XS', 'S', 'M', 'L', 'XL', ...Array.from({ length: 200 }, (_, i) => String(30 + i))];
  // The larger a size, the more items.
  const items = sizes.flatMap((size, i) =>
    Array.from({ length: i + 1 }, (_, no) => ({ groupId: `${i} ${no}`, size, weight: `${900 - i} g` })),
  );
  for (const index of [indexOf(items), indexOf(items, 500)])
    for (const grouped of [false, true]) {
      const values = (facet: IndexFacetRequest): string[] => {
        const { facets } = index.search({ text: '', grouped, facets: [facet], offset: 0, limit: 0 });
        return facets[readFieldName(facet.field)]!.values.map(
          ({ value: one, count }) => `${String(one)} ${count}`,
        );
      };
      assert.deepEqual(values({ field: 'size', order: 'size', limit: 6 }), [
        'XS 1',
        'S 2',
        'M 3',
        'L 4',
        'XL 5',
        '30 6',
      ]);
      assert.deepEqual(values({ field: 'weight', order: 'number', limit: 2 }), ['696 g 205', '697 g 204']);
      const kept = {
        field: 'size',
        order: 'size',
        limit: 3,
        first: ['229'],
        chosen: ['100', 'none'],
      } as const;
      assert.deepEqual(values(kept), ['229 205', '100 76', 'none 0']);
      assert.deepEqual(values({ ...kept, limit: 4, hidden: ['XS', '100'] }), [
        '229 205',
        'S 2',
        '100 76',
        'none 0',
      ]);
    }
});

test('a chosen path without items of its own counts the items below it, each once', () => {
  const index = indexOf([
    { category: ['Home > Kitchen', 'Home > Bath'] },
    { category: 'Home > Kitchen > Pans' },
    { category: 'Homes' },
  ]);
  const { facets } = index.search({
    text: '',
    facets: [{ field: 'category', limit: 2, chosen: ['home'] }],
    offset: 0,
    limit: 0,
  });
  assert.deepEqual(facets['category']!.values, [
    { value: 'home', count: 2, chosen: true },
    { value: 'Home > Bath', count: 1 },
  ]);
});

test('facet selection starts with the fields always selected, then the pinned ones that matches have', () => {
  const items = Array.from({ length: 100 }, (_, i) => ({
    same: 'everywhere',
    brand: `brand ${i % 6}`,
    half: i % 2 === 0 ? 'one' : 'other',
    price: (i * 37) % 50,
    ...(i === 7 ? { rare: 'once' } : {}),
  }));
  const facetSelection = {
    ...selection,
    without: ['half'],
    always: ['gone'],
    pinned: ['same', 'rare', 'absent', 'price'],
    requestByField: { brand: { limit: 1, order: 'value' as const } },
  };
  const select = (countMax: number) =>
    indexOf(items).search({
      text: '',
      facetSelection: { ...facetSelection, countMax },
      offset: 0,
      limit: 0,
    }).facets;
  assert.deepEqual(Object.keys(select(2)), ['gone', 'same']);
  const facets = select(8);
  assert.deepEqual(Object.keys(facets), ['gone', 'same', 'rare', 'price', 'brand']);
  assert.equal(facets['price']!.ranges?.length, 5);
  assert.deepEqual(facets['brand']!.values, [{ value: 'brand 0', count: 17 }]);
});
