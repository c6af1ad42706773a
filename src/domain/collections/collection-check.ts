import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { limits } from '../../ports/limits.ts';
import { createFault } from '../contract/fields.ts';
import { defineResourceTerms } from '../resources/change-resource.ts';
import { readActivePeriod } from '../rules/active-period.ts';
import { pinErrors } from '../rules/rule-check.ts';

export const collectionTerms = defineResourceTerms('collection', limits.collectionsMax);

/**
 * Checks constraints between members. `id` is the id in the path, or null for a draft.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkCollection(collection: Collection, id: string | null): void {
  const { items = [], filter, exclude = [], pin = [] } = collection;
  const path = 'collection';
  const errors: InputError[] = [];
  if (id !== null && collection.id !== id)
    errors.push(
      ...createFault(`${path}.id`, 'contradiction', `${JSON.stringify(id)}, as in the path`).errors,
    );
  if (items.length === 0 && filter === undefined)
    errors.push(...createFault(path, 'required', 'a collection with `items`, a `filter`, or both').errors);
  const period = readActivePeriod(collection);
  if (period.from >= period.until)
    errors.push(...createFault(`${path}.until`, 'out_of_range', `later than ${path}.from`).errors);
  const excluded = new Set(exclude);
  items.forEach((item, i) => {
    if (!excluded.has(item)) return;
    const detail = `${path}.items[${i}] must not be ${JSON.stringify(item)}, which the collection excludes`;
    errors.push({ path: `${path}.items[${i}]`, code: 'contradiction', detail });
  });
  errors.push(...pinErrors(pin, excluded, path, { owner: 'the collection', hides: 'excludes' }));
  if (errors.length > 0) throw createCollectionError(errors);
}

/** @throws VitrineError invalid_request if the collections of a project name too many items */
export function checkNamedItems(collections: readonly Collection[]): void {
  const itemCount = collections.reduce(
    (sum, { items = [], exclude = [], pin = [] }) => sum + items.length + exclude.length + pin.length,
    0,
  );
  if (itemCount <= limits.collectionsItemsMax) return;
  const most = `such that all collections name at most ${limits.collectionsItemsMax} items, not ${itemCount}`;
  throw createCollectionError(createFault('collection.items', 'too_many', most).errors);
}

function createCollectionError(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_request', errors[0]?.detail ?? 'The collection is not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}
