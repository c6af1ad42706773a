/** A mean difference with its 95 % interval; null bounds: too few visitors for one. */
export interface MeanDifference {
  readonly before: number;
  readonly after: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Totals of a replay. */
export interface ReplaySummary {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Impressions that were replayed, and those that could not be: their filter or placement is no longer valid, or they were sorted. */
  readonly impressions: number;
  readonly skipped: number;
  /** The oldest and the newest impression are at these times. */
  readonly from: number;
  readonly to: number;
  /** Share of the impressions whose first items are others, or in another order. */
  readonly changed: number;
  /** Share of the searches without results. */
  readonly withoutResults: MeanDifference;
  /**
   * Share of the impressions with an action in which something that was clicked or bought stands first; null without any. Absent in
   * replays of earlier versions.
   */
  readonly chosenFirst?: MeanDifference | null;
  /** NDCG of what was clicked and bought, and of what was bought by its amount; null without any. */
  readonly clicks: MeanDifference | null;
  readonly revenue: MeanDifference | null;
  /** Impressions with an action, and visitors of them. */
  readonly judged: number;
  readonly visitors: number;
}

/** A list that changed. */
export interface ReplayedList {
  readonly query: string;
  readonly filters: readonly string[];
  readonly collection: string | null;
  readonly placement: string | null;
  /** Number of impressions. */
  readonly impressions: number;
  /** The first items by id, live and under the draft. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Ids of the rules that act. */
  readonly rulesBefore: readonly string[];
  readonly rulesAfter: readonly string[];
  /** The mean rank of what was clicked or bought, or null if nothing was, or it is not among the items. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

/** The last replay of a draft. */
export interface Replay {
  readonly draftVersion: number;
  /** The newest version of the configuration at its start. */
  readonly liveVersion: number;
  readonly summary: ReplaySummary;
  /** The changed lists that were shown most often, most often first. */
  readonly lists: readonly ReplayedList[];
}
