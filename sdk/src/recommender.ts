import { segment, type RequestOptions, type Transport } from './transport.ts';

/** What orders a list: the mix that every shop begins with, or one of two that are learnt. */
export type RankingKind = 'fixed' | 'linear' | 'trees';

/** How a project's recommendations come to be ordered. */
export interface RecommenderReply {
  readonly state: 'off' | 'waiting' | 'learning';
  readonly ranking: RankingKind;
  /** Events so far, and with how many it is learnt next. */
  readonly events: number;
  readonly eventsMin: number;
  /** The newest events that a learning reads; 0: it is off. */
  readonly eventsMax: number;
  /** What came of the last learning; null before the first. */
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

/** The order that a project's recommendations learn from its own events. */
export interface RecommenderOperations {
  get(project: string, options?: RequestOptions): Promise<RecommenderReply>;
  /** Begins to learn, in the background; `get` tells how it went. */
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
