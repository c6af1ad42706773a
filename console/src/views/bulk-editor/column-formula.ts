import { parseNumber, rounded, type NumberFormatOptions } from './number-text.ts';

type Operator = '=' | '+' | '-' | '*' | '/';

/** A change of all numbers of a column, such as `+10%`. */
export interface ColumnFormula {
  readonly operator: Operator;
  readonly amount: number;
  readonly isPercent: boolean;
}

const operators: Readonly<Record<string, Operator>> = {
  '=': '=',
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  '/': '/',
  '÷': '/',
};
const fractionDigitsMax = 2;

/** Parses `+10%`, `-5`, `*1.2`, `/2`, `=0` or `19.99`, or returns what is wrong. */
export function parseFormula(text: string, format: NumberFormatOptions): ColumnFormula | { error: string } {
  const trimmed = text.trim();
  const operator = operators[trimmed.charAt(0)];
  const isPercent = trimmed.endsWith('%');
  const amountText = trimmed.slice(operator === undefined ? 0 : 1, isPercent ? -1 : undefined);
  const amount = parseNumber(amountText, format);
  if ('error' in amount) return amount;
  if (amount.value === null) return { error: 'Write +10%, -5, *1.2 or 0' };
  if (isPercent && operator !== '+' && operator !== '-')
    return { error: `Write +${amountText.trim()}% or -${amountText.trim()}%` };
  if (operator === '/' && amount.value === 0) return { error: 'Cannot divide by 0' };
  return { operator: operator ?? '=', amount: amount.value, isPercent };
}

/** The changed number, rounded to the digits of the column. Only `=` sets a cell without a number; null: no change. */
export function applyFormula(
  { operator, amount, isPercent }: ColumnFormula,
  value: number | null,
  digits: number,
): number | null {
  if (operator === '=') return amount;
  if (value === null) return null;
  const isSum = operator === '+' || operator === '-';
  const change = isPercent ? (value * amount) / 100 : amount;
  const result = isSum
    ? value + (operator === '+' ? change : -change)
    : operator === '*'
      ? value * amount
      : value / amount;
  const kept = isSum && !isPercent ? Math.max(fractionDigitsOf(value), fractionDigitsOf(amount)) : 0;
  return rounded(result, Math.max(digits, Math.min(kept, fractionDigitsMax)));
}

function fractionDigitsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}
