import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountText, decimalReadings, isAmbiguous, provenSign } from './decimal-text.ts';

const seed = 20_261_126;

test('decimalReadings() reads a number with each decimal sign that it can have', () => {
  const cases: [string, point: string | null, comma: string | null][] = [
    ['7', '7', '7'],
    ['12.50', '12.50', null],
    ['12,50', null, '12.50'],
    ['1.299', '1.299', '1299'],
    ['1,299', '1299', '1.299'],
    ['1.299,00', null, '1299.00'],
    ['1,299.00', '1299.00', null],
    ['1.299.000', null, '1299000'],
    ['1234.567', '1234.567', null],
    ['0.299', '0.299', null],
    ['1 299,00', null, '1299.00'],
    ['1\u00a0299', '1299', '1299'],
    ['1\u202f299.5', '1299.5', null],
    ["1'299.90", '1299.90', null],
    ['-3,5', null, '-3.5'],
    ['\u22123', '-3', '-3'],
    ['007', '7', '7'],
    ['1.29.9', null, null],
    ['1,2,3', null, null],
    ['12.', null, null],
    ['.5', null, null],
    ['1 29', null, null],
    ['1e5', null, null],
    ['', null, null],
    ['-', null, null],
    ['9'.repeat(41), null, null],
  ];
  for (const [text, point, comma] of cases) assert.deepEqual(decimalReadings(text), { point, comma }, text);
});

test('amountText() reads the currency before or after the number', () => {
  const comma = (text: string): unknown => {
    const amount = amountText(text);
    return amount === null ? null : [amount.readings.comma, amount.currency];
  };
  assert.deepEqual(comma('1.299,00'), ['1299.00', null]);
  assert.deepEqual(comma('1 299,00 €'), ['1299.00', 'EUR']);
  assert.deepEqual(comma('EUR 12,50'), ['12.50', 'EUR']);
  assert.deepEqual(comma('12,50eur'), ['12.50', 'EUR']);
  assert.deepEqual(comma('€12'), ['12', 'EUR']);
  assert.deepEqual(comma('$12'), ['12', null]);
  assert.deepEqual(comma('12,-'), ['12', null]);
  assert.deepEqual(comma('12,– €'), ['12', 'EUR']);
  assert.deepEqual(comma('49,90 zł'), ['49.90', 'PLN']);
  assert.deepEqual(comma('-5,00 €'), ['-5.00', 'EUR']);
  assert.equal(amountText('12.50 EUR')?.readings.point, '12.50');
  assert.equal(amountText('12.50 EUR')?.readings.comma, null);
  for (const text of [
    'on request',
    '',
    'ab 12,50',
    '12,50 / Stück',
    'EUR 12 EUR',
    '12 kg',
    '12 %',
    '10-20',
    '1;2',
  ])
    assert.equal(amountText(text), null, text);
});

test('provenSign() and isAmbiguous() tell what a number alone says', () => {
  const told = (text: string): unknown => [
    provenSign(decimalReadings(text)),
    isAmbiguous(decimalReadings(text)),
  ];
  assert.deepEqual(told('12,50'), ['comma', false]);
  assert.deepEqual(told('12.50'), ['point', false]);
  assert.deepEqual(told('12'), [null, false]);
  assert.deepEqual(told('1.299'), [null, true]);
  assert.deepEqual(told('on request'), [null, false]);
});

test('amountText() returns the amount that Intl has written, in any locale and with any currency', () => {
  const locales = {
    'de-DE': 'comma',
    'fr-FR': 'comma',
    'pl-PL': 'comma',
    'en-US': 'point',
    'de-CH': 'point',
  } as const;
  fc.assert(
    fc.property(
      fc.nat(99_999_999),
      fc.constantFrom(...(Object.keys(locales) as (keyof typeof locales)[])),
      fc.constantFrom('EUR', 'GBP', 'CHF'),
      fc.constantFrom('narrowSymbol', 'code'),
      (cents, locale, currency, currencyDisplay) => {
        const price = cents / 100;
        const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(
          price,
        );
        const amount = amountText(text);
        assert.deepEqual(
          [Number(amount?.readings[locales[locale]]), amount?.currency],
          [price, currency],
          text,
        );
      },
    ),
    { seed, numRuns: 1_000 },
  );
});
