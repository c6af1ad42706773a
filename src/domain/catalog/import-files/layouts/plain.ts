import { kindOfField } from '../columns.ts';
import type { TableLayout } from '../table-layout.ts';

/** A file whose columns are the fields of the items. */
export const plainLayout: TableLayout = {
  name: 'plain',
  keyOf: (name) => name,
  recognises: () => true,
  ruleOf: (name) => ({ field: name, kind: kindOfField(name), reason: 'a field of this name' }),
  items: null,
};
