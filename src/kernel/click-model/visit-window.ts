/** What a visitor did with an item: the largest counts. */
export const actionKinds = { none: 0, click: 1, cart: 2, purchase: 3 } as const;
export type ActionKind = (typeof actionKinds)[keyof typeof actionKinds];

/** One visitor at one list: what was shown, and what followed. */
export interface ListVisit {
  readonly list: string;
  /** The category of most items that were shown; empty: none. */
  readonly category: string;
  readonly visitor: string;
  /** Ms since 1970. */
  readonly at: number;
  /** By shown item: its number, and position + action * 2^16. */
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

export const positionIn = (entry: number): number => entry % actionUnit;
export const actionIn = (entry: number): ActionKind => Math.floor(entry / actionUnit) as ActionKind;

/**
 * The newest visits of lists. A visitor has one visit of a list, however often they see it: an item was shown at its first
 * position, and the largest action counts. All sums are computed from these visits, so that removing a visitor leaves what there
 * would be without them. Beyond a limit the oldest visit is dropped: of the visitor, of the list, of all.
 */
export class VisitWindow {
  readonly #limits: VisitLimits;
  readonly #visits = new Set<ListVisit>();
  readonly #byList = new Map<string, Set<ListVisit>>();
  readonly #byVisitor = new Map<string, Map<string, ListVisit>>();
  /** By item: the visits in which it was shown. */
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

  /** All visits, the oldest first. */
  visits(): Iterable<ListVisit> {
    return this.#visits;
  }

  /** By item: the number of visits in which it was shown. */
  get shownTimes(): ReadonlyMap<number, number> {
    return this.#shownTimes;
  }

  /** The visits of a list, the oldest first. */
  visitsOf(list: string): Iterable<ListVisit> & { readonly size: number } {
    return this.#byList.get(list) ?? new Set<ListVisit>();
  }

  /** Whether it is a visit of its own. */
  shown({ offset, items, ...list }: ListImpression): boolean {
    const known = this.#byVisitor.get(list.visitor)?.get(list.list);
    const entries: number[] = known === undefined ? [] : [...known.entries];
    const seen = new Set(entries.filter((_, i) => i % 2 === 0));
    for (const [i, item] of items.entries()) {
      if (entries.length >= 2 * this.#limits.itemsPerVisit) break;
      if (seen.has(item)) continue;
      seen.add(item);
      entries.push(item, Math.min(offset + i + 1, positionMax));
    }
    if (known !== undefined && entries.length === known.entries.length) return false;
    // The visit keeps its time, or one visitor's reloads would keep it young for ever.
    this.#put({ ...(known ?? list), entries: Uint32Array.from(entries) }, known);
    return known === undefined;
  }

  /** The items that a visitor was shown in a list. */
  itemsIn(list: string, visitor: string): number[] {
    const { entries = [] } = this.#byVisitor.get(visitor)?.get(list) ?? {};
    return Array.from(entries).filter((_, i) => i % 2 === 0);
  }

  /** An item without a visit in which it was shown does not count. */
  acted(list: string, visitor: string, item: number, action: ActionKind): void {
    const visit = this.#byVisitor.get(visitor)?.get(list);
    if (visit === undefined) return;
    for (let i = 0; i < visit.entries.length; i += 2) {
      if (visit.entries[i] !== item) continue;
      const position = positionIn(visit.entries[i + 1]!);
      if (actionIn(visit.entries[i + 1]!) >= action) return;
      visit.entries[i + 1] = position + action * actionUnit;
      this.#onChange(visit);
    }
  }

  /** Removes all visits of a visitor. */
  forget(visitor: string): void {
    const visits = this.#byVisitor.get(visitor)?.values() ?? [];
    for (const visit of Array.from(visits)) this.#remove(visit);
  }

  /** Removes the visits before a time, in ms since 1970. */
  expire(before: number): void {
    for (const visit of Array.from(this.#visits)) if (visit.at < before) this.#remove(visit);
  }

  #put(visit: ListVisit, known: ListVisit | undefined): void {
    const { list, visitor } = visit;
    const ofList = mapEntry(this.#byList, list, () => new Set<ListVisit>());
    const ofVisitor = mapEntry(this.#byVisitor, visitor, () => new Map<string, ListVisit>());
    if (known !== undefined) {
      this.#visits.delete(known);
      ofList.delete(known);
      this.#count(known, -1);
    }
    this.#visits.add(visit);
    ofList.add(visit);
    this.#count(visit, 1);
    ofVisitor.set(list, visit);
    this.#onChange(visit);
    if (known !== undefined) return;
    const { visits, visitsPerList, visitsPerVisitor } = this.#limits;
    if (ofVisitor.size > visitsPerVisitor) this.#remove(readFirst(ofVisitor.values()));
    if (ofList.size > visitsPerList) this.#remove(readFirst(ofList));
    if (this.#visits.size > visits) this.#remove(readFirst(this.#visits));
  }

  #remove(visit: ListVisit): void {
    this.#visits.delete(visit);
    this.#count(visit, -1);
    removeFrom(this.#byList, visit.list, visit);
    const ofVisitor = this.#byVisitor.get(visit.visitor);
    ofVisitor?.delete(visit.list);
    if (ofVisitor?.size === 0) this.#byVisitor.delete(visit.visitor);
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
