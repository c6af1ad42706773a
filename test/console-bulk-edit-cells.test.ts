import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyFormula, parseFormula } from '../console/src/views/bulk-editor/column-formula.ts';
import { currencyDigits, numberText, parseNumber } from '../console/src/views/bulk-editor/number-text.ts';

const euro = { digits: 2, currency: 'EUR' };
const pieces = { digits: 0 };
const numberOf = (text: string, format: { digits: number; currency?: string } = euro): unknown => {
  const parsed = parseNumber(text, format);
  return 'error' in parsed ? parsed.error : parsed.value;
};
const changed = (text: string, value: number | null, format: { digits: number } = euro): unknown => {
  const formula = parseFormula(text, format);
  return 'error' in formula ? formula.error : applyFormula(formula, value, format.digits);
};

test('parseNumber() reads numbers as people write and spreadsheets copy them', () => {
  for (const [text, value] of [
    ['', null],
    [' ', null],
    ['0', 0],
    ['-0', 0],
    ['19.99', 19.99],
    ['19,99', 19.99],
    [' 1 299,50 ', 1299.5],
    ['1\u00A0299,50', 1299.5],
    ['1\u202F299', 1299],
    ['1.299,00', 1299],
    ['1,299.00', 1299],
    ['1,299,000', 1_299_000],
    ['1,00,000', 100_000],
    ['1’299.05', 1299.05],
    ['1299.125', 1299.125],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['5.', 5],
    ['+7', 7],
    ['€ 19.99', 19.99],
    ['19,99 €', 19.99],
    ['EUR 5', 5],
    ['5 eur', 5],
    ['１２', 12],
  ] as const)
    assert.equal(numberOf(text), value, text);
  assert.equal(numberOf('100 kr', { digits: 2, currency: 'SEK' }), 100);
  assert.equal(numberOf('1.299', { digits: 3, currency: 'KWD' }), 1.299, 'a currency with three decimals');
});

test('parseNumber() names what is wrong', () => {
  for (const [text, error] of [
    ['-3', 'Must be 0 or more'],
    ['−3', 'Must be 0 or more'],
    ['1,299', 'Write 1299 or 1.2990'],
    ['1.299', 'Write 1299 or 1.2990'],
    ['many', 'Not a number'],
    ['12a', 'Not a number'],
    ['1e5', 'Not a number'],
    ['12 50', 'Not a number'],
    ['1.2.3', 'Not a number'],
    ['1,2,3.4', 'Not a number'],
    ['1.299,000.5', 'Not a number'],
    ['.', 'Not a number'],
    ['(5)', 'Not a number'],
    ['1234567890123456', 'Too many digits'],
  ] as const)
    assert.equal(numberOf(text), error, text);
});

test('every amount with two decimals is read from each way to write it', () => {
  const amount = fc.integer({ min: 0, max: 100_000_000 });
  fc.assert(
    fc.property(amount, (cents) => {
      const value = cents / 100;
      for (const locale of ['en', 'de', 'fr', 'de-CH', 'en-IN', 'sv'])
        for (const style of [{ style: 'decimal' }, { style: 'currency', currency: 'EUR' }] as const) {
          const format = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 2 });
          assert.equal(numberOf(format.format(value)), value, `${locale}: ${format.format(value)}`);
        }
      assert.equal(numberOf(numberText(value, 2)), value);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('numberText() has the decimal places of the column, or those of the number', () => {
  assert.deepEqual(
    [numberText(19.9, 2), numberText(5, 0), numberText(2.5, 0), numberText(0.125, 2)],
    ['19.90', '5', '2.5', '0.125'],
  );
  assert.deepEqual([currencyDigits('EUR'), currencyDigits('JPY'), currencyDigits('no')], [2, 0, 2]);
});

test('a formula changes a number, rounded as its column', () => {
  for (const [text, value, result] of [
    ['+10%', 19.99, 21.99],
    ['-10 %', 19.99, 17.99],
    ['+2,5%', 100, 102.5],
    ['-100%', 5, 0],
    ['+5', 19.99, 24.99],
    ['- 5', 19.99, 14.99],
    ['−5', 3, -2],
    ['*1.2', 10, 12],
    ['×2', 10, 20],
    ['/3', 10, 3.33],
    ['=0', 19.99, 0],
    ['19.99', 5, 19.99],
    ['= € 7', 5, 7],
    ['*100.5', 0.01, 1.01],
    ['+10%', null, null],
    ['7', null, 7],
  ] as const)
    assert.equal(changed(text, value), result, text);
  for (const [text, value, result] of [
    ['+10%', 7, 8],
    ['-50%', 7, 4],
    ['+0.5', 7, 7.5],
    ['+1', 2.5, 3.5],
  ] as const)
    assert.equal(changed(text, value, pieces), result, `stock ${text}`);
});

test('parseFormula() names what is wrong', () => {
  for (const [text, error] of [
    ['10%', 'Write +10% or -10%'],
    ['*10%', 'Write +10% or -10%'],
    ['+', 'Write +10%, -5, *1.2 or 0'],
    ['%', 'Write +10%, -5, *1.2 or 0'],
    ['/0', 'Cannot divide by 0'],
    ['+-5', 'Must be 0 or more'],
    ['cheaper', 'Not a number'],
    ['+1,299', 'Write 1299 or 1.2990'],
  ] as const)
    assert.equal(changed(text, 1), error, text);
});
