import { ensureCapacity } from '../../bits/growable.ts';
import { finish, type Steps } from '../../bits/steps.ts';
import { StringInterner, type SavedStrings } from '../../bits/string-interner.ts';
import { AttributeLift, type LiftBounds, type SavedLift } from './attribute-lift.ts';
import { BestItems } from './best-items.ts';
import { BasketCounts, type SavedBaskets } from './basket-counts.ts';
import { computeAmount, BasketLedger, type SavedLedger } from './basket-ledger.ts';
import { CappedBaskets } from './capped-baskets.ts';
import { ContentIndex, type ItemFeatures, type SavedContent } from './content-index.ts';
import { EventTypes } from './event-types.ts';
import type { ModelEvent } from './model-event.ts';
import { HistoryChanges } from './history-changes.ts';
import { HistoryCounts } from './history-counts.ts';
import { RepeatCounts } from './repeat-counts.ts';
import { Retractions, type RetractionKind } from './retractions.ts';
import { RequestScratch } from './sparse-accumulator.ts';
import type { RowBounds } from './row-bounds.ts';
import { stableHash } from '../../bits/hashing.ts';
import { noSubject, InteractionHistories, type SavedHistories } from './interaction-histories.ts';
import { TransitionRows, type SavedTransitions } from './transition-rows.ts';
import { TransitionSums } from './transition-sums.ts';
import { TrendCounts, type SavedTrends } from './trend-counts.ts';
import { VisitorPairCap } from './visitor-pair-cap.ts';
import { defaultWeights, visitorCaps, type RecommenderWeights, type VisitorCaps } from './weights.ts';

/** A user, or an anonymous visitor's session. */
export type Subject = { readonly user: string } | { readonly session: string };

/** The visitor of a request: a user, an anonymous session, or a user with the current session. */
export interface VisitorNames {
  readonly user?: string;
  readonly session?: string;
}

interface StateOptions {
  readonly weights?: Partial<RecommenderWeights>;
  readonly lift?: LiftBounds;
  readonly caps?: VisitorCaps;
  readonly rows?: RowBounds;
  readonly seed?: number;
}

export interface RecommenderStats {
  items: number;
  itemsWithContent: number;
  itemsWithInteractions: number;
  interactions: number;
  subjects: number;
  baskets: number;
  bytes: number;
}

/** A state as plain data. */
export interface SavedState {
  readonly ids: SavedStrings;
  readonly histories: SavedHistories;
  readonly transitions: SavedTransitions;
  readonly content: SavedContent;
  readonly lift: SavedLift;
  readonly repeats: Float64Array;
  readonly trends: SavedTrends;
  readonly baskets: SavedBaskets;
  readonly types: readonly string[];
  readonly retractions: ReturnType<Retractions['save']>;
  readonly bought: SavedLedger;
}

/**
 * The state of one shop's recommenders, updated by each event.
 *
 * The state is a function of the interactions alone: counters are integers, and the contribution of each position of
 * a history can be subtracted exactly. Late events are inserted at their time. Erasing a subject leaves the state
 * without its events, and merging two leaves the state of a single one.
 */
export class RecommenderState {
  readonly weights: RecommenderWeights;
  readonly histories = new InteractionHistories();
  readonly transitions: TransitionRows;
  readonly content: ContentIndex;
  readonly lift: AttributeLift;
  readonly repeats = new RepeatCounts();
  readonly trends: TrendCounts;
  readonly baskets: BasketCounts;
  /** The baskets of each subject. */
  readonly bought: BasketLedger;
  /** The most popular items, by day. */
  readonly popularItems: BestItems;
  /** Sums of the current request; requests are synchronous and never overlap. */
  readonly scratch = new RequestScratch();
  readonly #ids: StringInterner;
  /** Items whose visitors changed. */
  readonly #visitedItems = new Set<number>();
  /** Tie-breakers by item. */
  #ties = new Uint32Array(0);
  readonly #types: EventTypes;
  readonly #retractions = new Retractions();
  readonly #counts: HistoryCounts;
  readonly #changes: HistoryChanges;
  readonly #orders: CappedBaskets;

  /** `seed` is that of the hash table of ids, see {@link StringInterner}. */
  constructor(options: StateOptions = {}) {
    const caps = options.caps ?? visitorCaps;
    this.#ids = new StringInterner(options.seed ?? 0);
    this.lift = new AttributeLift(options.lift);
    this.weights = { ...defaultWeights, ...options.weights };
    const readTie = (item: number): number => this.#ties[item]!;
    this.#types = new EventTypes(this.weights);
    const sums = new TransitionSums(this.histories, this.#types);
    this.transitions = new TransitionRows(sums, this.weights, readTie, options.rows);
    this.content = new ContentIndex(readTie, options.rows);
    this.baskets = new BasketCounts(readTie);
    this.bought = new BasketLedger(readTie);
    this.#orders = new CappedBaskets({ ledger: this.bought, counts: this.baskets, caps });
    const popularItems = (this.popularItems = new BestItems(readTie));
    this.trends = new TrendCounts(this.weights, (item) => {
      popularItems.markChanged(item);
      this.#visitedItems.add(item);
    });
    const { histories, lift, repeats, trends, transitions } = this;
    const types = this.#types;
    const counts = (this.#counts = new HistoryCounts({ histories, types, lift, repeats, trends }));
    const cap = new VisitorPairCap(histories, types, caps);
    this.#changes = new HistoryChanges({ histories, counts, transitions, types, popularItems, cap });
  }

  /** The state as plain data for an empty state's `load()`. It must be stored before the state changes. */
  save(): SavedState {
    return {
      ids: this.#ids.save(),
      histories: this.histories.save(),
      transitions: this.transitions.save(),
      content: this.content.save(),
      lift: this.lift.save(),
      repeats: this.repeats.save(),
      trends: this.trends.save(),
      baskets: this.baskets.save(),
      types: this.#types.save(),
      retractions: this.#retractions.save(),
      bought: this.bought.save(),
    };
  }

  load(saved: SavedState): void {
    this.popularItems.clear();
    this.#ids.load(saved.ids);
    this.#ties = new Uint32Array(this.#ids.size);
    for (let index = 0; index < this.#ids.size; index++) this.#ties[index] = stableHash(this.#ids.at(index));
    this.#types.load(saved.types);
    this.histories.load(saved.histories);
    this.transitions.load(saved.transitions);
    this.content.load(saved.content);
    this.lift.load(saved.lift);
    this.repeats.load(saved.repeats);
    this.trends.load(saved.trends);
    this.baskets.load(saved.baskets);
    this.#retractions.load(saved.retractions);
    this.bought.load(saved.bought);
  }

  /** The number of an item id, assigned at the first call; ids outside the catalog are accepted too. */
  item(id: string): number {
    const { size } = this.#ids;
    const index = this.#ids.add(id);
    if (index < size) return index;
    this.#ties = ensureCapacity(this.#ties, index + 1);
    this.#ties[index] = stableHash(id);
    return index;
  }

  /** Finds the number of an item id like {@link item}, without assigning one. */
  findItem(id: string): number | undefined {
    const index = this.#ids.find(id);
    return index < 0 ? undefined : index;
  }

  getId(index: number): string {
    if (index >= this.#ids.size)
      throw new RangeError(`No item has the number ${index}: there are ${this.#ids.size}`);
    return this.#ids.at(index);
  }

  /** A stable hash that orders items of equal score. */
  getTieBreaker(index: number): number {
    return this.#ties[index]!;
  }

  get itemCount(): number {
    return this.#ids.size;
  }

  /** Sets the content of an item when it is written; null when it is removed. */
  setContent(index: number, content: ItemFeatures | null): void {
    this.content.set(index, content);
    this.baskets.setKinds(index, content?.type, content?.category);
    const attributes = this.lift.findIds(content?.attributes ?? []);
    if (this.lift.hasAttributes(index, attributes)) return;
    this.#counts.addLift(index, -1);
    const entered = this.lift.setAttributes(index, attributes);
    this.#counts.addLift(index, 1);
    for (const attribute of entered) this.#counts.countAttribute(attribute);
  }

  /**
   * Applies an event; the caller drops duplicates. A type with a weight below 0 retracts all earlier interactions of the subject with the
   * items; `return` retracts their purchases.
   */
  apply(event: ModelEvent): void {
    finish(this.applySteps(event));
  }

  /** {@link apply} in steps, each of which leaves a consistent state; nothing else may change the state in between. */
  *applySteps(event: ModelEvent): Steps<void> {
    const key = subjectKey(event);
    const subject = key === undefined ? noSubject : this.histories.subject(key);
    const retracts = this.#types.getRetraction(event.type);
    if (retracts !== null) {
      if (subject !== noSubject) yield* this.#retract(subject, event, retracts);
      return;
    }
    const isPurchase = this.#types.isPurchase(this.#types.getNumber(event.type, 'counted'));
    const { suspectedBot = false } = event;
    const basket = new Map<number, number>();
    const capped = new Set<number>();
    for (const { index, quantity = 1, price, isBeyondAddressCap = false } of event.items) {
      if (subject !== noSubject && this.#retractions.covers(subject, index, isPurchase, event.at)) continue;
      const mark = suspectedBot ? 'suspectedBot' : isBeyondAddressCap ? 'beyondCap' : 'counted';
      yield this.#changes.add(index, subject, this.#types.getNumber(event.type, mark), event.at);
      basket.set(index, (basket.get(index) ?? 0) + computeAmount(quantity, price));
      if (mark !== 'counted') capped.add(index);
    }
    if (!isPurchase || basket.size === 0) return;
    const bought = { items: [...basket.keys()], amounts: [...basket.values()], at: event.at, capped };
    if (subject === noSubject) yield this.baskets.add(bought, 1);
    else yield this.#orders.add(subject, bought);
  }

  /** The items whose numbers of visitors changed since the last call. */
  takeVisitedItems(): readonly number[] {
    const items = [...this.#visitedItems];
    this.#visitedItems.clear();
    return items;
  }

  /** Erases a subject, and leaves the state as it would be without their events. */
  erase(who: Subject): void {
    finish(this.eraseSteps(who));
  }

  /** {@link erase} in steps (see {@link applySteps}), newest interactions first. */
  *eraseSteps(who: Subject): Steps<void> {
    const subject = this.findSubject(who);
    if (subject === undefined) return;
    yield* this.#changes.remove(subject, () => true);
    yield* this.#orders.remove(subject);
    this.#retractions.erase(subject);
    this.histories.removeNames(subject);
  }

  /** Merges a session or a user into a user: earlier and later interactions of both become one history. */
  merge(from: Subject, into: { readonly user: string }): void {
    finish(this.mergeSteps(from, into));
  }

  /** {@link merge} in steps (see {@link applySteps}): the shorter history moves, newest interactions first. */
  *mergeSteps(from: Subject, into: { readonly user: string }): Steps<void> {
    const [fromSubject, intoSubject] = [
      this.histories.subject(formatKey(from)),
      this.histories.subject(formatKey(into)),
    ];
    if (fromSubject === intoSubject) return;
    const isSwapped = this.histories.getLength(fromSubject) > this.histories.getLength(intoSubject);
    const [source, target] = isSwapped ? [intoSubject, fromSubject] : [fromSubject, intoSubject];
    for (const [subject, by] of [
      [source, target],
      [target, source],
    ] as const)
      if (this.#retractions.has(by)) yield* this.#dropRetracted(subject, by);
    yield* this.#changes.move(source, target);
    this.#retractions.join(source, target);
    yield this.#orders.move(source, target);
    this.histories.joinNames(source, target, isSwapped);
  }

  /** The number of a subject, or undefined if it is unknown. */
  findSubject(who: Subject): number | undefined {
    return this.histories.findSubject(formatKey(who));
  }

  /**
   * The subjects of a visitor: the user's, and the session's unless it belongs to another user. Merged ones are one subject. Unknown
   * visitors have none.
   */
  findSubjects({ user, session }: VisitorNames): readonly number[] {
    const userSubject = user === undefined ? undefined : this.findSubject({ user });
    const visit = session === undefined ? undefined : this.findSubject({ session });
    const isOwn =
      visit !== undefined && visit !== userSubject && (user === undefined || !this.#isUser(visit));
    return [...(userSubject === undefined ? [] : [userSubject]), ...(isOwn ? [visit] : [])];
  }

  /** The key of a visitor, the same for all of their names. */
  formatSubject(who: Subject): string {
    const subject = this.findSubject(who);
    return (subject === undefined ? undefined : this.histories.getKeys(subject)[0]) ?? formatKey(who);
  }

  isPurchase(interaction: number): boolean {
    return this.#types.isPurchase(this.histories.getType(interaction));
  }

  /** Whether an interaction came from an event of this type. */
  hasType(interaction: number, type: string): boolean {
    return this.#types.haveSameName(
      this.histories.getType(interaction),
      this.#types.getNumber(type, 'counted'),
    );
  }

  /** Whether two interactions' type numbers are of one event type. */
  isSameType(a: number, b: number): boolean {
    return this.#types.haveSameName(a, b);
  }

  /** Whether an interaction counts for no pair of items, as its visitor or address had too many with the item before. */
  isBeyondCap(interaction: number): boolean {
    return this.#types.isBeyondCap(this.histories.getType(interaction));
  }

  isRetraction(type: string): boolean {
    return this.#types.getRetraction(type) !== null;
  }

  /** Items that a visitor retracted entirely, without later interactions. */
  findRejectedItems(visitor: VisitorNames): Set<number> {
    const subjects = this.findSubjects(visitor);
    const rejected = new Set(subjects.flatMap((subject) => [...this.#retractions.listRejected(subject)]));
    if (rejected.size === 0) return rejected;
    for (const subject of subjects) {
      const length = this.histories.getLength(subject);
      for (let position = 0; position < length; position++)
        rejected.delete(this.histories.itemAt(subject, position));
    }
    return rejected;
  }

  stats(): RecommenderStats {
    const { histories, transitions, content, lift, trends, baskets } = this;
    const parts = [histories, transitions, content, lift, trends, baskets, this.bought];
    return {
      items: this.#ids.size,
      itemsWithContent: this.content.itemCount,
      itemsWithInteractions: this.transitions.counts.itemsWithInteractions,
      interactions: this.histories.interactionCount,
      subjects: this.histories.subjectCount,
      baskets: this.baskets.basketTotal,
      bytes: parts.reduce((sum, part) => sum + part.bytes, this.#ids.byteLength + this.#ties.byteLength),
    };
  }

  #isUser(subject: number): boolean {
    return this.histories.getKeys(subject).some((key) => key.startsWith('u:'));
  }

  *#retract(subject: number, event: ModelEvent, kind: RetractionKind): Steps<void> {
    for (const { index } of event.items) this.#retractions.add(subject, index, kind, event.at);
    yield* this.#dropRetracted(subject, subject, new Set(event.items.map(({ index }) => index)));
  }

  /** Removes the interactions that the retractions of `by` cover from a history and its baskets, for some items or all. */
  *#dropRetracted(subject: number, by: number, items: ReadonlySet<number> | null = null): Steps<void> {
    const { histories } = this;
    const isKept = (item: number, isPurchase: boolean, at: number): boolean =>
      (items !== null && !items.has(item)) || !this.#retractions.covers(by, item, isPurchase, at);
    const hasPurchase = yield* this.#changes.remove(subject, (position) => {
      const item = histories.itemAt(subject, position);
      if (items !== null && !items.has(item)) return false;
      const isPurchase = this.#types.isPurchase(histories.typeAt(subject, position));
      return !isKept(item, isPurchase, histories.timeAt(subject, position));
    });
    if (!hasPurchase) return;
    yield this.#orders.retain(subject, (item, at) => isKept(item, true, at));
  }
}

function subjectKey(event: ModelEvent): string | undefined {
  if (event.user !== undefined) return formatKey({ user: event.user });
  return event.session === undefined ? undefined : formatKey({ session: event.session });
}

function formatKey(who: Subject): string {
  return 'user' in who ? `u:${who.user}` : `s:${who.session}`;
}
