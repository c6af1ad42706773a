import type { ReactNode } from 'react';
import { counted } from '../../../parts/formats.ts';
import type { Selection } from '../use-selection.ts';

/** What is selected, and what can be done with it. */
export function SelectionBar({
  selection,
  total,
  what,
  mayDelete,
  onEdit,
  onDelete,
}: {
  selection: Selection;
  /** Of everything that the query finds. */
  total: number;
  what: string;
  mayDelete: boolean;
  onEdit: () => void;
  onDelete: () => void;
}): ReactNode {
  const { rows, isEverything } = selection;
  return (
    <div className="selection-bar" role="region" aria-label="Selection">
      <strong role="status">
        {isEverything ? `All ${counted(total, what)}` : counted(rows.length, 'row')} selected
      </strong>
      {!isEverything && total > rows.length && (
        <button type="button" className="button small quiet" onClick={selection.selectEverything}>
          Select all {counted(total, what)}
        </button>
      )}
      <span className="grow" />
      <button type="button" className="button small main" onClick={onEdit}>
        Edit …
      </button>
      {mayDelete && (
        <button type="button" className="button small bad" onClick={onDelete}>
          Delete …
        </button>
      )}
      <button type="button" className="button small quiet" onClick={selection.clear}>
        Clear
      </button>
    </div>
  );
}
