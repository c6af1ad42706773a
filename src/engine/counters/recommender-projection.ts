import type { ShopEvent } from '../../ports/events.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { CountingSettings } from './counting-settings.ts';
import { textsOf } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { finish, type Steps } from '../../kernel/bits/steps.ts';
import { numberIn } from '../../kernel/text/schema/number-values.ts';
import { RecommenderState, type SavedState } from '../../kernel/recommend/counters/recommender-state.ts';
import type { ReadConnection } from '../storage/database.ts';
import { eventOf, mergeOf, type VisitorId } from '../storage/event-rows.ts';
import { itemFeatures } from '../catalog/item-features.ts';
import { logKind } from '../storage/schema.ts';

/** Facts as plain data. */
export interface RecommenderSnapshot {
  readonly state: SavedState;
  readonly catalogNumbers: Int32Array;
  readonly popularity: ReadonlyMap<number, number>;
  readonly products: ReadonlyMap<number, string>;
  readonly soldOut: ReadonlySet<number>;
  readonly events: number;
}

interface ItemRow {
  readonly no: number;
  readonly id: string;
  readonly json: Uint8Array;
}

type LogTuple = [rev: number, kind: number, at: number, key: string, eventId: string | null, body: string];

const allItems = 'SELECT no, id, json FROM items';

/** What the lists of one project rest on: a function of its items, its log and the weights of events, and of nothing else. */
export class RecommenderProjection {
  readonly weights: CountingSettings;
  readonly state: RecommenderState;
  /** Number of the catalog's item, by number of the model's; -1 where the catalog has none. */
  readonly #catalogNumbers: number[] = [];
  readonly #modelNumbers = new Map<number, number>();
  /** By number of the catalog's item: what the shop itself says of its popularity, */
  readonly #popularity = new Map<number, number>();
  /** what its variants have in common, */
  readonly #products = new Map<number, string>();
  /** and the items of which none is left. */
  readonly #soldOut = new Set<number>();
  #events = 0;

  constructor(weights: CountingSettings) {
    this.weights = weights;
    this.state = new RecommenderState({
      weights: { eventTypes: weights.weights, otherEventType: weights.otherWeight },
    });
  }

  /** Events of the log. */
  get events(): number {
    return this.#events;
  }

  catalogNumber(index: number): number {
    return this.#catalogNumbers[index] ?? -1;
  }

  modelNumber(no: number): number | undefined {
    return this.#modelNumbers.get(no);
  }

  /** The catalog's items, by both their numbers. */
  items(): Iterable<[no: number, index: number]> {
    return this.#modelNumbers;
  }

  /** What orders the item among equals: the shop's own figure, or how often it was touched. */
  rank(no: number, index: number): number {
    return this.#popularity.get(no) ?? this.state.transitions.count(index);
  }

  productOf(no: number): string | null {
    return this.#products.get(no) ?? null;
  }

  isSoldOut(no: number): boolean {
    return this.#soldOut.has(no);
  }

  setItem(no: number, id: string, fields: JsonObject): number {
    const index = this.state.item(id);
    while (this.#catalogNumbers.length <= index) this.#catalogNumbers.push(-1);
    this.#catalogNumbers[index] = no;
    this.#modelNumbers.set(no, index);
    this.state.setContent(index, itemFeatures(fields, this.weights.privateFields));
    const popularity = numberIn(fields['popularity']);
    if (Number.isNaN(popularity)) this.#popularity.delete(no);
    else this.#popularity.set(no, popularity);
    const group = textsOf(fields, 'groupId')[0];
    if (group === undefined) this.#products.delete(no);
    else this.#products.set(no, group);
    if (numberIn(fields['stock']) <= 0) this.#soldOut.add(no);
    else this.#soldOut.delete(no);
    return index;
  }

  removeItem(no: number): void {
    const index = this.#modelNumbers.get(no);
    if (index === undefined) return;
    // The id may be another item's by now.
    if (this.#catalogNumbers[index] === no) {
      this.#catalogNumbers[index] = -1;
      this.state.setContent(index, null);
    }
    this.#modelNumbers.delete(no);
    this.#popularity.delete(no);
    this.#products.delete(no);
    this.#soldOut.delete(no);
  }

  /** In steps: see `RecommenderState.applySteps`. */
  *apply(event: ShopEvent): Steps<void> {
    this.#events++;
    yield* this.state.applySteps({
      type: event.type,
      ...(event.user === null ? {} : { user: event.user }),
      ...(event.session === null ? {} : { session: event.session }),
      items: event.items.map(({ id, quantity, price }) => ({
        index: this.state.item(id),
        quantity,
        ...(price === null ? {} : { price }),
      })),
      at: event.at,
      suspectedBot: event.suspectedBot,
    });
  }

  /** Erases a user or session with `events` events in the log; gives the indexes of the items whose counts fell. */
  *erase(who: VisitorId, events: number): Steps<ReadonlySet<number>> {
    this.#events -= events;
    return yield* this.state.eraseSteps(who);
  }

  /** Gives the items whose counts fell, by their indexes. */
  merge(from: VisitorId, into: string): Steps<ReadonlySet<number>> {
    return this.state.mergeSteps(from, { user: into });
  }

  /** Takes what the database has beyond a revision (all of it where that is null) and up to another one. */
  catchUp(reads: ReadConnection, revision: number | null, until: number): void {
    this.#readItems(reads, revision, until);
    const { event, merge } = logKind;
    const sql = `SELECT rev, kind, at, key, event_id, body FROM log WHERE rev > ? AND rev <= ? AND kind IN (${event}, ${merge}) ORDER BY rev`;
    for (const [, kind, at, key, eventId, body] of reads.tuples<LogTuple>(sql, revision ?? -1, until)) {
      const row = { kind, at, key, eventId, body };
      if (kind === event) {
        finish(this.apply(eventOf(row)));
      } else {
        const { from, into } = mergeOf(row);
        finish(this.merge(from, into));
      }
    }
  }

  save(): RecommenderSnapshot {
    return {
      state: this.state.save(),
      catalogNumbers: Int32Array.from(this.#catalogNumbers),
      popularity: this.#popularity,
      products: this.#products,
      soldOut: this.#soldOut,
      events: this.#events,
    };
  }

  load({ state, catalogNumbers, popularity, products, soldOut, events }: RecommenderSnapshot): void {
    this.state.load(state);
    catalogNumbers.forEach((no, index) => {
      this.#catalogNumbers.push(no);
      if (no >= 0) this.#modelNumbers.set(no, index);
    });
    for (const [no, own] of popularity) this.#popularity.set(no, own);
    for (const [no, product] of products) this.#products.set(no, product);
    for (const no of soldOut) this.#soldOut.add(no);
    this.#events = events;
  }

  #readItems(reads: ReadConnection, revision: number | null, until: number): void {
    if (revision === null) {
      const sql = `${allItems} WHERE no > ? ORDER BY no`;
      for (const [no, id, json] of reads.tuples<[number, string, Uint8Array]>(sql, -1))
        this.#setRow({ no, id, json });
      return;
    }
    const changed = reads
      .prepare(
        `SELECT DISTINCT key FROM log WHERE rev > ? AND rev <= ? AND kind IN (${logKind.itemPut}, ${logKind.itemDelete})`,
      )
      .all(revision, until) as { key: string }[];
    // "i:" and the item's number.
    this.readItems(
      reads,
      changed.map(({ key }) => Number(key.slice(2))),
    );
  }

  /** Takes items as they are in the database, by number; one that is not there is removed. */
  readItems(reads: ReadConnection, numbers: readonly number[]): void {
    const rows = numbers.map(
      (no) => reads.prepare(`${allItems} WHERE no = ?`).get(no) as ItemRow | undefined,
    );
    // First those that are gone, as an id may be another item's by now.
    rows.forEach((row, at) => {
      if (row === undefined) this.removeItem(numbers[at]!);
    });
    for (const row of rows) if (row !== undefined) this.#setRow(row);
  }

  #setRow({ no, id, json }: ItemRow): void {
    this.setItem(no, id, JSON.parse(decodeUtf8(json)) as JsonObject);
  }
}
