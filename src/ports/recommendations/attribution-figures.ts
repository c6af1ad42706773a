import type { DaySpan } from '../search/search-counts.ts';

/** Actions after searches and lists. Amounts and units are in ten-thousandths; see `figures.ts` of the kernel. */
export interface AttributedFigures {
  readonly shown: number;
  readonly clicked: number;
  readonly carted: number;
  readonly converted: number;
  readonly sessions: number;
  readonly orders: number;
  readonly units: number;
  readonly revenue: number;
  readonly returned: number;
  readonly assistedOrders: number;
  readonly assistedRevenue: number;
  readonly assistedReturned: number;
  readonly estimated: number;
  readonly allOrders: number;
  readonly allUnits: number;
  readonly allRevenue: number;
  readonly allReturned: number;
  readonly allEstimated: number;
}

export const attributionDimensions = [
  'total',
  'channel',
  'query',
  'filter',
  'collection',
  'rule',
  'placement',
  'list',
  'device',
  'country',
] as const;
export type AttributionDimension = (typeof attributionDimensions)[number];

export interface AttributedRow {
  readonly day: number;
  readonly value: string;
  /** The currency; empty means that of the project. */
  readonly currency: string;
  readonly figures: AttributedFigures;
}

/**
 * Attribution of purchases to searches and lists: sums by day and value, without personal data, for 400 days. They are a function of
 * the events and impressions that are stored; late events, merges and erasures change those of the days that are not final.
 */
export interface AttributionFigures {
  /** Counts everything that was acknowledged before the call. */
  refresh(): Promise<void>;
  /**
   * Counts days from this one on again, after a history was imported. In a project that is older than the setting
   * `analytics.impressionDays`, only the days that are not final: impressions before them may have expired.
   */
  countFrom(day: number): Promise<void>;
  /** The first day whose figures still change, in days since 1970, or null if nothing is counted. */
  readonly openFrom: number | null;
  /** The rows of a dimension in days, by day. Other work runs in between. */
  readRows(dimension: AttributionDimension, span: DaySpan): AsyncIterable<AttributedRow>;
}
