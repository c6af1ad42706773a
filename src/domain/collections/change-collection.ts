import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Collection } from '../../ports/collections.ts';
import { limits } from '../../ports/limits.ts';
import type { ResourceStore, Versioned, VersionedResources } from '../../ports/resources.ts';
import { fault } from '../contract/fields.ts';
import { pinErrors } from '../rules/rule-check.ts';
import { rulePeriod } from '../rules/rule-span.ts';

interface CollectionChange {
  readonly store: ResourceStore<Collection>;
  readonly id: string;
  /** Null: any. */
  readonly ifVersion: number | null;
}

/**
 * Creates or replaces a collection; active when it resolves.
 * @throws VitrineError invalid_request with the path of every error; collection_changed if `ifVersion` is not the newest
 */
export async function putCollection(
  { store, id, ifVersion }: CollectionChange,
  collection: Collection,
): Promise<Versioned<Collection>> {
  checkCollection(collection);
  if (collection.id !== id)
    throw invalid(fault('collection.id', 'contradiction', `${JSON.stringify(id)}, as in the path`).errors);
  return store.change(id, (current) => {
    checkVersion(current.get(id), ifVersion);
    checkSize(new Map(current).set(id, { value: collection, version: 0, changedAt: 0 }));
    return collection;
  });
}

/**
 * Removes a collection, and returns it.
 * @throws VitrineError collection_not_found; collection_changed if `ifVersion` is not the newest
 */
export async function removeCollection({
  store,
  id,
  ifVersion,
}: CollectionChange): Promise<Versioned<Collection>> {
  // `decide` may run again, on a newer state.
  const removed: Versioned<Collection>[] = [];
  await store.change(id, (current) => {
    const stored = storedCollection(current, id);
    checkVersion(stored, ifVersion);
    removed.push(stored);
    return null;
  });
  return removed.at(-1)!;
}

/** @throws VitrineError collection_not_found */
export function storedCollection(
  collections: VersionedResources<Collection>,
  id: string,
): Versioned<Collection> {
  const stored = collections.get(id);
  if (stored === undefined) throw collectionNotFound(id);
  return stored;
}

export function collectionNotFound(id: string): VitrineError {
  return new VitrineError(
    'collection_not_found',
    `No collection ${JSON.stringify(id.slice(0, 60))} is active`,
  );
}

/**
 * Checks what spans members.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkCollection(collection: Collection, path = 'collection'): void {
  const { items = [], filter, exclude = [], pin = [] } = collection;
  const errors: InputError[] = [];
  if (items.length === 0 && filter === undefined)
    errors.push(...fault(path, 'required', 'a collection with `items`, a `filter`, or both').errors);
  const period = rulePeriod(collection);
  if (period.from >= period.until)
    errors.push(...fault(`${path}.until`, 'out_of_range', `later than ${path}.from`).errors);
  const excluded = new Set(exclude);
  items.forEach((id, i) => {
    if (!excluded.has(id)) return;
    const detail = `${path}.items[${i}] must not be ${JSON.stringify(id)}, which the collection excludes`;
    errors.push({ path: `${path}.items[${i}]`, code: 'contradiction', detail });
  });
  errors.push(...pinErrors(pin, excluded, path, { owner: 'the collection', hides: 'excludes' }));
  if (errors.length > 0) throw invalid(errors);
}

function checkVersion(stored: Versioned<Collection> | undefined, ifVersion: number | null): void {
  const version = stored?.version ?? 0;
  if (ifVersion === null || ifVersion === version) return;
  const detail = `The collection now has version ${version}, not ${ifVersion}`;
  throw new VitrineError('collection_changed', detail);
}

function checkSize(collections: VersionedResources<Collection>): void {
  if (collections.size > limits.collectionsMax)
    throw invalid(
      fault('collection', 'too_many', `one of at most ${limits.collectionsMax} collections`).errors,
    );
  let named = 0;
  for (const { value } of collections.values())
    named += (value.items?.length ?? 0) + (value.exclude?.length ?? 0) + (value.pin?.length ?? 0);
  if (named <= limits.collectionsItemsMax) return;
  const most = `such that all collections name at most ${limits.collectionsItemsMax} items, not ${named}`;
  throw invalid(fault('collection.items', 'too_many', most).errors);
}

function invalid(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_request', errors[0]?.detail ?? 'The collection is not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}
