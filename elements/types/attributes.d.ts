/** Attributes of the elements. `filters`: see the guide of filters. */
export interface ElementAttributes {
  'vitrine-search': {};
  /** A category page: `collection` or `filters`; otherwise the query of the page's address. */
  'vitrine-results': { collection?: string; filters?: string };
  /** `item`: default: the product of the page; `items`: ids of the cart, divided by commas. */
  'vitrine-list': {
    placement: string;
    item?: string;
    items?: string;
    category?: string;
    heading?: string;
    limit?: number | string;
  };
  'vitrine-photo': {};
}
