/**
 * The choice of a request among the prices, stores and languages of items. An item has them in `prices`, `stores` and
 * `translations`, by name:
 *
 *     {price: 12, prices: {b2b: 10}, stock: 5, stores: {berlin: {stock: 0, price: 11}}, translations: {de: {name: 'Stuhl'}}}
 *
 * An item that lacks a chosen value keeps its own. The price of a price list precedes that of a store.
 */
export interface LocalValues {
  readonly priceList: string | null;
  readonly store: string | null;
  /** Languages of `translations`, by priority; empty means the texts of the item. */
  readonly languages: readonly string[];
  /** Paths of fields whose values are left out, as the request does not see them; a path includes its descendants. */
  readonly hidden: readonly string[];
}
