import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { VitrineError } from '../../ports/errors.ts';
import { parseFacets } from './facet-requests.ts';

const now = Date.UTC(2026, 2, 31);
const one = (entry: string | JsonObject) => parseFacets([entry], [], now).facets[0];

test('parseFacets() reads the same facet from a text and an object', () => {
  const cases: [text: string, object: JsonObject, expected: object][] = [
    ['brand', { field: 'brand' }, { field: 'brand' }],
    ['brand:10', { field: 'brand', limit: 10 }, { field: 'brand', limit: 10 }],
    ['size(order=size)', { field: 'size', order: 'size' }, { field: 'size', order: 'size' }],
    ['w(order=count)', { field: 'w', order: 'count' }, { field: 'w', order: 'count' }],
    ['brand(10)', { field: 'brand', limit: 10 }, { field: 'brand', limit: 10 }],
    ['"weight (kg)":0', { field: 'weight (kg)', limit: 0 }, { field: 'weight (kg)', limit: 0 }],
    ['ns:brand', { field: 'ns:brand' }, { field: 'ns:brand' }],
    [
      'brand(limit=5, order=value,minCount=2,disjunctive)',
      { field: 'brand', limit: 5, order: 'value', minCount: 2, disjunctive: true },
      { field: 'brand', limit: 5, order: 'value', countMin: 2, disjunctive: true },
    ],
    [
      'price(..0.5,.5..50, -1.25..1e3,100..)',
      {
        field: 'price',
        ranges: [{ to: 0.5 }, { from: 0.5, to: 50 }, { from: -1.25, to: 1000 }, { from: '100' }],
      },
      {
        field: 'price',
        ranges: [{ to: 0.5 }, { from: 0.5, to: 50 }, { from: -1.25, to: 1000 }, { from: 100 }],
      },
    ],
    [
      'category(path="A, B > C (d)",3)',
      { field: 'category', path: 'A, B > C (d)', limit: 3 },
      { field: 'category', path: 'A, B > C (d)', limit: 3 },
    ],
    [
      ' "a b" ( limit = 5 , order\t= value, path = "A > B" ) ',
      { field: 'a b', limit: 5, order: 'value', path: 'A > B' },
      { field: 'a b', limit: 5, order: 'value', path: 'A > B' },
    ],
    ['category(path=)', { field: 'category', path: '' }, { field: 'category', path: '' }],
    [
      'at(2026-01..2026-02,now-1d..)',
      { field: 'at', ranges: [{ from: '2026-01', to: '2026-02' }, { from: 'now-1d' }] },
      {
        field: 'at',
        ranges: [
          { from: Date.UTC(2026, 0), to: Date.UTC(2026, 1), dates: true },
          { from: Date.UTC(2026, 2, 30), dates: true },
        ],
      },
    ],
  ];
  for (const [text, object, expected] of cases) {
    assert.deepEqual(one(text), expected, text);
    assert.deepEqual(one(object), expected, text);
  }
});

test('parseFacets() reads `*` for dynamic facets, and the names of disjunctive ones', () => {
  assert.deepEqual(parseFacets(['*'], [], now), {
    facets: [],
    facetSelection: { countMax: 8, request: {} },
  });
  assert.deepEqual(parseFacets(['*:3', 'brand'], ['brand', 'color', '*'], now), {
    facets: [
      { field: 'brand', disjunctive: true },
      { field: 'color', disjunctive: true },
    ],
    facetSelection: { countMax: 3, request: { disjunctive: true } },
  });
  assert.deepEqual(parseFacets(['*(count=2,limit=5)'], [], now).facetSelection, {
    countMax: 2,
    request: { limit: 5 },
  });
});

const refused = (entry: string | JsonObject, path = 'facets[0]'): void => {
  assert.throws(
    () => parseFacets([entry], [], now),
    (error) => error instanceof VitrineError && error.errors[0]?.path === path,
    JSON.stringify(entry),
  );
};

test('parseFacets() rejects invalid facets with their path', () => {
  for (const text of [
    '',
    ' ',
    ':5',
    '(5)',
    '""',
    'brand(',
    'brand(5',
    'brand(5)x',
    'brand:1001',
    'brand(limit=ten)',
  ])
    refused(text);
  for (const text of [
    'brand(colour)',
    'brand(order=name)',
    'brand(minCount=0)',
    'brand(count=3)',
    '*(0..5)',
    '*:51',
    '*:0',
  ])
    refused(text);
  for (const range of ['..', '5..5', '6..5', 'a..b', '1..2026-13', '1...2']) {
    assert.throws(() => one(`price(${range})`), VitrineError, range);
  }
  refused({ field: 'a', limt: 1 });
  refused({ limit: 1 });
  refused({ field: 'a', limit: -1 });
  refused({ field: 'a', limit: 1.5 });
  refused({ field: 'a', path: 5 });
  refused({ field: 'a', disjunctive: 'yes' });
  refused({ field: 'a', ranges: [] }, 'facets[0].ranges');
  refused({ field: 'a', ranges: [{ from: 1 }, {}] }, 'facets[0].ranges[1]');
  refused({ field: 'a', ranges: [{ from: 1, until: 2 }] }, 'facets[0].ranges[0]');
  refused({ field: 'a', ranges: [{ from: 2, to: 1 }] }, 'facets[0].ranges[0]');
});

test('parseFacets() enforces its limits at n and n + 1', () => {
  const ranges = (count: number) => ({
    field: 'a',
    ranges: Array.from({ length: count }, (_, from) => ({ from })),
  });
  assert.ok(one(ranges(100)));
  refused(ranges(101), 'facets[0].ranges');
  assert.ok(one({ field: 'a', path: 'x'.repeat(1_000) }));
  refused({ field: 'a', path: 'x'.repeat(1_001) });
  assert.ok(one('x'.repeat(256)));
  refused('x'.repeat(257));
  assert.ok(one('a:1000'));
  const names = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
  const tooMany = (error: unknown) =>
    error instanceof VitrineError && error.errors[0]?.path === 'disjunctive';
  assert.equal(parseFacets([], names(20), now).facets.length, 20);
  assert.throws(() => parseFacets([], names(21), now), tooMany);
  assert.equal(parseFacets(names(49), ['other'], now).facets.length, 50);
  assert.throws(() => parseFacets(names(50), ['other'], now), tooMany);
  assert.throws(() => parseFacets(['*:15'], ['*', ...names(6)], now), tooMany);
  const values = (...limits: number[]) => limits.map((limit, i) => `f${i}:${limit}`);
  const most = Array.from({ length: 19 }, () => 1_000);
  const anyOf = (count: number, limit: number) => ({ field: '*', count, limit });
  assert.equal(parseFacets(values(...most, 1_000), [], now).facets.length, 20);
  assert.equal(parseFacets([...values(...most), anyOf(10, 100)], [], now).facets.length, 19);
  const tooManyValues = (error: unknown) =>
    error instanceof VitrineError && error.errors[0]?.path === 'facets' && /20000/.test(error.message);
  assert.throws(() => parseFacets(values(...most, 999, 2), [], now), tooManyValues);
  assert.throws(() => parseFacets([...values(...most, 1), anyOf(10, 100)], [], now), tooManyValues);
});

test('parseFacets() returns facets or throws a VitrineError for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab(),.:"=*1 '.split('')), maxLength: 20 }), (text) => {
      try {
        parseFacets([text], [], now);
      } catch (error) {
        assert.ok(error instanceof VitrineError);
      }
    }),
    { seed: 6, numRuns: 2000 },
  );
});
