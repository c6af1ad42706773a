import { useEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

interface GridActions {
  /** Of the row of a cell. */
  readonly onSelect: (row: number) => void;
  readonly onSelectAll: () => void;
  /** `text`: what was typed; null: the edit begins with the stored value. */
  readonly onEdit: (row: number, field: string, text: string | null) => void;
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The keys of a grid whose cells have `data-cell="row:column"`: arrows, Home and End move, Enter opens, Space selects, F2 and typing edit.
 * One cell is a tab stop, the last one that had the focus.
 */
export function useGridKeys(
  table: RefObject<HTMLTableElement | null>,
  { onSelect, onSelectAll, onEdit }: GridActions,
): { onKeyDown: (event: KeyboardEvent) => void; onFocus: (event: FocusEvent) => void } {
  useEffect(() => {
    if (table.current?.querySelector('[data-cell][tabindex="0"]') !== null) return;
    table.current.querySelector('[data-cell]')?.setAttribute('tabindex', '0');
  });
  const cellAt = (row: number, column: number): HTMLElement | null =>
    table.current?.querySelector(`[data-cell="${row}:${column}"]`) ?? null;
  const move = (row: number, column: number, [down, right]: readonly [number, number]): void => {
    for (let r = row + down, c = column + right; r >= 0 && c >= 0; r += down, c += right) {
      const cell = cellAt(r, c);
      if (cell === null) return;
      if (!cell.checkVisibility()) continue;
      cell.focus();
      return;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null;
    if (cell === null || altKey || event.nativeEvent.isComposing) return;
    if ((target as HTMLElement).closest('[role=dialog], .cell-editor') !== null) return;
    const [row = 0, column = 0] = (cell.dataset['cell'] ?? '').split(':').map(Number);
    const step = steps[key];
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'a') onSelectAll();
      else return;
    } else if (step !== undefined) move(row, column, step);
    else if (key === 'Home') cell.parentElement?.querySelector<HTMLElement>('[data-cell]')?.focus();
    else if (key === 'End')
      [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])].at(-1)?.focus();
    else if (key === 'Enter') {
      const inner = cell.querySelector<HTMLElement>('[data-enter]');
      (inner ?? cell.parentElement?.querySelector<HTMLElement>('[data-open]'))?.click();
    } else if (key === ' ') onSelect(row);
    else if (beginsEdit(cell, key)) onEdit(row, cell.dataset['field'] ?? '', key === 'F2' ? null : key);
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const cell = target.closest('[data-cell]');
    if (cell === null) return;
    for (const one of table.current?.querySelectorAll('[data-cell][tabindex="0"]') ?? [])
      one.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
  };
  return { onKeyDown, onFocus };
}

/** Typing replaces a value, but no name, and `/` and `?` are shortcuts of the console. */
function beginsEdit({ dataset }: HTMLElement, key: string): boolean {
  const field = dataset['field'];
  if (field === undefined) return false;
  return key === 'F2' || (key.length === 1 && field !== 'name' && key !== '/' && key !== '?');
}
