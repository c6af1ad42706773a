/** A value of a dimension of an impression, such as `["query", "red shoes"]`. */
export type DimensionValue = readonly [dimension: string, value: string];

/** A page of results or a list that a visitor saw. */
export interface JourneyImpression {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The normalised typed text, or empty without a text. Null for a list of recommendations. */
  readonly query: string | null;
  /** Impressions with the same key within half an hour, such as further pages, are one attempt; each one with null is its own attempt. */
  readonly attempt: string | null;
  readonly values: readonly DimensionValue[];
}

export interface JourneyItem {
  readonly id: string;
  /** The product of a variant, or the id of any other item. */
  readonly product: string;
  readonly quantity: number;
  /** Null if unknown. */
  readonly price: number | null;
  readonly isEstimated: boolean;
}

/** An event that names an impression, a purchase, or a return. */
export interface JourneyEvent {
  readonly type: string;
  readonly at: number;
  readonly items: readonly JourneyItem[];
  /** The impression that the event names. */
  readonly named: { readonly kind: 'search' | 'list'; readonly id: string } | null;
  /** The key of the order. */
  readonly order: string;
  /** Whether the shop named the order. */
  readonly hasOrder: boolean;
  /** Empty for the project's currency. */
  readonly currency: string;
}

/** The impressions and events of one visitor, in the order of time. */
export interface Journey {
  readonly impressions: readonly JourneyImpression[];
  readonly events: readonly JourneyEvent[];
  /** Impressions of unknown or other visitors that the events name. */
  readonly others: ReadonlyMap<string, JourneyImpression>;
}

/** Time windows in which an event is attributed to an earlier one. */
export interface AttributionWindows {
  /** From a click to a direct purchase of the same product. */
  readonly directMs: number;
  /** From a click to an assisted purchase, and from a search or list to a purchase that names it. */
  readonly assistedMs: number;
  /** From a purchase to its return. */
  readonly returnMs: number;
}

/** Event types after which an impression counts as clicked. */
export const clickTypes: ReadonlySet<string> = new Set(['click', 'view', 'cart', 'purchase']);

/** A click or cart event is attributed to the search or list that it names for this long. */
export const clickMs = 24 * 3_600_000;
