import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddresses, readAttributeValues, splitAtSemicolons, splitAtCommas } from './cell-lists.ts';

test('readAddresses() parts addresses at commas, semicolons, bars, blanks and line breaks', () => {
  const [one, two] = ['https://cdn.example/1.jpg', 'http://cdn.example/2.jpg?a=1,2;b=3'];
  for (const between of [',', ', ', ';', '; ', '|', ' | ', ' ', '\n', '\r\n', ' ,\n', ',\t'])
    assert.deepEqual(readAddresses(`${one}${between}${two}`), [one, two], JSON.stringify(between));
  const whole = [
    'https://cdn.example/w=200,h=100/1.jpg',
    'https://cdn.example/a b.jpg',
    'https://cdn.example/?u=https://other.example/1.jpg',
    'data:image/png;base64,iVBORw0KGgo=',
  ];
  for (const address of whole) assert.deepEqual(readAddresses(address), [address]);
  assert.deepEqual(readAddresses(`${whole[3]};${one}, //cdn.example/3.jpg,`), [
    whole[3],
    one,
    '//cdn.example/3.jpg',
  ]);
  assert.deepEqual(readAddresses(' | \n'), []);
  assert.deepEqual(readAddresses(`${one}|b.jpg`), [one, 'b.jpg']);
});

test('readAttributeValues() keeps a decimal comma, escaped or not, with a blank or without', () => {
  const cases: [cell: string, values: string[]][] = [
    ['1, 5 m', ['1, 5 m']],
    ['1\\, 5 m', ['1, 5 m']],
    ['1,5 m', ['1,5 m']],
    ['1\\,5 m, 2\\,5 m', ['1,5 m', '2,5 m']],
    ['1, 5 m, 2, 5 m', ['1, 5 m', '2, 5 m']],
    ['0,75 l', ['0,75 l']],
    ['15,6 Zoll', ['15,6 Zoll']],
    ['36, 38, 40', ['36', '38', '40']],
    ['38, 40 EU', ['38', '40 EU']],
    ['20, 40 cm', ['20', '40 cm']],
    ['10 cm, 20 cm', ['10 cm', '20 cm']],
    ['Red, Blue', ['Red', 'Blue']],
    ['Black\\, White', ['Black, White']],
    ['', []],
  ];
  for (const [cell, values] of cases) assert.deepEqual(readAttributeValues(cell), values, cell);
});

test('splitAtCommas() and splitAtSemicolons() leave out what is empty', () => {
  assert.deepEqual(splitAtCommas('a, b\\, c,,d '), ['a', 'b, c', 'd']);
  assert.deepEqual(splitAtSemicolons('cotton; wool;;linen\nsilk'), ['cotton', 'wool', 'linen', 'silk']);
});
