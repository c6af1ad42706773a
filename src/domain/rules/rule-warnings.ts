import { requestSlices } from '../../lib/work-slices.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import type { Filter } from '../../ports/filters.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/rules.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import { emptyQuery } from '../search/query/empty-query.ts';
import { wordsInCycles } from './rule-check.ts';
import { locatedRule, ConflictIndex, type LocatedRule } from './rule-conflicts.ts';
import { boostsOf, hiddenIds, replacementsOf } from './rule-parts.ts';

type Project = Pick<ProjectEngine, 'catalog' | 'text' | 'settings'>;

/** Items looked up between two pauses. */
const lookupsPerPause = 100;

/**
 * What may be a mistake in rules that are valid: unknown or inactive items, and rules that contradict each other while both
 * act. Disabled rules are not checked. At most `limits.ruleWarningsMax`.
 */
export async function ruleWarnings(
  project: Project,
  rules: readonly Rule[],
  path = 'rules',
): Promise<Warning[]> {
  const placed = rules.flatMap((rule, i) =>
    rule.enabled === false ? [] : [locatedRule(rule, `${path}[${i}]`)],
  );
  const warnings = [
    ...contradictions(placed),
    ...wordCycles(placed, project.text.queryAnalyzer),
    ...(await itemWarnings(project, placed)),
  ];
  return warnings.slice(0, limits.ruleWarningsMax);
}

/** Actions of rules that another rule, acting together with them, makes useless or undoes. */
function contradictions(placed: readonly LocatedRule[]): Warning[] {
  const [hidden, raised] = [new ConflictIndex(), new ConflictIndex()];
  for (const by of placed) {
    for (const id of hiddenIds(by.rule)) hidden.add(id, by);
    for (const { filter } of boostsOf(by.rule.boost ?? [])) raised.add(filter, by);
  }
  const [positions, redirects, orders] = [new ConflictIndex(), new ConflictIndex(), new ConflictIndex()];
  const warnings: Warning[] = [];
  const warn = (code: string, path: string, detail: string): void => {
    warnings.push({ code, path, detail });
  };
  for (const by of placed) {
    const { rule, path } = by;
    (rule.pin ?? []).forEach(({ id, position }, i) => {
      const hider = id === undefined ? undefined : hidden.conflictOf(by, id);
      if (hider !== undefined)
        warn(
          'pin_hidden',
          `${path}.pin[${i}].id`,
          `${named(id)} is not shown where rule ${quoted(hider)} hides it`,
        );
      const taker = positions.conflictOf(by, `${position}`);
      if (taker !== undefined) {
        const detail = `Rule ${quoted(taker)} has position ${position} already: this pin takes the next free one`;
        warn('position_taken', `${path}.pin[${i}].position`, detail);
      }
    });
    for (const { position } of rule.pin ?? []) positions.add(`${position}`, by);
    for (const { filter } of boostsOf(rule.bury ?? [])) {
      const booster = raised.conflictOf(by, filter);
      if (booster !== undefined)
        warn(
          'boost_contradicted',
          `${path}.bury`,
          `Rule ${quoted(booster)} boosts what this rule buries: ${filter}`,
        );
    }
    if (rule.facets !== undefined) {
      const other = orders.conflictOf(by, '');
      if (other !== undefined)
        warn('facets_unused', `${path}.facets`, `Rule ${quoted(other)} comes first and orders facets too`);
      orders.add('', by);
    }
    if (rule.redirect === undefined) continue;
    const redirector = redirects.conflictOf(by, '');
    if (redirector !== undefined)
      warn('redirect_unused', `${path}.redirect`, `Rule ${quoted(redirector)} comes first and redirects too`);
    redirects.add('', by);
  }
  return warnings;
}

const quoted = ({ rule }: LocatedRule): string => `“${rule.id}”`;
const named = (id: string | undefined): string => `The item ${JSON.stringify(id)}`;

/** Replacements of several rules that lead back to the same words. Each query is rewritten once only. */
function wordCycles(placed: readonly LocatedRule[], queryAnalyzer: QueryAnalyzer): Warning[] {
  const key = (text: string): string => queryAnalyzer.analyze(text).words.join(' ');
  const targets = new Map<string, string>();
  const edits = placed.flatMap(({ rule, path }) =>
    replacementsOf(rule).map(({ from, to }, i) => ({
      path: `${path}.words.replace[${i}]`,
      from: key(from),
      to: key(to),
    })),
  );
  for (const { from, to } of edits) if (!targets.has(from)) targets.set(from, to);
  const cyclic = wordsInCycles(targets);
  return edits
    .filter(({ from, to }) => targets.get(from) === to && cyclic.has(from))
    .map(({ path }) => ({
      code: 'words_cycle',
      path,
      detail: 'Other rules replace these words back; each query is rewritten once only',
    }));
}

async function itemWarnings(project: Project, placed: readonly LocatedRule[]): Promise<Warning[]> {
  const slices = requestSlices(lookupsPerPause);
  const states = new Map<string, ItemState>();
  const warnings: Warning[] = [];
  for (const { rule, path } of placed) {
    const ids = [
      ...(rule.pin ?? []).flatMap(({ id }, i) =>
        id === undefined ? [] : [{ id, at: `${path}.pin[${i}].id` }],
      ),
      ...hiddenIds(rule).map((id, i) => ({ id, at: `${path}.hide[${i}]` })),
    ];
    for (const { id, at } of ids) {
      await slices.spend(1);
      const state = states.get(id) ?? (await stateOf(project, id));
      states.set(id, state);
      if (state === 'unknown')
        warnings.push({
          code: 'item_unknown',
          path: at,
          detail: `No item or product has the id ${JSON.stringify(id)}`,
        });
      else if (state === 'inactive' && at.includes('.pin['))
        warnings.push({
          code: 'item_inactive',
          path: at,
          detail: `${named(id)} is inactive`,
        });
      if (warnings.length >= limits.ruleWarningsMax) return warnings;
    }
  }
  return warnings;
}

type ItemState = 'active' | 'inactive' | 'unknown';

async function stateOf({ catalog, text, settings }: Project, id: string): Promise<ItemState> {
  const byId: Filter = { kind: 'equals', field: 'id', value: id };
  if ((await catalog.get({ id })) !== null)
    return (await text.matching(byId, [id])).size > 0 ? 'active' : 'inactive';
  const { groupBy } = settings.effective().search;
  if (groupBy === '') return 'unknown';
  const filter: Filter = { kind: 'equals', field: groupBy, value: id };
  const { total } = await text.search({ ...emptyQuery, limit: 0, filter });
  return total > 0 ? 'active' : 'unknown';
}
