import type { ProjectView } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/search/rules.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import { warnOfUnknownItems } from './named-items.ts';
import { findWordsInCycles } from './rule-check.ts';
import { locateRule, ConflictIndex, type LocatedRule } from './rule-conflicts.ts';
import { readBoosts, listHiddenIds, listReplacements } from './rule-parts.ts';

type Project = Pick<ProjectView, 'catalog' | 'text' | 'settings'>;

/**
 * Warns about possible mistakes in valid rules: unknown or inactive items, and rules that contradict each other while both
 * act. Disabled rules are not checked. At most `limits.ruleWarningsMax`.
 */
export async function findRuleWarnings(
  project: Project,
  rules: readonly Rule[],
  path = 'rules',
): Promise<Warning[]> {
  const placed = rules.flatMap((rule, i) =>
    rule.enabled === false ? [] : [locateRule(rule, `${path}[${i}]`)],
  );
  const warnings = [
    ...findContradictions(placed),
    ...findWordCycles(placed, project.text.queryAnalyzer),
    ...(await findItemWarnings(project, placed)),
  ];
  return warnings.slice(0, limits.ruleWarningsMax);
}

/** Actions of rules that another rule, acting together with them, makes useless or undoes. */
function findContradictions(placed: readonly LocatedRule[]): Warning[] {
  const [hidden, raised] = [new ConflictIndex(), new ConflictIndex()];
  for (const by of placed) {
    for (const id of listHiddenIds(by.rule)) hidden.add(id, by);
    for (const { filter } of readBoosts(by.rule.boost ?? [])) raised.add(filter, by);
  }
  const [positions, redirects, orders] = [new ConflictIndex(), new ConflictIndex(), new ConflictIndex()];
  const warnings: Warning[] = [];
  const warn = (code: string, path: string, detail: string): void => {
    warnings.push({ code, path, detail });
  };
  for (const by of placed) {
    const { rule, path } = by;
    (rule.pin ?? []).forEach(({ id, position }, i) => {
      const hider = id === undefined ? undefined : hidden.findConflict(by, id);
      if (hider !== undefined)
        warn(
          'pin_hidden',
          `${path}.pin[${i}].id`,
          `${describeItem(id)} is not shown where rule ${quoteRule(hider)} hides it`,
        );
      const taker = positions.findConflict(by, `${position}`);
      if (taker !== undefined) {
        const detail = `Rule ${quoteRule(taker)} has position ${position} already: this pin takes the next free one`;
        warn('position_taken', `${path}.pin[${i}].position`, detail);
      }
    });
    for (const { position } of rule.pin ?? []) positions.add(`${position}`, by);
    for (const { filter } of readBoosts(rule.bury ?? [])) {
      const booster = raised.findConflict(by, filter);
      if (booster !== undefined)
        warn(
          'boost_contradicted',
          `${path}.bury`,
          `Rule ${quoteRule(booster)} boosts what this rule buries: ${filter}`,
        );
    }
    if (rule.facets !== undefined) {
      const other = orders.findConflict(by, '');
      if (other !== undefined)
        warn('facets_unused', `${path}.facets`, `Rule ${quoteRule(other)} comes first and orders facets too`);
      orders.add('', by);
    }
    if (rule.redirect === undefined) continue;
    const redirector = redirects.findConflict(by, '');
    if (redirector !== undefined)
      warn(
        'redirect_unused',
        `${path}.redirect`,
        `Rule ${quoteRule(redirector)} comes first and redirects too`,
      );
    redirects.add('', by);
  }
  return warnings;
}

const quoteRule = ({ rule }: LocatedRule): string => `“${rule.id}”`;
const describeItem = (id: string | undefined): string => `The item ${JSON.stringify(id)}`;

/** Replacements of several rules that lead back to the same words. Each query is rewritten once only. */
function findWordCycles(placed: readonly LocatedRule[], queryAnalyzer: QueryAnalyzer): Warning[] {
  const computeKey = (text: string): string => queryAnalyzer.analyze(text).words.join(' ');
  const targets = new Map<string, string>();
  const edits = placed.flatMap(({ rule, path }) =>
    listReplacements(rule).map(({ from, to }, i) => ({
      path: `${path}.words.replace[${i}]`,
      from: computeKey(from),
      to: computeKey(to),
    })),
  );
  for (const { from, to } of edits) if (!targets.has(from)) targets.set(from, to);
  const cyclic = findWordsInCycles(targets);
  return edits
    .filter(({ from, to }) => targets.get(from) === to && cyclic.has(from))
    .map(({ path }) => ({
      code: 'words_cycle',
      path,
      detail: 'Other rules replace these words back; each query is rewritten once only',
    }));
}

function findItemWarnings(project: Project, placed: readonly LocatedRule[]): Promise<Warning[]> {
  return warnOfUnknownItems(
    project,
    placed.flatMap(({ rule, path }) => [
      ...(rule.pin ?? []).flatMap(({ id }, i) =>
        id === undefined ? [] : [{ id, path: `${path}.pin[${i}].id`, mustBeActive: true }],
      ),
      ...listHiddenIds(rule).map((id, i) => ({ id, path: `${path}.hide[${i}]`, mustBeActive: false })),
    ]),
  );
}
