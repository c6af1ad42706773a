import { limits } from '../../../ports/limits.ts';
import type { RecordSource } from '../import-records.ts';
import { selectMerchantColumns, rejectedColumns } from './columns.ts';
import type { FileColumn } from './file-findings.ts';
import type { ImportFile } from './import-file.ts';

/** The rejected records of an import in the form of its file, to be corrected and sent again. */
export type RejectedFile = {
  readonly type: 'text/csv' | 'application/x-ndjson';
} & (
  | { readonly text: string; readonly table?: never }
  | { readonly text?: never; readonly table: RejectedTable }
);

/** The rows of a file with columns. */
export interface RejectedTable {
  readonly separator: string;
  readonly columns: readonly Pick<FileColumn, 'name' | 'field'>[];
  readonly rows: readonly RejectedRow[];
}

interface RejectedRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** The error, or empty for a valid row of a rejected record. */
  error: string;
  /** Place of the error. */
  path: string;
}

/** Collects the rows of rejected records, up to limits. */
export class RejectedRows {
  readonly #rows = new Map<number, RejectedRow>();
  #bytes = 0;
  #isCut = false;

  /** `line` is where the record begins. */
  add(line: number, { rows }: RecordSource, { error, path }: { error: string; path: string }): void {
    for (const { line: at, cells } of rows) {
      const row = this.#rows.get(at);
      const rowError = at === line ? error : '';
      if (row !== undefined) {
        if (row.error === '' && rowError !== '') Object.assign(row, { error, path });
        continue;
      }
      const bytes = this.isFull ? Infinity : cells.reduce((sum, cell) => sum + cell.length, rowError.length);
      if (this.#bytes + bytes > limits.importRejectedBytesMax) {
        this.#isCut = true;
        continue;
      }
      this.#bytes += bytes;
      this.#rows.set(at, { line: at, cells, error: rowError, path: rowError === '' ? '' : path });
    }
  }

  /** Whether no further row is kept. */
  get isFull(): boolean {
    return this.#rows.size >= limits.importRejectedRowsMax;
  }

  /** Null means that there are none. */
  get counts(): { rows: number; isCut: boolean } | null {
    return this.#rows.size === 0 && !this.#isCut ? null : { rows: this.#rows.size, isCut: this.#isCut };
  }

  /** Returns the rejected rows as a file, or null without any. */
  createFile({ findings, columns }: Pick<ImportFile, 'findings' | 'columns'>): RejectedFile | null {
    if (this.#rows.size === 0) return null;
    const { format, delimiter } = findings();
    const rows = [...this.#rows].sort(([a], [b]) => a - b);
    if (format === 'ndjson') {
      const text = rows.map(([, { cells }]) => `${cells.join('')}\n`).join('');
      return { type: 'application/x-ndjson', text };
    }
    const all = columns();
    const columnCount = selectMerchantColumns(all.map(({ name }) => name)).length;
    const table: RejectedTable = {
      separator: delimiter ?? ',',
      columns: all.slice(0, columnCount).map(({ name, field }) => ({ name, field })),
      rows: rows.map(([, row]) => ({
        ...row,
        cells: Array.from({ length: columnCount }, (_, index) => row.cells[index] ?? ''),
      })),
    };
    return { type: 'text/csv', table };
  }
}

/** The file as text. */
export function formatRejectedFile({ text, table }: RejectedFile): string {
  if (table === undefined) return text;
  const { separator, columns, rows } = table;
  const formatLine = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoteCell(cell, separator)).join(separator)}\r\n`;
  const header = formatLine([...columns.map(({ name }) => name), ...rejectedColumns]);
  const lines = rows.map(({ line, cells, error }) => formatLine([...cells, String(line), error]));
  // The mark makes Excel read UTF-8.
  return `\ufeff${header}${lines.join('')}`;
}

function quoteCell(cell: string, separator: string): string {
  const isPlain = !/["\r\n]/.test(cell) && !cell.includes(separator) && cell.trim() === cell;
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
