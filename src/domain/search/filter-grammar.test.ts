import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VitrineError } from '../../ports/errors.ts';
import type { Filter } from '../../ports/filters.ts';
import { parseFilter } from './filter-grammar.ts';

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
  });
  const sizes = parseFilter('size IN [38, "39 ½"]');
  assert.equal(sizes.kind === 'or' && sizes.clauses.length, 2);
});

test('parseFilter() reads what holds for one element, nested too', () => {
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
];
for (const [text, position] of broken) {
  test(`parseFilter() refuses ${JSON.stringify(text)} at position ${position}`, () => {
    assert.throws(
      () => parseFilter(text),
      (error) =>
        error instanceof VitrineError &&
        error.code === 'invalid_filter' &&
        error.members['position'] === position,
    );
  });
}

test('parseFilter() refuses nesting and clauses beyond the limits', () => {
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
    case 'range':
      return `${JSON.stringify(filter.field)}:${filter.min} TO ${filter.max}`;
  }
}

test('parseFilter() reads back whatever is written in its grammar', () => {
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
      fc.record({ kind: fc.constant('range' as const), field: word, min: fc.integer(), max: fc.integer() }),
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

test('parseFilter() answers anything with a tree or a VitrineError', () => {
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
