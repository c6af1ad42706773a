/** Decimals of currencies that do not have two (ISO 4217, table A.1). */
const decimalsByCurrency: Readonly<Record<string, number>> = {
  ...assignDecimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...assignDecimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...assignDecimals(4, 'CLF UYW'),
};
const decimalsDefault = 2;

function assignDecimals(count: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, count]));
}

const countDecimals = (currency: string): number => decimalsByCurrency[currency] ?? decimalsDefault;
const countMinorUnits = (currency: string): number => 10 ** countDecimals(currency);

/** Formats a price with the decimals and the code of its currency: `19.90 EUR`. */
export function formatPrice(price: number, currency: string): string {
  return `${convertFromMinorUnits(toMinorUnits(price, currency), currency).toFixed(countDecimals(currency))} ${currency}`;
}

/** Converts a price to minor units of its currency (ISO 4217): 1999 for 19.99 EUR. */
export function toMinorUnits(price: number, currency: string): number {
  // Rounded after the decimal notation: 1.005 * 100 is 100.49999999999999.
  return Math.round(Number((price * countMinorUnits(currency)).toPrecision(15)));
}

export function convertFromMinorUnits(amount: number, currency: string): number {
  return amount / countMinorUnits(currency);
}
