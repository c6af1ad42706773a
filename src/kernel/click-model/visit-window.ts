/** Actions of a visitor on an item; of several, the one with the largest number counts. */
export const actionKinds = { none: 0, click: 1, cart: 2, purchase: 3 } as const;
export type ActionKind = (typeof actionKinds)[keyof typeof actionKinds];

/** A visit of one visitor to one list: the shown items, and the actions on them. */
export interface ListVisit {
  readonly list: string;
  /** The category of most shown items; empty if there is none. */
  readonly category: string;
  readonly visitor: string;
  /** Ms since 1970. */
  readonly at: number;
  /** Two entries per shown item: its number, then position + action * 2^16. */
  readonly entries: Uint32Array;
}

/** A list as it was shown to a visitor. */
export interface ListImpression extends Omit<ListVisit, 'entries'> {
  /** Position before the first item. */
  readonly offset: number;
  /** Numbers of the items, in order. */
  readonly items: readonly number[];
}

export interface VisitLimits {
  readonly visits: number;
  readonly visitsPerList: number;
  readonly visitsPerVisitor: number;
  readonly itemsPerVisit: number;
}

export const visitLimits: VisitLimits = {
  visits: 50_000,
  visitsPerList: 2_000,
  visitsPerVisitor: 30,
  itemsPerVisit: 48,
};

const actionUnit = 2 ** 16;
const positionMax = actionUnit - 1;

export const decodePosition = (entry: number): number => entry % actionUnit;
export const decodeAction = (entry: number): ActionKind => Math.floor(entry / actionUnit) as ActionKind;

/**
 * The newest visits of lists. A visitor has one visit of a list, however often they see it: an item counts at its first
 * position, with its largest action. All sums are computed from these visits, so that removing a visitor removes every trace of
 * them. If the visitor, the list or the window has too many visits, its oldest one is dropped.
 */
export class VisitWindow {
  readonly #limits: VisitLimits;
  readonly #visits = new Set<ListVisit>();
  readonly #byList = new Map<string, Set<ListVisit>>();
  readonly #byVisitor = new Map<string, Map<string, ListVisit>>();
  readonly #shownTimes = new Map<number, number>();
  readonly #onChange: (visit: ListVisit) => void;

  /** `onChange` receives each visit that was added, changed or removed. */
  constructor(onChange: (visit: ListVisit) => void, limits: VisitLimits = visitLimits) {
    this.#onChange = onChange;
    this.#limits = limits;
  }

  get size(): number {
    return this.#visits.size;
  }

  lists(): Iterable<string> {
    return this.#byList.keys();
  }

  /** The visits of all lists, the oldest first. */
  listAllVisits(): Iterable<ListVisit> {
    return this.#visits;
  }

  /** The number of visits in which an item was shown, by item. */
  get shownTimes(): ReadonlyMap<number, number> {
    return this.#shownTimes;
  }

  /** The visits of a list, the oldest first. */
  listVisits(list: string): Iterable<ListVisit> & { readonly size: number } {
    return this.#byList.get(list) ?? new Set<ListVisit>();
  }

  /** Records a shown list; returns whether the visitor had not seen it before. */
  recordImpression({ offset, items, ...list }: ListImpression): boolean {
    const earlier = this.#byVisitor.get(list.visitor)?.get(list.list);
    const entries: number[] = earlier === undefined ? [] : [...earlier.entries];
    const seen = new Set(entries.filter((_, i) => i % 2 === 0));
    for (const [i, item] of items.entries()) {
      if (entries.length >= 2 * this.#limits.itemsPerVisit) break;
      if (seen.has(item)) continue;
      seen.add(item);
      entries.push(item, Math.min(offset + i + 1, positionMax));
    }
    if (earlier !== undefined && entries.length === earlier.entries.length) return false;
    // The visit keeps its time: otherwise reloads would keep it from expiring.
    this.#put({ ...(earlier ?? list), entries: Uint32Array.from(entries) }, earlier);
    return earlier === undefined;
  }

  /** The items that were shown to a visitor in a list. */
  listItemsIn(list: string, visitor: string): number[] {
    const { entries = [] } = this.#byVisitor.get(visitor)?.get(list) ?? {};
    return Array.from(entries).filter((_, i) => i % 2 === 0);
  }

  /** Records an action on an item, if the item was shown in a visit. */
  recordAction(list: string, visitor: string, item: number, action: ActionKind): void {
    const visit = this.#byVisitor.get(visitor)?.get(list);
    if (visit === undefined) return;
    for (let i = 0; i < visit.entries.length; i += 2) {
      if (visit.entries[i] !== item) continue;
      const position = decodePosition(visit.entries[i + 1]!);
      if (decodeAction(visit.entries[i + 1]!) >= action) return;
      visit.entries[i + 1] = position + action * actionUnit;
      this.#onChange(visit);
    }
  }

  forget(visitor: string): void {
    const visits = this.#byVisitor.get(visitor)?.values() ?? [];
    for (const visit of Array.from(visits)) this.#remove(visit);
  }

  /** Removes the visits before a time, in ms since 1970. */
  expire(before: number): void {
    for (const visit of Array.from(this.#visits)) if (visit.at < before) this.#remove(visit);
  }

  #put(visit: ListVisit, earlier: ListVisit | undefined): void {
    const { list, visitor } = visit;
    const listVisits = mapEntry(this.#byList, list, () => new Set<ListVisit>());
    const visitorVisits = mapEntry(this.#byVisitor, visitor, () => new Map<string, ListVisit>());
    if (earlier !== undefined) {
      this.#visits.delete(earlier);
      listVisits.delete(earlier);
      this.#count(earlier, -1);
    }
    this.#visits.add(visit);
    listVisits.add(visit);
    this.#count(visit, 1);
    visitorVisits.set(list, visit);
    this.#onChange(visit);
    if (earlier !== undefined) return;
    const { visits, visitsPerList, visitsPerVisitor } = this.#limits;
    if (visitorVisits.size > visitsPerVisitor) this.#remove(readFirst(visitorVisits.values()));
    if (listVisits.size > visitsPerList) this.#remove(readFirst(listVisits));
    if (this.#visits.size > visits) this.#remove(readFirst(this.#visits));
  }

  #remove(visit: ListVisit): void {
    this.#visits.delete(visit);
    this.#count(visit, -1);
    removeFrom(this.#byList, visit.list, visit);
    const visitorVisits = this.#byVisitor.get(visit.visitor);
    visitorVisits?.delete(visit.list);
    if (visitorVisits?.size === 0) this.#byVisitor.delete(visit.visitor);
    this.#onChange(visit);
  }

  #count({ entries }: ListVisit, by: 1 | -1): void {
    for (let i = 0; i < entries.length; i += 2) {
      const count = (this.#shownTimes.get(entries[i]!) ?? 0) + by;
      if (count === 0) this.#shownTimes.delete(entries[i]!);
      else this.#shownTimes.set(entries[i]!, count);
    }
  }
}

function mapEntry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}

function removeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}

function readFirst<V>(values: Iterable<V>): V {
  const [first] = values;
  return first!;
}
