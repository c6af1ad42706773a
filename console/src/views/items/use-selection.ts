import { useState } from 'react';
import type { ItemRow } from './load-items.ts';

/** The chosen rows, also of other pages; or everything that the query finds. */
export interface Selection {
  readonly rows: readonly ItemRow[];
  readonly isEverything: boolean;
  readonly has: (key: string) => boolean;
  readonly toggle: (row: ItemRow) => void;
  readonly selectPage: (rows: readonly ItemRow[]) => void;
  readonly unselectPage: (rows: readonly ItemRow[]) => void;
  readonly selectEverything: () => void;
  readonly clear: () => void;
}

/** `filter`: the part of the query that decides what is found; another one ends the selection of everything. */
export function useSelection(filter: string): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ItemRow>>(new Map());
  const [everything, setEverything] = useState<string | null>(null);
  const isEverything = everything === filter;
  const change = (edit: (next: Map<string, ItemRow>) => void): void => {
    setEverything(null);
    setChosen((old) => {
      const next = new Map(old);
      edit(next);
      return next;
    });
  };
  return {
    rows: [...chosen.values()],
    isEverything,
    has: (key) => isEverything || chosen.has(key),
    toggle: (row) =>
      change((next) => {
        if (!next.delete(row.key)) next.set(row.key, row);
      }),
    selectPage: (rows) =>
      change((next) => {
        for (const row of rows) next.set(row.key, row);
      }),
    unselectPage: (rows) =>
      change((next) => {
        for (const { key } of rows) next.delete(key);
      }),
    selectEverything: () => setEverything(filter),
    clear: () => {
      setEverything(null);
      setChosen(new Map());
    },
  };
}
