/** Formats an amount as the language of the page has it. Without a currency as a plain number. */
export function formatMoney(amount: number, currency: string, language: string): string {
  try {
    return currency === ''
      ? new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)
      : new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
  } catch {
    // The language or the currency of the page is none.
    return `${amount.toFixed(2)} ${currency}`.trim();
  }
}
