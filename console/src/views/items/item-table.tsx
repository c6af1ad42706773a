import { useRef, type ReactNode } from 'react';
import { SortHeader } from '../../parts/sort-header.tsx';
import type { ItemColumn } from './item-columns.ts';
import type { ItemQuery } from './item-query.ts';
import { TableRow } from './item-row.tsx';
import type { ItemRow } from './load-items.ts';
import type { EditedField } from './save-cell.ts';
import type { Selection } from './use-selection.ts';
import type { TableEdits } from './use-table-edits.ts';
import { useGridKeys } from './use-grid-keys.ts';
import type { ShownRow, TableOptions } from './table-options.ts';
import type { Expansion } from './use-expansion.ts';
import { TableFrame } from '../../parts/table-frame.tsx';

/** The items as a grid: cells are edited in place, products show their variants below. */
export function ItemTable({
  rows,
  hasUsualColumns,
  onSort,
  ...options
}: TableOptions & {
  rows: readonly ItemRow[];
  hasUsualColumns: boolean;
  onSort: (sort: string) => void;
}): ReactNode {
  const { columns, selection, edits, expansion, mayChange, query } = options;
  const table = useRef<HTMLTableElement>(null);
  const shown = shownRows(rows, edits, expansion);
  const keys = useGridKeys(table, {
    onSelect: (row) => {
      const one = shown[row];
      if (one !== undefined && mayChange) selection.toggle(one.row);
    },
    onSelectAll: () => mayChange && selection.selectPage(rows),
    onEdit: (row, field, text) => {
      const one = shown[row];
      if (one !== undefined) edits.edit(one.row.key, field as EditedField, text);
    },
  });
  return (
    <TableFrame className={hasUsualColumns ? 'item-grid usual' : 'item-grid'}>
      <table
        ref={table}
        role="grid"
        aria-label="Items"
        aria-multiselectable={mayChange}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <thead>
          <tr role="row">
            {mayChange && (
              <th className="choice" scope="col">
                <PageChoice selection={selection} rows={rows} />
              </th>
            )}
            <th className="picture" scope="col">
              <span className="visually-hidden">Picture</span>
            </th>
            {columns.map((column) => (
              <ColumnHeader key={column.id} column={column} query={query} onSort={onSort} />
            ))}
            <th className="actions" scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) => (
            <TableRow key={one.row.key} shown={one} index={index} {...options} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The rows with the variants of those that are open. */
function shownRows(rows: readonly ItemRow[], edits: TableEdits, expansion: Expansion): readonly ShownRow[] {
  return rows.flatMap((loaded) => {
    const row = edits.current(loaded);
    const main: ShownRow = { row, isVariant: false };
    const variants = expansion.variantsOf(loaded);
    if (variants === null) return [main];
    const below = variants.map((item): ShownRow => ({
      row: edits.current({ key: `variant ${item._id}`, item, variants: [], variantCount: 0, product: null }),
      isVariant: true,
    }));
    return [main, ...below];
  });
}

function PageChoice({ selection, rows }: { selection: Selection; rows: readonly ItemRow[] }): ReactNode {
  const count = rows.filter(({ key }) => selection.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label="Select all items shown"
      checked={rows.length > 0 && count === rows.length}
      ref={(input) => {
        if (input !== null) input.indeterminate = count > 0 && count < rows.length;
      }}
      onChange={(event) => (event.target.checked ? selection.selectPage(rows) : selection.unselectPage(rows))}
    />
  );
}

/** The search sorts active items only. */
function ColumnHeader({
  column: { id, label, sort, isNumber },
  query,
  onSort,
}: {
  column: ItemColumn;
  query: ItemQuery;
  onSort: (sort: string) => void;
}): ReactNode {
  const className = isNumber === true ? `right ${id}` : id;
  if (sort !== null && query.active === 'active')
    return <SortHeader {...{ label, className, onSort }} column={sort} sort={query.sort} />;
  return (
    <th scope="col" className={className}>
      {label}
    </th>
  );
}
