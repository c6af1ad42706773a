import { isDeepStrictEqual } from 'node:util';
import {
  ruleOrderId,
  type Configuration,
  type ConfigurationChange,
  type ConfigurationKind,
} from '../../ports/configuration/configuration.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { Rule } from '../../ports/search/rules.ts';
import type { SettingsChanges } from '../../ports/configuration/settings.ts';

/** Lists what changed between two configurations, as `VersionStore.changesBetween` documents. Members that are the same object are not compared. */
export function listConfigurationChanges(before: Configuration, after: Configuration): ConfigurationChange[] {
  return [
    ...listSettingsChanges(before.settings, after.settings),
    ...listRuleChanges(before.rules, after.rules),
    ...findChangedEntries('collections', before.collections, after.collections),
    ...findChangedEntries('placements', before.placements, after.placements),
  ];
}

export function listSettingsChanges(before: SettingsChanges, after: SettingsChanges): ConfigurationChange[] {
  return before === after
    ? []
    : findChangedEntries('settings', indexSettingsById(before), indexSettingsById(after));
}

/** Maps the settings that a shop has set by their group and name. */
function indexSettingsById(changes: SettingsChanges): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(changes).flatMap(([group, settings]) =>
      Object.entries((settings ?? {}) as object).map(([name, value]): [string, unknown] => [
        `${group}.${name}`,
        value,
      ]),
    ),
  );
}

/** Lists the changed rules. The order counts as changed only if rules changed places, or new ones stand before others. */
export function listRuleChanges(before: readonly Rule[], after: readonly Rule[]): ConfigurationChange[] {
  if (before === after) return [];
  const [rulesBefore, rulesAfter] = [indexById(before), indexById(after)];
  const changes = findChangedEntries('rules', rulesBefore, rulesAfter).map((change) =>
    change.after === null ? { ...change, follows: findPreviousId(before, change.id) } : change,
  );
  const order = after.map(({ id }) => id);
  const unchangedOrder = [
    ...before.filter(({ id }) => rulesAfter.has(id)),
    ...after.filter(({ id }) => !rulesBefore.has(id)),
  ].map(({ id }) => id);
  if (isDeepStrictEqual(order, unchangedOrder)) return changes;
  const idsBefore = before.map(({ id }) => id);
  return [...changes, { kind: 'ruleOrder', id: ruleOrderId, before: idsBefore, after: order }];
}

function findPreviousId(rules: readonly Rule[], id: string): string | null {
  return rules[rules.findIndex((rule) => rule.id === id) - 1]?.id ?? null;
}

function indexById(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}

export function findChangedEntries(
  kind: ConfigurationKind,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): ConfigurationChange[] {
  if (before === after) return [];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, now] = [before.get(id), after.get(id)];
    if (old === now || isDeepStrictEqual(old, now)) return [];
    return [{ kind, id, before: (old ?? null) as Json, after: (now ?? null) as Json }];
  });
}
