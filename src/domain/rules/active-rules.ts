import type { ServedView } from '../../ports/engine.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { ItemSet, SearchRules } from '../../ports/search/rules.ts';
import type { AnalyzedQuery } from '../../ports/search/query-analyzer.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { analysisOf } from '../query/analyzed-query.ts';
import { applyEdits } from '../query/text-spans.ts';
import { pinAt } from './compiled-pins.ts';
import { compiledRules, type CompiledRule, type CompiledRules, type PhraseEdit } from './compiled-rules.ts';
import { noVisitor, type AskedRules, type RuleRequest, type VisitorTest } from './condition-index.ts';
import type { RequestContext } from './request-context.ts';
import { visitorTest, type RuleVisitor } from './visitor-test.ts';

type Ports = Pick<ServedView, 'text' | 'rules' | 'visitorSegments'>;

/** Which rules of a request act: all, only hiding (see `ruleScope`), or none. */
export type RuleScope = 'all' | 'hide' | 'none';

/** The circumstances that rules depend on. */
export interface RuleOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly context: RequestContext;
  readonly visitor: RuleVisitor;
  readonly scope: RuleScope;
}

/** What acting rules add to a reply. */
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
  /** With the rewritten text, analyzed, and the effects of the rules. */
  readonly query: TextQuery;
  /** The text with replaced and removed words; null means as typed. */
  readonly rewritten: string | null;
  readonly report: RulesReport;
}

/** Without `enableRules` no rule acts; for keys that may not change rules, what is hidden stays hidden. */
export function ruleScope(enableRules: boolean, mayChangeRules: boolean): RuleScope {
  if (enableRules) return 'all';
  return mayChangeRules ? 'none' : 'hide';
}

/** Analyzes a query and applies the active rules, or other ones. With a sort, pins and boosts do not apply. */
export async function withRules(
  project: Ports,
  query: TextQuery,
  options: RuleOptions,
  compiled: CompiledRules = compiledRules(project.rules.current(), project.text.queryAnalyzer),
): Promise<RuledQuery> {
  if (!compiled.hasVisitorConditions) return applyRules(compiled, project, query, options, noVisitor);
  const asked = { ...query, analyzed: analysisOf(project.text, query) };
  const visitor = await visitorTest(project, compiled, requestOf(asked, asked.analyzed), options);
  return applyRules(compiled, project, asked, options, visitor);
}

export function applyRules(
  compiled: CompiledRules,
  { text }: Pick<ServedView, 'text'>,
  asked: TextQuery,
  options: RuleOptions,
  visitor: VisitorTest,
): RuledQuery {
  const analyzed = analysisOf(text, asked);
  const rules = inForce(compiled, { ...requestOf(asked, analyzed), visitor }, options);
  const edits = editsOf(compiled, rules, analyzed, options);
  const effect = effectOf(rules, options.now);
  const isSorted = asked.sort.length > 0;
  const own = asked.rules?.boosts ?? [];
  const acting = isSorted
    ? { hidden: effect.hidden, boosts: [], pins: [] }
    : { ...effect, boosts: [...own, ...effect.boosts] };
  const rewritten = edits.length === 0 ? null : edited(asked.text, analyzed, edits);
  const searched: TextQuery =
    rewritten === null
      ? { ...asked, analyzed }
      : { ...asked, text: rewritten, analyzed: text.queryAnalyzer.analyze(rewritten, asked.language) };
  // Items that the key cannot see stay hidden, too.
  const hidden = [...(asked.rules?.hidden ?? []), ...acting.hidden];
  const query =
    hidden.length + acting.boosts.length + acting.pins.length === 0
      ? searched
      : { ...searched, rules: { ...acting, hidden } };
  return {
    query,
    rewritten,
    report: reportOf(rules, [...idsIn(acting), ...edits.map(({ rule }) => rule.id)]),
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
  const compiled = compiledRules(project.rules.current(), project.text.queryAnalyzer);
  const request = { words: null, filter: filter ?? undefined };
  const visitor = await visitorTest(project, compiled, request, options);
  const acting = inForce(compiled, { ...request, visitor }, options).map((rule): CompiledRule => ({
    ...rule,
    facets: null,
    redirect: null,
  }));
  const rules = effectOf(acting, options.now);
  return { rules, report: reportOf(acting, idsIn(rules)) };
}

/** Items hidden by the rules for a query. */
export async function hiddenItems(project: Ports, text: string, options: RuleOptions): Promise<ItemSet[]> {
  const stored = project.rules.current();
  if (stored.rules.length === 0) return [];
  const { queryAnalyzer } = project.text;
  const { words } = queryAnalyzer.analyze(text);
  const compiled = compiledRules(stored, queryAnalyzer);
  const visitor = await visitorTest(project, compiled, { words }, options);
  const rules = inForce(compiled, { words, visitor }, options);
  return effectOf(rules, options.now).hidden.map(({ items }) => items);
}

function requestOf({ language, filter }: TextQuery, { words }: AnalyzedQuery): AskedRules {
  return { words, language, filter };
}

function inForce(
  compiled: CompiledRules,
  request: Omit<RuleRequest, 'context'>,
  { now, context, scope }: RuleOptions,
): readonly CompiledRule[] {
  if (scope === 'none') return [];
  const rules = compiled.matching({ ...request, context }, now);
  return scope === 'all' ? rules : rules.map(hidingOnly);
}

function hidingOnly(rule: CompiledRule): CompiledRule {
  return { ...rule, filter: null, boosts: [], pins: [], facets: null, redirect: null, userData: null };
}

function effectOf(rules: readonly CompiledRule[], now: number): SearchRules {
  const hidden: SearchRules['hidden'][number][] = [];
  const boosts: SearchRules['boosts'][number][] = [];
  const pins: SearchRules['pins'][number][] = [];
  for (const { id: rule, hiddenIds: ids, hiddenFilter, filter, ...own } of rules) {
    if (ids.length > 0 || hiddenFilter !== null)
      hidden.push({
        rule,
        items: { ids, ...(hiddenFilter === null ? {} : { filter: hiddenFilter.at(now) }) },
      });
    // Hiding all others also excludes them from disjunctive facets, which a condition of the filter does not.
    if (filter !== null)
      hidden.push({ rule, items: { ids: [], filter: { kind: 'not', clause: filter.at(now) } } });
    for (const boost of own.boosts) boosts.push({ rule, filter: boost.filter.at(now), by: boost.by });
    for (const pin of own.pins) pins.push({ rule, ...pinAt(pin, now) });
  }
  return { hidden, boosts, pins };
}

/** The edits of the rules that do not overlap: from left to right the longest, of equal ones the first rule's. */
function editsOf(
  compiled: CompiledRules,
  rules: readonly CompiledRule[],
  analyzed: AnalyzedQuery,
  { scope }: RuleOptions,
): readonly PhraseEdit[] {
  if (rules.length === 0 || scope !== 'all') return [];
  const acting = new Set(rules);
  const found = compiled
    .editsIn(analyzed)
    .filter(({ rule }) => acting.has(rule))
    .sort((a, b) => a.at - b.at || b.length - a.length || a.rule.at - b.rule.at);
  let end = 0;
  return found.filter(({ at, length }) => {
    if (at < end) return false;
    end = at + length;
    return true;
  });
}

function edited(text: string, { spans }: AnalyzedQuery, edits: readonly PhraseEdit[]): string {
  const replaced = edits.map(({ at, length, to }) => ({
    start: spans[at]!.start,
    end: spans[at + length - 1]!.end,
    text: to,
  }));
  return applyEdits(text, replaced).replaceAll(/\s+/g, ' ').trim();
}

function idsIn({ hidden, boosts, pins }: SearchRules): string[] {
  return [...hidden, ...boosts, ...pins].flatMap(({ rule }) => rule ?? []);
}

/** `ids`: of the rules that change the list. */
function reportOf(rules: readonly CompiledRule[], ids: readonly string[]): RulesReport {
  const changing = new Set(ids);
  const told = rules.filter(({ facets, redirect, userData }) =>
    [facets, redirect, userData].some((action) => action !== null),
  );
  for (const { id } of told) changing.add(id);
  return {
    acting: rules.filter(({ id }) => changing.has(id)).map(({ id }) => id),
    facets: told.find(({ facets }) => facets !== null)?.facets ?? [],
    redirect: told.find(({ redirect }) => redirect !== null)?.redirect ?? null,
    userData: told.map(({ userData }) => userData).filter((data) => data !== null),
  };
}
