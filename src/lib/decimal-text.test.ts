import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAmountText, readDecimals, isAmbiguous, inferDecimalSign } from './decimal-text.ts';

const seed = 20_261_126;

test('readDecimals() reads a number with each decimal sign that it can have', () => {
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
    ['.5', '0.5', null],
    [',99', null, '0.99'],
    ['-.5', '-0.5', null],
    ['1,29,900.00', '129900.00', null],
    ['12,34,56,789', '123456789', null],
    ['1.29.900,50', null, '129900.50'],
    ['123,45,678', null, null],
    ['1,29,90', null, null],
    ['.', null, null],
    ['1 29', null, null],
    ['1e5', null, null],
    ['', null, null],
    ['-', null, null],
    ['9'.repeat(41), null, null],
  ];
  for (const [text, point, comma] of cases) assert.deepEqual(readDecimals(text), { point, comma }, text);
});

test('readAmountText() reads the currency before or after the number', () => {
  const comma = (text: string): unknown => {
    const amount = readAmountText(text);
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
  assert.equal(readAmountText('12.50 EUR')?.readings.point, '12.50');
  assert.equal(readAmountText('12.50 EUR')?.readings.comma, null);
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
    assert.equal(readAmountText(text), null, text);
});

test('readAmountText() reads prices of many countries', () => {
  const cases: [text: string, point: string | null, comma: string | null, currency: string | null][] = [
    ['₹1,29,900.00', '129900.00', null, 'INR'],
    ['₹ 12,34,56,789', '123456789', null, 'INR'],
    ['Rs. 1,29,900.00', '129900.00', null, null],
    ['Rs.1,499/-', '1499', '1.499', null],
    ['Rs 499', '499', '499', null],
    ['RS.99', '99', '99', null],
    ['INR 1,29,900', '129900', null, 'INR'],
    ['1.290.000 ₫', null, '1290000', 'VND'],
    ['290.000 ₫', null, '290000', 'VND'],
    ['290.000đ', null, '290000', 'VND'],
    ['290.000 VNĐ', null, '290000', 'VND'],
    ['290,000 VND', '290000', null, 'VND'],
    ['JPY 1,290', '1290', null, 'JPY'],
    ['₩ 15,900', '15900', null, 'KRW'],
    ['Rp 150.000', null, '150000', 'IDR'],
    ['12.990 Ft', null, '12990', 'HUF'],
    ['¥1,290', '1290', '1.290', null],
    ['AU$1,299.00', '1299.00', null, 'AUD'],
    ['A$ 12.50', '12.50', null, 'AUD'],
    ['US $12.50', '12.50', null, 'USD'],
    ['NZ$5', '5', '5', 'NZD'],
    ['CA$5.00', '5.00', null, 'CAD'],
    ['HK$5.00', '5.00', null, 'HKD'],
    ['.99', '0.99', null, null],
    ['$.99', '0.99', null, null],
    ['£ .99', '0.99', null, 'GBP'],
    ['-.99', '-0.99', null, null],
    [',99 €', null, '0.99', 'EUR'],
    ['.99 USD', '0.99', null, 'USD'],
    ['12,50 euros', null, '12.50', 'EUR'],
    ['1 299 руб.', '1299', '1299', 'RUB'],
    ['49,90 ZŁ', null, '49.90', 'PLN'],
    ['Kr. 12,50', null, '12.50', null],
    ['5.000 BHD', '5.000', '5000', 'BHD'],
  ];
  for (const [text, point, comma, currency] of cases)
    assert.deepEqual(readAmountText(text), { readings: { point, comma }, currency }, text);
  for (const text of ['v.99', 'XX$5', '5/6', 'No. 5', '..99']) assert.equal(readAmountText(text), null, text);
});

test('inferDecimalSign() and isAmbiguous() tell what a number alone says', () => {
  const told = (text: string): unknown => [
    inferDecimalSign(readDecimals(text)),
    isAmbiguous(readDecimals(text)),
  ];
  assert.deepEqual(told('12,50'), ['comma', false]);
  assert.deepEqual(told('12.50'), ['point', false]);
  assert.deepEqual(told('12'), [null, false]);
  assert.deepEqual(told('1.299'), [null, true]);
  assert.deepEqual(told('on request'), [null, false]);
});

test('readAmountText() returns the amount that Intl has written, in any locale and with any currency', () => {
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
        const amount = readAmountText(text);
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
