import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { formatSettingPath, type FolderSource } from './folder-files.ts';
import type { Entry, ProjectSettingsState } from './project-settings.ts';

/** The body of a draft, see `PUT /api/projects/{project}/drafts/{draft}`. */
export interface FolderDraft {
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly rules?: DraftEntries & { readonly order?: readonly string[] };
  readonly collections?: DraftEntries;
  readonly placements?: DraftEntries;
}

interface DraftEntries {
  readonly put?: readonly Entry[];
  readonly remove?: readonly string[];
}

export interface FolderDifference {
  /** Null means the project is as the folder says. */
  readonly draft: FolderDraft | null;
  /** Parts of the project that the folder does not have, and that are kept: `rules/summer`. */
  readonly kept: readonly string[];
}

interface Live {
  readonly state: ProjectSettingsState;
  readonly defaults: Readonly<Record<string, JsonObject>>;
}

/** Creates the changes that make a project equal to a folder. With `prunes`, they remove what the folder does not have. */
export function buildDraft(folder: ProjectSettingsState, live: Live, prunes: boolean): FolderDifference {
  const keptIds: string[] = [];
  const settings = buildSettingsDraft(folder, live, prunes, keptIds);
  const rules = buildEntriesDraft('rules', folder, live.state, prunes, keptIds);
  const order = findRuleOrder(folder.rules, live.state.rules, prunes);
  const parts = {
    ...(settings === null ? {} : { settings }),
    ...(rules === null && order === null
      ? {}
      : { rules: { ...rules, ...(order === null ? {} : { order }) } }),
    ...withEntries('collections', buildEntriesDraft('collections', folder, live.state, prunes, keptIds)),
    ...withEntries('placements', buildEntriesDraft('placements', folder, live.state, prunes, keptIds)),
  };
  return { draft: Object.keys(parts).length === 0 ? null : parts, kept: keptIds };
}

const withEntries = (kind: 'collections' | 'placements', entries: DraftEntries | null): FolderDraft =>
  entries === null ? {} : { [kind]: entries };

function buildSettingsDraft(
  folder: ProjectSettingsState,
  { state, defaults }: Live,
  prunes: boolean,
  kept: string[],
): NonNullable<FolderDraft['settings']> | null {
  const changes: Record<string, Record<string, unknown>> = {};
  const change = (group: string, name: string, value: unknown): void =>
    void ((changes[group] ??= {})[name] = value);
  for (const [group, values] of Object.entries(folder.settings))
    for (const [name, value] of Object.entries(values)) {
      const standard = defaults[group]?.[name];
      const now = state.settings[group]?.[name];
      if (!isDeepStrictEqual(completeValue(standard, value), completeValue(standard, now)))
        change(group, name, createReplacement(standard, now, value));
    }
  for (const [group, values] of Object.entries(state.settings))
    for (const name of Object.keys(values)) {
      if (folder.settings[group]?.[name] !== undefined) continue;
      if (prunes) change(group, name, null);
      else kept.push(`settings/${group}.${name}`);
    }
  return Object.keys(changes).length === 0 ? null : changes;
}

/** A setting with its defaults: objects are merged member by member, and weights of events in them. */
function completeValue(standard: Json | undefined, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null) return standard;
  return isObject(standard) && isObject(value) ? { ...standard, ...value } : value;
}

/** Creates the object to send for exactly the members of `value`, as the service merges it with the current one. */
function createReplacement(standard: Json | undefined, now: Json | undefined, value: Json): Json {
  if (!isObject(value) || !isObject(now)) return value;
  const reset = Object.keys(now)
    .filter((member) => !Object.hasOwn(value, member))
    .map((member) => [member, isObject(standard) ? (standard[member] ?? null) : null] as const);
  return { ...value, ...Object.fromEntries(reset) };
}

function buildEntriesDraft(
  kind: 'rules' | 'collections' | 'placements',
  folder: ProjectSettingsState,
  live: ProjectSettingsState,
  prunes: boolean,
  kept: string[],
): DraftEntries | null {
  const current = new Map(live[kind].map((entry) => [entry.id, entry]));
  const folderIds = new Set(folder[kind].map(({ id }) => id));
  const put = folder[kind].filter((entry) => !isDeepStrictEqual(current.get(entry.id), entry));
  const others = [...current.keys()].filter((id) => !folderIds.has(id));
  if (!prunes) kept.push(...others.map((id) => `${kind}/${id}`));
  const remove = prunes ? others : [];
  if (put.length + remove.length === 0) return null;
  return { ...(put.length === 0 ? {} : { put }), ...(remove.length === 0 ? {} : { remove }) };
}

/** The order of the folder's rules among each other, where the changed rules would have another one; else null. */
function findRuleOrder(
  folder: readonly Entry[],
  live: readonly Entry[],
  prunes: boolean,
): readonly string[] | null {
  const folderIds = folder.map(({ id }) => id);
  const liveIds = new Set(live.map(({ id }) => id));
  const inFolder = new Set(folderIds);
  const stays = live.map(({ id }) => id).filter((id) => inFolder.has(id) || !prunes);
  const after = [...stays, ...folderIds.filter((id) => !liveIds.has(id))].filter((id) => inFolder.has(id));
  return isDeepStrictEqual(after, folderIds) ? null : folderIds;
}

/** `collections/summer.json: pin[0].id`, the file and place of an error's path in a draft; null means elsewhere. */
export function findPlace(path: string, draft: FolderDraft, source: FolderSource): string | null {
  const [start, kind = ''] = /^draft\.([a-zA-Z]+)/.exec(path) ?? [''];
  const rest = path.slice(start.length);
  if (kind === 'settings') {
    const [named, group = '', name = ''] = /^\.([\w-]+)(?:\.([\w-]+))?/.exec(rest) ?? [''];
    const within = rest.slice(named.length);
    const file = formatSettingPath(group, name);
    return file === 'settings.json' ? `${file}: ${rest.slice(1)}` : `${file}: ${within.replace(/^\./, '')}`;
  }
  const [at, index = ''] = /^\.put\[(\d+)\]\.?/.exec(rest) ?? [''];
  const within = rest.slice(at.length);
  if (kind !== 'rules' && kind !== 'collections' && kind !== 'placements') return null;
  const entry = draft[kind]?.put?.[Number(index)];
  if (index === '' || entry === undefined) return null;
  if (kind !== 'rules') return `${source.getFile(kind, entry.id)}: ${within}`;
  return `rules.json: [${source.state.rules.findIndex(({ id }) => id === entry.id)}].${within}`;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
