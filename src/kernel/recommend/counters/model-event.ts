/** One event of the log: an interaction with one or several items (a purchase: the whole basket) at a time in ms. */
export interface ModelEvent {
  /** 'view', 'click', 'cart', 'purchase' or a type of the shop's own. */
  readonly type: string;
  readonly user?: string;
  /** The subject where there is no user. */
  readonly session?: string;
  /** Counts for no trend and no pair, only in the visitor's own history. */
  readonly suspectedBot?: boolean;
  readonly items: readonly ModelEventItem[];
  readonly at: number;
}

interface ModelEventItem {
  readonly index: number;
  readonly quantity?: number;
  readonly price?: number;
  /** Counts for no pair of the item. */
  readonly isBeyondAddressCap?: boolean;
}
