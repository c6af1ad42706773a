import type { Filter } from '../../ports/filters.ts';
import type { Rule, StoredRules } from '../../ports/rules.ts';
import type { QueryReader } from '../../ports/text.ts';
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
  /** Null: any query. */
  readonly words: readonly string[] | null;
  readonly match: 'is' | 'contains' | 'starts';
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
  /** Rules whose words a query contains, in order. */
  ofWords(words: readonly string[]): CompiledRule[];
}

const books = new WeakMap<StoredRules, { reader: QueryReader; book: CompiledRules }>();

/** Compiled once, until the rules or the text analysis change. */
export function compiledRules(stored: StoredRules, reader: QueryReader): CompiledRules {
  const known = books.get(stored);
  if (known?.reader === reader) return known.book;
  const book = compileRules(stored.rules, reader);
  books.set(stored, { reader, book });
  return book;
}

export function compileRules(rules: readonly Rule[], reader: QueryReader): CompiledRules {
  const always: CompiledRule[] = [];
  const byAll = new Map<string, CompiledRule[]>();
  const byFirst = new Map<string, CompiledRule[]>();
  rules.forEach((rule, at) => {
    if (rule.enabled === false) return;
    const read = readRule(rule, at, reader);
    const { words, match } = read;
    if (words === null) always.push(read);
    // Without words, as after a change of stop words, `contains` never matches.
    else if (match === 'is') byAll.set(allOf(words), [...(byAll.get(allOf(words)) ?? []), read]);
    else if (words[0] !== undefined) byFirst.set(words[0], [...(byFirst.get(words[0]) ?? []), read]);
  });
  return {
    always,
    ofWords: (words) => {
      const found = new Set(byAll.get(allOf(words)));
      words.forEach((word, at) => {
        for (const rule of byFirst.get(word) ?? []) {
          if (rule.match === 'starts' && at > 0) continue;
          if (rule.words!.every((own, i) => own === words[at + i])) found.add(rule);
        }
      });
      return [...found];
    },
  };
}

/** Words contain no blanks. */
const allOf = (words: readonly string[]): string => words.join(' ');

function readRule(rule: Rule, at: number, reader: QueryReader): CompiledRule {
  const { id, when = {}, from, until, pin = [], hide = [], boost, bury } = rule;
  return {
    id,
    at,
    from: from === undefined ? -Infinity : (ruleSpan(from)?.from ?? -Infinity),
    until: until === undefined ? Infinity : (ruleSpan(until)?.until ?? Infinity),
    words: when.query === undefined ? null : reader.words(when.query),
    match: when.match ?? 'is',
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
