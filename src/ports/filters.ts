/**
 * A condition on items, as a tree. The grammar that shops write is parsed above the ports
 * (`domain/search/filter-grammar.ts`); every engine answers the same tree with the same items.
 *
 * A field is a dotted path into the item; an array matches where any of its elements does. A condition on a
 * field that an item does not have is false, so that its negation is true.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly clauses: readonly Filter[] }
  | { readonly kind: 'not'; readonly clause: Filter }
  /**
   * Strings compare without regard to case, and `Home` also matches `Home > Kitchen` below it. The string
   * of a number or a boolean equals that number or boolean.
   */
  | { readonly kind: 'equals'; readonly field: string; readonly value: string | number | boolean }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly min?: number;
      readonly max?: number;
      readonly minExclusive?: boolean;
      readonly maxExclusive?: boolean;
    }
  /** The field, or one below it, has a value. */
  | { readonly kind: 'exists'; readonly field: string }
  /**
   * One and the same element of the list `list` satisfies the whole clause, whose fields are paths from the element on; a
   * negation in it holds for an element that does not satisfy what it negates. An object that stands where others have a
   * list is a list of one. An empty list has no element, so that nothing holds of it.
   */
  | { readonly kind: 'element'; readonly list: string; readonly clause: Filter };
