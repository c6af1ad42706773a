import { AttributeLift } from './attribute-lift.ts';
import { BasketCounts } from './basket-counts.ts';
import { ContentIndex, type ItemContent } from './content-index.ts';
import { RepeatCounts } from './repeat-counts.ts';
import { RequestScratch } from './sparse-scores.ts';
import { stableHash } from './stable-hash.ts';
import { NOBODY, TouchHistories } from './touch-histories.ts';
import { TRANSITION_UNIT, TransitionRows } from './transition-rows.ts';
import { TrendCounts, hourOf } from './trend-counts.ts';
import { BOUNDS, DEFAULT_WEIGHTS, type RecommenderWeights } from './weights.ts';

/** One event of the log: somebody touched one item or several (a purchase: the whole basket) at a time in ms. */
export interface ModelEvent {
  /** 'view', 'click', 'cart', 'purchase' or a type of the shop's own. */
  readonly type: string;
  readonly user?: string;
  /** Counts as the subject where there is no user. */
  readonly session?: string;
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

/** The back transition counts a quarter of the forward one. */
const BACKWARD = 0.25;
const PURCHASE = 'purchase';
/** Event types are kept in a byte. */
const EVENT_TYPE_MAX = 255;
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
  readonly #contents: (ItemContent | null)[] = [];
  readonly #typeNumbers = new Map<string, number>();
  readonly #typeWeights: number[] = [];
  readonly #purchase: number;
  /** Subject -> the baskets bought, so that they can be taken back. */
  readonly #basketsOf = new Map<number, number[][]>();

  constructor(options: { weights?: Partial<RecommenderWeights> } = {}) {
    this.weights = { ...DEFAULT_WEIGHTS, ...options.weights };
    const tieOf = (item: number): number => this.#ties[item]!;
    this.transitions = new TransitionRows(this.weights, tieOf);
    this.content = new ContentIndex(tieOf);
    this.trends = new TrendCounts(this.weights);
    for (const type of Object.keys(this.weights.eventTypes)) this.#typeNumber(type);
    this.#purchase = this.#typeNumber(PURCHASE);
  }

  /** The number of an item id, given at the first call; ids that no catalog holds yet may be asked for too. */
  item(id: string): number {
    const known = this.#indexOf.get(id);
    if (known !== undefined) return known;
    const index = this.#ids.length;
    this.#indexOf.set(id, index);
    this.#ids.push(id);
    this.#ties.push(stableHash(id));
    this.#contents.push(null);
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

  contentOf(index: number): ItemContent | null {
    return this.#contents[index] ?? null;
  }

  /** Takes what the catalog says of an item when it is written; null when it is removed. */
  setContent(index: number, content: ItemContent | null): void {
    this.#contents[index] = content;
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

  /** Takes one event, once: the caller leaves duplicates out. */
  apply(event: ModelEvent): void {
    const key = subjectKey(event);
    const subject = key === undefined ? NOBODY : this.histories.subject(key);
    const type = this.#typeNumber(event.type);
    const basket = new Set<number>();
    for (const { index } of event.items) {
      const touch = this.histories.append(index, subject, type, event.at);
      if (subject === NOBODY) this.transitions.addCount(index, this.#countUnits(type));
      else this.#insert(subject, touch);
      basket.add(index);
    }
    if (event.type !== PURCHASE || basket.size === 0) return;
    const items = [...basket];
    this.baskets.add(items, 1);
    if (subject === NOBODY) return;
    const bought = this.#basketsOf.get(subject);
    if (bought === undefined) this.#basketsOf.set(subject, [items]);
    else bought.push(items);
  }

  /** Forgets a subject: the state is then the one that never saw their events. */
  erase(who: Subject): void {
    const subject = this.findSubject(who);
    if (subject === undefined) return;
    this.#addPlaces(subject, 0, this.histories.lengthOf(subject), -1);
    for (const basket of this.#basketsOf.get(subject) ?? []) this.baskets.add(basket, -1);
    this.#basketsOf.delete(subject);
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
    const moved = this.#basketsOf.get(source);
    if (moved === undefined) return;
    this.#basketsOf.delete(source);
    this.#basketsOf.set(target, [...(this.#basketsOf.get(target) ?? []), ...moved]);
  }

  mergeUsers(from: string, into: string): void {
    this.merge({ user: from }, { user: into });
  }

  /** The number of somebody's history, or undefined where they never came. */
  findSubject(who: Subject): number | undefined {
    return this.histories.findSubject(keyOf(who));
  }

  /** Whether a touch was a purchase. */
  isPurchase(touch: number): boolean {
    return this.histories.typeOf(touch) === this.#purchase;
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
    const weight = this.#typeWeights[type]!;
    transitions.addCount(item, times * this.#countUnits(type));
    const window = Math.min(BOUNDS.historyWindow, place);
    let repeatAge = -1;
    for (let distance = 1; distance <= window; distance++) {
      const before = histories.touchAt(subject, place - distance);
      const beforeItem = histories.itemOf(before);
      const beforeType = histories.typeOf(before);
      if (beforeItem === item) {
        // A product that is viewed, then put into the cart, then bought, is one need and no repeat.
        if (beforeType !== type) continue;
        if (repeatAge < 0) repeatAge = distance - 1;
      } else if (distance <= BOUNDS.liftWindow) {
        this.lift.addTransition(beforeItem, item, times);
      }
      if (distance > BOUNDS.transitionWindow) continue;
      const units = (TRANSITION_UNIT * weight * this.#typeWeights[beforeType]!) / Math.sqrt(distance);
      transitions.addPair(beforeItem, item, times * Math.round(units));
      transitions.addPair(item, beforeItem, times * Math.round(units * BACKWARD));
    }
    this.repeats.add(place, repeatAge, times);
    if (this.#isNewVisitor(subject, place)) this.trends.add(item, hourOf(histories.timeOf(touch)), times);
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
    return Math.round(TRANSITION_UNIT * this.#typeWeights[type]!);
  }

  /** Numbers event types; those beyond the 256th share the last number. */
  #typeNumber(type: string): number {
    const known = this.#typeNumbers.get(type);
    if (known !== undefined) return known;
    const number = this.#typeWeights.length;
    if (number > EVENT_TYPE_MAX) return EVENT_TYPE_MAX;
    this.#typeNumbers.set(type, number);
    const { eventTypes, otherEventType } = this.weights;
    this.#typeWeights.push(Object.hasOwn(eventTypes, type) ? eventTypes[type]! : otherEventType);
    return number;
  }
}

function subjectKey(event: ModelEvent): string | undefined {
  if (event.user !== undefined) return keyOf({ user: event.user });
  return event.session === undefined ? undefined : keyOf({ session: event.session });
}

function keyOf(who: Subject): string {
  return 'user' in who ? `u:${who.user}` : `s:${who.session}`;
}
