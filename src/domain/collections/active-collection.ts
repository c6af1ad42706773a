import type { Collection } from '../../ports/configuration/collections.ts';
import type { ServedView } from '../../ports/engine.ts';
import type { ListPosition } from '../../ports/search/rules.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { parseSort } from '../query/sort-keys.ts';
import { compilePins, placePin, type CompiledPin } from '../rules/compiled-pins.ts';
import { compileTimeDependentFilter, type TimeDependentFilter } from '../rules/time-dependent-filter.ts';
import { readActivePeriod } from '../rules/active-period.ts';
import { createNotFoundError } from '../resources/change-resource.ts';
import { collectionTerms } from './collection-check.ts';

/** A collection as searches use it: its filters are read once. */
interface CompiledCollection {
  readonly from: number;
  readonly until: number;
  readonly filter: TimeDependentFilter | null;
  readonly pins: readonly CompiledPin[];
  readonly sort: TextQuery['sort'];
}

const compiledByCollection = new WeakMap<Collection, CompiledCollection>();

/**
 * The collection that a search names; null where it names none.
 * @throws VitrineError collection_not_found where there is none with this id that is active at `now` (ms since 1970)
 */
export function findActiveCollection(
  { collections }: Pick<ServedView, 'collections'>,
  id: string | null,
  now: number,
): Collection | null {
  if (id === null) return null;
  const collection = collections.current().get(id)?.value;
  if (collection === undefined || collection.enabled === false)
    throw createNotFoundError(id, collectionTerms);
  const { from, until } = compileCollection(collection);
  if (now < from || now >= until) throw createNotFoundError(id, collectionTerms);
  return collection;
}

/**
 * Limits a query to the items of a collection. Without words and without a sort of its own, it has the order of the collection's
 * page: pins after those of the rules, then the items chosen by hand, then the others by the collection's `sort`.
 */
export function restrictToCollection(query: TextQuery, collection: Collection, now: number): TextQuery {
  const { id, items = [], exclude = [] } = collection;
  const { filter, pins, sort } = compileCollection(collection);
  const isPage = query.sort.length === 0 && query.text.trim() === '';
  return {
    ...query,
    ...(isPage ? { sort } : {}),
    collection: {
      id,
      items: { ids: items, ...(filter === null ? {} : { filter: filter.resolveAt(now) }) },
      excluded: exclude,
      pins: isPage ? [...pins.map((pin) => placePin(pin, now)), ...pinInOrder(items)] : [],
    },
  };
}

/** Pins each item to the first free position, so that items that are not for sale leave no gap. */
const pinInOrder = (items: readonly string[]): readonly ListPosition[] =>
  items.map((id) => ({ id, position: 1 }));

function compileCollection(collection: Collection): CompiledCollection {
  let cached = compiledByCollection.get(collection);
  if (cached === undefined) {
    cached = compile(collection);
    compiledByCollection.set(collection, cached);
  }
  return cached;
}

function compile(collection: Collection): CompiledCollection {
  const { filter, pin = [], sort = [] } = collection;
  return {
    ...readActivePeriod(collection),
    filter: filter === undefined ? null : compileTimeDependentFilter(filter),
    pins: compilePins(pin),
    sort: parseSort(sort),
  };
}
