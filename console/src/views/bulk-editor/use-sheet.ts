import { useEffect, useState } from 'react';
import { useToast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.ts';
import { counted } from '../../parts/formats.ts';
import { parseFormula } from './column-formula.ts';
import { parseBlock, placeBlock, type CellEdit } from './pasted-block.ts';
import { pasteNotice, type PasteNotice } from './paste-notice.ts';
import { saveChanges } from './save-changes.ts';
import {
  changesOf,
  emptyDraft,
  formulaEdits,
  withEdits,
  withOutcomes,
  withoutEdits,
  withRows,
  withUndo,
  type SheetChanges,
  type SheetDraft,
} from './sheet-draft.ts';
import type { Column, ColumnName, SheetRow } from './sheet-row.ts';

type FormulaTexts = Readonly<Partial<Record<ColumnName, string>>>;

const pastedLengthMax = 1_000_000;

/** The sheet with its edits, and what can be done with them. */
export interface Sheet {
  readonly columns: readonly Column[];
  /** The items shown, in their newest known version. */
  readonly rows: readonly SheetRow[];
  /** The edits, with those of formulas that are being typed. */
  readonly draft: SheetDraft;
  readonly changes: SheetChanges;
  readonly edit: (cells: readonly CellEdit[], group?: string) => void;
  readonly undo: () => void;
  /** Discards the edits of an item; null: all. */
  readonly discard: (_id: string | null) => void;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: readonly string[], isSelected: boolean) => void;
  /** The items that a formula changes: the selected ones, or all. */
  readonly targets: readonly SheetRow[];
  readonly formulas: FormulaTexts;
  readonly formulaErrors: FormulaTexts;
  readonly setFormula: (column: ColumnName, text: string) => void;
  /** Makes the formula of a column an edit like others, or shows what is wrong with it. */
  readonly applyFormula: (column: Column) => void;
  /** Whether the text is a block, and is pasted from this cell on. */
  readonly paste: (text: string, row: number, column: number) => boolean;
  readonly notice: PasteNotice | null;
  readonly save: () => Promise<void>;
  readonly isSaving: boolean;
  readonly saveError: unknown;
}

/** The edits of the items shown and of those on other pages. */
export function useSheet(
  project: string,
  loaded: readonly SheetRow[] | null,
  columns: readonly Column[],
): Sheet {
  const [draft, setDraft] = useState(emptyDraft);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<PasteNotice | null>(null);
  useEffect(() => {
    if (loaded !== null) setDraft((old) => withRows(old, loaded));
  }, [loaded]);
  const rows = (loaded ?? []).map((row) => draft.rows.get(row._id) ?? row);
  const chosen = rows.filter(({ _id }) => selected.has(_id));
  const targets = chosen.length === 0 ? rows : chosen;
  const formulas = useFormulas(draft, setDraft, columns, targets);
  const changes = changesOf(formulas.draft, columns);
  const saving = useSaving(project, columns, formulas, setDraft);
  const count = changes.changedIds.length;
  useUnsaved(count === 0 ? null : { detail: `Changes to ${counted(count, 'item')} are not saved.` });
  return {
    columns,
    rows,
    draft: formulas.draft,
    changes,
    edit: (cells, group) => setDraft((old) => withEdits(old, cells, group)),
    undo: () => (setNotice(null), setDraft(withUndo)),
    discard: (_id) => {
      if (_id === null) formulas.clear();
      setNotice(null);
      setDraft((old) => withoutEdits(old, _id));
    },
    selected,
    select: (ids, isSelected) =>
      setSelected((old) => {
        const next = new Set(old);
        for (const id of ids) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    targets,
    formulas: formulas.texts,
    formulaErrors: formulas.errors,
    setFormula: formulas.set,
    applyFormula: formulas.apply,
    paste: (text, row, column) => {
      const block = parseBlock(text.slice(0, pastedLengthMax));
      if (block.length === 0 || (block.length === 1 && block[0]!.length === 1)) return false;
      const placed = placeBlock(block, rows, columns, { row, column });
      setDraft((old) => withEdits(old, placed.cells));
      setNotice(pasteNotice(placed));
      return true;
    },
    notice,
    ...saving,
    save: () => (setNotice(null), saving.save()),
  };
}

interface Formulas {
  readonly draft: SheetDraft;
  readonly texts: FormulaTexts;
  readonly errors: FormulaTexts;
  readonly set: (column: ColumnName, text: string) => void;
  readonly apply: (column: Column) => void;
  readonly clear: () => void;
}

/** The formulas of the columns. While one is typed, the draft shows its outcome. */
function useFormulas(
  draft: SheetDraft,
  setDraft: (change: (old: SheetDraft) => SheetDraft) => void,
  columns: readonly Column[],
  targets: readonly SheetRow[],
): Formulas {
  const [texts, setTexts] = useState<FormulaTexts>({});
  const [errors, setErrors] = useState<FormulaTexts>({});
  const editsOf = (of: SheetDraft, column: Column): CellEdit[] => {
    const text = texts[column.name] ?? '';
    const formula = text.trim() === '' ? null : parseFormula(text, column);
    return formula === null || 'error' in formula ? [] : formulaEdits(of, targets, column, formula);
  };
  const without = (all: FormulaTexts, name: ColumnName): FormulaTexts => {
    const { [name]: _, ...rest } = all;
    return rest;
  };
  return {
    draft: columns.reduce((all, column) => withEdits(all, editsOf(all, column)), draft),
    texts,
    errors,
    set: (name, text) => {
      setTexts((old) => ({ ...old, [name]: text }));
      setErrors((old) => without(old, name));
    },
    apply: (column) => {
      const text = texts[column.name] ?? '';
      const formula = text.trim() === '' ? null : parseFormula(text, column);
      if (formula === null) return;
      const error =
        'error' in formula
          ? formula.error
          : editsOf(draft, column).length === 0
            ? 'No number to change'
            : null;
      if (error !== null) {
        setErrors((old) => ({ ...old, [column.name]: error }));
        return;
      }
      setDraft((old) => withEdits(old, editsOf(old, column)));
      setTexts((old) => without(old, column.name));
    },
    clear: () => (setTexts({}), setErrors({})),
  };
}

function useSaving(
  project: string,
  columns: readonly Column[],
  formulas: Formulas,
  setDraft: (change: (old: SheetDraft) => SheetDraft) => void,
): Pick<Sheet, 'save' | 'isSaving' | 'saveError'> {
  const notify = useToast();
  const [isSaving, setIsSaving] = useState(false);
  const [saveError, setSaveError] = useState<unknown>(null);
  const save = async (): Promise<void> => {
    const { changes } = changesOf(formulas.draft, columns);
    if (changes.length === 0 || isSaving) return;
    for (const column of columns) formulas.apply(column);
    setSaveError(null);
    setIsSaving(true);
    const { outcomes, error } = await saveChanges(project, changes);
    setDraft((old) => withOutcomes(old, outcomes));
    setSaveError(error);
    setIsSaving(false);
    const saved = outcomes.filter(({ failure }) => failure === null).length;
    if (saved > 0) notify(`Saved ${counted(saved, 'item')}`);
  };
  return { save, isSaving, saveError };
}
