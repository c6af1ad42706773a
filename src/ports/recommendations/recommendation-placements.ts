import type { Json } from '../catalog/json.ts';

/** The lists of recommendations. */
export const listNames = [
  'user',
  'together',
  'trending',
  'similar',
  'popular',
  'again',
  'viewed',
  'because-viewed',
] as const;
export type ListName = (typeof listNames)[number];

/** A source of a list: that of a list, or the newest items (`content`). */
export type ListSourceName = ListName | 'content';

/** A named place of a page and the list that it shows, as sent. The members have the meaning of the parameters of lists. */
export interface RecommendationPlacement {
  readonly id: string;
  /** A label for people, and a heading. */
  readonly title?: string;
  readonly enabled?: boolean;
  /** Placements of one page with the same group show no item twice: the page sends what the others show. */
  readonly group?: string;
  readonly list: ListName;
  /** The sources that fill the list, in order; absent means the usual ones of the list. */
  readonly fallbacks?: readonly ListSourceName[];
  readonly limit?: number;
  readonly filters?: string;
  /** Items of this category or its descendants, from every source. */
  readonly category?: string;
  /** Ids of items that the list never contains. */
  readonly exclude?: readonly string[];
  readonly bought?: boolean;
  readonly variants?: 'one' | 'all';
  readonly outOfStock?: 'hide' | 'show';
  readonly caps?: readonly { readonly field: string; readonly max: number; readonly window?: number }[];
  readonly diversity?: number;
  readonly rotation?: number;
  readonly minRelevance?: number;
  /** Window of trending items. */
  readonly windowHours?: number;
  /** Any JSON value for the front end. */
  readonly userData?: Json;
}
