import { findColumnKind } from '../columns.ts';
import type { TableLayout } from '../table-layout.ts';

/** A file whose columns are the fields of the items. */
export const plainLayout: TableLayout = {
  name: 'plain',
  normaliseName: (name) => name,
  recognises: () => true,
  findColumnRule: (name) => ({ field: name, kind: findColumnKind(name), reason: 'a field of this name' }),
  items: null,
};
