/** A value of a dimension of an impression, such as `["query", "red shoes"]`. */
export type DimensionValue = readonly [dimension: string, value: string];

/** A page of results or a list that a visitor saw. */
export interface JourneyImpression {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Typed text, normalised; empty: none. Null means a list of recommendations. */
  readonly query: string | null;
  /** Impressions with the same key within half an hour are one attempt, such as further pages; with null, each is an attempt of its own. */
  readonly attempt: string | null;
  readonly values: readonly DimensionValue[];
}

export interface JourneyItem {
  readonly id: string;
  /** The product of a variant; else the id. */
  readonly product: string;
  readonly quantity: number;
  /** Null means unknown. */
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
  /** Events of one order have the same. */
  readonly order: string;
  /** Whether the shop named the order. */
  readonly hasOrder: boolean;
  /** Empty: the project's currency. */
  readonly currency: string;
}

/** Everything of one visitor, in the order of time. */
export interface Journey {
  readonly impressions: readonly JourneyImpression[];
  readonly events: readonly JourneyEvent[];
  /** Impressions of unknown or other visitors that the events name. */
  readonly others: ReadonlyMap<string, JourneyImpression>;
}

/** How long one event is attributed to an earlier one. */
export interface AttributionWindows {
  /** A purchase to a click on the same product. */
  readonly directMs: number;
  /** Likewise; also a purchase to the search or list that it names. */
  readonly assistedMs: number;
  /** A return to its purchase. */
  readonly returnMs: number;
}

/** Event types after which an impression counts as clicked. */
export const clickTypes: ReadonlySet<string> = new Set(['click', 'view', 'cart', 'purchase']);

/** A click or cart event is attributed to the search or list that it names for this long. */
export const clickMs = 24 * 3_600_000;
