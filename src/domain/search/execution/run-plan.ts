import type { ServedView } from '../../../ports/engine.ts';
import { correctText, planCorrection } from '../planning/plan-query.ts';
import type { PlannedProject, QueryPlan } from '../planning/query-plan.ts';
import { runSearch, type SearchRun } from './hybrid-search.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** A plan that ran. */
export interface PlanRun {
  readonly plan: QueryPlan;
  /** `run.query` is the executed query with its embedding. Corrections are those of the requested or rewritten query. */
  readonly run: SearchRun;
}

/** Runs a plan, or the plan of its correction if more rules have the corrected words. Clients take turns in the text model. */
export async function runPlan(
  project: PlannedProject & Pick<ServedView, 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  plan: QueryPlan,
  client: string,
): Promise<PlanRun> {
  const asTyped = await runSearch(project, queryEmbeddings, plan.query, client);
  const correctedQuery = correctText(plan, asTyped.result);
  if (correctedQuery === null) return { plan, run: asTyped };
  const corrected = await planCorrection(project, plan, correctedQuery);
  if (corrected === null) return { plan, run: { ...asTyped, result: { ...asTyped.result, correctedQuery } } };
  const { query, result, skipped } = await runSearch(project, queryEmbeddings, corrected.query, client);
  const { learned } = asTyped.result;
  const { understood, ignored } = plan;
  return {
    // Positions of understood and ignored phrases refer to the query as typed.
    plan: { ...corrected, understood, ignored },
    run: {
      query,
      result: { ...result, correctedQuery, learned, fallback: result.fallback ?? 'corrected' },
      skipped,
    },
  };
}
