import { kindOfField } from '../columns.ts';
import type { FileFormat } from '../file-format.ts';

/** A file whose columns are the fields of the items. */
export const plainFormat: FileFormat = {
  name: 'csv',
  keyOf: (name) => name,
  recognises: () => true,
  ruleOf: (name) => ({ field: name, kind: kindOfField(name), reason: 'a field of this name' }),
  items: null,
};
