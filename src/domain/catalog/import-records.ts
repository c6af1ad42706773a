import { splitByteLines } from '../../lib/byte-lines.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemInput } from './item-input.ts';
import { readJsonRecord } from '../contract/json-document.ts';

/** A record of an import: an item, or the error of its line. `line` is where it begins. */
export type ImportRecord =
  | { readonly line: number; readonly input: ItemInput; readonly source: RecordSource }
  | { readonly line: number; readonly error: VitrineError; readonly source: RecordSource };

/** A row of a file as it is there; a line of NDJSON has one cell. */
export interface SourceRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The source of a record in its file. */
export interface RecordSource {
  /** The rows that it was made of; sending them again gives the same record. */
  readonly rows: readonly SourceRow[];
  /** The column that becomes a field, and its cell, or null. Null for a file without columns. */
  readonly findColumn: ((field: string) => SourceCell | null) | null;
}

export interface SourceCell {
  readonly column: string;
  readonly cell: string;
}

/** The source of a record without columns. */
export function createRawSource(line: number, text: string): RecordSource {
  return { rows: [{ line, cells: [text] }], findColumn: null };
}

/** Cost of reading a line, and of rejecting one, in scanned bytes of JSON. */
const lineCost = 500;
export const refusalCost = 8_000;

/** Items of NDJSON in UTF-8, one per line; skips empty lines. Holds at most one line in memory. */
export async function* readNdjsonRecords(
  source: AsyncIterable<Uint8Array>,
  slices: WorkSlices,
): AsyncIterable<ImportRecord> {
  let line = 0;
  for await (const bytes of splitByteLines(source, limits.importLineBytesMax)) {
    line++;
    await slices.spend(lineCost + (bytes?.length ?? 0));
    if (bytes === null) {
      await slices.spend(refusalCost);
      yield {
        line,
        error: createLineError(line, 'too_long', `must be at most ${limits.importLineBytesMax} bytes`),
        source: { rows: [], findColumn: null },
      };
    } else if (!isBlank(bytes)) {
      yield await parseJsonRecord(
        line,
        bytes,
        createRawSource(line, Buffer.from(bytes).toString('utf8')),
        slices,
      );
    }
  }
}

/** The record of a line with a JSON item. */
export async function parseJsonRecord(
  line: number,
  bytes: Uint8Array,
  source: RecordSource,
  slices: WorkSlices,
): Promise<ImportRecord> {
  const path = `line ${line}`;
  try {
    return { line, input: { ...(await readJsonRecord(bytes, path, slices)), path }, source };
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    await slices.spend(refusalCost);
    return { line, error: error.code === 'invalid_json' ? prefixLine(error, path) : error, source };
  }
}

/** The position in the message is that in the line. */
function prefixLine({ code, message }: VitrineError, path: string): VitrineError {
  return new VitrineError(code, `${path}: ${message.replace(/ \(line 1 column \d+\)$/, '')}`);
}

function isBlank(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 32) return false;
  return true;
}

/** `text` is the requirement that the line violates. */
export function createLineError(line: number, code: string, text: string): VitrineError {
  const path = `line ${line}`;
  const detail = `${path} ${text}`;
  const errors: InputError[] = [{ path, code, detail }];
  return new VitrineError('invalid_item', detail, { errors });
}

/** The error of a cell; `text` as in {@link createLineError}. */
export function createCellError(line: number, column: string, code: string, text: string): VitrineError {
  const error = createColumnError(line, column, code, text);
  return new VitrineError('invalid_item', error.detail, { errors: [error] });
}

/** The error of a line, in a column as the file names it. */
export function createColumnError(line: number, column: string, code: string, text: string): InputError {
  const name = column.slice(0, 100);
  return {
    path: `line ${line}.${name}`,
    code,
    detail: `line ${line}: column ${JSON.stringify(name)} ${text}`,
  };
}
