import { doOverlap } from '../../lib/field-paths.ts';
import { createJsonProjection } from '../../lib/json-projection.ts';
import type { InputError } from '../../ports/errors.ts';
import type { Task } from '../../ports/access/projects.ts';
import type { RejectedFile, RejectedTable } from './import-files/rejected-rows.ts';
import type { Restrictions } from '../access/restrictions.ts';

type Values = Readonly<Record<string, unknown>>;
type Columns = RejectedTable['columns'];
type PrivateFields = Pick<Restrictions, 'privateFields'>;

/** Errors and warnings cut longer names of columns. */
const shownNameLength = 100;

/** An error of a line or of an item, as tasks have it. */
interface TaskError {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
  readonly [member: string]: unknown;
}

/**
 * Hides private fields and their values in the errors and warnings of a task. `columns` are those of the file; null means
 * not known, so each may become a private field.
 */
export function hideFieldsInTask(task: Task, restrictions: PrivateFields, columns: Columns | null): Task {
  if (restrictions.privateFields.length === 0) return task;
  const { progress } = task;
  const { errors, file } = progress as { readonly errors?: readonly TaskError[]; readonly file?: Values };
  const findField = createFieldReader(
    file !== undefined && file['format'] !== 'ndjson' ? (columns ?? []) : null,
  );
  return {
    ...task,
    progress: {
      ...progress,
      ...(errors === undefined
        ? {}
        : { errors: errors.map((error) => hideFieldsInError(error, restrictions, findField)) }),
      ...(file === undefined ? {} : { file: hideFieldsInFindings(file, restrictions, columns ?? []) }),
    },
  };
}

/** The rejected records as a key sees them: without private fields, and the columns and lines that may have one. */
export function hideFieldsInRejected(file: RejectedFile, restrictions: PrivateFields): RejectedFile {
  const { privateFields } = restrictions;
  if (privateFields.length === 0) return file;
  if (file.table === undefined) {
    const projection = createJsonProjection({
      include: null,
      exclude: privateFields,
      always: { names: [], prefix: '_' },
    });
    const lines = file.type === 'text/csv' ? [] : file.text.split('\n').filter(isJsonObject);
    const text = lines.map((line) => `${Buffer.from(projection(Buffer.from(line))).toString()}\n`).join('');
    return { type: file.type, text };
  }
  const { columns, rows, separator } = file.table;
  const visibleColumns = columns.flatMap(({ field }, index) => (isSeen(field, restrictions) ? [index] : []));
  const findField = createFieldReader(columns);
  return {
    type: file.type,
    table: {
      separator,
      columns: visibleColumns.map((index) => columns[index]!),
      rows: rows.map(({ line, cells, error, path }) => ({
        line,
        // In a row that does not match the header, cells may belong to other columns.
        cells: visibleColumns.map((index) =>
          error !== '' && splitPath(path).member === '' ? '' : (cells[index] ?? ''),
        ),
        path,
        error: error === '' || isSeen(findField(path), restrictions) ? error : createHiddenError(path).detail,
      })),
    },
  };
}

function isSeen(field: string | null, restrictions: PrivateFields): boolean {
  return field !== null && !restrictions.privateFields.some((path) => doOverlap(field, path));
}

function hideFieldsInError(
  error: TaskError,
  restrictions: PrivateFields,
  findField: (path: string) => string | null,
): TaskError {
  const errors = error.errors.map((cause) =>
    isSeen(findField(cause.path), restrictions) ? cause : createHiddenError(cause.path),
  );
  if (errors.every((cause, at) => cause === error.errors[at])) return error;
  // The detail of a line is that of its first error.
  return { ...error, errors, detail: errors[0]!.detail };
}

function createHiddenError(path: string): InputError {
  const { place } = splitPath(path);
  const detail = `${place} has an error in a field that only keys with the scope \`private\` see`;
  return { path: place, code: 'private_field', detail };
}

/** `line 3.specs.cost` is in `specs.cost`, and `data[2]` in none. */
function splitPath(path: string): { readonly place: string; readonly member: string } {
  const [place = ''] = /^(?:line \d+|\w+(?:\[\d+\])?)/.exec(path) ?? [];
  return { place, member: path.slice(place.length + 1) };
}

/**
 * Maps the path of an error to a field, '' for none, or null for an unknown one. With `columns` null, paths name fields. Otherwise they name
 * columns, or fields that no column becomes.
 */
function createFieldReader(columns: Columns | null): (path: string) => string | null {
  const fields = new Map(columns?.map(({ name, field }) => [name.slice(0, shownNameLength), field]));
  return (path) => {
    const { member } = splitPath(path);
    if (columns !== null && fields.has(member)) return fields.get(member) ?? null;
    if (columns?.length === 0 && member !== '') return null;
    return member.replaceAll(/\[\d+\]/g, '');
  };
}

/** Warnings quote the values of columns. */
function hideFieldsInFindings(file: Values, restrictions: PrivateFields, columns: Columns): Values {
  const isColumnSeen = (name: string | null): boolean =>
    name === null ||
    isSeen(
      columns.find((column) => column.name.slice(0, shownNameLength) === name)?.field ?? null,
      restrictions,
    );
  const warnings = (file['warnings'] ?? []) as readonly { readonly column: string | null }[];
  const ambiguous = (file['ambiguousColumns'] ?? []) as readonly string[];
  return {
    ...file,
    ambiguousColumns: ambiguous.filter(isColumnSeen),
    warnings: warnings.filter(({ column }) => isColumnSeen(column)),
  };
}

function isJsonObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}
