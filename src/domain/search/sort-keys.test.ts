import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { parseSort } from './sort-keys.ts';

test('parseSort() reads each spelling of a field and of a distance', () => {
  for (const text of ['price:desc', '-price', 'desc(price)', 'DESC( price )', 'price:DESC'])
    assert.deepEqual(parseSort([text]), [{ field: 'price', order: 'desc' }], text);
  for (const text of ['price', '+price', 'price:asc', 'price asc', 'asc(price)'])
    assert.deepEqual(parseSort([text]), [{ field: 'price', order: 'asc' }], text);
  const from = { lat: 59.33, lng: -18.06 };
  const near = 'distance(shops.at, 59.33, -18.06)';
  for (const text of [near, `asc(${near})`, `${near}:asc`])
    assert.deepEqual(parseSort([text]), [{ field: 'shops.at', order: 'asc', from }], text);
  for (const text of [`-${near}`, `desc(${near})`, `${near}:desc`])
    assert.deepEqual(parseSort([text]), [{ field: 'shops.at', order: 'desc', from }], text);
});

test('parseSort() names the place of every key that is wrong', () => {
  const wrong = [
    ':',
    'price:up',
    '"price"',
    '',
    'up(price)',
    'distance(at)',
    'distance(at,1)',
    'distance(at,1,2,3)',
    'distance(at,90.1,0)',
    'distance(at,0,180.1)',
    'distance(at,,0)',
    'distance(at,1e1,0)',
    'desc(distance(at,a,b))',
  ];
  assert.throws(
    () => parseSort(['price', ...wrong]),
    (error) =>
      error instanceof VitrineError &&
      error.errors.map(({ path }) => path).join() === wrong.map((_, i) => `sort[${i + 1}]`).join(),
  );
});
