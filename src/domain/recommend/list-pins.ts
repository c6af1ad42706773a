import type { Filter } from '../../ports/search/filters.ts';
import type { ListConditions, Recommended, Recommenders } from '../../ports/recommendations/recommenders.ts';
import type { SearchPin } from '../../ports/search/rules.ts';
import { conjoin } from '../query/filter-conjunction.ts';
import type { CandidateSource } from './fill-list.ts';

/** A pinned item of a list, with the rule and the position of its pin. */
export interface PinnedEntry {
  readonly entry: Recommended;
  readonly rule: string;
  readonly position: number;
}

/** Candidates that are read for one pin, as some may belong to products that are pinned already. */
const candidatesPerPin = 20;

interface PinOptions {
  readonly recommenders: Pick<Recommenders, 'popular' | 'newest'>;
  /** Sources of the list, for slots; the own source first. */
  readonly sources: readonly CandidateSource[];
  readonly conditions: Omit<ListConditions, 'limit'>;
  /** The field that variants of a product share; empty where there are no products. */
  readonly groupBy: string;
  /** At most one variant of a product. */
  readonly oneVariant: boolean;
}

/**
 * The items that pins put into a list, in the order of the pins: those that satisfy its conditions. Products are pinned once.
 * A pinned product shows its most popular variant; a slot the best item of the first source that has one.
 */
export async function findPinnedEntries(
  pins: readonly SearchPin[],
  options: PinOptions,
): Promise<readonly PinnedEntry[]> {
  if (pins.length === 0) return [];
  const items = await findNamedItems(
    pins.flatMap((pin) => ('id' in pin ? [pin.id] : [])),
    options,
  );
  const entries = new Map<number, Recommended>();
  const ids = new Set<string>();
  const products = new Set<string>();
  const take = (pinIndex: number, entry: Recommended | undefined): void => {
    if (entry === undefined) return;
    entries.set(pinIndex, entry);
    ids.add(entry.item.id);
    if (entry.product !== null && options.oneVariant) products.add(entry.product);
  };
  const isFree = ({ item, product }: Recommended): boolean =>
    !ids.has(item.id) && (product === null || !products.has(product));
  pins.forEach((pin, pinIndex) => {
    if (!('id' in pin)) return;
    const named = items.filter(({ item }) => item.id === pin.id);
    take(
      pinIndex,
      (named.length > 0 ? named : items.filter(({ product }) => product === pin.id)).find(isFree),
    );
  });
  for (const [pinIndex, pin] of pins.entries())
    if ('filter' in pin) take(pinIndex, await findBest(pin.filter, { ...options, exclude: ids, isFree }));
  return pins.flatMap(({ rule, position }, pinIndex) => {
    const entry = entries.get(pinIndex);
    return entry === undefined ? [] : [{ entry, rule, position }];
  });
}

/** The named items and the variants of named products that the list may contain, the most popular first. */
async function findNamedItems(
  ids: readonly string[],
  { recommenders, conditions, groupBy }: PinOptions,
): Promise<readonly Recommended[]> {
  if (ids.length === 0) return [];
  const fields = groupBy === '' ? ['id'] : ['id', groupBy];
  const named: Filter = {
    kind: 'or',
    clauses: fields.flatMap((field) => ids.map((value): Filter => ({ kind: 'equals', field, value }))),
  };
  const limit = ids.length * candidatesPerPin;
  const request = { conditions: { ...conditions, limit, filter: conjoin(conditions.filter, named) } };
  // The most popular items lack new ones without events, which the newest items add.
  const lists = [await recommenders.popular(request), await recommenders.newest(request)];
  return [...new Map(lists.flat().map((entry) => [entry.item.id, entry])).values()];
}

async function findBest(
  filter: Filter,
  {
    sources,
    conditions,
    exclude,
    isFree,
  }: PinOptions & { exclude: ReadonlySet<string>; isFree: (entry: Recommended) => boolean },
): Promise<Recommended | undefined> {
  for (const source of sources) {
    const candidates = await source({
      ...conditions,
      limit: candidatesPerPin,
      exclude: conditions.exclude.union(exclude),
      filter: conjoin(conditions.filter, filter),
    });
    const best = candidates.find(isFree);
    if (best !== undefined) return best;
  }
  return undefined;
}

/** A list with the pinned entries at their positions, of at most `limit` entries; pins beyond its end are last. */
export function placePins<T>(
  others: readonly T[],
  pinned: readonly { readonly value: T; readonly position: number }[],
  limit: number,
): T[] {
  const byPosition = new Map<number, T>();
  for (const { value, position } of pinned) {
    let free = position;
    while (byPosition.has(free)) free++;
    byPosition.set(free, value);
  }
  const waiting = [...byPosition].sort(([a], [b]) => a - b);
  const list: T[] = [];
  let next = 0;
  while (list.length < limit && next < others.length + waiting.length) {
    // Positions count from 1. After the last other item, the remaining pins follow without gaps.
    const [first] = waiting;
    if (first !== undefined && (first[0] <= list.length + 1 || next === others.length)) {
      waiting.shift();
      list.push(first[1]);
    } else list.push(others[next++]!);
  }
  return list;
}
