import { useId, type ReactNode } from 'react';
import { cellOf } from './sheet-draft.ts';
import { isEditable, type Column, type SheetRow } from './sheet-row.ts';
import type { SheetKeys } from './use-sheet-keys.ts';
import type { Sheet } from './use-sheet.ts';

/** A cell of the sheet: its input, the stored value if it differs, and what is wrong with it. */
export function SheetCell({
  sheet,
  row,
  column,
  at: [rowIndex, columnIndex],
  keys,
}: {
  sheet: Sheet;
  row: SheetRow;
  column: Column;
  at: readonly [row: number, column: number];
  keys: SheetKeys;
}): ReactNode {
  const id = useId();
  const { text, stored, isChanged, error } = cellOf(sheet.draft, row, column);
  const { _id } = row;
  const name = `${column.label} of ${row.name}`;
  if (!isEditable(row, column))
    return (
      <span className="small faint" title={stored}>
        Not a number
      </span>
    );
  const set = (next: string, group?: string): void =>
    sheet.edit([{ _id, column: column.name, text: next }], group);
  const described = [isChanged ? `${id}-stored` : '', error === undefined ? '' : `${id}-error`].filter(
    Boolean,
  );
  return (
    <>
      <span className="sheet-cell">
        {isChanged && (
          <button
            type="button"
            className="stored"
            // Escape in the cell does the same.
            tabIndex={-1}
            title="Restore"
            aria-label={`Restore ${stored === '' ? 'empty' : stored}: ${name}`}
            onClick={() => set(stored)}
          >
            <s id={`${id}-stored`}>{stored === '' ? 'empty' : stored}</s>
          </button>
        )}
        <input
          className={isChanged ? 'input num changed' : 'input num'}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          data-cell={`${rowIndex}:${columnIndex}`}
          aria-label={name}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
          aria-invalid={error === undefined ? undefined : true}
          value={text}
          onChange={(event) => set(event.target.value, `${_id}:${column.name}`)}
          onFocus={(event) => event.target.select()}
          onMouseDown={(event) => {
            // The first click selects the text, so that typing replaces it; the next one places the caret.
            if (document.activeElement === event.currentTarget) return;
            event.preventDefault();
            event.currentTarget.focus();
          }}
          onKeyDown={(event) => keys.onCellKeyDown(event, [rowIndex, columnIndex], () => set(stored))}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (sheet.paste(pasted, rowIndex, columnIndex)) event.preventDefault();
          }}
        />
      </span>
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </>
  );
}
