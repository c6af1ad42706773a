import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertFromMinorUnits, toMinorUnits } from './minor-units.ts';

test('toMinorUnits() follows the decimals of the currency', () => {
  const cases: [price: number, currency: string, amount: number][] = [
    [19.99, 'EUR', 1999],
    [1.005, 'USD', 101],
    [0.1 + 0.2, 'EUR', 30],
    [1999, 'JPY', 1999],
    [1.234, 'KWD', 1234],
    [0, 'EUR', 0],
  ];
  for (const [price, currency, amount] of cases) assert.equal(toMinorUnits(price, currency), amount);
  assert.equal(convertFromMinorUnits(1999, 'EUR'), 19.99);
  assert.equal(convertFromMinorUnits(1999, 'JPY'), 1999);
});
