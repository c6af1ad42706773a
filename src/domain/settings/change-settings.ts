import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Task } from '../../ports/access/projects.ts';
import type {
  EventSettings,
  ProjectSettings,
  SettingsChanges,
  SettingsStore,
  StoredSettings,
} from '../../ports/configuration/settings.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { FieldOutput } from '../contract/fields.ts';
import { isObject } from '../contract/object-fields.ts';
import { agentSettings } from './agent-settings.ts';
import { algoliaSettings } from './algolia-settings.ts';
import { analyticsSettings } from './analytics-settings.ts';
import { eventSettings } from './event-settings.ts';
import { checkFront, frontSettings } from './front-settings.ts';
import { itemSettings } from './item-settings.ts';
import { rateSettings } from './rate-settings.ts';
import { RebuildTask, type RebuildOptions } from './rebuild-task.ts';
import { searchSettings } from './search-settings.ts';
import { visitorSettings } from './visitor-settings.ts';

export const settingsGroups = {
  search: searchSettings,
  events: eventSettings,
  items: itemSettings,
  rateLimits: rateSettings,
  analytics: analyticsSettings,
  algolia: algoliaSettings,
  agents: agentSettings,
  visitors: visitorSettings,
  front: frontSettings,
};

/** The sent changes by group; undefined means that the request lacks the group. */
export type SentSettings = {
  readonly [K in keyof typeof settingsGroups]?:
    | FieldOutput<(typeof settingsGroups)[K]['changes']>
    | undefined;
};

export interface ChangedSettings {
  readonly stored: StoredSettings;
  /** The rebuild task; null if the settings are already active. */
  readonly task: Task | null;
}

/**
 * Changes the given settings; null resets one to its default. If the index must be rebuilt, a task does so, and searches use
 * the old settings until it has succeeded.
 * @throws VitrineError invalid_request with the path of every error that spans settings; settings_changed if `ifVersion` is
 * not the newest
 */
export async function changeSettings(
  options: RebuildOptions & {
    readonly settings: SettingsStore;
    /** The changes, or a function that computes them from the newest settings. */
    readonly changes: SentSettings | ((newest: ProjectSettings) => SentSettings);
    readonly ifVersion: number | null;
    readonly by: Authorship;
  },
): Promise<ChangedSettings> {
  const { settings, changes: requested, ifVersion, by } = options;
  const rebuild = new RebuildTask(options);
  const decide = (current: StoredSettings): SettingsChanges => {
    if (ifVersion !== null && ifVersion !== current.version) {
      throw new VitrineError(
        'settings_changed',
        `The settings now have version ${current.version}, not ${ifVersion}`,
      );
    }
    const newChanges =
      typeof requested === 'function' ? requested(settings.applyToDefaults(current.changes)) : requested;
    const changes = mergeSettings(current.changes, newChanges);
    checkSettings(changes, settings);
    return changes;
  };
  const { stored, rebuilt } = await settings.change(decide, rebuild.progress, by);
  return { stored, task: await rebuild.follow(rebuilt) };
}

/** Groups whose members are merged as they are. */
const plainGroups = ['items', 'rateLimits', 'analytics', 'algolia', 'agents', 'visitors', 'front'] as const;

/** Merges the sent changes: objects member by member, lists and values as a whole. */
export function mergeSettings(current: SettingsChanges, newChanges: SentSettings): SettingsChanges {
  const { search, events, ...others } = newChanges;
  const groups = {
    events: mergeEvents(current.events ?? {}, events ?? {}),
    ...Object.fromEntries(
      plainGroups.map((name) => [name, mergeGroup(current[name] ?? {}, others[name] ?? {})]),
    ),
  };
  const changes = {
    search: mergeGroup(current.search ?? {}, search ?? {}),
    ...Object.fromEntries(Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0)),
  };
  return changes as SettingsChanges;
}

function mergeGroup(current: object, newValues: object): Record<string, unknown> {
  const group: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(newValues) as [string, unknown][]) {
    if (value === null) delete group[name];
    else if (isObject(value)) {
      const members = Object.entries({ ...(group[name] as object | undefined), ...value });
      const remainingMembers = members.filter(([, member]) => member !== null);
      if (remainingMembers.length === 0) delete group[name];
      else group[name] = Object.fromEntries(remainingMembers);
    } else group[name] = value;
  }
  return group;
}

/** Merges weights one by one; null resets one, or all of them. */
function mergeEvents(
  current: Partial<EventSettings>,
  { weights, otherWeight }: NonNullable<SentSettings['events']>,
): Record<string, unknown> {
  const mergedWeights: Record<string, unknown> = weights === null ? {} : { ...current.weights };
  for (const [type, weight] of Object.entries(weights ?? {})) {
    if (weight === null) delete mergedWeights[type];
    else mergedWeights[type] = weight;
  }
  const other = otherWeight === undefined ? current.otherWeight : otherWeight;
  return {
    ...(Object.keys(mergedWeights).length > 0 ? { weights: mergedWeights } : {}),
    ...(other === undefined || other === null ? {} : { otherWeight: other }),
  };
}

/** Checks that span settings. @throws VitrineError invalid_request with the path of every error */
export function checkSettings(
  changes: SettingsChanges,
  settings: Pick<SettingsStore, 'applyToDefaults' | 'validate'>,
): void {
  const applied = settings.applyToDefaults(changes);
  const { search } = applied;
  const errors: InputError[] = [...settings.validate(applied)];
  const pathOfField = new Map<string, string>();
  const groups: [string, readonly string[]][] = [
    ['search.name.fields', search.name.fields],
    ...search.zones.map(({ fields }, i): [string, readonly string[]] => [
      `search.zones[${i}].fields`,
      fields,
    ]),
    ['search.unsearchableFields', search.unsearchableFields],
  ];
  for (const [path, fields] of groups) {
    for (const field of fields) {
      const other = pathOfField.get(field);
      if (other !== undefined) {
        const detail = `${path} must not name ${JSON.stringify(field)}, which ${other} names already`;
        errors.push({ path, code: 'duplicate', detail });
      }
      pathOfField.set(field, path);
    }
  }
  const { minLengthOneTypo, minLengthTwoTypos } = search.typos;
  if (minLengthTwoTypos < minLengthOneTypo) {
    const detail = `search.typos.minLengthTwoTypos must be at least minLengthOneTypo, which is ${minLengthOneTypo}`;
    errors.push({ path: 'search.typos.minLengthTwoTypos', code: 'out_of_range', detail });
  }
  errors.push(...checkFront(applied.front));
  if (errors.length > 0) throw createSettingsError(errors.slice(0, limits.settingsErrorsMax));
}

function createSettingsError(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_request', errors[0]?.detail ?? 'The settings are not valid', { errors });
}
