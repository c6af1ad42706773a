/** A line of a shop's event, with the item as the shop names it. */
export interface ShopLine {
  readonly name: string;
  readonly quantity?: number | undefined;
  readonly price?: number | undefined;
}

/** What a shopper did, as a source on the page tells it. */
export interface ShopEvent {
  readonly type: 'view' | 'click' | 'cart' | 'purchase' | 'return';
  readonly lines: readonly ShopLine[];
  readonly order?: string | undefined;
  readonly currency?: string | undefined;
}

/** Where an event was read: the same action is often told by several. */
export type EventSource = 'analytics' | 'form' | 'platform' | 'page' | 'layer';
