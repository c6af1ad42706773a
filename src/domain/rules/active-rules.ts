import type { ProjectEngine } from '../../ports/engine.ts';
import type { Filter } from '../../ports/filters.ts';
import type { ItemSet, SearchRules } from '../../ports/rules.ts';
import type { TextQuery } from '../../ports/text.ts';
import { conditionsOf } from './filter-conditions.ts';
import { analysisOf } from '../search/query/analyzed-query.ts';
import { compiledRules, type CompiledRule, type CompiledRules } from './compiled-rules.ts';

type Ports = Pick<ProjectEngine, 'text' | 'rules'>;

/** Analyzes a query and applies the active rules. With a sort, only hiding applies. */
export function withRules(project: Ports, query: TextQuery, now: number): TextQuery {
  return applyRules(compiledRules(project.rules.current(), project.text.queryAnalyzer), project, query, now);
}

export function applyRules(
  book: CompiledRules,
  { text }: Pick<ProjectEngine, 'text'>,
  asked: TextQuery,
  now: number,
): TextQuery {
  const analyzed = analysisOf(text, asked);
  const query = { ...asked, analyzed };
  const rules = effectOf(inForce(book.matching(analyzed.words, asked.language), asked.filter, now), now);
  // Items that the key cannot see stay hidden, too.
  const hidden = [...(query.rules?.hidden ?? []), ...rules.hidden];
  const acting = query.sort.length === 0 ? { ...rules, hidden } : { hidden, boosts: [], pins: [] };
  if (acting.hidden.length + acting.boosts.length + acting.pins.length === 0) return query;
  return { ...query, rules: acting };
}

/** Items hidden by the rules for this query; without a query, as in recommendations, by rules without a query condition. */
export function hiddenItems(
  project: Ports,
  asked: { text: string | null; filter?: Filter | null },
  now: number,
): ItemSet[] {
  const stored = project.rules.current();
  if (stored.rules.length === 0) return [];
  const { queryAnalyzer } = project.text;
  const book = compiledRules(stored, queryAnalyzer);
  const candidates =
    asked.text === null ? book.always : book.matching(queryAnalyzer.analyze(asked.text).words);
  const rules = inForce(candidates, asked.filter ?? undefined, now);
  return effectOf(rules, now).hidden.map(({ items }) => items);
}

function inForce(
  candidates: readonly CompiledRule[],
  filter: Filter | undefined,
  now: number,
): CompiledRule[] {
  let conditions: Set<string> | null = null;
  const holds = (wanted: Filter): boolean => {
    conditions ??= filter === undefined ? new Set() : conditionsOf(filter);
    return conditionsOf(wanted).isSubsetOf(conditions);
  };
  return candidates
    .filter(({ from, until }) => from <= now && now < until)
    .filter(({ filters }) => filters === null || holds(filters(now)))
    .sort((a, b) => a.at - b.at);
}

function effectOf(rules: readonly CompiledRule[], now: number): SearchRules {
  return {
    hidden: rules.flatMap(({ id, hiddenIds: ids, hiddenFilter }) => {
      if (ids.length === 0 && hiddenFilter === null) return [];
      return [{ rule: id, items: { ids, ...(hiddenFilter === null ? {} : { filter: hiddenFilter(now) }) } }];
    }),
    boosts: rules.flatMap(({ id, boost, bury }) => [
      ...(boost === null ? [] : [{ rule: id, filter: boost(now), by: 1 as const }]),
      ...(bury === null ? [] : [{ rule: id, filter: bury(now), by: -1 as const }]),
    ]),
    pins: rules.flatMap(({ id: rule, pin }) => pin.map(({ id, position }) => ({ rule, id, position }))),
  };
}
