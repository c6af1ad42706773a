import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { CommandError } from '../api-client.ts';
import type { Entry, ProjectSettingsState } from './project-settings.ts';

/** Marks a folder as written by `vitrine pull`. */
const markerFile = 'vitrine.json';
const format = 1;
const settingsFile = 'settings.json';
const rulesFile = 'rules.json';
/** Lists that people edit on their own. */
const settingFiles = {
  'synonyms.json': ['search', 'synonyms'],
  'facets.json': ['search', 'facets'],
} as const;
const entryFolders = ['collections', 'placements'] as const;
const fileNameLengthMax = 150;

/** Where a part of a state is in the folder. */
export interface FolderSource {
  readonly state: ProjectSettingsState;
  /** The file of a collection or placement, by folder and id. */
  readonly getFile: (kind: (typeof entryFolders)[number], id: string) => string;
}

/** The file of a setting. */
export function formatSettingPath(group: string, name: string): string {
  const settingFile = Object.entries(settingFiles).find(
    ([, [inGroup, named]]) => inGroup === group && named === name,
  );
  return settingFile?.[0] ?? settingsFile;
}

/**
 * Writes a state as files, and deletes those of collections and placements that are gone.
 * @returns the files, in order
 * @throws CommandError where the folder has files, but no marker
 */
export function writeFolder(folder: string, project: string, state: ProjectSettingsState): string[] {
  makeFolder(folder);
  if (!existsSync(join(folder, markerFile)) && readdirSync(folder).some((name) => !name.startsWith('.')))
    throw new CommandError(
      `Cannot write settings into ${folder} as it has other files: name an empty folder, or one of an earlier \`vitrine pull\``,
    );
  const files = new Map<string, Json>([[markerFile, { format, project }]]);
  const rest: Record<string, Record<string, Json>> = {};
  for (const [group, values] of Object.entries(state.settings))
    for (const [name, value] of Object.entries(values)) {
      const file = formatSettingPath(group, name);
      if (file === settingsFile) (rest[group] ??= {})[name] = value;
      else files.set(file, value);
    }
  files.set(settingsFile, rest);
  files.set(rulesFile, [...state.rules]);
  for (const kind of entryFolders) {
    makeFolder(join(folder, kind));
    const sameIgnoringCase = Map.groupBy(state[kind], ({ id }) => id.toLowerCase());
    for (const entries of sameIgnoringCase.values())
      for (const entry of entries)
        files.set(`${kind}/${formatFileName(entry.id, entries.length > 1)}`, entry);
  }
  for (const file of listFiles(folder)) if (!files.has(file)) rmSync(join(folder, file));
  for (const [file, value] of files) writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  return [...files.keys()].sort();
}

/**
 * Reads the files of a folder.
 * @throws CommandError that names the file and place, for one that is unknown, not JSON, or of another shape
 */
export function readFolder(folder: string): FolderSource & { readonly project: string } {
  if (!existsSync(join(folder, markerFile)))
    throw new CommandError(`There is no ${markerFile} in ${folder}: write the folder with \`vitrine pull\``);
  const marker = readObject(folder, markerFile);
  if (marker['format'] !== format || typeof marker['project'] !== 'string')
    throw new CommandError(`${markerFile}: it must have "format": ${format} and the id of the "project"`);
  const present = listFiles(folder);
  const settings: Record<string, JsonObject> = {};
  for (const [group, values] of present.includes(settingsFile)
    ? Object.entries(readObject(folder, settingsFile))
    : []) {
    if (!isObject(values)) throw new CommandError(`${settingsFile}: ${group} must be an object of settings`);
    settings[group] = values;
  }
  for (const [file, [group, name]] of Object.entries(settingFiles)) {
    if (!present.includes(file)) continue;
    if (settings[group]?.[name] !== undefined)
      throw new CommandError(`${settingsFile}: ${group}.${name} belongs into ${file}, which exists`);
    settings[group] = { ...settings[group], [name]: readJson(folder, file) };
  }
  const files = new Map<string, string>();
  const listEntries = (kind: (typeof entryFolders)[number]): Entry[] =>
    present
      .filter((file) => file.startsWith(`${kind}/`))
      .map((file) => {
        const entry = parseEntry(readJson(folder, file), file, '');
        const other = files.get(`${kind} ${entry.id}`);
        if (other !== undefined) throw new CommandError(`${file}: ${other} has the id ${entry.id}, too`);
        files.set(`${kind} ${entry.id}`, file);
        return entry;
      });
  const [collections, placements] = [listEntries('collections'), listEntries('placements')];
  return {
    project: marker['project'],
    state: { settings, rules: readRules(folder, present), collections, placements },
    getFile: (kind, id) => files.get(`${kind} ${id}`) ?? kind,
  };
}

function readRules(folder: string, present: readonly string[]): Entry[] {
  const rules = present.includes(rulesFile) ? readJson(folder, rulesFile) : [];
  if (!Array.isArray(rules)) throw new CommandError(`${rulesFile}: it must be a list of rules`);
  const seen = new Set<string>();
  return (rules as readonly Json[]).map((value, i) => {
    const rule = parseEntry(value, rulesFile, `[${i}]`);
    if (seen.has(rule.id)) throw new CommandError(`${rulesFile}: [${i}].id: ${rule.id} is there twice`);
    seen.add(rule.id);
    return rule;
  });
}

/** The files of settings, with `/`. @throws CommandError for others, except hidden ones and texts for people */
function listFiles(folder: string): string[] {
  const top = [markerFile, settingsFile, rulesFile, ...Object.keys(settingFiles)];
  const isIgnored = (name: string): boolean => name.startsWith('.') || /\.(md|txt)$/i.test(name);
  const found: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const kind = entryFolders.find((one) => one === name);
    if (kind !== undefined)
      for (const file of readdirSync(join(folder, kind)).sort())
        if (file.endsWith('.json')) found.push(`${kind}/${file}`);
        else if (!isIgnored(file)) throw new CommandError(`${kind}/${file}: only .json files belong here`);
    if (kind !== undefined || isIgnored(name)) continue;
    if (!top.includes(name))
      throw new CommandError(`${name}: it is no file of settings (${[...top, ...entryFolders].join(', ')})`);
    found.push(name);
  }
  return found;
}

function readJson(folder: string, file: string): Json {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json;
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readObject(folder: string, file: string): JsonObject {
  const value = readJson(folder, file);
  if (!isObject(value)) throw new CommandError(`${file}: it must be an object`);
  return value;
}

function parseEntry(value: Json, file: string, place: string): Entry {
  if (isObject(value) && typeof value['id'] === 'string') return value as Entry;
  throw new CommandError(`${file}: ${place === '' ? 'it' : place} must be an object with an id`);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names the file of an id, with a digest if it is long, or if another one differs in its case only: some file systems ignore the case. */
function formatFileName(id: string, isAmbiguous: boolean): string {
  const encoded = encodeURIComponent(id);
  if (encoded.length <= fileNameLengthMax && !isAmbiguous) return `${encoded}.json`;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${encoded.slice(0, fileNameLengthMax - 20)}-${digest}.json`;
}
