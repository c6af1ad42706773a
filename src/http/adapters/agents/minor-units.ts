/** Decimals of currencies that do not have two (ISO 4217, table A.1). */
const decimalsByCurrency: Readonly<Record<string, number>> = {
  ...decimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimals(4, 'CLF UYW'),
};
const decimalsDefault = 2;

function decimals(count: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, count]));
}

const countDecimals = (currency: string): number => decimalsByCurrency[currency] ?? decimalsDefault;
const minorUnitsPerUnit = (currency: string): number => 10 ** countDecimals(currency);

/** Formats a price with the decimals and the code of its currency: `19.90 EUR`. */
export function priceText(price: number, currency: string): string {
  return `${fromMinorUnits(toMinorUnits(price, currency), currency).toFixed(countDecimals(currency))} ${currency}`;
}

/** Converts a price to minor units of its currency (ISO 4217): 1999 for 19.99 EUR. */
export function toMinorUnits(price: number, currency: string): number {
  // Rounded after the decimal notation: 1.005 * 100 is 100.49999999999999.
  return Math.round(Number((price * minorUnitsPerUnit(currency)).toPrecision(15)));
}

export function fromMinorUnits(amount: number, currency: string): number {
  return amount / minorUnitsPerUnit(currency);
}
