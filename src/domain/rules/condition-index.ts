import { appendTo } from '../../lib/append-to.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { RuleCondition } from '../../ports/search/rules.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import { listConditions } from './filter-conditions.ts';
import { readFilter, type TimeDependent } from './time-dependent-filter.ts';
import { PhraseIndex } from './phrase-index.ts';
import { normalizeText, type RequestContext } from './request-context.ts';
import { compileVisitorCondition, type CompiledVisitorCondition } from './visitor-condition.ts';

/** Whether the visitor of a request fulfils a condition. */
export type VisitorTest = (condition: CompiledVisitorCondition) => boolean;

/** The test without a visitor. */
export const matchNoVisitor: VisitorTest = () => false;

/** The part of a query or list that rules see. */
export interface RuledRequest {
  /** The words of the query in its language; null for a list, which has no query. */
  readonly words: readonly string[] | null;
  readonly language?: string | undefined;
  readonly filter?: Filter | undefined;
}

/** The part of a request that rules see. */
export interface RuleRequest extends RuledRequest {
  readonly context: RequestContext;
  readonly visitor: VisitorTest;
}

/** A rule as its conditions see it. */
interface TimedRule {
  /** Index among the rules. */
  readonly at: number;
  /** Milliseconds since 1970; active from `from` to before `until`. */
  readonly from: number;
  readonly until: number;
}

/** A condition of a rule. */
interface IndexedCondition<R> {
  readonly rule: R;
  readonly query: { readonly text: string; readonly match: NonNullable<RuleCondition['match']> } | null;
  /** The context's members with their values. */
  readonly context: readonly (readonly [name: string, values: ReadonlySet<string>])[];
  /** The clauses that the request's filter must have. */
  readonly clauses: TimeDependent<ReadonlySet<string>> | null;
  readonly visitor: CompiledVisitorCondition | null;
}

/** A part of a condition under which requests look it up, with the keys of its values. */
interface Part {
  readonly kind: 'query' | 'context' | 'clause';
  readonly keys: readonly string[];
}

/**
 * The conditions of rules, each under its part that fewest others share: its query, a member of the context, or a clause of the
 * filter. A request looks up its own parts, and tests the conditions that it finds.
 */
export class ConditionIndex<R extends TimedRule> {
  readonly #queryAnalyzer: QueryAnalyzer;
  readonly #byQuery: IndexedCondition<R>[] = [];
  readonly #byContext = new Map<string, IndexedCondition<R>[]>();
  readonly #byClause = new Map<string, IndexedCondition<R>[]>();
  readonly #others: IndexedCondition<R>[] = [];
  readonly #onlyVisitors: IndexedCondition<R>[] = [];
  // Stop words depend on the language of the query, so that conditions are analyzed in each language that queries have.
  readonly #languages = new Map<string | undefined, QueryConditions<R>>();

  constructor(
    given: readonly { readonly condition: RuleCondition; readonly rule: R }[],
    queryAnalyzer: QueryAnalyzer,
  ) {
    this.#queryAnalyzer = queryAnalyzer;
    const conditions = given.map(({ condition, rule }) => indexCondition(condition, rule));
    const partsByCondition = conditions.map(listParts);
    const counts = new Map<string, number>();
    for (const { keys } of partsByCondition.flat())
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const findFrequency = ({ keys }: Part): number => Math.max(...keys.map((key) => counts.get(key)!));
    conditions.forEach((condition, i) => {
      const parts = partsByCondition[i]!;
      const [first] = parts;
      if (first === undefined)
        (condition.visitor === null ? this.#others : this.#onlyVisitors).push(condition);
      else
        this.#add(
          condition,
          parts.reduce((best, part) => (findFrequency(part) < findFrequency(best) ? part : best), first),
        );
    });
  }

  /** The rules with a condition that the request fulfils, whose time is now, in order. */
  findMatching(request: RuleRequest, now: number): readonly R[] {
    const matches = new Set<R>();
    let requested: ReadonlySet<string> | null = null;
    const listClauses = (): ReadonlySet<string> =>
      (requested ??= request.filter === undefined ? new Set() : listConditions(request.filter));
    const { words } = request;
    const analyzed = words === null ? null : this.#analyzeInLanguage(request.language);
    const addMatches = (conditions: Iterable<IndexedCondition<R>>): void => {
      for (const condition of conditions) {
        const { rule, query, context, clauses, visitor } = condition;
        if (now < rule.from || now >= rule.until || matches.has(rule)) continue;
        if (
          query !== null &&
          (analyzed === null || !matchesQuery(words!, analyzed.getWords(condition), query.match))
        )
          continue;
        if (!context.every(([name, values]) => request.context.get(name)?.some((one) => values.has(one))))
          continue;
        if (clauses !== null && !clauses.resolveAt(now).isSubsetOf(listClauses())) continue;
        // Last: the first pass for a request notes which visitor conditions decide.
        if (visitor === null || request.visitor(visitor)) matches.add(rule);
      }
    };
    addMatches(this.#others);
    if (request.visitor !== matchNoVisitor) addMatches(this.#onlyVisitors);
    if (this.#byContext.size > 0)
      for (const [name, values] of request.context)
        for (const value of values) addMatches(this.#byContext.get(formatContextKey(name, value)) ?? []);
    if (this.#byClause.size > 0)
      for (const clause of listClauses()) addMatches(this.#byClause.get(formatClauseKey(clause)) ?? []);
    if (analyzed !== null) addMatches(analyzed.lookUp(words!));
    return [...matches].sort((a, b) => a.at - b.at);
  }

  #add(condition: IndexedCondition<R>, { kind, keys }: Part): void {
    if (kind === 'query') this.#byQuery.push(condition);
    // One clause is enough, as the request must have all.
    else
      for (const key of keys) appendTo(kind === 'context' ? this.#byContext : this.#byClause, key, condition);
  }

  #analyzeInLanguage(language: string | undefined): QueryConditions<R> {
    let analyzed = this.#languages.get(language);
    if (analyzed === undefined) {
      analyzed = new QueryConditions(
        this.#byQuery,
        (text) => this.#queryAnalyzer.analyze(text, language).words,
      );
      this.#languages.set(language, analyzed);
    }
    return analyzed;
  }
}

function indexCondition<R>(
  { query, match = 'is', filters, context = {}, visitor }: RuleCondition,
  rule: R,
): IndexedCondition<R> {
  return {
    rule,
    query: query === undefined ? null : { text: query, match },
    context: Object.entries(context).map(([name, values]) => [
      name,
      new Set([values].flat().map(normalizeText)),
    ]),
    clauses: filters === undefined ? null : readFilter(filters, listConditions),
    visitor: visitor === undefined ? null : compileVisitorCondition(visitor),
  };
}

function listParts<R>({ query, context, clauses }: IndexedCondition<R>): Part[] {
  return [
    ...(query === null
      ? []
      : [{ kind: 'query' as const, keys: [`${query.match}\0${normalizeText(query.text)}`] }]),
    ...context.map(([name, values]) => ({
      kind: 'context' as const,
      keys: Array.from(values, (value) => formatContextKey(name, value)),
    })),
    ...(clauses?.isConstant === true
      ? Array.from(clauses.resolveAt(0), (clause) => ({
          kind: 'clause' as const,
          keys: [formatClauseKey(clause)],
        }))
      : []),
  ];
}

/** Conditions on queries, analyzed in one language. */
class QueryConditions<R> {
  readonly #wordsIn: (text: string) => readonly string[];
  readonly #words = new Map<IndexedCondition<R>, readonly string[]>();
  readonly #byAllWords = new Map<string, IndexedCondition<R>[]>();
  readonly #phrases = new PhraseIndex<IndexedCondition<R>>();

  /** `conditions` are those that queries look up. */
  constructor(conditions: readonly IndexedCondition<R>[], wordsIn: (text: string) => readonly string[]) {
    this.#wordsIn = wordsIn;
    for (const condition of conditions) {
      const words = this.getWords(condition);
      if (condition.query?.match === 'is') appendTo(this.#byAllWords, joinWords(words), condition);
      else this.#phrases.add(words, condition);
    }
  }

  getWords(condition: IndexedCondition<R>): readonly string[] {
    let words = this.#words.get(condition);
    if (words === undefined) {
      words = this.#wordsIn(condition.query?.text ?? '');
      this.#words.set(condition, words);
    }
    return words;
  }

  *lookUp(words: readonly string[]): Generator<IndexedCondition<R>> {
    yield* this.#byAllWords.get(joinWords(words)) ?? [];
    for (const { value } of this.#phrases.findIn(words)) yield value;
  }
}

/** Whether the words of a query are, start with or contain others. */
function matchesQuery(
  words: readonly string[],
  conditionWords: readonly string[],
  match: NonNullable<RuleCondition['match']>,
): boolean {
  const isAt = (at: number): boolean => conditionWords.every((word, i) => word === words[at + i]);
  if (match === 'is') return conditionWords.length === words.length && isAt(0);
  // Without words, as after a change of stop words, `contains` never matches.
  if (conditionWords.length === 0) return false;
  return match === 'starts' ? isAt(0) : words.some((_, at) => isAt(at));
}

/** Words contain no blanks. */
const joinWords = (words: readonly string[]): string => words.join(' ');

const formatContextKey = (name: string, value: string): string => `context\0${name}\0${value}`;
const formatClauseKey = (clause: string): string => `clause\0${clause}`;
