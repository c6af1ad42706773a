import { useState } from 'react';

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

/** The columns that are shown, remembered in the browser. The name is always there. */
export function useItemColumns(): {
  shown: readonly ItemColumn[];
  isShown: (id: ColumnId) => boolean;
  show: (id: ColumnId, isShown: boolean) => void;
} {
  const [hidden, setHidden] = useState<readonly string[]>(storedHidden);
  const isShown = (id: ColumnId): boolean => id === 'name' || !hidden.includes(id);
  return {
    shown: itemColumns.filter(({ id }) => isShown(id)),
    isShown,
    show: (id, isToShow) => {
      const next = isToShow ? hidden.filter((one) => one !== id) : [...hidden, id];
      localStorage.setItem(storageKey, JSON.stringify(next));
      setHidden(next);
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
