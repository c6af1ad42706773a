import { categoryFields } from '../../ports/item-fields.ts';
import type { NearestCategory } from '../../ports/pictures.ts';

/** The nearest items whose categories count. */
export const nearestItems = 10;
/** Categories that a shopper is offered: more are harder to choose from than items. */
const categoriesMax = 6;
const pathSeparator = ' > ';

/**
 * The categories of the items nearest to a photo, most frequent first, of equally frequent ones that of the nearest item. Paths are
 * shortened until they are few. Empty if the items are all of one category, or have none.
 *
 * `valuesOf`: the texts of a field of an item; `items`: nearest first.
 */
export function nearestCategories<Item>(
  items: readonly Item[],
  valuesOf: (item: Item, field: string) => readonly string[],
  fields: readonly string[] = categoryFields,
): NearestCategory[] {
  for (const field of fields) {
    const paths = items.map((item) => deepest([...new Set(valuesOf(item, field))]));
    if (paths.every((own) => own.length === 0)) continue;
    return dividing(counted(atFewLevels(paths)), items.length)
      .slice(0, categoriesMax)
      .map(([value, count]) => ({ field, value, count }));
  }
  return [];
}

/** The values without those that are above another of them: of `Home` and `Home > Kitchen`, the latter. */
function deepest(values: readonly string[]): string[] {
  return values.filter((value) => !values.some((other) => other.startsWith(`${value}${pathSeparator}`)));
}

/** The paths of each item, all cut to the most levels at which there are at most {@link categoriesMax}; else to the first. */
function atFewLevels(paths: readonly (readonly string[])[]): string[][] {
  const depth = Math.max(...paths.flat().map((path) => path.split(pathSeparator).length));
  for (let levels = depth; ; levels--) {
    const cut = paths.map((own) => [...new Set(own.map((path) => toLevels(path, levels)))]);
    if (levels === 1 || new Set(cut.flat()).size <= categoriesMax) return cut;
  }
}

const toLevels = (path: string, levels: number): string =>
  path.split(pathSeparator).slice(0, levels).join(pathSeparator);

/** How many items have each value, most frequent first, in the order of the items if equal. */
function counted(values: readonly (readonly string[])[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The values that some of the items have and others do not. */
function dividing(counts: readonly [string, number][], itemCount: number): [string, number][] {
  return counts.filter(([, count]) => count < itemCount);
}
