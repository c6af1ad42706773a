import type { ItemFields } from '../search/query/filter-validation.ts';
import { isPrivate, type Restrictions } from './restrictions.ts';

/** Names without private ones, kept as long as the names they are of: hints for filters go by their identity. */
const seenNames = new WeakMap<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();

/**
 * What a key is told of the fields of a project's items. Of items behind a filter nothing is told: it would be of those that the
 * key does not see, too.
 */
export function visibleFields(restrictions: Restrictions, items: ItemFields): ItemFields | null {
  const { filter, privateFields } = restrictions;
  if (filter !== null) return null;
  if (privateFields.length === 0) return items;
  return {
    fieldTypes: (field) => (isPrivate(restrictions, field) ? null : items.fieldTypes(field)),
    fieldNames: () => {
      const all = items.fieldNames();
      const known = seenNames.get(all) ?? new Map<string, ReadonlySet<string>>();
      seenNames.set(all, known);
      const key = privateFields.join('\n');
      const seen = known.get(key) ?? new Set([...all].filter((name) => !isPrivate(restrictions, name)));
      known.set(key, seen);
      return seen;
    },
  };
}
