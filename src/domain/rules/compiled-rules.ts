import type { Filter } from '../../ports/filters.ts';
import type { Rule, StoredRules } from '../../ports/rules.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';
import { ruleSpan } from './rule-span.ts';

/** A rule compiled for matching. */
export interface CompiledRule {
  readonly id: string;
  /** Index among the rules: earlier rules take precedence. */
  readonly at: number;
  /** Milliseconds since 1970; active from `from` to before `until`. */
  readonly from: number;
  readonly until: number;
  /** `now`: the value of the word in the filter. */
  readonly filters: FilterAt | null;
  readonly pin: NonNullable<Rule['pin']>;
  readonly hiddenIds: readonly string[];
  readonly hiddenFilter: FilterAt | null;
  readonly boost: FilterAt | null;
  readonly bury: FilterAt | null;
}

type FilterAt = (now: number) => Filter;

/** The rules of a project, indexed by the words of their condition: a search tests few of them. */
export interface CompiledRules {
  /** Rules without a query condition. */
  readonly always: readonly CompiledRule[];
  /** `always`, and the rules whose query condition a query fulfils. `words`: the query's words in its language. */
  matching(words: readonly string[], language?: string): readonly CompiledRule[];
}

const books = new WeakMap<StoredRules, { queryAnalyzer: QueryAnalyzer; book: CompiledRules }>();

/** Compiled once, until the rules or the text analysis change. */
export function compiledRules(stored: StoredRules, queryAnalyzer: QueryAnalyzer): CompiledRules {
  const known = books.get(stored);
  if (known?.queryAnalyzer === queryAnalyzer) return known.book;
  const book = compileRules(stored.rules, queryAnalyzer);
  books.set(stored, { queryAnalyzer, book });
  return book;
}

export function compileRules(rules: readonly Rule[], queryAnalyzer: QueryAnalyzer): CompiledRules {
  const enabled = rules.flatMap((rule, at) =>
    rule.enabled === false ? [] : [{ when: rule.when ?? {}, rule: compileRule(rule, at) }],
  );
  const always = enabled.filter(({ when }) => when.query === undefined).map(({ rule }) => rule);
  const conditional = enabled.filter(({ when }) => when.query !== undefined);
  // Stop words depend on the language of the query, so that conditions are analyzed in each language that queries have.
  const indexes = new Map<string | undefined, ConditionIndex>();
  return {
    always,
    matching: (words, language) => {
      let index = indexes.get(language);
      if (index === undefined) {
        index = conditionIndex(conditional, (text) => queryAnalyzer.analyze(text, language).words);
        indexes.set(language, index);
      }
      return [...always, ...index(words)];
    },
  };
}

/** The rules whose condition the words of a query fulfil. */
type ConditionIndex = (words: readonly string[]) => Iterable<CompiledRule>;

function conditionIndex(
  conditional: readonly { when: NonNullable<Rule['when']>; rule: CompiledRule }[],
  wordsOf: (text: string) => readonly string[],
): ConditionIndex {
  const byAll = new Map<string, CompiledRule[]>();
  const byFirst = new Map<string, { own: readonly string[]; isStart: boolean; rule: CompiledRule }[]>();
  for (const { when, rule } of conditional) {
    const own = wordsOf(when.query ?? '');
    const match = when.match ?? 'is';
    // Without words, as after a change of stop words, `contains` never matches.
    if (match === 'is') byAll.set(joined(own), [...(byAll.get(joined(own)) ?? []), rule]);
    else if (own[0] !== undefined)
      byFirst.set(own[0], [...(byFirst.get(own[0]) ?? []), { own, isStart: match === 'starts', rule }]);
  }
  return (words) => {
    const found = new Set(byAll.get(joined(words)));
    words.forEach((word, at) => {
      for (const { own, isStart, rule } of byFirst.get(word) ?? []) {
        if (isStart && at > 0) continue;
        if (own.every((wanted, i) => wanted === words[at + i])) found.add(rule);
      }
    });
    return found;
  };
}

/** Words contain no blanks. */
const joined = (words: readonly string[]): string => words.join(' ');

function compileRule(rule: Rule, at: number): CompiledRule {
  const { id, when = {}, from, until, pin = [], hide = [], boost, bury } = rule;
  return {
    id,
    at,
    from: from === undefined ? -Infinity : (ruleSpan(from)?.from ?? -Infinity),
    until: until === undefined ? Infinity : (ruleSpan(until)?.until ?? Infinity),
    filters: filterAt(when.filters),
    pin,
    hiddenIds: typeof hide === 'string' ? [] : hide,
    hiddenFilter: filterAt(typeof hide === 'string' ? hide : undefined),
    boost: filterAt(boost),
    bury: filterAt(bury),
  };
}

/** Parsed once, unless it contains `now`. */
function filterAt(text: string | undefined): FilterAt | null {
  if (text === undefined) return null;
  if (/\bnow\b/.test(text)) return (now) => parseFilter(text, now);
  let parsed: Filter | null = null;
  return (now) => (parsed ??= parseFilter(text, now));
}
