import type { Json } from '../../ports/catalog/json.ts';
import type { Rule, StoredRules } from '../../ports/search/rules.ts';
import type { AnalyzedQuery, QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import { compilePins, type CompiledPin } from './compiled-pins.ts';
import { ConditionIndex, type RuleRequest } from './condition-index.ts';
import { compileTimeDependentFilter, type TimeDependentFilter } from './time-dependent-filter.ts';
import { PhraseIndex } from './phrase-index.ts';
import { readBoosts, listRuleConditions, listHiddenIds, listReplacements } from './rule-parts.ts';
import { readActivePeriod } from './active-period.ts';

/** A rule compiled for matching. */
export interface CompiledRule {
  readonly id: string;
  /** Index among the rules: earlier rules take precedence. */
  readonly at: number;
  /** Milliseconds since 1970; active from `from` to before `until`. */
  readonly from: number;
  readonly until: number;
  readonly pins: readonly CompiledPin[];
  readonly hiddenIds: readonly string[];
  readonly hiddenFilter: TimeDependentFilter | null;
  /** Only matching items are listed. */
  readonly filter: TimeDependentFilter | null;
  readonly boosts: readonly { readonly filter: TimeDependentFilter; readonly by: number }[];
  readonly facets: readonly string[] | null;
  readonly redirect: { readonly url: string } | null;
  readonly userData: Json | null;
}

/** A phrase in a query, and what replaces it. */
export interface PhraseEdit {
  readonly rule: CompiledRule;
  /** Index of the first word, and number of words. */
  readonly at: number;
  readonly length: number;
  /** The replacement; empty removes the phrase. */
  readonly to: string;
}

/** The rules of a project, indexed by their conditions: a request tests few of them. */
export interface CompiledRules {
  /** Whether a rule depends on the visitor. */
  readonly hasVisitorConditions: boolean;
  /** The rules that a request fulfils and whose time is now, in order. */
  findMatchingRules(request: RuleRequest, now: number): readonly CompiledRule[];
  /** The phrases of the query that some rule replaces or removes. */
  findEdits(analyzed: AnalyzedQuery): readonly PhraseEdit[];
}

const compiledByRules = new WeakMap<StoredRules, { queryAnalyzer: QueryAnalyzer; compiled: CompiledRules }>();

/** Compiled once, until the rules or the text analysis change. */
export function compileRulesOnce(stored: StoredRules, queryAnalyzer: QueryAnalyzer): CompiledRules {
  const cached = compiledByRules.get(stored);
  if (cached?.queryAnalyzer === queryAnalyzer) return cached.compiled;
  const compiled = compileRules(stored.rules, queryAnalyzer);
  compiledByRules.set(stored, { queryAnalyzer, compiled });
  return compiled;
}

export function compileRules(rules: readonly Rule[], queryAnalyzer: QueryAnalyzer): CompiledRules {
  const enabled = rules.flatMap((source, at) =>
    source.enabled === false ? [] : [{ source, rule: compileRule(source, at) }],
  );
  const indexRules = (some: typeof enabled): ConditionIndex<CompiledRule> =>
    new ConditionIndex(
      some.flatMap(({ source, rule }) =>
        listRuleConditions(source).map((condition) => ({ condition, rule })),
      ),
      queryAnalyzer,
    );
  // Rules that only rewrite are tested where the query has their words.
  const conditions = indexRules(enabled.filter(({ source }) => !isRewriteOnly(source)));
  const rewriting = new Map(
    enabled.filter(({ source }) => isRewriteOnly(source)).map((one) => [one.rule, indexRules([one])]),
  );
  const edits = new EditIndex(
    enabled.flatMap(({ source, rule }) => listReplacements(source).map((edit) => ({ ...edit, rule }))),
    queryAnalyzer,
  );
  return {
    hasVisitorConditions: enabled.some(({ source }) =>
      listRuleConditions(source).some(({ visitor }) => visitor !== undefined),
    ),
    findMatchingRules: (request, now) => {
      const rulesByCondition = conditions.findMatching(request, now);
      if (rewriting.size === 0 || request.words === null) return rulesByCondition;
      const mentionedRules = new Set(
        edits.findEditsIn(request.words, request.language).map(({ rule }) => rule),
      );
      const acting = [...mentionedRules].filter(
        (rule) => (rewriting.get(rule)?.findMatching(request, now).length ?? 0) > 0,
      );
      return acting.length === 0
        ? rulesByCondition
        : [...rulesByCondition, ...acting].sort((a, b) => a.at - b.at);
    },
    findEdits: ({ words, language }) => edits.findEditsIn(words, language),
  };
}

function isRewriteOnly({ pin, hide, filter, boost, bury, facets, redirect, userData }: Rule): boolean {
  return [pin, hide, filter, boost, bury, facets, redirect, userData].every((action) => action === undefined);
}

/** Phrases that rules replace or remove. */
class EditIndex {
  readonly #edits: readonly { from: string; to: string; rule: CompiledRule }[];
  readonly #queryAnalyzer: QueryAnalyzer;
  // Stop words depend on the language of the query, so that phrases are analyzed in each language that queries have.
  readonly #languages = new Map<string | undefined, PhraseIndex<{ rule: CompiledRule; to: string }>>();

  constructor(
    edits: readonly { from: string; to: string; rule: CompiledRule }[],
    queryAnalyzer: QueryAnalyzer,
  ) {
    this.#edits = edits;
    this.#queryAnalyzer = queryAnalyzer;
  }

  findEditsIn(words: readonly string[], language: string | undefined): readonly PhraseEdit[] {
    if (this.#edits.length === 0) return [];
    let index = this.#languages.get(language);
    if (index === undefined) {
      index = new PhraseIndex();
      for (const { from, to, rule } of this.#edits)
        index.add(this.#queryAnalyzer.analyze(from, language).words, { rule, to });
      this.#languages.set(language, index);
    }
    return Array.from(index.findIn(words), ({ value, at, length }) => ({ ...value, at, length }));
  }
}

function compileRule(source: Rule, at: number): CompiledRule {
  const { id, pin = [], hide, filter, boost = [], bury = [], facets, redirect, userData } = source;
  return {
    id,
    at,
    ...readActivePeriod(source),
    pins: compilePins(pin),
    hiddenIds: listHiddenIds(source),
    hiddenFilter: typeof hide === 'string' ? compileTimeDependentFilter(hide) : null,
    filter: filter === undefined ? null : compileTimeDependentFilter(filter),
    boosts: [
      ...readBoosts(boost).map((each) => ({ filter: compileTimeDependentFilter(each.filter), by: each.by })),
      ...readBoosts(bury).map((each) => ({ filter: compileTimeDependentFilter(each.filter), by: -each.by })),
    ],
    facets: facets ?? null,
    redirect: redirect ?? null,
    userData: userData ?? null,
  };
}
