import type { Item, ProjectDetails } from '@vitrine/sdk';
import type { ItemColumn } from './item-columns.ts';
import type { ItemQuery } from './item-query.ts';
import type { ItemRow } from './load-items.ts';
import type { Expansion } from './use-expansion.ts';
import type { Selection } from './use-selection.ts';
import type { TableEdits } from './use-table-edits.ts';

export interface TableOptions {
  readonly project: ProjectDetails['project'];
  readonly query: ItemQuery;
  readonly columns: readonly ItemColumn[];
  readonly selection: Selection;
  readonly edits: TableEdits;
  readonly expansion: Expansion;
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
  readonly onSwitch: (item: Item) => void;
  readonly onDelete: (item: Item) => void;
}

/** A row as it is shown: a product or item, or a variant below its product. */
export interface ShownRow {
  readonly row: ItemRow;
  readonly isVariant: boolean;
}
