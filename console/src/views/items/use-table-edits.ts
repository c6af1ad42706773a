import type { Item } from '@vitrine/sdk';
import { useRef, useState } from 'react';
import { useToast } from '../../app/toasts.tsx';
import { counted } from '../../parts/formats.ts';
import { allActive } from './item-query.ts';
import { variantsOf, type ItemRow } from './load-items.ts';
import { itemsOfRow } from './row-values.ts';
import { saveCell, typedValue, type EditedField } from './save-cell.ts';

export interface TableEdits {
  /** The row with the changes that were saved since it was loaded. */
  readonly current: (row: ItemRow) => ItemRow;
  /** The cell that is edited, by the key of its row; null: none. `typed`: what began the edit. */
  readonly edited: {
    readonly key: string;
    readonly field: EditedField;
    readonly typed: string | null;
  } | null;
  /** Edits a cell, once the save of another one is done. */
  readonly edit: (key: string, field: EditedField, typed: string | null) => void;
  readonly close: () => void;
  /** Resolves to the message of a failure, or null. */
  readonly save: (row: ItemRow, field: EditedField, text: string) => Promise<string | null>;
}

/** The edits of cells. A saved item stays where it is, also if the list no longer includes it. */
export function useTableEdits(project: string, currency: string, groupBy: string): TableEdits {
  const notify = useToast();
  const [changed, setChanged] = useState<ReadonlyMap<string, Item>>(new Map());
  const [edited, setEdited] = useState<TableEdits['edited']>(null);
  const isSaving = useRef(false);
  const next = useRef<TableEdits['edited']>(null);
  const newest = (item: Item): Item => {
    const stored = changed.get(item._id);
    return stored !== undefined && stored._version >= item._version ? stored : item;
  };
  return {
    current: (row) => ({ ...row, item: newest(row.item), variants: row.variants.map(newest) }),
    edited,
    edit: (key, field, typed) => {
      if (isSaving.current) next.current = { key, field, typed };
      else setEdited({ key, field, typed });
    },
    close: () => {
      setEdited(next.current);
      next.current = null;
    },
    save: async (row, field, text) => {
      const typed = typedValue(text, field, currency);
      if ('error' in typed) return typed.error;
      isSaving.current = true;
      let isSaved = false;
      try {
        const items = await editedItems(project, row, field, groupBy);
        const outcome = await saveCell(project, items, field, typed.value);
        setChanged((old) => new Map([...old, ...outcome.items.map((item) => [item._id, item] as const)]));
        if (outcome.saved > 1) notify(`Saved for ${counted(outcome.saved, 'variant')}`);
        isSaved = outcome.failure === null;
        return outcome.failure;
      } finally {
        isSaving.current = false;
        // What was not saved stays in its cell.
        if (!isSaved) next.current = null;
      }
    },
  };
}

/** A product's value is edited in all variants that have it. */
async function editedItems(
  project: string,
  row: ItemRow,
  field: EditedField,
  groupBy: string,
): Promise<readonly Item[]> {
  const { item, variantCount, product } = row;
  if (variantCount < 2 || product === null) return [item];
  const loaded = itemsOfRow(row);
  const byId = new Map(loaded.map((one) => [one._id, one]));
  // Also those that the filters leave out.
  const { signal } = new AbortController();
  const all = await variantsOf(project, { product, groupBy, query: allActive }, signal);
  // As they were shown: a newer version must not hide what somebody else has changed.
  return all.map((one) => byId.get(one._id) ?? one).filter((one) => one[field] === item[field]);
}
