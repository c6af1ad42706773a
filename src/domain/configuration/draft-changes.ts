import type { Configuration, ConfigurationPart } from '../../ports/configuration/configuration.ts';
import { ruleOrderId } from '../../ports/configuration/configuration.ts';
import type {
  Draft,
  DraftBase,
  DraftResources,
  DraftRules,
  StoredDraft,
} from '../../ports/configuration/drafts.ts';
import type { Rule } from '../../ports/search/rules.ts';
import { mergeSettings, type SentSettings } from '../settings/change-settings.ts';
import { hasState, sortRules, readPart, withEntries } from './configuration-parts.ts';

/** The configuration as a draft would have it. Members that the draft does not change stay the same object. */
export function withDraft(configuration: Configuration, draft: Draft): Configuration {
  const { settings, rules, collections, placements } = draft;
  return {
    settings:
      settings === undefined
        ? configuration.settings
        : mergeSettings(configuration.settings, settings as SentSettings),
    rules: rules === undefined ? configuration.rules : withRules(configuration.rules, rules),
    collections: withResources(configuration.collections, collections),
    placements: withResources(configuration.placements, placements),
  };
}

/** The parts that a draft changes. */
export function listDraftParts(draft: Draft): ConfigurationPart[] {
  const { settings = {}, rules = {}, collections = {}, placements = {} } = draft;
  const order = rules.order === undefined ? [] : [{ kind: 'ruleOrder', id: ruleOrderId } as const];
  return [
    ...Object.entries(settings).flatMap(([group, values]) =>
      Object.keys(values).map((name) => ({ kind: 'settings', id: `${group}.${name}` }) as const),
    ),
    ...listIds(rules).map((id) => ({ kind: 'rules', id }) as const),
    ...order,
    ...listIds(collections).map((id) => ({ kind: 'collections', id }) as const),
    ...listIds(placements).map((id) => ({ kind: 'placements', id }) as const),
  ];
}

/** The states that a draft starts from: those of `earlier` for the parts that it has, otherwise the live ones. */
export function recordBase(live: Configuration, draft: Draft, earlier: readonly DraftBase[]): DraftBase[] {
  const earlierByPart = new Map(earlier.map((base) => [`${base.kind} ${base.id}`, base]));
  return listDraftParts(draft).map(
    (part) => earlierByPart.get(`${part.kind} ${part.id}`) ?? { ...part, state: readPart(live, part) },
  );
}

/** The parts of a draft that changed since it began to change them, and are not as it would have them. */
export function findConflicts(live: Configuration, { draft, base }: StoredDraft): readonly DraftBase[] {
  const after = withDraft(live, draft);
  return base.filter(
    (part) => !hasState(live, part, part.state) && !hasState(live, part, readPart(after, part)),
  );
}

function withRules(
  rules: readonly Rule[],
  { put = [], remove = [], order = [] }: DraftRules,
): readonly Rule[] {
  const changed = new Map(put.map((rule) => [rule.id, rule]));
  const removed = new Set(remove);
  const remainingRules = rules
    .filter(({ id }) => !removed.has(id))
    .map((rule) => changed.get(rule.id) ?? rule);
  const known = new Set(rules.map(({ id }) => id));
  return sortRules([...remainingRules, ...put.filter(({ id }) => !known.has(id))], order);
}

function withResources<T extends { readonly id: string }>(
  resources: ReadonlyMap<string, T>,
  changes: DraftResources<T> = {},
): ReadonlyMap<string, T> {
  const { put = [], remove = [] } = changes;
  return withEntries(resources, [
    ...remove.map((id) => ({ id, after: null })),
    ...put.map((resource) => ({ id: resource.id, after: resource })),
  ]);
}

function listIds({ put = [], remove = [] }: DraftResources<{ readonly id: string }>): string[] {
  return [...put.map(({ id }) => id), ...remove];
}
