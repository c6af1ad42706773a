import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { parseFilter as parse } from './filter-grammar.ts';

const now = Date.UTC(2026, 2, 31, 12, 0, 0, 999);
const parseFilter = (text: string): Filter => parse(text, now);

test('parseFilter() reads the contract’s example', () => {
  assert.deepEqual(parseFilter('brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red'), {
    kind: 'and',
    clauses: [
      { kind: 'equals', field: 'brand', value: 'Nike' },
      {
        kind: 'or',
        clauses: [
          { kind: 'range', field: 'price', max: 100, maxExclusive: true },
          { kind: 'equals', field: 'onSale', value: 'true' },
        ],
      },
      { kind: 'not', clause: { kind: 'equals', field: 'color', value: 'red' } },
    ],
  });
});

test('parseFilter() reads ranges, quoted values, EXISTS, IN and dates', () => {
  assert.deepEqual(parseFilter('price:10 TO 50'), { kind: 'range', field: 'price', min: 10, max: 50 });
  assert.deepEqual(parseFilter('category:"Home > Kitchen"'), {
    kind: 'equals',
    field: 'category',
    value: 'Home > Kitchen',
  });
  assert.deepEqual(parseFilter('EXISTS stock'), { kind: 'exists', field: 'stock' });
  assert.deepEqual(parseFilter('a != "x \\" y"'), {
    kind: 'not',
    clause: { kind: 'equals', field: 'a', value: 'x " y' },
  });
  assert.deepEqual(parseFilter('at >= 2026-01-31T10:00:00Z'), {
    kind: 'range',
    field: 'at',
    min: Date.UTC(2026, 0, 31, 10),
    dates: true,
  });
  const sizes = parseFilter('size IN [38, "39 ½"]');
  assert.equal(sizes.kind === 'or' && sizes.clauses.length, 2);
});

test('parseFilter() reads a day or month as a period, a time as an instant', () => {
  const [march, april] = [Date.UTC(2024, 2), Date.UTC(2024, 3)];
  const noon = Date.UTC(2024, 2, 5, 12);
  const at = { kind: 'range', field: 'at', dates: true };
  const expected: [text: string, range: object][] = [
    ['at < 2024-03', { max: march, maxExclusive: true }],
    ['at <= 2024-03', { max: april, maxExclusive: true }],
    ['at > 2024-03', { min: april }],
    ['at >= 2024-03', { min: march }],
    ['at:2024-03 TO 2024-03-05', { min: march, max: Date.UTC(2024, 2, 6), maxExclusive: true }],
    ['at > 2024-03-05T12:00', { min: noon, minExclusive: true }],
    ['at <= 2024-03-05T13:00:00+01:00', { max: noon }],
    ['at < "2024-03-05 07:00-0500"', { max: noon, maxExclusive: true }],
    ['at:0 TO 2024-02-29', { min: 0, max: march, maxExclusive: true }],
    ['at <= now', { max: Date.UTC(2026, 2, 31, 12) }],
    ['at >= now-7d', { min: Date.UTC(2026, 2, 24, 12) }],
    ['at < now+90min', { max: Date.UTC(2026, 2, 31, 13, 30), maxExclusive: true }],
    ['at:now-1mo TO now+1y', { min: Date.UTC(2026, 1, 28, 12), max: Date.UTC(2027, 2, 31, 12) }],
    ['at > now-2w', { min: Date.UTC(2026, 2, 17, 12), minExclusive: true }],
  ];
  for (const [text, range] of expected) assert.deepEqual(parseFilter(text), { ...at, ...range }, text);
});

test('parseFilter() reads two dots between bounds as a range, as in facets', () => {
  const same: [dots: string, words: string][] = [
    ['price:5..50', 'price:5 TO 50'],
    ['price = 5..50', 'price:5 TO 50'],
    ['price:-1.5..2.5', 'price:-1.5 TO 2.5'],
    ['price:5..', 'price >= 5'],
    ['price:..50', 'price <= 50'],
    ['price != 5..50', 'NOT price:5 TO 50'],
    ['price IN [..5, 50..]', '(price <= 5 OR price >= 50)'],
    ['variants.{price:5..50}', 'variants.{price:5 TO 50}'],
    ['at:2026-01..2026-03', 'at:2026-01 TO 2026-03'],
    ['at:now-7d..now', 'at:now-7d TO now'],
    ['at:2026-01-31T10:00..', 'at >= 2026-01-31T10:00'],
  ];
  for (const [dots, words] of same) assert.deepEqual(parseFilter(dots), parseFilter(words), dots);
  for (const text of ['a..b', '1.0..b', '..', '1..2..3'])
    assert.deepEqual(parseFilter(`file:${text}`), { kind: 'equals', field: 'file', value: text });
  assert.deepEqual(parseFilter('size:"5..50"'), { kind: 'equals', field: 'size', value: '5..50' });
});

test('parseFilter() reads a day or month after a colon as a period, and in quotes as a text', () => {
  const [march, april] = [Date.UTC(2024, 2), Date.UTC(2024, 3)];
  const within = { kind: 'range', field: 'at', min: march, max: april, maxExclusive: true, dates: true };
  const either = { kind: 'or', clauses: [{ kind: 'equals', field: 'at', value: '2024-03' }, within] };
  assert.deepEqual(parseFilter('at:2024-03'), either);
  assert.deepEqual(parseFilter('at != 2024-03'), { kind: 'not', clause: either });
  assert.deepEqual(parseFilter('at IN [2024-03]'), { kind: 'or', clauses: [either] });
  assert.deepEqual(parseFilter('at:"2024-03"'), either.clauses[0]);
});

test('parseFilter() accepts an empty range if a bound depends on the time', () => {
  for (const text of ['at:now TO 2020-01-01', 'at:2030-01..now', 'at:now..now-7d'])
    assert.doesNotThrow(() => parseFilter(text), text);
});

test('parseFilter() reads geo conditions: a circle and a box', () => {
  assert.deepEqual(parseFilter('at WITHIN 2.5km OF 59.33,-18.06'), {
    kind: 'within',
    field: 'at',
    from: { lat: 59.33, lng: -18.06 },
    metres: 2_500,
  });
  assert.deepEqual(parseFilter('NOT shops.at IN BOX -10, 170, +10.5, -170 AND a:1'), {
    kind: 'and',
    clauses: [
      {
        kind: 'not',
        clause: { kind: 'box', field: 'shops.at', box: { south: -10, west: 170, north: 10.5, east: -170 } },
      },
      { kind: 'equals', field: 'a', value: '1' },
    ],
  });
});

test('parseFilter() reads conditions on one element, also nested', () => {
  const color: Filter = { kind: 'equals', field: 'color', value: 'blue' };
  assert.deepEqual(parseFilter('variants.{color:blue AND NOT size:S} AND a:1'), {
    kind: 'and',
    clauses: [
      {
        kind: 'element',
        list: 'variants',
        clause: {
          kind: 'and',
          clauses: [color, { kind: 'not', clause: { kind: 'equals', field: 'size', value: 'S' } }],
        },
      },
      { kind: 'equals', field: 'a', value: '1' },
    ],
  });
  assert.deepEqual(parseFilter('NOT "my list".{shop.offers.{ color:blue }}'), {
    kind: 'not',
    clause: {
      kind: 'element',
      list: 'my list',
      clause: { kind: 'element', list: 'shop.offers', clause: color },
    },
  });
});

const broken: [text: string, position: number][] = [
  ['', 0],
  ['brand', 5],
  ['brand:', 6],
  ['(brand:a', 8],
  ['brand:a AND', 11],
  ['brand:a brand:b', 8],
  ['price < cheap', 8],
  ['a:"open', 2],
  ['a:1 TO', 6],
  ['size IN [1', 10],
  ['AND', 0],
  ['a:)', 2],
  ['a.{b:1', 6],
  ['a.{b:1)', 6],
  ['a.{}', 3],
  ['.{b:1}', 0],
  ['a.{b}', 4],
  ['a .{b:1}', 2],
  ['a.{b:1}}', 7],
  ['a{b:1}', 1],
  ['a:{b}', 2],
  ['at > 2024-02-30', 5],
  ['at > 2024-13', 5],
  ['at > now-7', 5],
  ['at > now-7m', 5],
  ['at > 2024-01-01T25:00', 5],
  ['at WITHIN 5 OF 1,2', 10],
  ['at WITHIN -5km OF 1,2', 10],
  ['at WITHIN 5km 1,2', 14],
  ['at WITHIN 5km OF 90.1,2', 17],
  ['at WITHIN 5km OF 1,180.5', 19],
  ['at WITHIN 5km OF 1 2', 19],
  ['price:cheap', 6],
  ['price != "5 TO 50"', 9],
  ['price:5-50', 6],
  ['price IN [5, x..y]', 13],
  ['price:2026-01', 6],
  ['price > now-7d', 8],
  ['price:1 TO now', 6],
  ['a:1 AND price:..', 14],
  ['price:50..5', 6],
  ['price:50 TO 5', 6],
  ['at:2024-03 TO 2024-02', 3],
  ['at:2024-03-02..2024-03-01', 3],
  ['at IN BOX 1,2,0.5,3', 14],
  ['at IN BOX 1,2,3', 15],
  ['at IN BOX 1,2,3,x', 16],
];
for (const [text, position] of broken) {
  test(`parseFilter() rejects ${JSON.stringify(text)} at position ${position}`, () => {
    assert.throws(
      () => parseFilter(text),
      (error) =>
        error instanceof VitrineError &&
        error.code === 'invalid_filter' &&
        error.members['position'] === position,
    );
  });
}

test('parseFilter() rejects nesting and clauses beyond the limits', () => {
  assert.throws(() => parseFilter(`${'('.repeat(5000)}a:1`), VitrineError);
  assert.throws(() => parseFilter('NOT '.repeat(2000) + 'a:1'), VitrineError);
  const elements = (depth: number) => () => parseFilter('a.{'.repeat(depth) + 'b:1' + '}'.repeat(depth));
  assert.doesNotThrow(elements(20));
  assert.throws(elements(21), VitrineError);
  assert.doesNotThrow(() => parseFilter(Array.from({ length: 500 }, () => 'a:1').join(' OR ')));
  assert.throws(() => parseFilter(Array.from({ length: 501 }, () => 'a:1').join(' OR ')), VitrineError);
});

function print(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.clauses.map(print).join(filter.kind === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${print(filter.clause)}`;
    case 'exists':
      return `EXISTS ${JSON.stringify(filter.field)}`;
    case 'element':
      return `${JSON.stringify(filter.list)}.{${print(filter.clause)}}`;
    case 'equals':
      return `${JSON.stringify(filter.field)}:'${String(filter.value).replaceAll(/[\\']/g, '\\$&')}'`;
    case 'within':
    case 'box':
      return '';
    case 'range':
      return `${JSON.stringify(filter.field)}:${filter.min} TO ${filter.max}`;
  }
}

test('parseFilter() parses every text of its grammar', () => {
  const word = fc.stringMatching(/^[a-z .]{1,8}$/);
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      fc.record({
        kind: fc.constant('equals' as const),
        field: word,
        value: fc.string({ unit: 'grapheme' }),
      }),
      fc.record({ kind: fc.constant('exists' as const), field: word }),
      fc
        .tuple(word, fc.integer(), fc.nat())
        .map(([field, min, more]) => ({ kind: 'range' as const, field, min, max: min + more })),
      fc.record({ kind: fc.constant('not' as const), clause: tie('filter') }),
      fc.record({ kind: fc.constant('element' as const), list: word, clause: tie('filter') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        clauses: fc.array(tie('filter'), { minLength: 2, maxLength: 4 }),
      }),
    ),
  }));
  fc.assert(
    fc.property(filter, (tree) => {
      // fast-check makes objects without a prototype; ours have one.
      assert.deepEqual(parseFilter(print(tree)), JSON.parse(JSON.stringify(tree)));
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('parseFilter() returns a tree or throws a VitrineError for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      try {
        parseFilter(text);
      } catch (error) {
        assert.ok(error instanceof VitrineError);
      }
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test('parseFilter() reads references to the item of a list', () => {
  const about = (field: string): string[] =>
    ({ price: ['9.5'], tag: ['a', 'b'], released: ['2026-01'] })[field] ?? [];
  const read = (text: string): Filter => parse(text, now, { about });
  assert.deepEqual(read('price < item.price'), parseFilter('price < 9.5'));
  assert.deepEqual(read('at <= item.released'), parseFilter('at <= 2026-01'));
  assert.deepEqual(read('tags:item.tag'), parseFilter('tags IN [a, b]'));
  assert.deepEqual(read('NOT tags != item.tag'), parseFilter('NOT NOT tags IN [a, b]'));
  assert.deepEqual(read('color:item.color'), { kind: 'or', clauses: [] });
  assert.deepEqual(read('price >= item.tag'), { kind: 'or', clauses: [] });
  assert.deepEqual(read('tags:"item.tag"'), parseFilter('tags:"item.tag"'));
  assert.deepEqual(parseFilter('tags:item.tag'), { kind: 'equals', field: 'tags', value: 'item.tag' });
  const tags = Array.from({ length: limits.filterClausesMax }, (_, at) => `t${at}`);
  const many = (text: string): Filter => parse(text, now, { about: () => tags });
  assert.doesNotThrow(() => many('tags:item.tag'));
  assert.doesNotThrow(() => many('price < item.tag AND price > item.tag'));
  assert.throws(() => many('tags:item.tag AND price < 5'), /at most 500 conditions/);
});
