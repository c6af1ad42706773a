import type { KeyboardEvent, RefObject } from 'react';
import type { Sheet } from './use-sheet.ts';

type Position = readonly [row: number, column: number];

/** The keys of a spreadsheet. The column of the check boxes is -1. */
export interface SheetKeys {
  readonly onCellKeyDown: (event: KeyboardEvent<HTMLInputElement>, at: Position, restore: () => void) => void;
  readonly onChoiceKeyDown: (event: KeyboardEvent<HTMLInputElement>, row: number) => void;
  readonly onHeadKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function useSheetKeys(sheet: Sheet, table: RefObject<HTMLTableElement | null>): SheetKeys {
  const { rows, columns, selected, select, undo } = sheet;
  /** Focuses the next cell in a direction; skips values that cannot be edited. */
  const move = (event: KeyboardEvent, [row, column]: Position, down: number, right: number): void => {
    event.preventDefault();
    for (let r = row + down, c = column + right; ; r += down, c += right) {
      if (r < 0 || r >= rows.length || c < -1 || c >= columns.length) return;
      const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${r}:${c}"]`);
      if (cell) return cell.focus();
    }
  };
  return {
    onCellKeyDown: (event, at, restore) => {
      const { key, shiftKey, currentTarget: input } = event;
      if (event.nativeEvent.isComposing || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        if (key.toLowerCase() !== 'z' || shiftKey) return;
        event.preventDefault();
        undo();
        return;
      }
      if (key === 'Enter') return move(event, at, shiftKey ? -1 : 1, 0);
      if (key === 'ArrowUp' && !shiftKey) return move(event, at, -1, 0);
      if (key === 'ArrowDown' && !shiftKey) return move(event, at, 1, 0);
      // In a text that is not selected as a whole, the arrows move the caret.
      const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
      if (key === 'ArrowLeft' && !shiftKey && isWhole) return move(event, at, 0, -1);
      if (key === 'ArrowRight' && !shiftKey && isWhole) return move(event, at, 0, 1);
      if (key === 'F2') input.setSelectionRange(input.value.length, input.value.length);
      if (key === 'Escape') {
        restore();
        // React has set the text by then.
        requestAnimationFrame(() => input.select());
      }
      const _id = rows[at[0]]?._id;
      if (key === ' ' && shiftKey && _id !== undefined) {
        event.preventDefault();
        select([_id], !selected.has(_id));
      }
    },
    onChoiceKeyDown: (event, row) => {
      if (event.key === 'ArrowUp') move(event, [row, -1], -1, 0);
      else if (event.key === 'ArrowDown') move(event, [row, -1], 1, 0);
      else if (event.key === 'ArrowRight') move(event, [row, -1], 0, 1);
    },
    onHeadKeyDown: (event) => {
      if (event.key === 'ArrowDown') move(event, [-1, -1], 1, 0);
    },
  };
}
