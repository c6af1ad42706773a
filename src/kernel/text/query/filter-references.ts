import type { IndexField } from '../schema/index-field.ts';
import type { FilterNode } from './query.ts';

/** Whether a condition is on one of the fields, or on a field below it. */
export function referencesField(filter: FilterNode, fields: readonly string[], path = ''): boolean {
  if (fields.length === 0) return false;
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.clauses.some((clause) => referencesField(clause, fields, path));
    case 'not':
      return referencesField(filter.clause, fields, path);
    case 'element':
      return (
        isBelow(path + filter.list, fields) ||
        referencesField(filter.clause, fields, `${path}${filter.list}.`)
      );
    default:
      return listPaths(filter.field).some((field) => isBelow(path + field, fields));
  }
}

const listPaths = (field: IndexField): readonly string[] =>
  typeof field === 'string' ? [field] : field.fields;

const isBelow = (field: string, fields: readonly string[]): boolean =>
  fields.some((parent) => field === parent || field.startsWith(`${parent}.`));
