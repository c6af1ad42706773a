import type { ItemFields } from '../query/filter-validation.ts';
import { isPrivate, type Restrictions } from './restrictions.ts';

/** Visible names by the set that they are taken from; filter hints are cached by identity. */
const seenNames = new WeakMap<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();

/** The fields of a project that a key can see. A key with an item filter gets none: they would reveal fields of invisible items. */
export function selectVisibleFields(restrictions: Restrictions, items: ItemFields): ItemFields | null {
  const { filter, privateFields } = restrictions;
  if (filter !== null) return null;
  if (privateFields.length === 0) return items;
  return {
    findFieldTypes: (field) => (isPrivate(restrictions, field) ? null : items.findFieldTypes(field)),
    listFieldNames: () => {
      const all = items.listFieldNames();
      const namesByKey = seenNames.get(all) ?? new Map<string, ReadonlySet<string>>();
      seenNames.set(all, namesByKey);
      const key = privateFields.join('\n');
      const visibleNames =
        namesByKey.get(key) ?? new Set([...all].filter((name) => !isPrivate(restrictions, name)));
      namesByKey.set(key, visibleNames);
      return visibleNames;
    },
  };
}
