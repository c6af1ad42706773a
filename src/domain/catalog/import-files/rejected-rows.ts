import { limits } from '../../../ports/limits.ts';
import type { RecordSource } from '../import-records.ts';
import { ownColumns, rejectedColumns } from './columns.ts';
import type { ImportFile } from './import-file.ts';

/** The rejected records of an import in the form of its file, to be mended and sent again. */
export interface RejectedFile {
  readonly type: 'text/csv' | 'application/x-ndjson';
  readonly text: string;
}

interface RejectedRow {
  readonly cells: readonly string[];
  error: string;
}

/** Collects the rows of rejected records, up to limits. */
export class RejectedRows {
  readonly #rows = new Map<number, RejectedRow>();
  #bytes = 0;
  #isCut = false;

  /** `line`: where the record begins. */
  add(line: number, { rows }: RecordSource, error: string): void {
    for (const { line: at, cells } of rows) {
      const known = this.#rows.get(at);
      const said = at === line ? error : '';
      if (known !== undefined) {
        if (known.error === '') known.error = said;
        continue;
      }
      const bytes = this.isFull ? Infinity : cells.reduce((sum, cell) => sum + cell.length, said.length);
      if (this.#bytes + bytes > limits.importRejectedBytesMax) {
        this.#isCut = true;
        continue;
      }
      this.#bytes += bytes;
      this.#rows.set(at, { cells, error: said });
    }
  }

  /** Whether no further row is kept. */
  get isFull(): boolean {
    return this.#rows.size >= limits.importRejectedRowsMax;
  }

  /** Null: there are none. */
  get counts(): { rows: number; isCut: boolean } | null {
    return this.#rows.size === 0 && !this.#isCut ? null : { rows: this.#rows.size, isCut: this.#isCut };
  }

  /** Null if there are none. */
  file({ findings, columns }: Pick<ImportFile, 'findings' | 'columns'>): RejectedFile | null {
    if (this.#rows.size === 0) return null;
    const { format, delimiter } = findings();
    const rows = [...this.#rows].sort(([a], [b]) => a - b);
    if (format === 'ndjson') {
      const text = rows.map(([, { cells }]) => `${cells.join('')}\n`).join('');
      return { type: 'application/x-ndjson', text };
    }
    const names = ownColumns(columns().map(({ name }) => name));
    const separator = delimiter ?? ',';
    const lineOf = (cells: readonly string[]): string =>
      `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;
    const lines = rows.map(([line, { cells, error }]) =>
      lineOf([...names.map((_, index) => cells[index] ?? ''), String(line), error]),
    );
    // The mark makes Excel read UTF-8.
    const text = `\ufeff${lineOf([...names, ...rejectedColumns])}${lines.join('')}`;
    return { type: 'text/csv', text };
  }
}

function csvCell(cell: string, separator: string): string {
  const isPlain = !/["\r\n]/.test(cell) && !cell.includes(separator) && cell.trim() === cell;
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
