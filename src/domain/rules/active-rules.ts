import type { ServedView } from '../../ports/engine.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { ItemSet, SearchRules } from '../../ports/search/rules.ts';
import type { AnalyzedQuery } from '../../ports/search/query-analyzer.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { ensureAnalysis } from '../query/analyzed-query.ts';
import { applyEdits } from '../query/text-spans.ts';
import { placePin } from './compiled-pins.ts';
import {
  compileRulesOnce,
  type CompiledRule,
  type CompiledRules,
  type PhraseEdit,
} from './compiled-rules.ts';
import { matchNoVisitor, type RuledRequest, type RuleRequest, type VisitorTest } from './condition-index.ts';
import type { RequestContext } from './request-context.ts';
import { createVisitorTest, type RuleVisitor } from './visitor-test.ts';

type Ports = Pick<ServedView, 'text' | 'rules' | 'visitorSegments'>;

/** The rules that act in a request: all, only their hiding (see `decideRuleScope()`), or none. */
export type RuleScope = 'all' | 'hide' | 'none';

/** The circumstances that rules depend on. */
export interface RuleOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly context: RequestContext;
  readonly visitor: RuleVisitor;
  readonly scope: RuleScope;
}

/** The effects of acting rules on a reply, apart from its list. */
export interface RulesReport {
  /** Ids of the rules that acted, in order. */
  readonly acting: readonly string[];
  /** Fields of facets that are shown first, of the first rule with any. */
  readonly facets: readonly string[];
  /** Redirect of the first rule with one. */
  readonly redirect: { readonly url: string } | null;
  /** Data of all rules, in order. */
  readonly userData: readonly Json[];
}

/** A query under the active rules. */
export interface RuledQuery {
  /** The query with the rewritten text, analyzed, and the effects of the rules. */
  readonly query: TextQuery;
  /** The text with replaced and removed words; null means as typed. */
  readonly rewritten: string | null;
  readonly report: RulesReport;
}

/** Without `enableRules` no rule acts; for keys that may not change rules, what is hidden stays hidden. */
export function decideRuleScope(enableRules: boolean, mayChangeRules: boolean): RuleScope {
  if (enableRules) return 'all';
  return mayChangeRules ? 'none' : 'hide';
}

/** Analyzes a query and applies `compiled` rules, by default those of the project. With a sort, pins and boosts do not apply. */
export async function withRules(
  project: Ports,
  query: TextQuery,
  options: RuleOptions,
  compiled: CompiledRules = compileRulesOnce(project.rules.current(), project.text.queryAnalyzer),
): Promise<RuledQuery> {
  if (!compiled.hasVisitorConditions) return applyRules(compiled, project, query, options, matchNoVisitor);
  const prepared = { ...query, analyzed: ensureAnalysis(project.text, query) };
  const visitor = await createVisitorTest(
    project,
    compiled,
    toRuledRequest(prepared, prepared.analyzed),
    options,
  );
  return applyRules(compiled, project, prepared, options, visitor);
}

export function applyRules(
  compiled: CompiledRules,
  { text }: Pick<ServedView, 'text'>,
  original: TextQuery,
  options: RuleOptions,
  visitor: VisitorTest,
): RuledQuery {
  const analyzed = ensureAnalysis(text, original);
  const rules = selectRules(compiled, { ...toRuledRequest(original, analyzed), visitor }, options);
  const edits = selectEdits(compiled, rules, analyzed, options);
  const effect = collectEffects(rules, options.now);
  const isSorted = original.sort.length > 0;
  const queryBoosts = original.rules?.boosts ?? [];
  const acting = isSorted
    ? { hidden: effect.hidden, boosts: [], pins: [] }
    : { ...effect, boosts: [...queryBoosts, ...effect.boosts] };
  const rewritten = edits.length === 0 ? null : replacePhrases(original.text, analyzed, edits);
  const ruledQuery: TextQuery =
    rewritten === null
      ? { ...original, analyzed }
      : { ...original, text: rewritten, analyzed: text.queryAnalyzer.analyze(rewritten, original.language) };
  // Items that the key cannot see stay hidden, too.
  const hidden = [...(original.rules?.hidden ?? []), ...acting.hidden];
  const query =
    hidden.length + acting.boosts.length + acting.pins.length === 0
      ? ruledQuery
      : { ...ruledQuery, rules: { ...acting, hidden } };
  return {
    query,
    rewritten,
    report: reportRules(rules, [...listRuleIds(acting), ...edits.map(({ rule }) => rule.id)]),
  };
}

/** The active rules of a list of recommendations. */
export interface ListRules {
  readonly rules: SearchRules;
  readonly report: RulesReport;
}

/** The rules without a query condition, for a list with this filter. Words, facets and redirects do not apply. */
export async function listRules(
  project: Ports,
  filter: Filter | null,
  options: RuleOptions,
): Promise<ListRules> {
  const compiled = compileRulesOnce(project.rules.current(), project.text.queryAnalyzer);
  const request = { words: null, filter: filter ?? undefined };
  const visitor = await createVisitorTest(project, compiled, request, options);
  const acting = selectRules(compiled, { ...request, visitor }, options).map((rule): CompiledRule => ({
    ...rule,
    facets: null,
    redirect: null,
  }));
  const rules = collectEffects(acting, options.now);
  return { rules, report: reportRules(acting, listRuleIds(rules)) };
}

/** Items hidden by the rules for a query. */
export async function findHiddenItems(
  project: Ports,
  text: string,
  options: RuleOptions,
): Promise<ItemSet[]> {
  const stored = project.rules.current();
  if (stored.rules.length === 0) return [];
  const { queryAnalyzer } = project.text;
  const { words } = queryAnalyzer.analyze(text);
  const compiled = compileRulesOnce(stored, queryAnalyzer);
  const visitor = await createVisitorTest(project, compiled, { words }, options);
  const rules = selectRules(compiled, { words, visitor }, options);
  return collectEffects(rules, options.now).hidden.map(({ items }) => items);
}

function toRuledRequest({ language, filter }: TextQuery, { words }: AnalyzedQuery): RuledRequest {
  return { words, language, filter };
}

function selectRules(
  compiled: CompiledRules,
  request: Omit<RuleRequest, 'context'>,
  { now, context, scope }: RuleOptions,
): readonly CompiledRule[] {
  if (scope === 'none') return [];
  const rules = compiled.findMatchingRules({ ...request, context }, now);
  return scope === 'all' ? rules : rules.map(keepHiding);
}

function keepHiding(rule: CompiledRule): CompiledRule {
  return { ...rule, filter: null, boosts: [], pins: [], facets: null, redirect: null, userData: null };
}

function collectEffects(rules: readonly CompiledRule[], now: number): SearchRules {
  const hidden: SearchRules['hidden'][number][] = [];
  const boosts: SearchRules['boosts'][number][] = [];
  const pins: SearchRules['pins'][number][] = [];
  for (const { id: rule, hiddenIds: ids, hiddenFilter, filter, ...actions } of rules) {
    if (ids.length > 0 || hiddenFilter !== null)
      hidden.push({
        rule,
        items: { ids, ...(hiddenFilter === null ? {} : { filter: hiddenFilter.resolveAt(now) }) },
      });
    // Hiding all others also excludes them from disjunctive facets, which a condition of the filter does not.
    if (filter !== null)
      hidden.push({ rule, items: { ids: [], filter: { kind: 'not', clause: filter.resolveAt(now) } } });
    for (const boost of actions.boosts)
      boosts.push({ rule, filter: boost.filter.resolveAt(now), by: boost.by });
    for (const pin of actions.pins) pins.push({ rule, ...placePin(pin, now) });
  }
  return { hidden, boosts, pins };
}

/** The edits of the rules that do not overlap: from left to right the longest, of equal ones the first rule's. */
function selectEdits(
  compiled: CompiledRules,
  rules: readonly CompiledRule[],
  analyzed: AnalyzedQuery,
  { scope }: RuleOptions,
): readonly PhraseEdit[] {
  if (rules.length === 0 || scope !== 'all') return [];
  const acting = new Set(rules);
  const edits = compiled
    .findEdits(analyzed)
    .filter(({ rule }) => acting.has(rule))
    .sort((a, b) => a.at - b.at || b.length - a.length || a.rule.at - b.rule.at);
  let end = 0;
  return edits.filter(({ at, length }) => {
    if (at < end) return false;
    end = at + length;
    return true;
  });
}

function replacePhrases(text: string, { spans }: AnalyzedQuery, edits: readonly PhraseEdit[]): string {
  const replaced = edits.map(({ at, length, to }) => ({
    start: spans[at]!.start,
    end: spans[at + length - 1]!.end,
    text: to,
  }));
  return applyEdits(text, replaced).replaceAll(/\s+/g, ' ').trim();
}

function listRuleIds({ hidden, boosts, pins }: SearchRules): string[] {
  return [...hidden, ...boosts, ...pins].flatMap(({ rule }) => rule ?? []);
}

/** Reports rules that act: those with `ids`, which change the list, and those that add to the reply. */
function reportRules(rules: readonly CompiledRule[], ids: readonly string[]): RulesReport {
  const changing = new Set(ids);
  const replyRules = rules.filter(({ facets, redirect, userData }) =>
    [facets, redirect, userData].some((action) => action !== null),
  );
  for (const { id } of replyRules) changing.add(id);
  return {
    acting: rules.filter(({ id }) => changing.has(id)).map(({ id }) => id),
    facets: replyRules.find(({ facets }) => facets !== null)?.facets ?? [],
    redirect: replyRules.find(({ redirect }) => redirect !== null)?.redirect ?? null,
    userData: replyRules.map(({ userData }) => userData).filter((data) => data !== null),
  };
}
