import { randomInt } from 'node:crypto';
import { isUnsignedSession, type ShopEvent, type VisitorId } from '../../../ports/recommendations/events.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import type { CountingSettings } from './counting-settings.ts';
import { readTexts } from '../../../lib/json-values.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import { ensureCapacity } from '../../../kernel/bits/growable.ts';
import { NumberedValues } from '../../../kernel/bits/numbered-values.ts';
import { finish, type Steps } from '../../../kernel/bits/steps.ts';
import { parseNumberValue } from '../../../kernel/text/schema/number-values.ts';
import type { RowBounds } from '../../../kernel/recommend/counters/row-bounds.ts';
import { RecommenderState, type SavedState } from '../../../kernel/recommend/counters/recommender-state.ts';
import type { ReadConnection } from '../../storage/database.ts';
import { readEventRow, readMergeRow } from '../../storage/event-rows.ts';
import { extractItemFeatures } from '../../catalog/item-features.ts';
import { logKind } from '../../storage/schema.ts';

/** The projection as plain data. */
export interface RecommenderSnapshot {
  readonly state: SavedState;
  readonly catalogNumbers: Int32Array;
  readonly popularity: Float64Array;
  readonly prices: Float64Array;
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

/** The data behind the lists of one project: a pure function of its items, its log and the event weights. */
export class RecommenderProjection {
  readonly weights: CountingSettings;
  readonly state: RecommenderState;
  /** Catalog number by the state's item index; -1 for an item that is not in the catalog. */
  #catalogNumbers = new Int32Array(0);
  readonly #itemIndexes = new NumberedValues();
  /** The shop's own `popularity`, by catalog number. */
  readonly #popularity = new NumberedValues();
  /** Prices by catalog number, for purchases that are sent without a price. */
  readonly #prices = new NumberedValues();
  /** The product of a variant, by catalog number. */
  readonly #products = new Map<number, string>();
  /** Catalog numbers of the items without stock. */
  readonly #soldOut = new Set<number>();
  #events = 0;
  /** Whether `popularity` is private: then the order of searches must not reveal it. */
  readonly #isPopularityPrivate: boolean;

  /** `rows` limits the cached rows, which change no list. */
  constructor(weights: CountingSettings, rows?: RowBounds) {
    this.weights = weights;
    this.#isPopularityPrivate = weights.privateFields?.includes('popularity') ?? false;
    this.state = new RecommenderState({
      weights: { eventTypes: weights.weights, otherEventType: weights.otherWeight },
      seed: randomInt(2 ** 32),
      ...(rows === undefined ? {} : { rows }),
    });
  }

  /** The number of events in the log. */
  get events(): number {
    return this.#events;
  }

  catalogNumber(index: number): number {
    return this.#catalogNumbers[index] ?? -1;
  }

  modelNumber(itemNumber: number): number | undefined {
    return this.#itemIndexes.get(itemNumber);
  }

  /** The catalog's items, by both numbers. */
  items(): Iterable<[no: number, index: number]> {
    return this.#itemIndexes.entries();
  }

  /** The popularity of an item: the shop's value unless it is private; otherwise its number of visitors, each counted once per hour. */
  rank(itemNumber: number, index: number): number {
    const popularity = this.#isPopularityPrivate ? undefined : this.#popularity.get(itemNumber);
    return popularity ?? this.state.trends.visitors(index);
  }

  /** The popularity that an item with this id and these fields will have. */
  computePopularity(id: string, fields: JsonObject): number {
    const popularity = parseNumberValue(fields['popularity']);
    if (!Number.isNaN(popularity) && !this.#isPopularityPrivate) return popularity;
    const index = this.state.findItem(id);
    return index === undefined ? 0 : this.state.trends.visitors(index);
  }

  /** The price of an item, or null if it has none. */
  findPrice(id: string): number | null {
    const index = this.state.findItem(id);
    return index === undefined ? null : (this.#prices.get(this.catalogNumber(index)) ?? null);
  }

  productOfItem(id: string): string | null {
    const index = this.state.findItem(id);
    return index === undefined ? null : this.findProduct(this.catalogNumber(index));
  }

  findProduct(itemNumber: number): string | null {
    return this.#products.get(itemNumber) ?? null;
  }

  isSoldOut(itemNumber: number): boolean {
    return this.#soldOut.has(itemNumber);
  }

  setItem(itemNumber: number, id: string, fields: JsonObject): number {
    const index = this.state.item(id);
    const nextIndex = this.#catalogNumbers.length;
    this.#catalogNumbers = ensureCapacity(this.#catalogNumbers, index + 1);
    this.#catalogNumbers.fill(-1, nextIndex);
    this.#catalogNumbers[index] = itemNumber;
    this.#itemIndexes.set(itemNumber, index);
    this.state.setContent(index, extractItemFeatures(fields, this.weights.privateFields));
    setNumber(this.#popularity, itemNumber, fields['popularity']);
    setNumber(this.#prices, itemNumber, fields['price']);
    const group = readTexts(fields, 'groupId')[0];
    if (group === undefined) this.#products.delete(itemNumber);
    else this.#products.set(itemNumber, group);
    if (parseNumberValue(fields['stock']) <= 0) this.#soldOut.add(itemNumber);
    else this.#soldOut.delete(itemNumber);
    return index;
  }

  removeItem(itemNumber: number): void {
    const index = this.#itemIndexes.get(itemNumber);
    if (index === undefined) return;
    // The id may belong to another item already.
    if (this.#catalogNumbers[index] === itemNumber) {
      this.#catalogNumbers[index] = -1;
      this.state.setContent(index, null);
    }
    this.#itemIndexes.delete(itemNumber);
    this.#popularity.delete(itemNumber);
    this.#prices.delete(itemNumber);
    this.#products.delete(itemNumber);
    this.#soldOut.delete(itemNumber);
  }

  /** Applies an event in steps, see `RecommenderState.applySteps`. */
  *apply(event: ShopEvent): Steps<void> {
    this.#events++;
    // Applies to retractions, too, also of types that the shop declares later: anyone could retract what others sent.
    const isUnsigned = event.session !== null && isUnsignedSession(event.session);
    if (isUnsigned && this.state.isRetraction(event.type)) return;
    yield* this.state.applySteps({
      type: event.type,
      ...(event.user === null ? {} : { user: event.user }),
      ...(event.session === null ? {} : { session: event.session }),
      items: event.items.map(({ id, quantity, price, isBeyondAddressCap = false }) => ({
        index: this.state.item(id),
        quantity,
        ...(price === null ? {} : { price }),
        ...(isBeyondAddressCap ? { isBeyondAddressCap } : {}),
      })),
      at: event.at,
      suspectedBot: event.suspectedBot,
    });
  }

  /** Erases a user or session with `events` events in the log. */
  *erase(who: VisitorId, events: number): Steps<void> {
    this.#events -= events;
    yield* this.state.eraseSteps(who);
  }

  merge(from: VisitorId, into: string): Steps<void> {
    return this.state.mergeSteps(from, { user: into });
  }

  /** Applies the items and events after a revision (null means all of them) up to another one. */
  catchUp(reads: ReadConnection, revision: number | null, until: number): void {
    this.#readItems(reads, revision, until);
    const { event, merge } = logKind;
    const sql = `SELECT rev, kind, at, key, event_id, body FROM log WHERE rev > ? AND rev <= ? AND kind IN (${event}, ${merge}) ORDER BY rev`;
    for (const [, kind, at, key, eventId, body] of reads.tuples<LogTuple>(sql, revision ?? -1, until)) {
      const row = { kind, at, key, eventId, body };
      if (kind === event) {
        finish(this.apply(readEventRow(row)));
      } else {
        const { from, into } = readMergeRow(row);
        finish(this.merge(from, into));
      }
    }
  }

  save(): RecommenderSnapshot {
    return {
      state: this.state.save(),
      catalogNumbers: this.#catalogNumbers.slice(0, this.state.itemCount),
      popularity: this.#popularity.save(),
      prices: this.#prices.save(),
      products: this.#products,
      soldOut: this.#soldOut,
      events: this.#events,
    };
  }

  load({ state, catalogNumbers, popularity, prices, products, soldOut, events }: RecommenderSnapshot): void {
    this.state.load(state);
    this.#catalogNumbers = catalogNumbers.slice();
    catalogNumbers.forEach((itemNumber, index) => {
      if (itemNumber >= 0) this.#itemIndexes.set(itemNumber, index);
    });
    this.#popularity.load(popularity);
    this.#prices.load(prices);
    for (const [itemNumber, product] of products) this.#products.set(itemNumber, product);
    for (const itemNumber of soldOut) this.#soldOut.add(itemNumber);
    this.#events = events;
  }

  #readItems(reads: ReadConnection, revision: number | null, until: number): void {
    if (revision === null) {
      const sql = `${allItems} WHERE no > ? ORDER BY no`;
      for (const [itemNumber, id, json] of reads.tuples<[number, string, Uint8Array]>(sql, -1))
        this.#setRow({ no: itemNumber, id, json });
      return;
    }
    const changed = reads
      .prepare(
        `SELECT DISTINCT key FROM log WHERE rev > ? AND rev <= ? AND kind IN (${logKind.itemPut}, ${logKind.itemDelete})`,
      )
      .all(revision, until) as { key: string }[];
    // The key is "i:" and the item's number.
    this.readItems(
      reads,
      changed.map(({ key }) => Number(key.slice(2))),
    );
  }

  /** Loads items from the database, by number; a missing one is removed. */
  readItems(reads: ReadConnection, numbers: readonly number[]): void {
    const rows = numbers.map(
      (itemNumber) => reads.prepare(`${allItems} WHERE no = ?`).get(itemNumber) as ItemRow | undefined,
    );
    // Remove deleted items first: another item may have taken their id.
    rows.forEach((row, at) => {
      if (row === undefined) this.removeItem(numbers[at]!);
    });
    for (const row of rows) if (row !== undefined) this.#setRow(row);
  }

  #setRow({ no, id, json }: ItemRow): void {
    this.setItem(no, id, JSON.parse(decodeUtf8(json)) as JsonObject);
  }
}

function setNumber(values: NumberedValues, itemNumber: number, value: Json | undefined): void {
  const number = parseNumberValue(value);
  if (Number.isNaN(number)) values.delete(itemNumber);
  else values.set(itemNumber, number);
}
