import { segment, type RequestOptions, type Transport } from './transport.ts';

/** The ranking of user recommendations: the initial one, or one of two trained ones. */
export type RankingKind = 'fixed' | 'linear' | 'trees';

/** Ranking of a project's recommendations and its last training. */
export interface RecommenderReply {
  readonly state: 'off' | 'waiting' | 'learning';
  readonly ranking: RankingKind;
  /** Events so far, and the number at which the next training starts. */
  readonly events: number;
  readonly eventsMin: number;
  /** Newest events that a training uses; 0: disabled. */
  readonly eventsMax: number;
  /** Result of the last training; null before the first. */
  readonly last: {
    /** ISO 8601. */
    readonly at: string;
    readonly events: number;
    readonly replayed: number;
    readonly asked: number;
    readonly lists: number;
    readonly compared: number;
    readonly chosen: RankingKind;
    readonly figures: Readonly<
      Partial<Record<RankingKind, { readonly ndcg: number; readonly hitRate: number }>>
    >;
    readonly cpuSeconds: number;
  } | null;
}

/** Training of the recommendation ranking on a project's events. */
export interface RecommenderOperations {
  get(project: string, options?: RequestOptions): Promise<RecommenderReply>;
  /** Starts the training in the background; `get` returns the result. */
  learn(project: string, options?: RequestOptions): Promise<RecommenderReply>;
}

export function recommenderOperations(transport: Transport): RecommenderOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/recommender`;
  return {
    get: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    learn: (project, options) =>
      transport.json({ method: 'POST', path: `${path(project)}/learn`, json: {} }, options),
  };
}
