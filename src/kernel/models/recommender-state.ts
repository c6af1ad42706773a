import { AttributeLift, type SavedLift } from './attribute-lift.ts';
import { BasketCounts, type SavedBaskets } from './basket-counts.ts';
import { BasketLedger, type Basket, type SavedLedger } from './basket-ledger.ts';
import { ContentIndex, type ItemContent, type SavedContent } from './content-index.ts';
import { EventTypes } from './event-types.ts';
import { RepeatCounts } from './repeat-counts.ts';
import { Retractions, type RetractionKind } from './retractions.ts';
import { RequestScratch } from './sparse-scores.ts';
import { stableHash } from './stable-hash.ts';
import { NOBODY, TouchHistories, type SavedHistories } from './touch-histories.ts';
import { TRANSITION_UNIT, TransitionRows, type SavedTransitions } from './transition-rows.ts';
import { TrendCounts, hourOf, type SavedTrends } from './trend-counts.ts';
import { BOUNDS, DEFAULT_WEIGHTS, type RecommenderWeights } from './weights.ts';

/** One event of the log: somebody touched one item or several (a purchase: the whole basket) at a time in ms. */
export interface ModelEvent {
  /** 'view', 'click', 'cart', 'purchase' or a type of the shop's own. */
  readonly type: string;
  readonly user?: string;
  /** Counts as the subject where there is no user. */
  readonly session?: string;
  /** Of too many visitors from one place: counts for everything but the trends. */
  readonly crowded?: boolean;
  readonly items: readonly { readonly index: number; readonly quantity?: number; readonly price?: number }[];
  readonly at: number;
}

/** A user, or an anonymous visitor's session. */
export type Subject = { readonly user: string } | { readonly session: string };

export interface RecommenderStats {
  items: number;
  itemsWithContent: number;
  itemsTouched: number;
  touches: number;
  subjects: number;
  baskets: number;
  bytes: number;
}

/** A state as plain data. */
export interface SavedState {
  readonly ids: readonly string[];
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

/** The back transition counts a quarter of the forward one. */
const BACKWARD = 0.25;
/** How far behind a place of a history the counters of that place can depend on an insertion before it. */
const INFLUENCE = Math.max(BOUNDS.historyWindow, BOUNDS.trendTouchesPerHour);

/**
 * Everything the recommenders know of one shop, kept up by each event.
 *
 * The state is a function of the touches alone: counters are integers, and what each place of a history contributes
 * can be taken away as exactly as it was added. Late events go where their time puts them, erasing a subject leaves
 * what would be there had it never come, and joining two leaves what one would have left.
 */
export class RecommenderState {
  readonly weights: RecommenderWeights;
  readonly histories = new TouchHistories();
  readonly transitions: TransitionRows;
  readonly content: ContentIndex;
  readonly lift = new AttributeLift();
  readonly repeats = new RepeatCounts();
  readonly trends: TrendCounts;
  readonly baskets = new BasketCounts();
  /** Sums of the request under way; requests are synchronous and never overlap. */
  readonly scratch = new RequestScratch();
  readonly #indexOf = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #ties: number[] = [];
  readonly #types: EventTypes;
  readonly #retractions = new Retractions();
  readonly #bought = new BasketLedger();

  constructor(options: { weights?: Partial<RecommenderWeights> } = {}) {
    this.weights = { ...DEFAULT_WEIGHTS, ...options.weights };
    const tieOf = (item: number): number => this.#ties[item]!;
    this.transitions = new TransitionRows(this.weights, tieOf);
    this.content = new ContentIndex(tieOf);
    this.trends = new TrendCounts(this.weights);
    this.#types = new EventTypes(this.weights);
  }

  /** Everything as plain data, to be kept; of an empty state, `load()` makes the same again. Nothing of it may be changed. */
  save(): SavedState {
    return {
      ids: this.#ids,
      histories: this.histories.save(),
      transitions: this.transitions.save(),
      content: this.content.save(),
      lift: this.lift.save(),
      repeats: this.repeats.save(),
      trends: this.trends.save(),
      baskets: this.baskets.save(),
      types: this.#types.save(),
      retractions: this.#retractions.save(),
      bought: this.#bought.save(),
    };
  }

  load(saved: SavedState): void {
    for (const id of saved.ids) this.item(id);
    this.histories.load(saved.histories);
    this.transitions.load(saved.transitions);
    this.content.load(saved.content);
    this.lift.load(saved.lift);
    this.repeats.load(saved.repeats);
    this.trends.load(saved.trends);
    this.baskets.load(saved.baskets);
    this.#types.load(saved.types);
    this.#retractions.load(saved.retractions);
    this.#bought.load(saved.bought);
  }

  /** The number of an item id, given at the first call; ids that no catalog holds yet may be asked for too. */
  item(id: string): number {
    const known = this.#indexOf.get(id);
    if (known !== undefined) return known;
    const index = this.#ids.length;
    this.#indexOf.set(id, index);
    this.#ids.push(id);
    this.#ties.push(stableHash(id));
    return index;
  }

  /** As {@link item}, without giving a number to an id that has none. */
  findItem(id: string): number | undefined {
    return this.#indexOf.get(id);
  }

  idOf(index: number): string {
    const id = this.#ids[index];
    if (id === undefined)
      throw new RangeError(`No item has the number ${index}: there are ${this.#ids.length}`);
    return id;
  }

  /** Orders items of equal score. */
  tieOf(index: number): number {
    return this.#ties[index]!;
  }

  get itemCount(): number {
    return this.#ids.length;
  }

  /** Takes what the catalog says of an item when it is written; null when it is removed. */
  setContent(index: number, content: ItemContent | null): void {
    this.content.set(index, content);
    this.baskets.setKinds(index, content?.type, content?.category);
    const attributes = this.lift.idsOf(content?.attributes ?? []);
    const previous = this.lift.attributesOf(index);
    if (previous.length === attributes.length && previous.every((each, at) => each === attributes[at]))
      return;
    this.#addLiftOf(index, -1);
    this.lift.setAttributes(index, attributes);
    this.#addLiftOf(index, 1);
  }

  /**
   * Takes one event, once: the caller leaves duplicates out. A type with a weight below 0 takes back whatever the subject
   * did with the items up to then, `return` what they bought of them.
   */
  apply(event: ModelEvent): void {
    const key = subjectKey(event);
    const subject = key === undefined ? NOBODY : this.histories.subject(key);
    const retracts = this.#types.retracts(event.type);
    if (retracts !== null) {
      if (subject !== NOBODY) this.#retract(subject, event, retracts);
      return;
    }
    const type = this.#types.numberOf(event.type, event.crowded === true);
    const isPurchase = this.#types.isPurchase(type);
    const basket = new Set<number>();
    for (const { index } of event.items) {
      if (subject !== NOBODY && this.#retractions.covers(subject, index, isPurchase, event.at)) continue;
      const touch = this.histories.append(index, subject, type, event.at);
      if (subject === NOBODY) this.transitions.addCount(index, this.#countUnits(type));
      else this.#insert(subject, touch);
      basket.add(index);
    }
    if (!isPurchase || basket.size === 0) return;
    const items = [...basket];
    this.baskets.add(items, 1);
    if (subject === NOBODY) return;
    this.#bought.add(subject, { items, at: event.at });
  }

  /** Forgets a subject: the state is then the one that never saw their events. */
  erase(who: Subject): void {
    const subject = this.findSubject(who);
    if (subject === undefined) return;
    this.#addPlaces(subject, 0, this.histories.lengthOf(subject), -1);
    for (const { items } of this.#bought.of(subject)) this.baskets.add(items, -1);
    this.#bought.set(subject, []);
    this.#retractions.erase(subject);
    this.histories.erase(subject);
  }

  eraseUser(user: string): void {
    this.erase({ user });
  }

  /** Joins a session or a user to a user: what both did, and what comes under the old name later, is one history. */
  merge(from: Subject, into: { readonly user: string }): void {
    const source = this.histories.subject(keyOf(from));
    const target = this.histories.subject(keyOf(into));
    if (source === target) return;
    for (const subject of [source, target]) this.#addPlaces(subject, 0, this.histories.lengthOf(subject), -1);
    this.histories.join(source, target);
    this.#addPlaces(target, 0, this.histories.lengthOf(target), 1);
    this.#retractions.join(source, target);
    this.#bought.move(source, target);
    this.#dropRetracted(target);
  }

  /** The number of somebody's history, or undefined where they never came. */
  findSubject(who: Subject): number | undefined {
    return this.histories.findSubject(keyOf(who));
  }

  /** Whether a touch was a purchase. */
  isPurchase(touch: number): boolean {
    return this.#types.isPurchase(this.histories.typeOf(touch));
  }

  /** Whether a touch came from an event of this type. */
  isOfType(touch: number, type: string): boolean {
    return this.#types.isSame(this.histories.typeOf(touch), this.#types.numberOf(type, false));
  }

  /** Whether events of this type take others back, rather than count. */
  takesBack(type: string): boolean {
    return this.#types.retracts(type) !== null;
  }

  /** Items that somebody took everything back of, and touched no more since. */
  rejectedBy(who: Subject): Set<number> {
    const subject = this.findSubject(who);
    const rejected = new Set(subject === undefined ? [] : this.#retractions.rejected(subject));
    if (subject === undefined || rejected.size === 0) return rejected;
    const length = this.histories.lengthOf(subject);
    for (let place = 0; place < length; place++)
      rejected.delete(this.histories.itemOf(this.histories.touchAt(subject, place)));
    return rejected;
  }

  stats(): RecommenderStats {
    const parts = [this.histories, this.transitions, this.content, this.lift, this.trends, this.baskets];
    return {
      items: this.#ids.length,
      itemsWithContent: this.content.itemCount,
      itemsTouched: this.transitions.touchedItems,
      touches: this.histories.touchCount,
      subjects: this.histories.subjectCount,
      baskets: this.baskets.basketTotal,
      bytes: parts.reduce((sum, part) => sum + part.bytes, this.#ids.length * 150),
    };
  }

  #retract(subject: number, event: ModelEvent, kind: RetractionKind): void {
    for (const { index } of event.items) this.#retractions.add(subject, index, kind, event.at);
    this.#dropRetracted(subject);
  }

  /** Takes what is covered by a retraction out of a history and its baskets. */
  #dropRetracted(subject: number): void {
    if (!this.#retractions.has(subject)) return;
    const { histories } = this;
    const isKept = (touch: number): boolean =>
      !this.#retractions.covers(
        subject,
        histories.itemOf(touch),
        this.isPurchase(touch),
        histories.timeOf(touch),
      );
    this.#addPlaces(subject, 0, histories.lengthOf(subject), -1);
    histories.drop(subject, isKept);
    this.#addPlaces(subject, 0, histories.lengthOf(subject), 1);
    const kept: Basket[] = [];
    for (const { items, at } of this.#bought.of(subject)) {
      const left = items.filter((item) => !this.#retractions.covers(subject, item, true, at));
      if (left.length < items.length) {
        this.baskets.add(items, -1);
        if (left.length > 0) this.baskets.add(left, 1);
      }
      if (left.length > 0) kept.push({ items: left, at });
    }
    this.#bought.set(subject, kept);
  }

  #insert(subject: number, touch: number): void {
    const length = this.histories.lengthOf(subject);
    const place = this.histories.placeOf(subject, touch);
    const last = Math.min(length, place + INFLUENCE);
    this.#addPlaces(subject, place, last, -1);
    this.histories.insert(subject, touch, place);
    this.#addPlaces(subject, place, last + 1, 1);
  }

  #addPlaces(subject: number, first: number, end: number, times: number): void {
    for (let place = first; place < end; place++) this.#addPlace(subject, place, times);
  }

  /** Counts (or takes back) what the touch at one place says, given the touches before it. */
  #addPlace(subject: number, place: number, times: number): void {
    const { histories, transitions } = this;
    const touch = histories.touchAt(subject, place);
    const item = histories.itemOf(touch);
    const type = histories.typeOf(touch);
    const weight = this.#types.weightOf(type);
    transitions.addCount(item, times * this.#countUnits(type));
    const window = Math.min(BOUNDS.historyWindow, place);
    let repeatAge = -1;
    for (let distance = 1; distance <= window; distance++) {
      const before = histories.touchAt(subject, place - distance);
      const beforeItem = histories.itemOf(before);
      const beforeType = histories.typeOf(before);
      if (beforeItem === item) {
        // A product that is viewed, then put into the cart, then bought, is one need and no repeat.
        if (!this.#types.isSame(beforeType, type)) continue;
        if (repeatAge < 0) repeatAge = distance - 1;
      } else if (distance <= BOUNDS.liftWindow) {
        this.lift.addTransition(beforeItem, item, times);
      }
      if (distance > BOUNDS.transitionWindow) continue;
      const units = (TRANSITION_UNIT * weight * this.#types.weightOf(beforeType)) / Math.sqrt(distance);
      transitions.addPair(beforeItem, item, times * Math.round(units));
      transitions.addPair(item, beforeItem, times * Math.round(units * BACKWARD));
    }
    this.repeats.add(place, repeatAge, times);
    if (!this.#types.isCrowded(type) && this.#isNewVisitor(subject, place))
      this.trends.add(item, hourOf(histories.timeOf(touch)), times);
  }

  /** Whether the touch is the subject's first of the item in its hour, and among the first 200 of any item. */
  #isNewVisitor(subject: number, place: number): boolean {
    const { histories } = this;
    const touch = histories.touchAt(subject, place);
    const item = histories.itemOf(touch);
    const hour = hourOf(histories.timeOf(touch));
    for (let back = 1; back <= BOUNDS.trendTouchesPerHour; back++) {
      if (back > place) return true;
      const before = histories.touchAt(subject, place - back);
      if (hourOf(histories.timeOf(before)) !== hour) return true;
      if (histories.itemOf(before) === item) return false;
    }
    return false;
  }

  /** Adds (or takes away) every attribute transition from or to an item. */
  #addLiftOf(item: number, times: number): void {
    const { histories } = this;
    for (const touch of histories.touchesOf(item)) {
      const subject = histories.subjectOf(touch);
      if (subject === NOBODY) continue;
      const place = histories.placeOf(subject, touch);
      const end = Math.min(histories.lengthOf(subject) - 1, place + BOUNDS.liftWindow);
      for (let other = Math.max(0, place - BOUNDS.liftWindow); other <= end; other++) {
        const otherItem = histories.itemOf(histories.touchAt(subject, other));
        if (otherItem === item) continue;
        if (other < place) this.lift.addTransition(otherItem, item, times);
        else this.lift.addTransition(item, otherItem, times);
      }
    }
  }

  #countUnits(type: number): number {
    return Math.round(TRANSITION_UNIT * this.#types.weightOf(type));
  }
}

function subjectKey(event: ModelEvent): string | undefined {
  if (event.user !== undefined) return keyOf({ user: event.user });
  return event.session === undefined ? undefined : keyOf({ session: event.session });
}

function keyOf(who: Subject): string {
  return 'user' in who ? `u:${who.user}` : `s:${who.session}`;
}
