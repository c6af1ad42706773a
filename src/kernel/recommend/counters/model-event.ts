/** One event of the log: an interaction with one or several items (a purchase: the whole basket) at a time in ms. */
export interface ModelEvent {
  /** 'view', 'click', 'cart', 'purchase' or a custom type of the shop. */
  readonly type: string;
  readonly user?: string;
  /** The subject of an event without a user. */
  readonly session?: string;
  /** Whether the event counts only in the visitor's history, and for no trend or pair. */
  readonly suspectedBot?: boolean;
  readonly items: readonly ModelEventItem[];
  readonly at: number;
}

interface ModelEventItem {
  readonly index: number;
  readonly quantity?: number;
  readonly price?: number;
  /** Whether the interaction counts for no pair of the item. */
  readonly isBeyondAddressCap?: boolean;
}
