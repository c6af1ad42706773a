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
  | { readonly kind: 'exists'; readonly field: string };
