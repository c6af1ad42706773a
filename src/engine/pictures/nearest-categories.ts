import { categoryFields, pathSeparator } from '../../ports/catalog/item-fields.ts';
import type { NearestCategory } from '../../ports/pictures/pictures.ts';
import { makeComparable } from '../../kernel/text/segments/columns.ts';

/** Number of nearest items whose categories count. */
export const nearestItems = 10;
/** Maximum categories that a shopper is offered: more are harder to choose from than items. */
const categoriesMax = 6;

type Path = readonly string[];

/** Paths by their comparable forms: a filter ignores case, and the blanks around ">". */
type Paths = ReadonlyMap<string, Path>;

/**
 * The categories of the items nearest to a photo, most frequent first, of equally frequent ones that of the nearest item. Paths are
 * shortened until they are few. Empty if the items are all of one category, or have none. A category is written as in the nearest item.
 *
 * `readValues` returns the texts of a field of an item; `items` are ordered nearest first.
 */
export function findNearestCategories<Item>(
  items: readonly Item[],
  readValues: (item: Item, field: string) => readonly string[],
  fields: readonly string[] = categoryFields,
): NearestCategory[] {
  for (const field of fields) {
    const paths = items.map((item) =>
      keepDeepest(groupByComparable(readValues(item, field).map(splitLevels))),
    );
    if (paths.every((itemPaths) => itemPaths.size === 0)) continue;
    return countItems(shortenPaths(paths))
      .filter(({ count }) => count < items.length)
      .slice(0, categoriesMax)
      .map((category) => ({ field, ...category }));
  }
  return [];
}

const splitLevels = (value: string): Path => value.split('>').map((level) => level.trim());

/** One path for each comparable form, the first one. */
function groupByComparable(paths: readonly Path[]): Paths {
  const byForm = new Map<string, Path>();
  for (const path of paths) {
    const form = makeComparable(path.join(pathSeparator));
    if (form !== '' && !byForm.has(form)) byForm.set(form, path);
  }
  return byForm;
}

/** Whether a category is another one or below it, both in comparable form. */
const isWithin = (form: string, other: string): boolean =>
  form === other || form.startsWith(other + pathSeparator);

/** The paths without those that are above another of them: of `Home` and `Home > Kitchen`, the latter. */
function keepDeepest(paths: Paths): Paths {
  const forms = [...paths.keys()];
  return new Map(
    [...paths].filter(([form]) => !forms.some((other) => other !== form && isWithin(other, form))),
  );
}

/** The paths of each item, all cut to the most levels at which there are at most {@link categoriesMax}; else to the first. */
function shortenPaths(paths: readonly Paths[]): Paths[] {
  const depth = Math.max(
    ...paths.flatMap((itemPaths) => Array.from(itemPaths.values(), ({ length }) => length)),
  );
  for (let levels = depth; ; levels--) {
    const cut = paths.map((itemPaths) =>
      groupByComparable(Array.from(itemPaths.values(), (path) => path.slice(0, levels))),
    );
    if (levels === 1 || new Set(cut.flatMap((itemPaths) => [...itemPaths.keys()])).size <= categoriesMax)
      return cut;
  }
}

/** Counts the items in each category or below it, most frequent first, in the order of the items if equal. */
function countItems(paths: readonly Paths[]): Pick<NearestCategory, 'value' | 'count'>[] {
  const all = groupByComparable(paths.flatMap((itemPaths) => [...itemPaths.values()]));
  return Array.from(all, ([category, path]) => ({
    value: path.join(pathSeparator),
    count: paths.filter((itemPaths) => itemPaths.keys().some((form) => isWithin(form, category))).length,
  })).sort((a, b) => b.count - a.count);
}
