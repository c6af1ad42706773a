import type { ShopEvent } from '../../ports/events.ts';
import type { LearnedRanking, ShownList } from '../../ports/learned-ranking.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { ClickModel } from '../../kernel/click-model/click-model.ts';
import { LearnedOrder, type LearnedChange } from '../../kernel/click-model/learned-order.ts';
import { actionKinds, type ActionKind } from '../../kernel/click-model/visit-window.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import { listKey } from '../search/list-key.ts';
import { visitorKey } from '../storage/event-rows.ts';

/** Shown lists that events may name; the oldest are dropped. */
const shownMax = 20_000;
const updateAfterMs = 1_000;
const actionOf: Readonly<Record<string, ActionKind>> = {
  click: actionKinds.click,
  cart: actionKinds.cart,
  purchase: actionKinds.purchase,
};
/** Fields that may hold the category of an item. */
const categoryFields = ['category', 'categories'];

interface Options {
  readonly clock: Clock;
  readonly analyzer: () => QueryAnalyzer;
  /** The number of the item with the shop's id, or -1. */
  readonly numberOf: (id: string) => number;
  /** The first value of a field of an active item. */
  readonly valueOf: (no: number, field: string) => string | null;
  readonly halfLifeDays: () => number;
}

/** The learned order of one project's lists, in memory: what is shown and the events that name it, in a window of visits. */
export class EmbeddedLearnedRanking implements LearnedRanking {
  /** As of the last update. */
  readonly order = new LearnedOrder();
  readonly #options: Options;
  readonly #model: ClickModel;
  /** By search id, the oldest first. */
  readonly #shown = new Map<string, { readonly list: string; readonly visitor: string }>();
  readonly #updates = new DelayedFlush(async () => this.update(), updateAfterMs);
  #listener: ((change: LearnedChange) => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#model = new ClickModel({ halfLifeDays: options.halfLifeDays });
  }

  /** Visits that are counted. */
  get visits(): number {
    return this.#model.visits;
  }

  /** Calls `listener` with each change of the order; null: no one. */
  onChange(listener: ((change: LearnedChange) => void) | null): void {
    this.#listener = listener;
  }

  shown({ id, visitor, at, offset, items: ids, ...name }: ShownList): void {
    const { analyzer, numberOf } = this.#options;
    const list = visitor === null || ids.length === 0 ? null : listKey(name, analyzer());
    if (list === null || visitor === null) return;
    const items = ids.map(numberOf).filter((no) => no >= 0);
    const owner = visitorKey(visitor);
    this.#shown.set(id, { list, visitor: owner });
    evictOldest(this.#shown, shownMax);
    this.#model.shown({ list, category: this.#categoryOf(items), visitor: owner, at, offset, items });
    this.#updates.schedule();
  }

  /** Call for every applied event. */
  applied({ type, searchId, items, suspectedBot }: ShopEvent): void {
    const action = Object.hasOwn(actionOf, type) ? actionOf[type] : undefined;
    const shown = searchId === null ? undefined : this.#shown.get(searchId);
    if (action === undefined || shown === undefined) return;
    if (suspectedBot) this.#model.forget(shown.visitor);
    else
      for (const { id } of items)
        this.#model.acted(shown.list, shown.visitor, this.#options.numberOf(id), action);
    this.#updates.schedule();
  }

  /** Removes what the visitors with these keys taught, before it resolves. */
  erased(keys: readonly string[]): void {
    const erased = new Set(keys);
    for (const key of keys) this.#model.forget(key);
    for (const [id, { visitor }] of this.#shown) if (erased.has(visitor)) this.#shown.delete(id);
    this.update();
  }

  /** Counts what changed, and publishes it. */
  update(): void {
    const now = this.#options.clock.now();
    if (!this.#model.isOutdated(now)) return;
    const change = this.#model.update(now);
    this.order.apply(change);
    this.#listener?.(change);
  }

  async close(): Promise<void> {
    await this.#updates.close();
  }

  /** The category of at least half of the items; empty: none. */
  #categoryOf(items: readonly number[]): string {
    const counts = new Map<string, number>();
    for (const no of items) {
      const category = categoryFields
        .map((field) => this.#options.valueOf(no, field))
        .find((value) => value !== null);
      if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    for (const [category, count] of counts) if (2 * count >= items.length) return category.toLowerCase();
    return '';
  }
}
