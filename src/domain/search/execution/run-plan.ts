import type { ServedView } from '../../../ports/engine.ts';
import { correctedText, planCorrection } from '../planning/plan-query.ts';
import type { PlannedProject, QueryPlan } from '../planning/query-plan.ts';
import { runSearch, type SearchRun } from './hybrid-search.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** A plan that ran. */
export interface PlanRun {
  readonly plan: QueryPlan;
  /** `run.query`: as it ran, with its embedding. Corrections are those of the query as sent or rewritten. */
  readonly run: SearchRun;
}

/**
 * Runs a plan. Where its corrected words are those of more rules, runs the plan of the correction. `client`: for the queue of the text
 * model.
 */
export async function runPlan(
  project: PlannedProject & Pick<ServedView, 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  plan: QueryPlan,
  client: string,
): Promise<PlanRun> {
  const asTyped = await runSearch(project, queryEmbeddings, plan.query, client);
  const correctedQuery = correctedText(plan, asTyped.found);
  if (correctedQuery === null) return { plan, run: asTyped };
  const corrected = await planCorrection(project, plan, correctedQuery);
  if (corrected === null) return { plan, run: { ...asTyped, found: { ...asTyped.found, correctedQuery } } };
  const { query, found, skipped } = await runSearch(project, queryEmbeddings, corrected.query, client);
  const { learned } = asTyped.found;
  const { understood, ignored } = plan;
  return {
    // What was understood or ignored is told by its place in the query as typed.
    plan: { ...corrected, understood, ignored },
    run: {
      query,
      found: { ...found, correctedQuery, learned, fallback: found.fallback ?? 'corrected' },
      skipped,
    },
  };
}
