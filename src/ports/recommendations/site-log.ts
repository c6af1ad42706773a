import type { VisitorId } from './events.ts';

/** A page of the shop on which the script ran. */
export interface PageReport {
  /** The path of the page, or empty for one that is not told. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The visitor and the start of the experiment of the script, where the visitor is in one; otherwise null. */
  readonly exposure: { readonly visitor: VisitorId; readonly startedAt: number } | null;
}

export interface ReportedPage {
  readonly path: string;
  readonly reports: number;
  readonly lastAt: number;
}

/** Events of a type. */
export interface ReceivedEvents {
  readonly type: string;
  readonly count: number;
  /** The time and the items of the newest one. */
  readonly last: { readonly at: number; readonly items: readonly string[] };
}

/** An id in events that no item has. */
export interface UnknownItem {
  readonly id: string;
  readonly events: number;
  readonly lastAt: number;
}

/** What came from pages of the shop lately, without any visitor. */
export interface SiteFigures {
  /** The beginning of the time that counts, ms since 1970. */
  readonly since: number;
  /** The last ones first, at most {@link sitePagesMax}; others count as the one with an empty path. */
  readonly pages: readonly ReportedPage[];
  /** The most frequent types first, at most {@link siteEventTypesMax}; others count as the one with an empty name. */
  readonly events: readonly ReceivedEvents[];
  /** The most frequent first, at most {@link siteUnknownItemsMax}. */
  readonly unknownItems: readonly UnknownItem[];
  /** Number of items of events that the catalog does not have, each as often as events name it. */
  readonly unknownCount: number;
}

export const siteSpanMs = 60 * 60_000;
export const sitePagesMax = 200;
export const siteEventTypesMax = 50;
export const siteUnknownItemsMax = 50;

/** Pages on which the script of the shop ran, and the events that came, in the last {@link siteSpanMs}. */
export interface SiteLog {
  /** Written within seconds; a crash may lose the last ones. */
  record(report: PageReport): void;
  /** Counts everything that was acknowledged before the call; other work runs in between. */
  readFigures(): Promise<SiteFigures>;
}
