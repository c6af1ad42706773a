import type { Item, ItemUpdate } from '@vitrine/sdk';
import { applyFormula, type ColumnFormula } from '../../bulk-editor/column-formula.ts';
import { currencyDigits, parseNumber } from '../../bulk-editor/number-text.ts';
import { money } from '../../../parts/formats.ts';
import { shownText } from '../row-values.ts';

export type BulkField = 'brand' | 'category' | 'price' | 'stock' | 'active';

/** What is done with many items. */
export type BulkChange =
  | { readonly kind: 'text'; readonly field: 'brand' | 'category'; readonly value: string | null }
  | { readonly kind: 'number'; readonly field: 'price' | 'stock'; readonly formula: ColumnFormula }
  | { readonly kind: 'active'; readonly field: 'active'; readonly value: boolean }
  | { readonly kind: 'delete' };

/** How numbers change, in words. */
export const numberModes = [
  ['=', 'Set to'],
  ['+%', 'Raise by percent'],
  ['-%', 'Lower by percent'],
  ['+', 'Raise by amount'],
  ['-', 'Lower by amount'],
] as const;
export type NumberMode = (typeof numberModes)[number][0];

/** What a form describes. */
export interface BulkForm {
  readonly action: BulkField | 'delete';
  readonly text: string;
  readonly mode: NumberMode;
  readonly isActive: boolean;
}

export const emptyForm: BulkForm = { action: 'price', text: '', mode: '=', isActive: false };

/** The change that a form describes, or what is wrong with it. */
export function changeOfForm(
  { action, text, mode, isActive }: BulkForm,
  currency: string,
): BulkChange | { readonly error: string } {
  if (action === 'delete') return { kind: 'delete' };
  if (action === 'active') return { kind: 'active', field: 'active', value: isActive };
  if (action === 'brand' || action === 'category')
    return { kind: 'text', field: action, value: text.trim() === '' ? null : text.trim() };
  const digits = action === 'price' ? currencyDigits(currency) : 0;
  const parsed = parseNumber(text, { digits, ...(action === 'price' ? { currency } : {}) });
  if ('error' in parsed) return parsed;
  if (parsed.value === null) return { error: 'Enter a number' };
  const operator = mode.charAt(0) as '=' | '+' | '-';
  return {
    kind: 'number',
    field: action,
    formula: { operator, amount: parsed.value, isPercent: mode.endsWith('%') },
  };
}

/** A change of one item. */
export interface PlannedChange {
  readonly item: Item;
  /** Null: it is deleted. */
  readonly update: ItemUpdate | null;
  readonly before: string;
  readonly after: string;
}

/** What a change does to some items. */
export interface BulkPlan {
  readonly changes: readonly PlannedChange[];
  /** Items that have the value already. */
  readonly unchanged: number;
  /** Items without a number, which cannot be raised or lowered, and those whose result is below 0. */
  readonly skipped: number;
}

export function planOf(change: BulkChange, items: readonly Item[], currency: string): BulkPlan {
  const changes: PlannedChange[] = [];
  let [unchanged, skipped] = [0, 0];
  for (const item of items) {
    if (change.kind === 'delete') {
      changes.push({ item, update: null, before: '', after: '' });
      continue;
    }
    const before = valueOf(item, change.field);
    const after = changed(change, before, currency);
    if (after === undefined) skipped++;
    else if (JSON.stringify(after) === JSON.stringify(before)) unchanged++;
    else
      changes.push({
        item,
        update: { _id: item._id, _version: item._version, [change.field]: after },
        before: textOf(before, change.field, currency),
        after: textOf(after, change.field, currency),
      });
  }
  return { changes, unchanged, skipped };
}

function valueOf(item: Item, field: BulkField): unknown {
  return field === 'active' ? item.active !== false : (item[field] ?? null);
}

/** The new value; undefined: the item has none to change. */
function changed(
  change: Exclude<BulkChange, { kind: 'delete' }>,
  before: unknown,
  currency: string,
): unknown {
  if (change.kind !== 'number') return change.value;
  const digits = change.field === 'price' ? currencyDigits(currency) : 0;
  const after = applyFormula(change.formula, typeof before === 'number' ? before : null, digits);
  return after === null || after < 0 ? undefined : after;
}

function textOf(value: unknown, field: BulkField, currency: string): string {
  if (field === 'active') return value === true ? 'Active' : 'Inactive';
  if (field === 'price' && (typeof value === 'number' || value === null)) return money(value, currency);
  const text = shownText(value);
  return text === '' ? 'empty' : text;
}
