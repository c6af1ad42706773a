import { computeLineAmount } from './figures.ts';
import { type AttributionWindows, type JourneyEvent } from './journey.ts';

/** The action on one item that followed an impression, and the amount paid for it. */
export interface CreditedAction {
  /** The id of the impression. */
  readonly impression: string;
  readonly item: string;
  readonly product: string;
  readonly type: 'click' | 'cart' | 'purchase';
  /** See `computeLineAmount()`; 0 unless it is a purchase. */
  readonly amount: number;
}

const actionTypes: Readonly<Record<string, CreditedAction['type']>> = {
  click: 'click',
  view: 'click',
  cart: 'cart',
  purchase: 'purchase',
};

/** The actions of a visitor with the impressions to which `addJourney()` attributes them. `events` are in the order of time. */
export function collectCreditedActions(
  events: readonly JourneyEvent[],
  { directMs, assistedMs }: AttributionWindows,
): CreditedAction[] {
  const clicked = new Map<string, { readonly impression: string; readonly at: number }>();
  const actions: CreditedAction[] = [];
  for (const { type: eventType, named, items, at } of events) {
    const type = actionTypes[eventType];
    if (type === undefined) continue;
    for (const { id: item, product, quantity, price } of items) {
      const click = clicked.get(product);
      const isRecent = click !== undefined && at - click.at <= Math.max(directMs, assistedMs);
      const impression = named?.id ?? (type === 'purchase' && isRecent ? click.impression : null);
      if (impression === null) continue;
      const amount = type === 'purchase' ? computeLineAmount(quantity, price) : 0;
      actions.push({ impression, item, product, type, amount });
      if (named !== null) clicked.set(product, { impression, at });
    }
  }
  return actions;
}
