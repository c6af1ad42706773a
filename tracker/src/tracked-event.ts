/** The list that showed an item. */
export interface ListOrigin {
  readonly searchId?: string | undefined;
  readonly recommendationId?: string | undefined;
  /** From 1. */
  readonly position?: number | undefined;
}

/** A line of a cart or an order. `price`: per unit; default: of the catalog. */
export interface TrackedLine {
  readonly id: string;
  readonly quantity?: number | undefined;
  readonly price?: number | undefined;
}

/** A field of the catalog that names an item. */
export type ItemName = 'id' | 'sku' | 'groupId' | 'url';

/** An event without its visitor: `item`, or `items` of a cart or an order. */
export interface TrackedEvent extends ListOrigin {
  /** `view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of your own. */
  readonly type: string;
  /** The shop's id of the item, or what `by` says. */
  readonly item?: string | undefined;
  readonly items?: readonly TrackedLine[] | undefined;
  /** Which field of the catalog names the items: `id` (default), `sku`, `groupId` or `url`, or several, which are tried in their order. */
  readonly by?: ItemName | readonly ItemName[] | undefined;
  /** Events with the same id count once. */
  readonly id?: string | undefined;
  /** The shop's number of the order. */
  readonly order?: string | undefined;
  readonly currency?: string | undefined;
}
