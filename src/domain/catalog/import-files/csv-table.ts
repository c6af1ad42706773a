import { readCsv, type CsvError, type CsvRow } from '../../../lib/csv-rows.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { createLineError, type SourceRow } from '../import-records.ts';
import type { Table, TableRow } from './table-records.ts';

/**
 * The table of a CSV file in UTF-8; null for an empty file.
 * @throws VitrineError invalid_request if the header cannot be read
 */
export async function openCsvTable(
  source: AsyncIterable<Uint8Array>,
  slices: WorkSlices,
): Promise<Table | null> {
  const table = await readCsv(source, {
    bytesMax: limits.importLineBytesMax,
    linesMax: limits.importRowLinesMax,
    cellsMax: limits.importColumnsMax,
    headerBytesMax: limits.importHeaderBytesMax,
    key: 'id',
    slices,
  });
  if (table === null) return null;
  const names = nameColumns(table.header);
  return { names, delimiter: table.delimiter, rows: readRows(table.rows, names, table.delimiter) };
}

async function* readRows(
  rows: AsyncIterable<CsvRow>,
  names: readonly string[],
  delimiter: string,
): AsyncIterable<TableRow> {
  const unnamed = names.flatMap((name, index) => (name === '' ? [index] : []));
  for await (const row of rows) {
    if ('fault' in row) {
      const cells = splitCells(row.text, delimiter, names.length);
      yield createRefusedRow({ line: row.line, cells }, ...describeFault(row.fault, names.length));
      continue;
    }
    if (row.cells.every((cell, index) => cell.trim() === names[index])) {
      yield createRefusedRow(row, 'format', 'must not be the header again');
      continue;
    }
    const filled = unnamed.find((index) => row.cells[index] !== '');
    if (filled === undefined) yield row;
    else {
      const text = `must have an empty cell in column ${filled + 1}, which has no name in the header`;
      yield createRefusedRow(row, 'format', text);
    }
  }
}

function createRefusedRow(row: SourceRow, code: string, text: string): TableRow {
  return {
    line: row.line,
    error: createLineError(row.line, code, text),
    source: { rows: [row], findColumn: null },
  };
}

/** The cells of a line that is no row, for a person who mends it: the rest of a longer line is in the last cell. */
function splitCells(text: string, delimiter: string, count: number): string[] {
  const parts = text.split(delimiter);
  const cells = [...parts.slice(0, count - 1), parts.slice(count - 1).join(delimiter)];
  return cells.map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
}

function nameColumns(header: CsvRow): string[] {
  const createRefusal = (code: string, text: string): VitrineError => {
    const { message, errors } = createLineError(header.line, code, text);
    return new VitrineError('invalid_request', message, { errors });
  };
  if ('fault' in header) {
    if (header.fault.code === 'too_long')
      throw createRefusal('too_long', `must be at most ${limits.importHeaderBytesMax} bytes`);
    throw createRefusal(...describeFault(header.fault, 0));
  }
  const names = header.cells.map((name) => name.trim());
  if (names.length > limits.importColumnsMax)
    throw createRefusal('too_many', `must have at most ${limits.importColumnsMax} columns`);
  const long = names.find((name) => name.length > limits.fieldNameLengthMax);
  if (long !== undefined)
    throw createRefusal(
      'too_long',
      `must name columns with at most ${limits.fieldNameLengthMax} characters: ${JSON.stringify(long.slice(0, 100))} is longer`,
    );
  const seen = new Set<string>();
  const twice = names.find((name) => name !== '' && seen.size === seen.add(name).size);
  if (twice !== undefined)
    throw createRefusal(
      'duplicate',
      `must name each column once: ${JSON.stringify(twice.slice(0, 100))} occurs twice`,
    );
  return names;
}

function describeFault(fault: CsvError, columns: number): [code: string, text: string] {
  switch (fault.code) {
    case 'unclosed_quote':
      return ['format', 'must have a closing quote; double any quote inside the text'];
    case 'text_after_quote':
      return ['format', 'must have no text after a closing quote; double any quote inside the text'];
    case 'cell_count':
      return ['format', `must have ${columns} cells, as many as the header: it has ${fault.count}`];
    case 'not_utf8':
      return [
        'invalid_text',
        'must be in the encoding of the file: name another one with encoding=, or save the file as "CSV UTF-8"',
      ];
    case 'too_long':
      return ['too_long', `must be at most ${limits.importLineBytesMax} bytes`];
  }
}
