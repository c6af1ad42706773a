import { createCellError } from '../import-records.ts';
import { CellError } from './cell-json.ts';
import type { FileItem, FileRow, RefusedLine } from './table-layout.ts';

/** An item for each row. */
export async function* convertRows(
  rows: AsyncIterable<FileRow | RefusedLine>,
  createItem: (row: FileRow) => FileItem | null,
): AsyncIterable<FileItem | RefusedLine> {
  for await (const row of rows) {
    const item = 'error' in row ? row : convertRowOrError(row, () => createItem(row));
    if (item !== null) yield item;
  }
}

/** The item, or the error of its line. */
export function convertRowOrError<T extends FileItem | null>(
  { line, source }: Pick<FileItem, 'line' | 'source'>,
  read: () => T,
): T | RefusedLine {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    return { line, error: createCellError(line, error.column, error.code, error.text), source };
  }
}
