import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { isAddressTemplate } from '../item-address.ts';

/** The field of a column by its name, or null. `urlTemplate` may be the address of an item's page. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/**
 * Parses a mapping: a JSON object with a field, or null, for each column.
 * @throws VitrineError invalid_request
 */
export function parseColumnMapping(json: string): ColumnMapping {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw createMappingError('mapping', 'format', 'must be JSON such as {"Titel":"name","Intern":null}');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw createMappingError('mapping', 'type', 'must be an object with a field or null for each column');
  const mapping: Record<string, string | null> = Object.create(null) as Record<string, null>;
  const columnsByField = new Map<string, string>();
  for (const [column, field] of Object.entries(value)) {
    const path = `mapping.${column.slice(0, 100)}`;
    if (isTemplate(column, field)) {
      mapping[column] = field;
      continue;
    }
    if (field !== null && !isFieldName(field)) {
      const text = `must be null or a field name of 1 to ${limits.fieldNameLengthMax} characters that does not begin with "_"`;
      throw createMappingError(path, 'invalid_name', text);
    }
    const other = field === null ? undefined : columnsByField.get(field);
    if (other !== undefined)
      throw createMappingError(
        path,
        'duplicate',
        `must be another field: ${JSON.stringify(other.slice(0, 100))} becomes it, too`,
      );
    if (field !== null) columnsByField.set(field, column);
    mapping[column] = field;
  }
  return mapping;
}

/** @throws VitrineError invalid_request if the mapping names a column that the file lacks */
export function checkMappedColumns(mapping: ColumnMapping, names: readonly string[]): void {
  const columnNames = new Set(names);
  const missing = Object.entries(mapping).find(
    ([name, field]) => !columnNames.has(name) && !isTemplate(name, field),
  )?.[0];
  if (missing === undefined) return;
  const quotedNames = names.slice(0, 50).map((name) => JSON.stringify(name.slice(0, 100)));
  throw createMappingError(
    `mapping.${missing.slice(0, 100)}`,
    'unknown_column',
    `must be a column of the file, whose columns are ${quotedNames.join(', ')}`,
  );
}

/** The address of the page of an item without `url`, from its fields; may be empty. */
export function buildUrlTemplate(mapping: ColumnMapping): string {
  const template = Object.hasOwn(mapping, templateKey) ? mapping[templateKey] : null;
  return isTemplate(templateKey, template) ? template : '';
}

const templateKey = 'urlTemplate';

/** No field has the name of an address: a column may be called `urlTemplate`, too. */
function isTemplate(key: string, value: unknown): value is string {
  return (
    key === templateKey &&
    typeof value === 'string' &&
    value.length <= limits.agentUrlLengthMax &&
    isAddressTemplate(value)
  );
}

function isFieldName(field: unknown): field is string {
  return (
    typeof field === 'string' &&
    field !== '' &&
    field.length <= limits.fieldNameLengthMax &&
    !field.startsWith('_')
  );
}

function createMappingError(path: string, code: string, text: string): VitrineError {
  const detail = `${path} ${text}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path, code, detail }] });
}
