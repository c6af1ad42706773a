import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VitrineError } from '../../ports/errors.ts';
import { parseSort } from './sort-keys.ts';

test('parseSort() reads each notation of a field and of a distance', () => {
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

test('parseSort() reports the path of each invalid key', () => {
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

test('parseSort() reads a direction after a colon or blanks as a regular expression would', () => {
  const pattern = /^(.+?)(?::|\s+)(asc|desc)$/is;
  const part = fc.constantFrom(' ', '\t', ':', 'a', 'price', 'asc', 'desc', 'DESC');
  const key = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(key, (text) => {
      const [, by = text, direction = 'asc'] = pattern.exec(text) ?? [];
      const field = by.trim();
      const read = (): unknown => parseSort([text]);
      if (field === '' || field.includes(':')) assert.throws(read, VitrineError);
      else assert.deepEqual(read(), [{ field, order: direction.toLowerCase() }]);
    }),
    { seed: 17 },
  );
});
