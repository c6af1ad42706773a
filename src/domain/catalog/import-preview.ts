import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import type { LineError } from './import.ts';
import type { ImportMode } from './import-modes.ts';
import { findMissingColumns } from './import-files/required-columns.ts';
import type { ColumnMapping } from './import-files/column-mapping.ts';
import { suggestFields } from './import-files/column-suggestions.ts';
import { encodingWarning } from './import-files/file-encoding.ts';
import { locateErrorInFile } from './import-files/record-errors.ts';
import type { FileColumn, FileFindings } from './import-files/file-findings.ts';
import type { ImportFile } from './import-files/import-file.ts';
import { UniqueIds } from './import-files/unique-ids.ts';
import type { ImportRecord } from './import-records.ts';
import { parseImportedItem, parseImportedUpdate } from './item-input.ts';

/** The expected effects of an import. */
export interface ImportPreview {
  readonly file: FileFindings;
  /** `suggestion` is a field that the name of the column probably means. */
  readonly columns: readonly (FileColumn & { readonly suggestion: string | null })[];
  /** Choices for columns, of this or an earlier import. */
  readonly mapping: ColumnMapping;
  /** Proposed changes of the mapping of columns. */
  readonly problems: readonly InputError[];
  /** The first valid items, as they would be stored. */
  readonly items: readonly Json[];
  /** Number of lines read. */
  readonly lines: number;
  readonly failed: number;
  readonly errors: readonly LineError[];
}

/**
 * Reads the items of a file without storing them. `isPart` means that the file is the beginning of a longer one, so that errors at its
 * end say nothing.
 * @throws VitrineError invalid_request if the file cannot be read
 */
export async function previewImport(
  file: ImportFile,
  {
    mode,
    isPart,
    settings,
  }: { mode: ImportMode; isPart: boolean; settings: Pick<ItemSettings, 'priceOptional'> },
): Promise<ImportPreview> {
  const items: Json[] = [];
  const ids = new UniqueIds();
  const errors: LineError[] = [];
  let lines = 0;
  let failed = 0;
  /** Errors since the last valid item. */
  let trailing = 0;
  const fail = (record: ImportRecord, refusal: VitrineError): void => {
    const { line } = record;
    const { code, message, errors: details } = locateErrorInFile(refusal, record);
    failed++;
    trailing++;
    errors.push({ line, code, detail: message, errors: details });
  };
  try {
    for await (const record of file.records) {
      lines++;
      try {
        ids.check(record);
        const item = previewItem(record, mode, settings);
        ids.add(record);
        if (items.length < limits.importPreviewItemsMax) items.push(item);
        trailing = 0;
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        fail(record, error);
      }
    }
  } catch (error) {
    // A file that ends early is not well-formed.
    if (!isPart || lines === 0 || !(error instanceof VitrineError)) throw error;
  }
  if (isPart) {
    errors.splice(errors.length - trailing);
    lines -= trailing;
    failed -= trailing;
  }
  const columns = file.columns();
  const suggestions = suggestFields(columns);
  return {
    file: file.findings(),
    columns: columns.map((column, at) => ({ ...column, suggestion: suggestions[at] ?? null })),
    mapping: file.mapping(),
    problems: [
      ...findMissingColumns(file, { mode, settings }),
      ...describeAmbiguousNames(file.findings()),
      ...describeEncodingProblems(file.findings()),
    ],
    items,
    lines,
    failed,
    errors: errors.slice(0, limits.importPreviewErrorsMax),
  };
}

function previewItem(
  record: ImportRecord,
  mode: ImportMode,
  settings: Pick<ItemSettings, 'priceOptional'>,
): Json {
  if ('error' in record) throw record.error;
  if (mode === 'update') return parseImportedUpdate(record.input).input.value;
  return parseImportedItem(record.input, settings).content.fields;
}

function describeAmbiguousNames({ ambiguousColumns }: FileFindings): InputError[] {
  return ambiguousColumns.map((name) => ({
    path: name,
    code: 'ambiguous',
    detail: `Numbers in ${JSON.stringify(name)} may have thousands separators or decimals: import with decimal=point or decimal=comma`,
  }));
}

function describeEncodingProblems({ warnings }: FileFindings): InputError[] {
  return warnings
    .filter(({ code }) => code === encodingWarning)
    .map(({ code, detail }) => ({ path: 'encoding', code, detail }));
}
