import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../ports/search/filters.ts';
import { listConditionTexts } from './condition-texts.ts';

const is = (field: string, value: string): Filter => ({ kind: 'equals', field, value });

test('listConditionTexts() gives each condition of a conjunction, and tells those without a short text', () => {
  const within: Filter = { kind: 'within', field: 'at', from: { lat: 1, lng: 2 }, metres: 3 };
  const cheap: Filter = { kind: 'range', field: 'price', max: 100, maxExclusive: true };
  const clauses: Filter[] = [
    is('brand', 'Nike'),
    { kind: 'and', clauses: [cheap, { kind: 'not', clause: is('size', 'XL') }] },
    { kind: 'or', clauses: [is('color', 'red'), is('color', 'dark blue')] },
    within,
    { kind: 'or', clauses: [within, is('color', 'red')] },
  ];
  assert.deepEqual(listConditionTexts({ kind: 'and', clauses }), [
    'brand:Nike',
    'price < 100',
    'NOT size:XL',
    '(color:red OR color:"dark blue")',
    '(other)',
    '(other)',
  ]);
  assert.deepEqual(listConditionTexts({ kind: 'exists', field: 'stock' }), ['EXISTS stock']);
  assert.deepEqual(listConditionTexts(undefined), []);
});
