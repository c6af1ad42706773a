import { useId, useRef, type ReactNode } from 'react';
import { ItemPicture } from '../../parts/picture.tsx';
import { counted } from '../../parts/formats.ts';
import { SheetCell } from './sheet-cell.tsx';
import { useSheetKeys } from './use-sheet-keys.ts';
import type { SheetRow } from './sheet-row.ts';
import type { Sheet } from './use-sheet.ts';

/** The items with a cell for each price and stock, below a formula for each column. */
export function SheetTable({ sheet }: { sheet: Sheet }): ReactNode {
  const { rows, columns, draft, selected, select } = sheet;
  const table = useRef<HTMLTableElement>(null);
  const keys = useSheetKeys(sheet, table);
  const ids = rows.map(({ _id }) => _id);
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <div className="table-wrap sheet">
      <table ref={table}>
        <thead>
          <tr>
            <th className="choice">
              <input
                type="checkbox"
                aria-label="Select all items shown"
                checked={count === rows.length}
                ref={(input) => {
                  if (input !== null) input.indeterminate = count > 0 && count < rows.length;
                }}
                onChange={(event) => select(ids, event.target.checked)}
                onKeyDown={keys.onHeadKeyDown}
              />
            </th>
            <th className="hide-narrow picture">
              <span className="visually-hidden">Picture</span>
            </th>
            <th>Name</th>
            <th className="hide-narrow">SKU</th>
            {columns.map(({ name, label }) => (
              <th key={name} className={`right cell ${name}`}>
                {label}
              </th>
            ))}
          </tr>
          <FormulaRow sheet={sheet} />
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const failure = draft.failures.get(row._id);
            return (
              <tr key={row._id} className={selected.has(row._id) ? 'selected' : undefined}>
                <td className="choice">
                  <input
                    type="checkbox"
                    // Arrow keys reach it: Tab moves between cells, as in a spreadsheet.
                    tabIndex={-1}
                    data-cell={`${index}:-1`}
                    aria-label={`Select ${row.name}`}
                    checked={selected.has(row._id)}
                    onChange={(event) => select([row._id], event.target.checked)}
                    onKeyDown={(event) => keys.onChoiceKeyDown(event, index)}
                  />
                </td>
                <td className="hide-narrow picture">
                  <span className="thumb">
                    <ItemPicture url={row.picture} />
                  </span>
                </td>
                <td>
                  <NameOf row={row} isDeleted={failure?.isDeleted === true} />
                  {failure !== undefined && Object.keys(failure.cells ?? {}).length === 0 && (
                    <span className="field-error">{failure.message}</span>
                  )}
                </td>
                <td className="hide-narrow soft sku">{row.sku}</td>
                {columns.map((column, at) => (
                  <td key={column.name} className="right cell">
                    <SheetCell sheet={sheet} row={row} column={column} at={[index, at]} keys={keys} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function NameOf({ row, isDeleted }: { row: SheetRow; isDeleted: boolean }): ReactNode {
  return (
    <span className="name">
      {isDeleted ? <s>{row.name}</s> : <span>{row.name}</span>}
      <span className="row">
        <span className="small faint">{row.id}</span>
        {!row.isActive && <span className="badge">Inactive</span>}
      </span>
    </span>
  );
}

function FormulaRow({ sheet }: { sheet: Sheet }): ReactNode {
  const { rows, columns, targets, formulas, formulaErrors, setFormula, applyFormula } = sheet;
  const hint = useId();
  const isPart = targets.length < rows.length;
  const items = isPart ? counted(targets.length, 'selected item') : `all ${counted(rows.length, 'item')}`;
  return (
    <tr className="formulas">
      <td className="choice" />
      <td className="hide-narrow picture" />
      <td>
        <span className="change">Change {items}</span>
        <span className="small faint" id={hint}>
          +10%, -5, *1.2 or a number
        </span>
      </td>
      <td className="hide-narrow" />
      {columns.map((column) => {
        const { name, label } = column;
        const error = formulaErrors[name];
        return (
          <td key={name} className="right cell">
            <input
              className="input num"
              type="text"
              inputMode="text"
              autoComplete="off"
              placeholder={name === 'price' ? '+10%' : '-5'}
              aria-label={`Change ${label} of ${items}`}
              aria-describedby={error === undefined ? hint : `${hint} ${hint}-${name}`}
              aria-invalid={error === undefined ? undefined : true}
              value={formulas[name] ?? ''}
              onChange={(event) => setFormula(name, event.target.value)}
              onBlur={() => applyFormula(column)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') applyFormula(column);
                else if (event.key === 'Escape') setFormula(name, '');
              }}
            />
            {error !== undefined && (
              <span className="field-error" id={`${hint}-${name}`}>
                {error}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
