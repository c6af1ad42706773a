import type { Item, ItemError } from '@vitrine/sdk';
import { changeItems } from '../../app/change-items.ts';
import { capitalized } from '../../parts/formats.ts';
import { currencyDigits, numberText, parseNumber } from '../bulk-editor/number-text.ts';
import { rowFields, storedItem } from './load-items.ts';

export type EditedField = 'name' | 'brand' | 'category' | 'price' | 'stock';
export type CellValue = string | number | null;

/** What saving a value led to. */
export interface SavedCell {
  /** The newest versions that are known. */
  readonly items: readonly Item[];
  readonly saved: number;
  /** Null: all are saved. */
  readonly failure: string | null;
}

const conflictsMax = 3;

/** Whether the stored value fits in a cell: lists and objects do not. */
export function isEditableValue(value: unknown): value is CellValue | undefined {
  return value === undefined || value === null || typeof value === 'number' || typeof value === 'string';
}

/** The text of a value while it is edited. */
export function editedText(value: unknown, field: EditedField, currency: string): string {
  if (field === 'price' && typeof value === 'number') return numberText(value, currencyDigits(currency));
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** The value of a typed text; null: none. */
export function typedValue(
  text: string,
  field: EditedField,
  currency: string,
): { readonly value: CellValue } | { readonly error: string } {
  if (field === 'price') return parseNumber(text, { digits: currencyDigits(currency), currency });
  if (field === 'stock') return parseNumber(text, { digits: 0 });
  const trimmed = text.trim();
  return { value: trimmed === '' ? (field === 'name' ? '' : null) : trimmed };
}

/**
 * Sets a field of items whose value is as it was shown. A newer version with other changes is tried again; one with another value of this
 * field is not replaced.
 * @throws an error that does not concern a single item, such as a lost connection
 */
export async function saveCell(
  project: string,
  shown: readonly Item[],
  field: EditedField,
  value: CellValue,
): Promise<SavedCell> {
  const newest: Item[] = [];
  const failures: string[] = [];
  let saved = 0;
  let items = shown;
  for (let conflicts = 0; items.length > 0; conflicts++) {
    const updates = items.map(({ _id, _version }) => ({ _id, _version, [field]: value }));
    const reply = await changeItems(project, updates, rowFields);
    newest.push(...reply.items);
    saved += reply.items.length;
    const outdated: Item[] = [];
    for (const error of reply.errors) {
      const item = items[error.index]!;
      if (error.code === 'item_changed' && conflicts < conflictsMax) outdated.push(item);
      else failures.push(messageOfCell(error));
    }
    const again: Item[] = [];
    for (const old of outdated) {
      const item = await storedItem(project, old._id);
      if (item === null) failures.push('Deleted by somebody else');
      else if (isSame(item[field], value)) newest.push(item);
      else if (isSame(item[field], old[field])) again.push(item);
      else {
        newest.push(item);
        failures.push(`Changed by somebody else to “${shownValue(item[field])}”. Save again to replace it`);
      }
    }
    items = again;
  }
  const [failure = null] = failures;
  const rest = failures.length > 1 ? ` (${failures.length} variants)` : '';
  return { items: newest, saved, failure: failure === null ? null : failure + rest };
}

/** The message of an item that was not changed. */
export function messageOfCell({ code, detail, errors, index }: ItemError): string {
  if (code === 'item_not_found') return 'Deleted by somebody else';
  const named = new RegExp(`\\bdata(\\[${index}\\])?\\.`, 'g');
  return capitalized((errors[0]?.detail ?? detail).replaceAll(named, ''));
}

function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'empty';
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
