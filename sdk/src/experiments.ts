import type {
  Experiment,
  ExperimentPlan,
  ExperimentReply,
  ExperimentResults,
  ExperimentsReply,
  PlanExperimentRequest,
} from './contract.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** A/B tests and interleaving of drafts. Requires the scope `settings`. */
export interface ExperimentOperations {
  /** Newest first. */
  list(project: string, options?: RequestOptions): Promise<ExperimentsReply>;
  /** How long an experiment takes with the visitors of the last 14 days. Error: `invalid_request`. */
  plan(project: string, request?: PlanExperimentRequest, options?: RequestOptions): Promise<ExperimentPlan>;
  /** Error: `experiment_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<ExperimentReply>;
  /**
   * Starts an experiment with a draft; of one that runs, changes `name` and `shares`. Errors: `invalid_request`, `draft_not_found`,
   * `experiment_exists`.
   *
   * @example
   * ```ts
   * await vitrine.experiments.put('shop', { id: 'boots', draft: 'winter', metric: 'clickRate' });
   * const { metrics, winner } = await vitrine.experiments.results('shop', 'boots');
   * ```
   */
  put(project: string, experiment: Experiment, options?: RequestOptions): Promise<ExperimentReply>;
  /** Results with always-valid intervals. Error: `experiment_not_found`. */
  results(project: string, id: string, options?: RequestOptions): Promise<ExperimentResults>;
  /** All visitors see the live configuration from now on. Error: `experiment_not_found`. */
  stop(project: string, id: string, options?: RequestOptions): Promise<ExperimentReply>;
  /** Returns the deleted experiment. Error: `experiment_not_found`. */
  delete(project: string, id: string, options?: RequestOptions): Promise<ExperimentReply>;
}

export function experimentOperations(transport: Transport): ExperimentOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/experiments`;
  const one = (project: string, id: string): string => `${all(project)}/${segment(id)}`;
  return {
    list: (project, options) => transport.json({ method: 'GET', path: all(project) }, options),
    plan: (project, request, options) =>
      transport.json(
        {
          method: 'POST',
          path: `/api/projects/${segment(project)}/experiment-plan`,
          json: request ?? {},
        },
        options,
      ),
    get: (project, id, options) => transport.json({ method: 'GET', path: one(project, id) }, options),
    put: (project, experiment, options) =>
      transport.json({ method: 'PUT', path: one(project, experiment.id), json: { experiment } }, options),
    results: (project, id, options) =>
      transport.json({ method: 'GET', path: `${one(project, id)}/results` }, options),
    stop: (project, id, options) =>
      transport.json({ method: 'POST', path: `${one(project, id)}/stop` }, options),
    delete: (project, id, options) => transport.json({ method: 'DELETE', path: one(project, id) }, options),
  };
}
