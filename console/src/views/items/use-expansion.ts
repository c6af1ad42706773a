import type { Item } from '@vitrine/sdk';
import { useState } from 'react';
import { messageOf } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { itemsOfRow, shownText } from './row-values.ts';
import { variantsOf, type ItemRow } from './load-items.ts';

/** The products whose variants are shown. */
export interface Expansion {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (row: ItemRow) => void;
  /** The variants of an open product; null: it is closed. */
  readonly variantsOf: (row: ItemRow) => readonly Item[] | null;
}

export function useExpansion(project: string, groupBy: string): Expansion {
  const notify = useToast();
  const [open, setOpen] = useState<ReadonlyMap<string, readonly Item[] | null>>(new Map());
  const set = (id: string, variants: readonly Item[] | null, isOpen = true): void =>
    setOpen((old) => {
      const next = new Map(old);
      if (isOpen) next.set(id, variants);
      else next.delete(id);
      return next;
    });
  const load = async (row: ItemRow, product: string): Promise<void> => {
    try {
      set(row.item._id, await variantsOf(project, product, groupBy));
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return {
    isOpen: (id) => open.has(id),
    toggle: (row) => {
      const { item, variantCount, product } = row;
      if (open.has(item._id)) {
        set(item._id, null, false);
        return;
      }
      set(item._id, null);
      if (variantCount > itemsOfRow(row).length && product !== null) void load(row, product);
    },
    variantsOf: (row) => {
      const loaded = open.get(row.item._id);
      if (loaded === undefined) return null;
      // By colour; within one, sizes keep their order.
      return (loaded ?? itemsOfRow(row)).toSorted((a, b) => colorOf(a).localeCompare(colorOf(b)));
    },
  };
}

function colorOf(item: Item): string {
  return shownText(item['color']);
}
