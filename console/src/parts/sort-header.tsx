import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** The order of a table: a column, ascending or descending, as in the address (`price:asc`). Empty: as it comes. */
export interface ColumnOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

export function parseOrder(text: string): ColumnOrder | null {
  const [column = '', order] = text.split(':');
  return column === '' ? null : { column, isDescending: order === 'desc' };
}

/**
 * A column header that sorts: once, in the other direction, then as it was. `first`: the direction of the first click, which shows high
 * figures first and texts from A on.
 */
export function SortHeader({
  column,
  label,
  sort,
  first = 'asc',
  className,
  onSort,
}: {
  column: string;
  label: string;
  /** The order of the table, as {@link parseOrder} takes it. */
  sort: string;
  first?: 'asc' | 'desc';
  className?: string | undefined;
  onSort: (sort: string) => void;
}): ReactNode {
  const order = parseOrder(sort);
  const isSorted = order?.column === column;
  const second = first === 'asc' ? 'desc' : 'asc';
  const current = order?.isDescending === true ? 'desc' : 'asc';
  const next = !isSorted ? `${column}:${first}` : current === first ? `${column}:${second}` : '';
  return (
    <th
      scope="col"
      className={className}
      aria-sort={!isSorted ? 'none' : current === 'desc' ? 'descending' : 'ascending'}
    >
      <button type="button" className="sort" onClick={() => onSort(next)}>
        <span className="visually-hidden">Sort by </span>
        {label}
        {isSorted && <Icon name={current === 'desc' ? 'down' : 'up'} size={13} />}
      </button>
    </th>
  );
}
