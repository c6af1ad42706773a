import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../../ports/configuration/collections.ts';
import type {
  Configuration,
  ConfigurationChange,
  ConfigurationPart,
} from '../../ports/configuration/configuration.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { RecommendationPlacement } from '../../ports/recommendations/recommendation-placements.ts';
import type { Rule } from '../../ports/search/rules.ts';
import type { SettingsChanges } from '../../ports/configuration/settings.ts';

/** Returns the state of a part, or null if it is absent. */
export function readPart(configuration: Configuration, { kind, id }: ConfigurationPart): Json | null {
  const { settings, rules, collections, placements } = configuration;
  switch (kind) {
    case 'settings':
      return readSetting(settings, id);
    case 'rules':
      return (rules.find((rule) => rule.id === id) ?? null) as Json | null;
    case 'ruleOrder':
      return rules.map((rule) => rule.id);
    case 'collections':
      return (collections.get(id) ?? null) as Json | null;
    case 'placements':
      return (placements.get(id) ?? null) as Json | null;
  }
}

/** Whether a part is in a state. An order of rules counts for the rules that there are. */
export function hasState(configuration: Configuration, part: ConfigurationPart, state: Json | null): boolean {
  const current = readPart(configuration, part);
  if (part.kind !== 'ruleOrder') return isDeepStrictEqual(current, state);
  const named = new Set(state as readonly string[]);
  const ids = new Set(current as readonly string[]);
  return isDeepStrictEqual(
    (current as readonly string[]).filter((id) => named.has(id)),
    (state as readonly string[]).filter((id) => ids.has(id)),
  );
}

/** The configuration with the parts of some changes in their states after these. */
export function withChanges(
  configuration: Configuration,
  changes: readonly ConfigurationChange[],
): Configuration {
  const pickChanges = (kind: ConfigurationChange['kind']): ConfigurationChange[] =>
    changes.filter((change) => change.kind === kind);
  const [settings, rules] = [pickChanges('settings'), pickChanges('rules')];
  const order = pickChanges('ruleOrder')[0]?.after ?? null;
  const { collections, placements } = configuration;
  const changed = rules.length === 0 ? configuration.rules : withRuleChanges(configuration.rules, rules);
  return {
    settings: settings.reduce(withSetting, configuration.settings),
    rules: order === null ? changed : sortRules(changed, order as readonly string[]),
    collections: withEntries(collections, pickChanges('collections') as EntryChange<Collection>[]),
    placements: withEntries(placements, pickChanges('placements') as EntryChange<RecommendationPlacement>[]),
  };
}

interface EntryChange<T> {
  readonly id: string;
  /** Null removes it. */
  readonly after: T | null;
}

/** The same map where there are no changes. */
export function withEntries<T>(
  entries: ReadonlyMap<string, T>,
  changes: readonly EntryChange<T>[],
): ReadonlyMap<string, T> {
  if (changes.length === 0) return entries;
  const next = new Map(entries);
  for (const { id, after } of changes) {
    if (after === null) next.delete(id);
    else next.set(id, after);
  }
  return next;
}

/** A new rule is inserted after the rule `follows`, or last if that rule does not exist. */
function withRuleChanges(rules: readonly Rule[], changes: readonly ConfigurationChange[]): readonly Rule[] {
  const next = [...rules];
  for (const { id, after, follows } of changes) {
    const at = next.findIndex((rule) => rule.id === id);
    if (after === null) {
      if (at >= 0) next.splice(at, 1);
    } else if (at >= 0) next[at] = after as unknown as Rule;
    else next.splice(indexAfter(next, follows), 0, after as unknown as Rule);
  }
  return next;
}

function indexAfter(rules: readonly Rule[], follows: string | null | undefined): number {
  if (follows === null) return 0;
  const at = rules.findIndex(({ id }) => id === follows);
  return at < 0 ? rules.length : at + 1;
}

/** The rules with those that an order names in this order; the others keep their places. */
export function sortRules(rules: readonly Rule[], order: readonly string[]): readonly Rule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const named = new Set(order);
  const ordered = order.flatMap((id) => byId.get(id) ?? []);
  let next = 0;
  return rules.map((rule) => (named.has(rule.id) ? ordered[next++]! : rule));
}

function readSetting(settings: SettingsChanges, id: string): Json | null {
  const [group, name] = groupAndName(id);
  const values = (settings as Record<string, Record<string, Json> | undefined>)[group];
  return values !== undefined && Object.hasOwn(values, name) ? values[name]! : null;
}

function withSetting(settings: SettingsChanges, { id, after }: ConfigurationChange): SettingsChanges {
  const [group, name] = groupAndName(id);
  const { [group]: own = {}, ...others } = settings as Record<string, Record<string, Json>>;
  const { [name]: _, ...rest } = own;
  return { ...others, [group]: after === null ? rest : { ...rest, [name]: after } } as SettingsChanges;
}

function groupAndName(id: string): [group: string, name: string] {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
}
