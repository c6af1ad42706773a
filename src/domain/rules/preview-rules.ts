import type { StoredItem } from '../../ports/catalog.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Rule } from '../../ports/rules.ts';
import type { TextQuery, TextResult } from '../../ports/text.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import type { QueryEmbeddings } from '../search/execution/query-embeddings.ts';
import { compileRules, compiledRules } from './compiled-rules.ts';
import { checkRules } from './rule-check.ts';
import { applyRules, type RuleOptions, type RulesReport } from './active-rules.ts';

/** Explanations between two pauses; each is a search. */
const whysPerPause = 4;

export interface RulesPreviewResult {
  readonly result: TextResult;
  /** Hidden items among the same number of positions of the list without rules, with the rules that hide them. */
  readonly hidden: readonly { readonly item: StoredItem; readonly rules: readonly string[] }[];
  readonly report: RulesReport;
  readonly rewritten: string | null;
}

/**
 * Runs a search with the stored rules or, if given, with draft rules, so that a merchandiser sees
 * their effect before publishing.
 * @throws VitrineError invalid_request with the path of every error in draft rules
 */
export async function previewRules(
  project: Pick<ProjectEngine, 'text' | 'rules' | 'settings' | 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  plain: TextQuery,
  { rules, client, ...options }: { rules: readonly Rule[] | null; client: string } & RuleOptions,
): Promise<RulesPreviewResult> {
  const { text } = project;
  if (rules !== null) checkRules(rules, text.queryAnalyzer);
  const compiled =
    rules === null
      ? compiledRules(project.rules.current(), text.queryAnalyzer)
      : compileRules(rules, text.queryAnalyzer);
  const ruled = applyRules(compiled, project, { ...plain, explain: true }, options);
  const { rewritten, report } = ruled;
  const { query } = await queryEmbeddings.withEmbedding(project, ruled.query, client);
  const { hidden = [] } = query.rules ?? {};
  const result = await text.search(query);
  if (hidden.length === 0) return { result, hidden: [], rewritten, report };
  const listed = new Set(result.hits.map(({ item }) => item.id));
  const { embedding } = query;
  const { text: words } = query;
  const unruled = { ...plain, text: words, ...(embedding === undefined ? {} : { embedding }) };
  const without = await text.search(unruled);
  const missing = without.hits.map(({ item }) => item).filter(({ id }) => !listed.has(id));
  const found: { item: StoredItem; rules: readonly string[] }[] = [];
  const slices = requestSlices(whysPerPause);
  for (const item of missing) {
    await slices.spend(1);
    const why = await text.explain(query, [], item.id);
    if (why !== null && why.hiddenBy.length > 0)
      found.push({ item, rules: why.hiddenBy.filter((rule) => rule !== null) });
  }
  return { result, hidden: found, rewritten, report };
}
