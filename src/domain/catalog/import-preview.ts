import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import type { LineError, ImportMode } from './import.ts';
import { suggestedFields } from './import-files/column-suggestions.ts';
import type { FileColumn, FileFindings } from './import-files/file-findings.ts';
import type { ImportFile } from './import-files/import-file.ts';
import type { ImportRecord } from './import-records.ts';
import { importedItem, importedUpdate } from './item-input.ts';

/** What an import of a file would do. */
export interface ImportPreview {
  readonly file: FileFindings;
  /** `suggestion`: a field that the name of the column probably means. */
  readonly columns: readonly (FileColumn & { readonly suggestion: string | null })[];
  /** What the mapping of the columns should change. */
  readonly problems: readonly InputError[];
  /** The first valid items, as they would be stored. */
  readonly items: readonly Json[];
  /** Of the lines read. */
  readonly lines: number;
  readonly failed: number;
  readonly errors: readonly LineError[];
}

/**
 * Reads the items of a file without storing them. `isPart`: the file is the beginning of a longer one, so that errors at its
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
  const errors: LineError[] = [];
  let lines = 0;
  let failed = 0;
  /** Errors since the last valid item. */
  let trailing = 0;
  const fail = (line: number, { code, message, errors: details }: VitrineError): void => {
    failed++;
    trailing++;
    errors.push({ line, code, detail: message, errors: details });
  };
  try {
    for await (const record of file.records) {
      lines++;
      try {
        const item = itemOf(record, mode, settings);
        if (items.length < limits.importPreviewItemsMax) items.push(item);
        trailing = 0;
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        fail(record.line, error);
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
  const suggestions = suggestedFields(columns);
  return {
    file: file.findings(),
    columns: columns.map((column, at) => ({ ...column, suggestion: suggestions[at] ?? null })),
    problems: problemsOf(columns, file.findings(), mode === 'update' ? ['id'] : requiredFields(settings)),
    items,
    lines,
    failed,
    errors: errors.slice(0, limits.importPreviewErrorsMax),
  };
}

function requiredFields({ priceOptional }: Pick<ItemSettings, 'priceOptional'>): string[] {
  return priceOptional ? ['id', 'name'] : ['id', 'name', 'price'];
}

function itemOf(record: ImportRecord, mode: ImportMode, settings: Pick<ItemSettings, 'priceOptional'>): Json {
  if ('error' in record) throw record.error;
  if (mode === 'update') return importedUpdate(record.input).input.value;
  return importedItem(record.input, settings).content.fields;
}

function problemsOf(
  columns: readonly FileColumn[],
  { layout, ambiguousColumns }: FileFindings,
  required: readonly string[],
): InputError[] {
  const fields = new Set(columns.map(({ field }) => field));
  // The other layouts make ids of several columns.
  const missing = layout === 'plain' ? required.filter((field) => !fields.has(field)) : [];
  return [
    ...missing.map((field) => ({
      path: field,
      code: 'required',
      detail: `No column becomes ${field}: choose one in the mapping`,
    })),
    ...ambiguousColumns.map((name) => ({
      path: name,
      code: 'ambiguous',
      detail: `Numbers in ${JSON.stringify(name)} may have thousands separators or decimals: import with decimal=point or decimal=comma`,
    })),
  ];
}
