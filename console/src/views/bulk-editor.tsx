import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link } from '../app/router.tsx';
import { CopyButton } from '../parts/code-block.tsx';
import { count, counted } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { blockText } from './bulk-editor/pasted-block.ts';
import { SheetBar } from './bulk-editor/sheet-bar.tsx';
import { cellOf, failuresOf } from './bulk-editor/sheet-draft.ts';
import { rowOf } from './bulk-editor/row-of-item.ts';
import { columnsOf } from './bulk-editor/sheet-row.ts';
import { SheetTable } from './bulk-editor/sheet-table.tsx';
import { useSheet, type Sheet } from './bulk-editor/use-sheet.ts';
import { ItemFilters } from './items/item-filters.tsx';
import { itemsPath, pageSize, queryText, useItemQuery } from './items/item-query.ts';
import { loadItems } from './items/load-items.ts';

const rowsMax = 100;

/** Prices and stock of many items, edited as in a spreadsheet and saved at once. */
export function BulkEditor({ project }: ProjectView): ReactNode {
  const { query, update } = useItemQuery(itemsPath(project.id, '/bulk-edit'), { name: 'offset', first: 0 });
  const offset = query.position;
  const loaded = useLoad(JSON.stringify(query), async (signal) => {
    const flat = { ...query, rows: 'items' } as const;
    const { rows, total } = await loadItems(project.id, flat, { limit: rowsMax, offset }, { signal });
    return { rows: rows.map(({ item }) => rowOf(item)), total };
  });
  const columns = useMemo(() => columnsOf(project.currency), [project.currency]);
  const sheet = useSheet(project.id, loaded.value?.rows ?? null, columns);
  usePasteAnywhere(sheet);
  const page = Math.floor(offset / pageSize) + 1;
  const { rows, draft } = sheet;
  return (
    <View
      title="Prices and stock"
      intro="Type in the cells, paste them from a spreadsheet, or change a column by a formula."
      actions={
        <>
          {rows.length > 0 && (
            <CopyButton
              label="Copy as a table"
              text={blockText(rows, columns, (row, column) => cellOf(draft, row, column).text)}
            />
          )}
          <Link
            to={itemsPath(project.id, queryText({ ...query, position: page }, { name: 'page', first: 1 }))}
          >
            Back to items
          </Link>
        </>
      }
    >
      <ItemFilters
        project={project.id}
        query={{ ...query, rows: 'items' }}
        update={update}
        total={loaded.value?.total ?? null}
      />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && (
        <SkeletonRows count={12} height="2.9rem" columns={5} />
      )}
      <Messages sheet={sheet} />
      {loaded.value !== null &&
        (rows.length === 0 ? (
          <Empty icon="items" title="No matching items">
            Try another search or status.
          </Empty>
        ) : (
          <SheetTable sheet={sheet} />
        ))}
      {loaded.value !== null && loaded.value.total > rows.length && (
        <Ranges
          offset={offset}
          shown={rows.length}
          total={loaded.value.total}
          onOffset={(to) => update({ position: to })}
        />
      )}
      <SheetBar sheet={sheet} />
    </View>
  );
}

/** What a paste did, and what was not saved. */
function Messages({ sheet }: { sheet: Sheet }): ReactNode {
  const { notice, draft, saveError, isSaving, discard } = sheet;
  const failures = failuresOf(draft);
  return (
    <>
      <div role="status" className="sheet-notice">
        {notice !== null && <p className={notice.isIncomplete ? 'note warn' : 'note good'}>{notice.text}</p>}
      </div>
      {saveError !== null && <ErrorNote error={saveError} />}
      {failures.length > 0 && !isSaving && (
        <div className="note bad" role="alert">
          <strong>{counted(failures.length, 'item was', 'items were')} not saved</strong>
          <ul className="stack tight">
            {failures.map(([_id, { message }]) => {
              const name = draft.rows.get(_id)?.name ?? _id;
              return (
                <li key={_id} className="row">
                  <span>
                    {name}: {message}.
                  </span>
                  <button type="button" className="button small" onClick={() => discard(_id)}>
                    Discard changes<span className="visually-hidden">of {name}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
}

function Ranges({
  offset,
  shown,
  total,
  onOffset,
}: {
  offset: number;
  shown: number;
  total: number;
  onOffset: (offset: number) => void;
}): ReactNode {
  return (
    <nav className="row" aria-label="Pages" style={{ justifyContent: 'center' }}>
      <button
        type="button"
        className="button"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - rowsMax))}
      >
        Previous
      </button>
      <span className="num soft">
        {shown === 0 ? 'No items' : `Items ${count(offset + 1)} to ${count(offset + shown)}`} of{' '}
        {count(total)}
      </span>
      <button
        type="button"
        className="button"
        disabled={offset + shown >= total}
        onClick={() => onOffset(offset + rowsMax)}
      >
        Next
      </button>
    </nav>
  );
}

/** Pastes from the first cell on if no field has the focus. */
function usePasteAnywhere({ paste }: Sheet): void {
  const latest = useRef(paste);
  latest.current = paste;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const isField = document.activeElement?.closest('input, textarea, select, dialog') !== null;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!isField && latest.current(text, 0, 0)) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
