import { VitrineError, type InputError } from '../../../ports/errors.ts';
import type { ItemSettings } from '../../../ports/configuration/settings.ts';
import type { ImportMode } from '../import-modes.ts';
import type { ImportFile } from './import-file.ts';

/** The required fields that no column of a file becomes. Other layouts than `plain` make ids of several columns. */
export function findMissingColumns(
  { findings, columns }: Pick<ImportFile, 'findings' | 'columns'>,
  { mode, settings }: { mode: ImportMode; settings: Pick<ItemSettings, 'priceOptional'> },
): InputError[] {
  // XML can have further elements in later products.
  const { format, layout } = findings();
  if (layout !== 'plain' || format === 'xml') return [];
  const fields = new Set(columns().map(({ field }) => field));
  return listRequiredFields(mode, settings)
    .filter((field) => !fields.has(field))
    .map((field) => ({
      path: field,
      code: 'required',
      detail: `No column becomes ${field}: choose one in the mapping`,
    }));
}

/** @throws VitrineError invalid_request if no item of the file can be valid */
export function checkColumns(
  file: Pick<ImportFile, 'findings' | 'columns'>,
  options: { mode: ImportMode; settings: Pick<ItemSettings, 'priceOptional'> },
): void {
  const errors = findMissingColumns(file, options);
  if (errors.length === 0) return;
  const missing = errors.map(({ path }) => path).join(', ');
  const names = file.columns().map(({ name }) => JSON.stringify(name.slice(0, 100)));
  const nameList = names.slice(0, 50).join(', ');
  const detail = `No column of the file becomes ${missing}: choose one in the mapping. Its columns are ${nameList}`;
  throw new VitrineError('invalid_request', detail, { errors });
}

function listRequiredFields(
  mode: ImportMode,
  { priceOptional }: Pick<ItemSettings, 'priceOptional'>,
): string[] {
  if (mode === 'update') return ['id'];
  return priceOptional ? ['id', 'name'] : ['id', 'name', 'price'];
}
