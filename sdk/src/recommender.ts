import type { RecommenderReply } from './contract.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

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
