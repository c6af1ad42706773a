import { VitrineError, type InputError } from '../../../ports/errors.ts';
import type { Json } from '../../../ports/catalog/json.ts';
import { createColumnError, type ImportRecord, type RecordSource } from '../import-records.ts';

/** Characters of a value in a message. */
const shownLengthMax = 40;

/**
 * An error of a record in the words of its file: it names the column as the file does, and the value. Errors of files without columns
 * stay as they are.
 */
export function locateErrorInFile(error: VitrineError, record: ImportRecord): VitrineError {
  const { line, source } = record;
  const { findColumn } = source;
  if (findColumn === null) return error;
  const value = 'input' in record ? record.input.value : null;
  const place = { line, findColumn, value };
  const errors =
    error.code === 'item_not_found'
      ? createUnknownItemErrors(place)
      : error.errors.map((one) => locateErrorInColumn(one, place));
  if (errors.length === 0) return error;
  return new VitrineError(error.code, errors[0]!.detail, { errors, members: error.members });
}

interface Place {
  readonly line: number;
  readonly findColumn: NonNullable<RecordSource['findColumn']>;
  readonly value: Json;
}

function createUnknownItemErrors({ line, findColumn, value }: Place): InputError[] {
  const found = findColumn('id');
  const id = getMemberAt(value, ['id']);
  if (found === null || typeof id !== 'string') return [];
  const text = `must be the id of an item of the project: current value is ${shortenText(id)}`;
  return [createColumnError(line, found.column, 'item_not_found', text)];
}

function locateErrorInColumn(error: InputError, { line, findColumn, value }: Place): InputError {
  const { path, code, detail } = error;
  const prefix = `line ${line}.`;
  if (!path.startsWith(prefix) || !detail.startsWith(`${path} `)) return error;
  const inner = path.slice(prefix.length);
  const [field = inner] = /^[^.[]+/.exec(inner) ?? [];
  const found = findColumn(inner) ?? findColumn(field);
  if (found === null) {
    const text = `line ${line}: ${inner} ${detail.slice(path.length + 1)}`;
    return { path, code, detail: code === 'required' ? `${text}, but no column becomes it` : text };
  }
  if (code === 'required') {
    const text = found.column === field ? 'must not be empty' : `must not be empty: it becomes ${field}`;
    return createColumnError(line, found.column, code, text);
  }
  const text = detail.slice(path.length + 1).replace('a number or a decimal string', 'a price');
  const members = inner.split(/[.[\]]+/).filter((name) => name !== '');
  const wrong = getMemberAt(value, members);
  const current = typeof wrong === 'string' ? wrong : found.cell;
  const isWhole = text.includes(': ') || current === '';
  return createColumnError(
    line,
    found.column,
    code,
    isWhole ? text : `${text}: current value is ${shortenText(current)}`,
  );
}

function getMemberAt(value: Json, names: readonly string[]): Json | undefined {
  let inner: Json | undefined = value;
  for (const name of names) {
    if (inner === null || typeof inner !== 'object') return undefined;
    inner = (inner as Record<string, Json>)[name];
  }
  return inner;
}

function shortenText(text: string): string {
  return JSON.stringify(text.slice(0, shownLengthMax));
}
