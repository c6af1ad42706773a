/** Attributes of the elements. */
export interface ElementAttributes {
  'vitrine-search': {};
  /** The products of a collection or a filter; without both those of the query in the page's address. */
  'vitrine-results': { collection?: string; filters?: string };
  /** The item is by default the product of the page. `items` has the ids of the cart, divided by commas. */
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
