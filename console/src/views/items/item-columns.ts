import { useState } from 'react';
import type { ItemQuery } from './item-query.ts';

export type ColumnId =
  | 'name'
  | 'sku'
  | 'brand'
  | 'category'
  | 'price'
  | 'stock'
  | 'variants'
  | 'changed'
  | 'added';

/** A column of the table of items. */
export interface ItemColumn {
  readonly id: ColumnId;
  readonly label: string;
  /** The field by which the search sorts; null: it cannot. */
  readonly sort: string | null;
  readonly isNumber?: boolean;
}

export const itemColumns: readonly ItemColumn[] = [
  { id: 'name', label: 'Name', sort: 'name' },
  { id: 'sku', label: 'SKU', sort: 'sku' },
  { id: 'brand', label: 'Brand', sort: 'brand' },
  { id: 'category', label: 'Category', sort: 'category' },
  { id: 'price', label: 'Price', sort: 'price', isNumber: true },
  { id: 'stock', label: 'Stock', sort: 'stock', isNumber: true },
  { id: 'variants', label: 'Variants', sort: null },
  { id: 'changed', label: 'Changed', sort: null },
  { id: 'added', label: 'Added', sort: '_createdAt' },
];

const storageKey = 'vitrine-item-columns';
const hiddenAtFirst: readonly ColumnId[] = ['sku', 'added'];

/** What is shown of a table of items. */
export interface ShownColumns {
  readonly shown: readonly ItemColumn[];
  /** Whether they are those of a browser that remembers nothing. */
  readonly isUsual: boolean;
  readonly isShown: (id: ColumnId) => boolean;
  readonly show: (id: ColumnId, isShown: boolean) => void;
}

/** The columns that the address names; without any, those that this browser remembers. The name is always there. */
export function useItemColumns(
  { columns }: Pick<ItemQuery, 'columns'>,
  update: (changes: Pick<ItemQuery, 'columns'>) => void,
): ShownColumns {
  const [hidden, setHidden] = useState<readonly string[]>(storedHidden);
  const isShown = (id: ColumnId): boolean =>
    id === 'name' || (columns === null ? !hidden.includes(id) : columns.includes(id));
  return {
    shown: itemColumns.filter(({ id }) => isShown(id)),
    isUsual: itemColumns.every(({ id }) => isShown(id) !== hiddenAtFirst.includes(id)),
    isShown,
    show: (id, isToShow) => {
      const next = itemColumns.filter((one) => (one.id === id ? isToShow : isShown(one.id)));
      if (columns !== null) {
        update({ columns: next.map((one) => one.id) });
        return;
      }
      const nextHidden = itemColumns.filter((one) => !next.includes(one)).map((one) => one.id);
      localStorage.setItem(storageKey, JSON.stringify(nextHidden));
      setHidden(nextHidden);
    },
  };
}

function storedHidden(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return Array.isArray(stored) ? stored.map(String) : hiddenAtFirst;
  } catch {
    return hiddenAtFirst;
  }
}
