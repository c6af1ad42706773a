import { toDay } from '../bits/days.ts';
import { Attempts, createVisitNumbering, type Attempt } from './attempts.ts';
import { PurchasedLines, type ReturnedPart } from './purchased-lines.ts';
import { computeLineAmount, countWholeParts, type FigureName, type FigureSums } from './figures.ts';
import {
  clickMs,
  clickTypes,
  type AttributionWindows,
  type Journey,
  type JourneyEvent,
  type JourneyItem,
} from './journey.ts';

/** The attempt that a purchase is credited to. */
interface Credit {
  /** Null if no search or list led to the purchase. */
  readonly attempt: Attempt | null;
  readonly isDirect: boolean;
}

interface Line extends Credit {
  readonly item: JourneyItem;
  readonly event: JourneyEvent;
}

interface Click {
  readonly attempt: Attempt;
  readonly at: number;
}

/**
 * Adds the figures of one visitor. They are a function of the journey alone, so that the figures of a project are the sum over its
 * visitors, in any order.
 *
 * Last-touch attribution by product: a purchase belongs to the search or list that its event names, otherwise to the last one with
 * a click on the same product. Within `directMs` it is direct, within `assistedMs` assisted. A return belongs to the
 * attempt of its purchase, on the day of the return, and counts at most the bought amount.
 */
export function addJourney(sums: FigureSums, journey: Journey, windows: AttributionWindows): void {
  const attempts = new Attempts(journey);
  const clicked = new Map<string, Click>();
  const bought = new PurchasedLines<Credit>();
  const orders = new Set<string>();
  for (const event of journey.events) {
    const ageMsMax = event.type === 'purchase' ? Math.max(clickMs, windows.assistedMs) : clickMs;
    const namedAttempt = event.named === null ? null : attempts.findNamed(event.named, event.at, ageMsMax);
    if (namedAttempt !== null && clickTypes.has(event.type)) {
      recordAction(sums, namedAttempt, event.type);
      for (const { product } of event.items) clicked.set(product, { attempt: namedAttempt, at: event.at });
    }
    for (const item of event.items) {
      if (event.type === 'purchase') {
        const credit =
          namedAttempt === null
            ? creditClick(clicked.get(item.product), event.at, windows)
            : { attempt: namedAttempt, isDirect: true };
        bought.add(item, event, credit);
        addLine(sums, { item, event, ...credit }, orders);
      }
      if (event.type === 'return')
        addReturn(sums, event, item, bought.takeBack(item, event, windows.returnMs));
    }
  }
  addAttempts(sums, journey, attempts);
}

function creditClick(
  click: Click | undefined,
  at: number,
  { directMs, assistedMs }: AttributionWindows,
): Credit {
  if (click === undefined || at - click.at > Math.max(directMs, assistedMs))
    return { attempt: null, isDirect: false };
  return { attempt: click.attempt, isDirect: at - click.at <= directMs };
}

/** Counts the first click and the first cart event of an attempt. */
function recordAction(sums: FigureSums, attempt: Attempt, eventType: string): void {
  attempt.acted = true;
  if (!attempt.clicked) addToAttempt(sums, attempt, 'clicked');
  attempt.clicked = true;
  if (eventType !== 'cart' || attempt.carted) return;
  attempt.carted = true;
  addToAttempt(sums, attempt, 'carted');
}

function addLine(sums: FigureSums, { item, event, attempt, isDirect }: Line, orders: Set<string>): void {
  const { at, currency, order } = event;
  const day = toDay(at);
  const amount = computeLineAmount(item.quantity, item.price);
  const estimated = item.isEstimated ? amount : 0;
  const units = countWholeParts(item.quantity);
  /** Counts an order once for each day and value. */
  const addOrder = (figure: FigureName, dimension: string, value: string): void => {
    const key = `${order}\0${day}\0${figure}\0${dimension}\0${value}`;
    if (orders.has(key)) return;
    orders.add(key);
    sums.add({ day, dimension, value, currency }, figure, 1);
  };
  const total = { day, dimension: 'total', value: '', currency };
  addOrder('allOrders', 'total', '');
  sums.add(total, 'allUnits', units);
  sums.add(total, 'allRevenue', amount);
  sums.add(total, 'allEstimated', estimated);
  if (attempt === null) return;
  for (const [dimension, value] of attempt.values) {
    const row = { day, dimension, value, currency };
    addOrder(isDirect ? 'orders' : 'assistedOrders', dimension, value);
    if (isDirect) sums.add(row, 'units', units);
    sums.add(row, isDirect ? 'revenue' : 'assistedRevenue', amount);
    sums.add(row, 'estimated', estimated);
  }
  if (!isDirect || attempt.converted) return;
  attempt.converted = true;
  addToAttempt(sums, attempt, 'converted');
}

/**
 * Counts the returned amount, at most what was bought. If the return names an order that is older than the
 * journey's events, it counts by its own price.
 */
function addReturn(
  sums: FigureSums,
  event: JourneyEvent,
  item: JourneyItem,
  parts: readonly ReturnedPart<Credit>[] | null,
): void {
  const day = toDay(event.at);
  const total = { day, dimension: 'total', value: '' };
  if (parts === null && event.hasOrder)
    sums.add(
      { ...total, currency: event.currency },
      'allReturned',
      computeLineAmount(item.quantity, item.price),
    );
  for (const { line, currency, amount } of parts ?? []) {
    sums.add({ ...total, currency }, 'allReturned', amount);
    if (line.attempt === null) continue;
    const figure = line.isDirect ? 'returned' : 'assistedReturned';
    for (const [dimension, value] of line.attempt.values)
      sums.add({ day, dimension, value, currency }, figure, amount);
  }
}

/** Counts the shown searches and lists, and the visits with one. */
function addAttempts(sums: FigureSums, { impressions, events }: Journey, attempts: Attempts): void {
  const visitAt = createVisitNumbering([...impressions, ...events].map(({ at }) => at));
  const visited = new Set<string>();
  for (const attempt of attempts.visitorAttempts) {
    if (attempts.isTyping(attempt)) continue;
    addToAttempt(sums, attempt, 'shown');
    const visit = visitAt(attempt.at);
    for (const [dimension, value] of attempt.values) {
      const key = `${visit}\0${dimension}\0${value}`;
      if (visited.has(key)) continue;
      visited.add(key);
      sums.add({ day: toDay(attempt.at), dimension, value, currency: '' }, 'sessions', 1);
    }
  }
}

/** Counts an attempt, on its day. */
function addToAttempt(sums: FigureSums, { at, values, isKnown }: Attempt, figure: FigureName): void {
  if (!isKnown) return;
  for (const [dimension, value] of values)
    sums.add({ day: toDay(at), dimension, value, currency: '' }, figure, 1);
}
