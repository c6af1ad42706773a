import type { ReactNode } from 'react';
import { counted } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { failuresOf } from './sheet-draft.ts';
import type { Sheet } from './use-sheet.ts';

/** Saves, undoes and discards edits; counts them. */
export function SheetBar({ sheet }: { sheet: Sheet }): ReactNode {
  const { changes, draft, isSaving: isBusy } = sheet;
  const items = changes.changes.length;
  const save = (): void => {
    if (items > 0) void sheet.save();
    focusInvalid();
  };
  return (
    <div className="row sticky-end sheet-bar">
      <button
        type="button"
        className="button main"
        disabled={isBusy || changes.changedIds.length === 0}
        onClick={save}
      >
        {isBusy
          ? `Saving ${counted(items, 'item')} …`
          : items === 0
            ? 'Save'
            : `Save ${counted(items, 'item')}`}
      </button>
      <button
        type="button"
        className="button"
        disabled={isBusy || draft.past.length === 0}
        onClick={sheet.undo}
      >
        <Icon name="undo" size={16} />
        Undo
      </button>
      <button
        type="button"
        className="button"
        disabled={isBusy || changes.changedIds.length === 0}
        onClick={() => sheet.discard(null)}
      >
        Discard changes
      </button>
      <span className="small soft" role="status">
        {summaryOf(sheet)}
      </span>
    </div>
  );
}

function summaryOf({ changes, rows, draft, isSaving }: Sheet): ReactNode {
  const { cellCount, invalidCount, changedIds } = changes;
  const failed = isSaving ? 0 : failuresOf(draft).length;
  if (changedIds.length === 0) return 'No unsaved changes';
  const shown = new Set(rows.map(({ _id }) => _id));
  const elsewhere = changedIds.filter((id) => !shown.has(id)).length;
  return (
    <>
      {counted(cellCount, 'unsaved change')}
      {invalidCount > 0 && <Warning text={counted(invalidCount, 'invalid value')} />}
      {failed > 0 && <Warning text={`${counted(failed, 'item')} not saved`} />}
      {elsewhere > 0 && ` · ${counted(elsewhere, 'item')} on other pages`}
    </>
  );
}

function Warning({ text }: { text: string }): ReactNode {
  return (
    <>
      {' · '}
      <strong className="bad">{text}</strong>
    </>
  );
}

function focusInvalid(): void {
  document.querySelector<HTMLElement>('.sheet [aria-invalid="true"]')?.focus();
}
