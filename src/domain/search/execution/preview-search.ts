import type { StoredItem } from '../../../ports/catalog.ts';
import type { ProjectView } from '../../../ports/engine.ts';
import type { Collection } from '../../../ports/collections.ts';
import type { Rule } from '../../../ports/rules.ts';
import type { TextQuery, TextResult } from '../../../ports/text.ts';
import { requestSlices } from '../../../lib/work-slices.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';
import { compileRules, compiledRules, type CompiledRules } from '../../rules/compiled-rules.ts';
import { checkRules } from '../../rules/rule-check.ts';
import { withCompiledRules, type RuleOptions, type RulesReport } from '../../rules/active-rules.ts';
import { stripCarrierPhrases } from '../query/strip-carrier-phrases.ts';
import { runSearch } from './hybrid-search.ts';
import { withAdjustments } from './list-adjustments.ts';
import { areMoreActing } from './correction-rules.ts';
import { arrangedQuery, contextIn } from './search.ts';

/** Explanations between two pauses; each is a search. */
const whysPerPause = 4;
/** Of a reply. */
export const hiddenItemsMax = 100;

export interface PreviewResult {
  readonly result: TextResult;
  /** Hidden items among the same number of positions of the list without rules, with the rules that hide them. */
  readonly hidden: readonly { readonly item: StoredItem; readonly rules: readonly string[] }[];
  readonly report: RulesReport;
  readonly rewritten: string | null;
}

type PreviewProject = Pick<
  ProjectView,
  'text' | 'rules' | 'visitorSegments' | 'visitorPreferences' | 'settings' | 'textEmbeddings'
>;

export interface PreviewOptions extends RuleOptions {
  /** Draft rules in place of the stored ones. */
  readonly rules: readonly Rule[] | null;
  /** A stored collection or a draft; null: all items. */
  readonly collection: Collection | null;
  readonly client: string;
}

/**
 * Runs a search with the stored rules or, if given, with draft rules, so that a merchandiser sees
 * their effect before publishing: the same code as a search, without query understanding.
 * @throws VitrineError invalid_request with the path of every error in draft rules
 */
export async function previewSearch(
  project: PreviewProject,
  queryEmbeddings: QueryEmbeddings,
  plain: TextQuery,
  { rules, ...options }: PreviewOptions,
): Promise<PreviewResult> {
  const { text } = project;
  if (rules !== null) checkRules(rules, text.queryAnalyzer);
  const compiled =
    rules === null
      ? compiledRules(project.rules.current(), text.queryAnalyzer)
      : compileRules(rules, text.queryAnalyzer);
  const asTyped = await previewUnderRules(compiled, project, queryEmbeddings, plain, options);
  const { correctedQuery, fallback } = asTyped.result;
  if (correctedQuery === null || asTyped.rewritten !== null) return asTyped;
  const corrected = { ...plain, text: correctedQuery };
  const { report } = await withCompiledRules(compiled, project, corrected, inCollectionContext(options));
  if (!areMoreActing(report.acting, asTyped.report.acting)) return asTyped;
  const found = await previewUnderRules(compiled, project, queryEmbeddings, corrected, options);
  return {
    ...found,
    result: { ...found.result, correctedQuery, fallback: found.result.fallback ?? fallback },
  };
}

const inCollectionContext = <Options extends Pick<PreviewOptions, 'collection' | 'context'>>(
  options: Options,
): Options => ({ ...options, context: contextIn(options.collection, options.context) });

async function previewUnderRules(
  compiled: CompiledRules,
  project: PreviewProject,
  queryEmbeddings: QueryEmbeddings,
  plain: TextQuery,
  options: Omit<PreviewOptions, 'rules'>,
): Promise<PreviewResult> {
  const { collection, client } = options;
  const { text } = project;
  const asked = { ...plain, explain: true };
  const ruled = await withCompiledRules(compiled, project, asked, inCollectionContext(options));
  const { rewritten, report } = ruled;
  const stripped = stripCarrierPhrases(project, ruled.query);
  const arranged = arrangedQuery(project, stripped.query, { asked, collection, now: options.now });
  const { query, found: result } = await runSearch(
    project,
    queryEmbeddings,
    await withAdjustments(project, arranged, plain, {
      visitor: options.visitor,
      personalize: true,
      collection: collection?.id ?? null,
      now: options.now,
    }),
    client,
  );
  const { hidden = [] } = query.rules ?? {};
  if (hidden.length === 0) return { result, hidden: [], rewritten, report };
  const listed = new Set(result.hits.map(({ item }) => item.id));
  const { embedding, text: words } = query;
  const unruled = {
    ...arrangedQuery(project, { ...plain, text: words }, { asked, collection, now: options.now }),
    ...(embedding === undefined ? {} : { embedding }),
  };
  const without = await text.search(unruled);
  const missing = without.hits.map(({ item }) => item).filter(({ id }) => !listed.has(id));
  const found: { item: StoredItem; rules: readonly string[] }[] = [];
  const slices = requestSlices(whysPerPause);
  for (const item of missing) {
    if (found.length === hiddenItemsMax) break;
    await slices.spend(1);
    const why = await text.explain(query, [], item.id);
    if (why !== null && why.hiddenBy.length > 0)
      found.push({ item, rules: why.hiddenBy.filter((rule) => rule !== null) });
  }
  return { result, hidden: found, rewritten, report };
}
