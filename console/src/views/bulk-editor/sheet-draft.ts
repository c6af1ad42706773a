import { applyFormula, type ColumnFormula } from './column-formula.ts';
import { numberText, parseNumber } from './number-text.ts';
import type { CellEdit } from './pasted-block.ts';
import { isEditable, storedText, type Column, type ColumnName, type SheetRow } from './sheet-row.ts';

type RowEdits = Readonly<Partial<Record<ColumnName, string>>>;
/** Texts of edited cells by `_id` and column. */
type Edits = ReadonlyMap<string, RowEdits>;

/** Why an item was not saved. */
export interface RowFailure {
  readonly message: string;
  /** Messages of single cells, without that of the row. */
  readonly cells?: Readonly<Partial<Record<ColumnName, string>>> | undefined;
  /** The item was deleted. */
  readonly isDeleted?: boolean | undefined;
}

/** The edits of a sheet. They outlive the page of items on which they were made. */
export interface SheetDraft {
  /** Every item that was loaded, in its newest known version. */
  readonly rows: ReadonlyMap<string, SheetRow>;
  readonly edits: Edits;
  readonly failures: ReadonlyMap<string, RowFailure>;
  /** Earlier edits, for Undo. */
  readonly past: readonly Edits[];
  /** Consecutive edits with the same name are undone together. */
  readonly group: string | null;
}

export interface CellState {
  readonly text: string;
  readonly stored: string;
  readonly isChanged: boolean;
  readonly error: string | undefined;
}

/** The changed fields of an item, and the texts that they were parsed from. */
export interface RowChanges {
  readonly row: SheetRow;
  readonly values: Readonly<Partial<Record<ColumnName, number | null>>>;
  readonly texts: RowEdits;
}

/** What saving an item led to. Without a failure, it is stored. `row`: its newest version, if known. */
export interface SaveOutcome {
  readonly changes: RowChanges;
  readonly row: SheetRow | null;
  readonly failure: RowFailure | null;
}

const undoMax = 100;

export const emptyDraft: SheetDraft = {
  rows: new Map(),
  edits: new Map(),
  failures: new Map(),
  past: [],
  group: null,
};

export function withRows(draft: SheetDraft, loaded: readonly SheetRow[]): SheetDraft {
  const rows = new Map(draft.rows);
  for (const row of loaded) if ((rows.get(row._id)?.version ?? 0) <= row.version) rows.set(row._id, row);
  return { ...draft, rows };
}

/** Edits cells. Edits with the same `group`, such as the letters typed into a cell, are undone together. */
export function withEdits(
  draft: SheetDraft,
  cells: readonly CellEdit[],
  group: string | null = null,
): SheetDraft {
  if (cells.length === 0) return draft;
  const edits = new Map(draft.edits);
  for (const { _id, column, text } of cells) edits.set(_id, { ...edits.get(_id), [column]: text });
  const failures = new Map(draft.failures);
  for (const { _id } of cells) if (failures.get(_id)?.isDeleted !== true) failures.delete(_id);
  const isContinued = group !== null && group === draft.group;
  const past = isContinued ? draft.past : [...draft.past, draft.edits].slice(-undoMax);
  return { ...draft, edits, failures, past, group };
}

export function withUndo(draft: SheetDraft): SheetDraft {
  const edits = draft.past.at(-1);
  return edits === undefined ? draft : { ...draft, edits, past: draft.past.slice(0, -1), group: null };
}

/** Discards the edits of an item, or all of them. */
export function withoutEdits(draft: SheetDraft, _id: string | null): SheetDraft {
  if (_id === null) return { ...emptyDraft, rows: draft.rows };
  const edits = new Map(draft.edits);
  const failures = new Map(draft.failures);
  edits.delete(_id);
  failures.delete(_id);
  return { ...draft, edits, failures, past: [...draft.past, draft.edits].slice(-undoMax), group: null };
}

/** Keeps the edits of items that were not saved, and those made during the save. */
export function withOutcomes(draft: SheetDraft, outcomes: readonly SaveOutcome[]): SheetDraft {
  const edits = new Map(draft.edits);
  const failures = new Map(draft.failures);
  for (const { changes, failure } of outcomes) {
    const { _id } = changes.row;
    failures.delete(_id);
    if (failure === null) {
      const rest = Object.entries(edits.get(_id) ?? {}).filter(
        ([column, text]) => text !== changes.texts[column as ColumnName],
      );
      if (rest.length === 0) edits.delete(_id);
      else edits.set(_id, Object.fromEntries(rest));
    } else failures.set(_id, failure);
  }
  const rows = outcomes.flatMap(({ row }) => row ?? []);
  return withRows({ ...draft, edits, failures, past: [], group: null }, rows);
}

/** The cells of a column after a formula. Cells without a number, and invalid ones, are changed by `=` only. */
export function formulaEdits(
  draft: SheetDraft,
  rows: readonly SheetRow[],
  column: Column,
  formula: ColumnFormula,
): CellEdit[] {
  return rows.flatMap((row) => {
    if (!isEditable(row, column)) return [];
    const parsed = parseNumber(cellOf(draft, row, column).text, column);
    const value = applyFormula(formula, 'value' in parsed ? parsed.value : null, column.digits);
    return value === null
      ? []
      : [{ _id: row._id, column: column.name, text: numberText(value, column.digits) }];
  });
}

/** Items that were not saved and still have edits. */
export function failuresOf({ edits, failures }: SheetDraft): [_id: string, failure: RowFailure][] {
  return [...failures].filter(([_id]) => edits.has(_id));
}

export function cellOf({ edits, failures }: SheetDraft, row: SheetRow, column: Column): CellState {
  const stored = storedText(row, column);
  const text = edits.get(row._id)?.[column.name] ?? stored;
  if (text.trim() === stored) return { text, stored, isChanged: false, error: undefined };
  const before = parseNumber(stored, column);
  const after = parseNumber(text, column);
  if ('value' in before && 'value' in after && before.value === after.value)
    return { text, stored, isChanged: false, error: undefined };
  const error = 'error' in after ? after.error : failures.get(row._id)?.cells?.[column.name];
  return { text, stored, isChanged: true, error };
}

/** What would be saved, and what keeps other edits from it. */
export interface SheetChanges {
  /** The valid changes, by item. */
  readonly changes: readonly RowChanges[];
  /** Changed cells, without invalid ones. */
  readonly cellCount: number;
  readonly invalidCount: number;
  /** Items with a changed or invalid cell. */
  readonly changedIds: readonly string[];
}

export function changesOf(draft: SheetDraft, columns: readonly Column[]): SheetChanges {
  let cellCount = 0;
  let invalidCount = 0;
  const changes: RowChanges[] = [];
  const changedIds: string[] = [];
  for (const _id of draft.edits.keys()) {
    const row = draft.rows.get(_id);
    if (row === undefined) continue;
    const values: Partial<Record<ColumnName, number | null>> = {};
    const texts: Partial<Record<ColumnName, string>> = {};
    const changed = columns.filter((column) => cellOf(draft, row, column).isChanged);
    for (const column of changed) {
      const { text } = cellOf(draft, row, column);
      const parsed = parseNumber(text, column);
      if ('error' in parsed) invalidCount++;
      else {
        values[column.name] = parsed.value;
        texts[column.name] = text;
        cellCount++;
      }
    }
    if (changed.length > 0) changedIds.push(_id);
    if (Object.keys(values).length > 0) changes.push({ row, values, texts });
  }
  return { changes, cellCount, invalidCount, changedIds };
}
