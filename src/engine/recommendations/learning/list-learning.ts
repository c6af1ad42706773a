import type { ShopEvent } from '../../../ports/recommendations/events.ts';
import { categoryFields } from '../../../ports/catalog/item-fields.ts';
import type { Impression } from '../../../ports/recommendations/impression-log.ts';
import type { QueryAnalyzer } from '../../../ports/search/query-analyzer.ts';
import { dayMs, toDay } from '../../../lib/days.ts';
import type { Clock } from '../../../lib/clock.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { WorkSlices } from '../../../lib/work-slices.ts';
import { ClickModel } from '../../../kernel/click-model/click-model.ts';
import { LearnedOrder, type LearnedChange } from '../../../kernel/click-model/learned-order.ts';
import { actionKinds, visitLimits, type ActionKind } from '../../../kernel/click-model/visit-window.ts';
import type { EmbeddedImpressionLog } from '../../analytics/impression-log.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import { listKey } from '../../search/list-key.ts';
import { DelayedFlush } from '../../storage/delayed-flush.ts';
import { readEventRow, eventKey, visitorKey, type EventRow } from '../../storage/event-rows.ts';
import { logKind } from '../../storage/schema.ts';

/** Updates wait this long, until impressions are stored, so that impressions and their events are counted together. */
const updateAfterMs = 1_000;
/** Yield after this many entries of visits: about ten milliseconds. */
const unitsMax = 10_000;
const impressionUnits = 100;
const anonymousUnits = 2;
const eventUnits = 20;
const rowsPerRead = 200;
/** Maximum shown lists that events may name; the oldest are dropped. */
const shownMax = visitLimits.visits;
const anonymousMax = 10_000;
/** Maximum impressions and events that a start reads. */
const impressionsReadMax = 2 * visitLimits.visits;
const eventsReadMax = 500_000;
/** Maximum events that wait for their impressions; the oldest are dropped. */
const pendingMax = 10_000;
/** Maximum updates for which an event waits for its impression. */
const roundsMax = 3;
const kindsByEventType: ReadonlyMap<string, ActionKind> = new Map([
  ['click', actionKinds.click],
  ['cart', actionKinds.cart],
  ['purchase', actionKinds.purchase],
]);

interface Options {
  readonly database: ProjectDatabase;
  readonly impressions: Pick<
    EmbeddedImpressionLog,
    'after' | 'readNewestNumber' | 'listVisitorImpressions' | 'listAnonymousSearches'
  >;
  readonly clock: Clock;
  readonly analyzer: () => QueryAnalyzer;
  /** The number of the item with the shop's id, or -1. */
  readonly findNumber: (id: string) => number;
  /** The first value of a field of an active item. */
  readonly findValue: (itemNumber: number, field: string) => string | null;
  /** The product of a variant, or null if the item is no variant. */
  readonly findProduct: (itemNumber: number) => string | null;
  readonly halfLifeDays: () => number;
  /** The retention of impressions, and so of visits, in days. */
  readonly impressionDays: () => number;
  /** Stored impressions are read once this resolves. */
  readonly listening: Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface PendingAction {
  readonly event: ShopEvent;
  rounds: number;
}

/**
 * Learns the order of one project's lists from its impressions, and from the events that name them. The model is in memory; a start reads
 * the newest impressions and events again. Searches read {@link ListLearning.order}, which changes a second or two after an event.
 */
export class ListLearning {
  /** The learned order, as of the last update. */
  readonly order = new LearnedOrder();
  readonly #options: Options;
  readonly #model: ClickModel;
  /** Shown lists by search id, the oldest first. */
  readonly #shown = new Map<string, { readonly list: string; readonly visitor: string }>();
  /** Numbers of the impressions of unknown visitors, by search id, the oldest first. Few are ever read, as no event names the others. */
  readonly #anonymous = new Map<string, number>();
  /** The number of the last impression that was read. */
  #readTo = 0;
  #pending: PendingAction[] = [];
  readonly #updates = new DelayedFlush(() => this.update(), updateAfterMs);
  /** The day of the last expiry, in days since 1970. */
  #expiredOn = -1;
  #counting: Promise<void> = Promise.resolve();
  #ready: Promise<void> = Promise.resolve();
  #isClosed = false;
  #listener: ((change: LearnedChange) => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#model = new ClickModel({ halfLifeDays: options.halfLifeDays });
  }

  /** Calls `listener` with each change of the order; null removes it. */
  onChange(listener: ((change: LearnedChange) => void) | null): void {
    this.#listener = listener;
  }

  replicaState(): LearnedChange {
    return this.order.state();
  }

  /** Begins to read stored impressions and events in the background. */
  start(): void {
    const { database, impressions, listening, onError } = this.#options;
    this.#readTo = Math.max(this.#readTo, impressions.readNewestNumber() - impressionsReadMax);
    const oldest = database.reads.prepare('SELECT at FROM impressions WHERE no > ? ORDER BY no LIMIT 1');
    const since = oldest.get(this.#readTo)?.['at'];
    if (since !== undefined) this.#ready = listening.then(() => this.#read(Number(since))).catch(onError);
  }

  /** Resolves when everything stored before {@link start} is counted. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Call when impressions were stored. */
  schedule(): void {
    this.#updates.schedule();
  }

  /** Call for every event that was counted. */
  onEventApplied(event: ShopEvent): void {
    if (event.searchId === null || !kindsByEventType.has(event.type)) return;
    this.#pending.push({ event, rounds: 0 });
    if (this.#pending.length > pendingMax) this.#pending.shift();
    this.#updates.schedule();
  }

  /** Removes the visits of the visitors with these keys. The result is published when the promise resolves. */
  async onVisitorErased(keys: readonly string[]): Promise<void> {
    const erased = new Set(keys);
    for (const key of keys) this.#model.forget(key);
    for (const [id, { visitor }] of this.#shown) if (erased.has(visitor)) this.#shown.delete(id);
    await this.#count();
  }

  /** Reads new impressions, and counts the lists that changed. */
  async update(): Promise<void> {
    if (this.#isClosed) return;
    await this.#readImpressions();
    this.#pending = this.#pending.filter(
      (action) => !this.#addAction(action.event) && ++action.rounds < roundsMax,
    );
    if (this.#pending.length > 0) this.#updates.schedule();
    await this.#count();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#updates.close();
  }

  async #read(since: number): Promise<void> {
    await this.#readImpressions();
    if (this.#isClosed) return;
    await this.#readEvents(since);
    await this.update();
  }

  async #readImpressions(): Promise<void> {
    const { impressions } = this.#options;
    const slices = new WorkSlices(unitsMax);
    while (!this.#isClosed) {
      const last = Math.min(impressions.readNewestNumber(), this.#readTo + rowsPerRead);
      if (last <= this.#readTo) return;
      const known = impressions.listVisitorImpressions(this.#readTo, last);
      const anonymous = impressions.listAnonymousSearches(this.#readTo, last);
      this.#readTo = last;
      for (const impression of known) this.#addImpression(impression, visitorKey(impression.visitor!));
      for (const { id, no } of anonymous) this.#anonymous.set(id, no);
      evictOldest(this.#anonymous, anonymousMax);
      await slices.spend(known.length * impressionUnits + anonymous.length * anonymousUnits);
    }
  }

  /** Reads the stored events since a time, in any order. */
  async #readEvents(since: number): Promise<void> {
    const select = this.#options.database.reads.prepare(
      `SELECT rev, kind, at, key, event_id, body FROM log WHERE rev < ? AND kind = ${logKind.event} ORDER BY rev DESC LIMIT ?`,
    );
    const slices = new WorkSlices(unitsMax);
    let before = Number.MAX_SAFE_INTEGER;
    for (let read = 0; read < eventsReadMax && !this.#isClosed; read += rowsPerRead) {
      const rows = select.all(before, rowsPerRead) as unknown as (EventRow & { readonly rev: number })[];
      for (const row of rows) if (row.body.includes('"q":')) this.#addAction(readEventRow(row));
      const last = rows.at(-1);
      if (last === undefined || last.at < since) return;
      before = last.rev;
      await slices.spend(rows.length * eventUnits);
    }
  }

  /** Adds an impression as a visit of the visitor with this key, unless nothing is learned from it. */
  #addImpression(
    { id, kind, at, isSorted, offset, items: ids, total, ...name }: Impression,
    visitor: string,
  ): void {
    const { analyzer, findNumber } = this.#options;
    // A search without matches lists unrelated items, and a sort makes another list.
    if ((kind !== 'search' && kind !== 'browse') || total === 0 || isSorted) return;
    const list = listKey(name, analyzer());
    if (list === null || ids.length === 0) return;
    const items = ids.map(findNumber).filter((itemNumber) => itemNumber >= 0);
    this.#shown.set(id, { list, visitor });
    evictOldest(this.#shown, shownMax);
    this.#model.recordImpression({
      list,
      category: this.#majorityCategory(items),
      at,
      offset,
      items,
      visitor,
    });
  }

  /** Adds the action of an event; returns false if its impression is unknown. */
  #addAction(event: ShopEvent): boolean {
    const { type, searchId, items, suspectedBot } = event;
    const anonymous = searchId === null ? undefined : this.#anonymous.get(searchId);
    if (anonymous !== undefined) {
      // The event names the visitor of an anonymous impression.
      this.#anonymous.delete(searchId!);
      if (!suspectedBot) this.#addAnonymous(anonymous, eventKey(event));
    }
    const impression = searchId === null ? undefined : this.#shown.get(searchId);
    if (impression === undefined) return anonymous !== undefined;
    const action = kindsByEventType.get(type);
    // Nothing is learned from suspected bots.
    if (suspectedBot) this.#model.forget(impression.visitor);
    else if (action !== undefined)
      for (const { id } of items) {
        const item = this.#findShownItem(this.#options.findNumber(id), impression);
        this.#model.recordAction(impression.list, impression.visitor, item, action);
      }
    return true;
  }

  /** Adds the impression with this number as a visit, unless it has expired. */
  #addAnonymous(number: number, visitor: string): void {
    const [impression] = this.#options.impressions.after(number - 1, 1);
    if (impression?.number === number) this.#addImpression(impression, visitor);
  }

  /** The shown variant of an item's product: the item itself, or another one. */
  #findShownItem(
    itemNumber: number,
    { list, visitor }: { readonly list: string; readonly visitor: string },
  ): number {
    const { findProduct } = this.#options;
    const product = findProduct(itemNumber);
    if (product === null) return itemNumber;
    const items = this.#model.itemsIn(list, visitor);
    if (items.includes(itemNumber)) return itemNumber;
    return items.find((item) => findProduct(item) === product) ?? itemNumber;
  }

  /** Counts the changed lists and publishes the result. Counts run one after the other: an older one must not replace a newer one. */
  #count(): Promise<void> {
    const counted = this.#counting.then(() => this.#countChanged());
    this.#counting = counted.catch(() => undefined);
    return counted;
  }

  async #countChanged(): Promise<void> {
    const { clock, impressionDays } = this.#options;
    const now = clock.now();
    if (!this.#model.isOutdated(now)) return;
    const today = toDay(now);
    if (today !== this.#expiredOn) this.#model.expire((today - impressionDays()) * dayMs);
    this.#expiredOn = today;
    const change = await new WorkSlices(unitsMax).run(this.#model.update(now));
    this.order.apply(change);
    this.#listener?.(change);
  }

  /** The category of at least half of the items; empty if there is none. */
  #majorityCategory(items: readonly number[]): string {
    const counts = new Map<string, number>();
    for (const itemNumber of items) {
      const category = categoryFields
        .map((field) => this.#options.findValue(itemNumber, field))
        .find((value) => value !== null);
      if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    for (const [category, count] of counts) if (2 * count >= items.length) return category.toLowerCase();
    return '';
  }
}
