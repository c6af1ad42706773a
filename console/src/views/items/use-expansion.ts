import type { Item } from '@vitrine/sdk';
import { useEffect, useState } from 'react';
import { messageOf } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import type { ItemQuery } from './item-query.ts';
import { variantsOf, type ItemRow } from './load-items.ts';
import { itemsOfRow } from './row-values.ts';
import { inVariantOrder } from './variant-order.ts';

/** The products whose variants are shown. */
export interface Expansion {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (row: ItemRow) => void;
  /** The variants of an open product; null: it is closed. */
  readonly variantsOf: (row: ItemRow) => readonly Item[] | null;
}

/** `rows`: the list that was loaded. Another one, as after a change, loads the variants again that it does not include. */
export function useExpansion(
  project: string,
  query: ItemQuery,
  groupBy: string,
  rows: readonly ItemRow[],
): Expansion {
  const notify = useToast();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly Item[]>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const load = async (id: string, product: string): Promise<void> => {
      try {
        const variants = await variantsOf(project, { product, groupBy, query }, signal);
        setLoaded((old) => new Map(old).set(id, variants));
      } catch (error) {
        if (!signal.aborted) notify(messageOf(error), 'bad');
      }
    };
    for (const row of rows)
      if (open.has(row.item._id) && row.product !== null && !isComplete(row))
        void load(row.item._id, row.product);
    return () => abort.abort();
  }, [rows, open]);
  return {
    isOpen: (id) => open.has(id),
    toggle: ({ item: { _id } }) =>
      setOpen((old) =>
        old.has(_id) ? new Set([...old].filter((id) => id !== _id)) : new Set([...old, _id]),
      ),
    variantsOf: (row) => {
      const { _id } = row.item;
      if (!open.has(_id)) return null;
      const variants = isComplete(row) ? undefined : loaded.get(_id);
      return inVariantOrder(variants ?? itemsOfRow(row));
    },
  };
}

/** Whether the list includes all variants of the row. */
function isComplete(row: ItemRow): boolean {
  return row.variantCount <= itemsOfRow(row).length;
}
