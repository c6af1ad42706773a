import type {
  Alert,
  DraftSummary,
  FeedWithRun,
  ImportTask,
  RevenueReport,
  Rule,
  SearchReport,
  SiteReport,
} from '@vitrine/sdk';

import type { SearchOutcome } from '../../app/search-outcomes.ts';

export interface FailedFeed {
  readonly stored: FeedWithRun;
  readonly task: ImportTask;
}

/** What the overview shows besides the project itself. */
export interface OverviewFacts {
  /** Of the days that `shopDays()` compares. */
  readonly searches: SearchReport;
  /** Of the same days, by day. */
  readonly revenue: RevenueReport;
  /** All orders of these days; without one, of as many days as the service reports. */
  readonly orders: number;
  readonly site: SiteReport;
  /** Open ones. */
  readonly alerts: readonly Alert[];
  readonly failedFeeds: readonly FailedFeed[];
  /** What the queries that often found nothing bring now, without a filter. */
  readonly outcomes: ReadonlyMap<string, SearchOutcome>;
  /** What a search sells on average; null: unknown. */
  readonly searchValue: number | null;
  /** Active products without a picture. */
  readonly withoutPictures: number;
  readonly rules: readonly Rule[];
  readonly drafts: readonly DraftSummary[];
  readonly now: number;
}
