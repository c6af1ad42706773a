import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Filter } from '../../../ports/search/filters.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { parseFacetCondition, parseNumericFilter, parseFilters } from './filter-syntax.ts';

const is = (field: string, value: string): Filter => ({ kind: 'equals', field, value });

test('parseFilters() reads conditions, parentheses, quotes, numbers, ranges and tags', () => {
  const brand = is('brand', 'Apple');
  const cases: [string, Filter][] = [
    ['brand:Apple', brand],
    ['brand : "Apple"', brand],
    ["'brand':'Apple'", brand],
    ['"main colour":"it\'s \\"red\\""', is('main colour', 'it\'s "red"')],
    ['NOT brand:Apple', { kind: 'not', clause: brand }],
    ['url:https://a.example/b', is('url', 'https://a.example/b')],
    ['objectID:a1', is('id', 'a1')],
    ['_tags:new', is('tags', 'new')],
    ['"new in"', is('tags', 'new in')],
    ['price = 5', { kind: 'range', field: 'price', min: 5, max: 5 }],
    ['price!=5', { kind: 'not', clause: { kind: 'range', field: 'price', min: 5, max: 5 } }],
    ['price<-1.5', { kind: 'range', field: 'price', max: -1.5, maxExclusive: true }],
    ['price>=10', { kind: 'range', field: 'price', min: 10 }],
    ['price:10 TO 20.5', { kind: 'range', field: 'price', min: 10, max: 20.5 }],
    ['brand:Apple<score=3>', brand],
    [
      'brand:Apple AND a:1 OR b:2',
      { kind: 'or', clauses: [{ kind: 'and', clauses: [brand, is('a', '1')] }, is('b', '2')] },
    ],
    [
      'brand:Apple AND (a:1 OR NOT(b:2))',
      {
        kind: 'and',
        clauses: [brand, { kind: 'or', clauses: [is('a', '1'), { kind: 'not', clause: is('b', '2') }] }],
      },
    ],
    ['ORIGIN:x', is('ORIGIN', 'x')],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseFilters(text), expected, text);
  assert.equal(parseFilters('  '), null);
});

test('parseFilters() names the position of an error', () => {
  for (const [text, message] of [
    ['brand:', /expected an attribute or a value at position 7/],
    ['(brand:a', /expected AND, OR or "\)" at position 9/],
    ['brand:a brand:b', /expected AND, OR or the end at position 9/],
    ['price > cheap', /expected a number at position 9/],
    ['price:a TO 5', /expected a number before TO at position 7/],
    ['brand:"a', /expected a closing " at position 9/],
    [`${'('.repeat(30)}a:1${')'.repeat(30)}`, /at most 20 levels of parentheses/],
    [Array.from({ length: 501 }, (_, i) => `a:${i}`).join(' OR '), /at most 500 conditions/],
  ] as const)
    assert.throws(() => parseFilters(text), { code: 'invalid_request', message }, text);
});

test('parseFilters() parses any text or throws a VitrineError', () => {
  const piece = fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    'a:1',
    'b',
    ':',
    '"',
    "'",
    '\\',
    '<',
    '5',
    ' TO ',
    ' ',
    '<score=2>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        parseFilters(pieces.join(' '));
      } catch (error) {
        assert.ok(error instanceof VitrineError);
      }
    }),
    { seed: 20261126, numRuns: 500 },
  );
});

test('parseFacetCondition() reads negation, escaped minus, quotes and scores', () => {
  const cases: [string, Filter, number][] = [
    ['brand:Apple', is('brand', 'Apple'), 1],
    ['brand:-Apple', { kind: 'not', clause: is('brand', 'Apple') }, 1],
    ['-brand:Apple', { kind: 'not', clause: is('brand', 'Apple') }, 1],
    ['temperature:\\-10', is('temperature', '-10'), 1],
    ['temperature:-\\-10', { kind: 'not', clause: is('temperature', '-10') }, 1],
    ['brand:"Two words"<score=4>', is('brand', 'Two words'), 4],
    ['path:a:b', is('path', 'a:b'), 1],
    ['_tags:new', is('tags', 'new'), 1],
  ];
  for (const [text, filter, score] of cases)
    assert.deepEqual(parseFacetCondition(text, 'x'), { filter, score }, text);
  for (const text of ['brand', ':a', ''])
    assert.throws(() => parseFacetCondition(text, 'facetFilters'), { code: 'invalid_request' });
});

test('parseNumericFilter() reads comparisons and ranges', () => {
  assert.deepEqual(parseNumericFilter(' price >= 10 '), { kind: 'range', field: 'price', min: 10 });
  assert.deepEqual(parseNumericFilter('"unit price"=1e2'), {
    kind: 'range',
    field: 'unit price',
    min: 100,
    max: 100,
  });
  assert.deepEqual(parseNumericFilter('price: 1 TO 2'), { kind: 'range', field: 'price', min: 1, max: 2 });
  for (const text of ['price', 'price>a', 'price:1', '>1'])
    assert.throws(() => parseNumericFilter(text), { code: 'invalid_request' });
});
