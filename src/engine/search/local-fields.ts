import type { FilterNode } from '../../kernel/text/query/query.ts';
import { localMembers, listLocalPaths } from '../../lib/local-values.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import { CoalescedField, type IndexField } from '../../kernel/text/schema/index-field.ts';

/** Maps the fields of a query to the fields with the values for its languages, price list and store. */
export interface LocalFields {
  readonly field: (name: string) => IndexField;
  filter<F extends FilterNode | undefined>(filter: F): F;
}

const unchanged: LocalFields = { field: (name) => name, filter: (filter) => filter };

/** The fields by a request's choice, which all queries of its plan share; valid for the field names at that time. */
const cache = new WeakMap<LocalValues, { names: ReadonlySet<string>; fields: LocalFields }>();

/** `fieldNames` returns the paths at which items have values, the same set until they change. */
export function createLocalFields(
  local: LocalValues | undefined,
  fieldNames: () => ReadonlySet<string>,
): LocalFields {
  if (local === undefined) return unchanged;
  const names = fieldNames();
  const cached = cache.get(local);
  if (cached?.names === names) return cached.fields;
  const fields = buildLocalFields(local, names);
  cache.set(local, { names, fields });
  return fields;
}

function buildLocalFields(local: LocalValues, names: ReadonlySet<string>): LocalFields {
  const cachedPaths = new Map<string, readonly string[]>();
  const listPaths = (field: string): readonly string[] => {
    let paths = cachedPaths.get(field);
    if (paths === undefined)
      cachedPaths.set(
        field,
        (paths = listLocalPaths(local, field).filter((path) => path === field || names.has(path))),
      );
    return paths;
  };
  const cachedFields = new Map<string, IndexField>();
  const findLocalField = (name: string): IndexField => {
    let field = cachedFields.get(name);
    if (field === undefined) {
      const paths = listPaths(name);
      cachedFields.set(name, (field = paths.length === 1 ? name : new CoalescedField(name, paths)));
    }
    return field;
  };
  const localizeFilter = (filter: FilterNode): FilterNode => {
    switch (filter.kind) {
      case 'and':
      case 'or':
        return { ...filter, clauses: filter.clauses.map(localizeFilter) };
      case 'not':
        return { ...filter, clause: localizeFilter(filter.clause) };
      case 'equals':
      case 'range':
        return typeof filter.field === 'string' ? { ...filter, field: findLocalField(filter.field) } : filter;
      case 'exists': {
        const paths = listPaths(filter.field);
        if (paths.length === 1) return filter;
        return { kind: 'or', clauses: paths.map((field) => ({ ...filter, field })) };
      }
      default:
        // Elements of lists, places and ids have no local values.
        return filter;
    }
  };
  return {
    field: findLocalField,
    filter: <F extends FilterNode | undefined>(filter: F) => (filter && localizeFilter(filter)) as F,
  };
}

/** Fields with local values, which dynamic facets leave out. */
export const localFieldRoots: readonly string[] = Object.values(localMembers);
